"""Builds views of Flatpak apps, snaps, Steam runtimes, and of root through sudo.

What a program of a container would see is put together from the container's own metadata, without
starting it. Where a program of it runs, its files and variables are the better answer, and are
taken (runtime_view.py). What no file tells is named in the note of a view.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.loader.api.runtime_view import (
    Installation,
    RuntimeView,
    RuntimeViewError,
    RuntimeViewKind,
    find_runtime_view,
    list_names,
    list_running_containers,
    make_mounts,
    parse_keyfile,
    parse_list,
    read_text,
)
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.steam_libraries import find_steam_libraries
from vkconfig_py.loader.platforms.local_paths import MountedRoot

Metadata = Mapping[str, Mapping[str, str]]
_MountRow = tuple[str, tuple[str, ...]]

LAYER_POINT = "org.freedesktop.Platform.VulkanLayer"
_EXTENSION_GROUP_PREFIX = "Extension "
_USR_LINKS = ("bin", "lib", "lib32", "lib64", "sbin")  # links to folders of /usr in every sandbox
# flatpak-run.c, default_exports: cleared or set before metadata are read.
_CLEARED_VARIABLES = (
    *("LD_LIBRARY_PATH", "LD_PRELOAD", "LD_AUDIT", "XDG_CONFIG_DIRS", "XDG_DATA_DIRS", "SHELL"),
    *("TEMP", "TEMPDIR", "TMP", "TMPDIR", "PYTHONPATH", "PERLLIB", "PERL5LIB", "XCURSOR_PATH"),
    *("GIO_EXTRA_MODULES", "GDK_BACKEND", "KRB5CCNAME", "XKB_CONFIG_ROOT", "VK_ADD_DRIVER_FILES"),
    *("VK_ADD_LAYER_PATH", "VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_LAYER_PATH"),
)
_SET_VARIABLES = {
    "PATH": "/app/bin:/usr/bin",
    "XDG_CONFIG_DIRS": "/app/etc/xdg:/etc/xdg",
    "XDG_DATA_DIRS": "/app/share:/usr/share:/usr/share/runtime/share:/run/host/user-share:"
    "/run/host/share",
    "SHELL": "/bin/sh",
    "container": "flatpak",
}
# What `filesystems=host` shows of the root folder, beside what only a system has.
_HOST_FOLDERS = ("home", "media", "mnt", "opt", "run/media", "srv", "var/home")
_XDG_FOLDERS = {
    "xdg-data": ("XDG_DATA_HOME", ".local/share"),
    "xdg-config": ("XDG_CONFIG_HOME", ".config"),
    "xdg-cache": ("XDG_CACHE_HOME", ".cache"),
}
# Layers and the extension that Flathub has for each; none is known to bring the validation layer.
_FLATHUB_EXTENSIONS = {
    "VK_LAYER_MANGOHUD_overlay": f"{LAYER_POINT}.MangoHud",
    "VK_LAYER_VKBASALT_post_processing": f"{LAYER_POINT}.vkBasalt",
    "VK_LAYER_OBS_vkcapture": f"{LAYER_POINT}.OBSVkCapture",
}
_SNAP_FOLDERS = ("/snap", "/var/lib/snapd/snap")
_GRAPHICS_PREFIXES = ("gpu-", "graphics-")  # gpu-2404, graphics-core22
_SNAP_GRAPHICS_PLUGS = frozenset({"opengl", "desktop", "wayland", "x11"})
_BASE_FOLDERS = ("bin", "etc", "lib", "lib32", "lib64", "sbin", "usr")
_SNAP_PATH = "/usr/sbin:/usr/bin:/sbin:/bin:/usr/games:/usr/local/games"
_STEAM_FOLDER_PREFIX = "SteamLinuxRuntime_"
_IMPORT_VARIABLE = "PRESSURE_VESSEL_IMPORT_VULKAN_LAYERS"
_CODE_NAMES = {"scout": "1", "soldier": "2", "sniper": "3"}
# No folder of layers: where a variable names one, the loader looks there alone.
_EMPTY_FOLDER = "/usr/lib/pressure-vessel/overrides/share/vulkan"
TITLE_BY_RUNTIME_VIEW_KIND: Final[Mapping[RuntimeViewKind, str]] = {
    RuntimeViewKind.FLATPAK: tr("Flatpak app"),
    RuntimeViewKind.SNAP: tr("Snap"),
    RuntimeViewKind.STEAM: tr("Steam runtime"),
}
RUNNING_NOTE = tr("running; with the files and variables of a program in it")
ROOT_NOTE = tr("through sudo, with the variables that sudo keeps")


class _Deployment(NamedTuple):
    """What is deployed of one branch.

    Attributes:
        folder: with `files` and `read_metadata` in it.
    """

    name: str
    branch: str
    folder: str

    @property
    def files(self) -> str:
        return f"{self.folder}/files"

    def read_metadata(self) -> Metadata:
        return parse_keyfile(read_text(f"{self.folder}/metadata"))


class _ExtensionPoint(NamedTuple):
    """An extension point of an app or of its runtime.

    Attributes:
        folder: where its extensions stand in the sandbox.
        extensions: installed ones, each with its folder there.
    """

    name: str
    metadata: Mapping[str, str]
    folder: str
    extensions: tuple[tuple[str, _Deployment], ...]


def find_flatpaks(installation: Installation) -> Iterator[tuple[str, str]]:
    """Yield name and note of each installed Flatpak app that may use a GPU."""
    seen_names = set()
    for folder in _list_flatpak_folders(installation):
        for name in list_names(f"{folder}/app"):
            metadata = parse_keyfile(read_text(f"{folder}/app/{name}/current/active/metadata"))
            if name not in seen_names and metadata.get("Application"):
                seen_names.add(name)
                if _may_app_use_gpu(name, metadata, installation):
                    yield name, _render_runtime(metadata["Application"].get("runtime", ""))


def _render_runtime(runtime: str) -> str:
    return tr("on {runtime}", runtime=runtime) if runtime else tr("without a runtime")


def make_flatpak_view(name: str, installation: Installation) -> RuntimeView:
    """Return what an installed Flatpak app sees of layers and drivers.

    Raises:
        RuntimeViewError: the app, or its runtime, is not installed.
    """
    # Theory of operation, after flatpak-metadata(5) and flatpak-run(1): the runtime is /usr, the
    # app is /app, extensions of either stand at their directories below it, and folders named by
    # `merge-dirs` hold the files of all of them. Variables come from the session, without those
    # that flatpak clears, then from the runtime, the app, and the overrides. Of the host only those
    # folders that `filesystems` names are there, never its /usr, so not the system's layers.
    app = _find_flatpak_app(name, installation)
    metadata = app.read_metadata()
    runtime_ref = metadata.get("Application", {}).get("runtime", "")
    runtime = _find_flatpak_ref(runtime_ref, installation)
    if runtime is None:
        raise RuntimeViewError(
            tr("{name} needs {runtime}, which is not installed", name=name, runtime=runtime_ref)
            if runtime_ref
            else tr("{name} specifies no runtime", name=name)
        )
    runtime_metadata = runtime.read_metadata()
    cpu = runtime_ref.split("/")[1]
    points = (
        *_list_extension_points("/usr", runtime, runtime_metadata, cpu, installation),
        *_list_extension_points("/app", app, metadata, cpu, installation),
    )
    contexts = (runtime_metadata, metadata, *_read_overrides(name, installation))
    cache = f"{installation.home}/.var/app/{name}/.ld.so/active"
    mounts = [
        *(("/usr", (runtime.files,)), ("/etc", (f"{runtime.files}/etc",)), ("/app", (app.files,))),
        *((f"/{folder_name}", (f"{runtime.files}/{folder_name}",)) for folder_name in _USR_LINKS),
        ("/etc/ld.so.cache", (cache,)),
        *(mount for point in points for mount in _list_extension_mounts(point)),
        *_list_permitted_mounts(name, contexts, installation),
    ]
    root = MountedRoot(app.folder, make_mounts(mounts))
    variables = _build_app_environment(name, contexts, installation)
    notes = [
        tr(
            "Seen from inside the Flatpak app “{name}”, with files and variables based on "
            "the metadata of the app, {runtime} and {extensions}.",
            name=name,
            runtime=runtime_ref,
            extensions=_render_extension_count(points),
        )
    ]
    if not os.path.lexists(cache):
        # Without a cache of its own flatpak names the folders instead (flatpak-run.c).
        variables["LD_LIBRARY_PATH"] = ":".join(("/app/lib", *_list_extension_libraries(points)))
    if sum(len(point.extensions) for point in points if point.name == LAYER_POINT) > 1:
        notes.append(tr("The layer order across extensions is unknown until the app runs."))
    notes.append(tr("Changes by the app's start script and portals are unknown until it runs."))
    return RuntimeView(
        RuntimeViewKind.FLATPAK, name, root, MappingProxyType(variables), " ".join(notes),
        absent_layers=_explain_absence(name, points, runtime, runtime_ref),
    )  # fmt: skip


def _list_flatpak_folders(installation: Installation) -> tuple[str, ...]:
    """Return the folders with Flatpak's apps: of the user, the system, then its configuration."""
    user = installation.environment.get("FLATPAK_USER_DIR") or f"{installation.data_home}/flatpak"
    system = (
        installation.environment.get("FLATPAK_SYSTEM_DIR")
        or f"{installation.machine}/var/lib/flatpak"
    )
    # flatpak-installation(5): each file names further folders.
    configuration_folder = f"{installation.machine}/etc/flatpak/installations.d"
    files = (
        read_text(f"{configuration_folder}/{name}")
        for name in list_names(configuration_folder)
        if name.endswith(".conf")
    )
    paths = (keys.get("Path", "") for text in files for keys in parse_keyfile(text).values())
    return user, system, *(f"{installation.machine}{path}" for path in paths if path)


def _find_flatpak_app(name: str, installation: Installation) -> _Deployment:
    for folder in _list_flatpak_folders(installation):
        active = f"{folder}/app/{name}/current/active"
        if os.path.isfile(f"{active}/metadata"):
            try:
                branch = os.path.basename(os.readlink(f"{folder}/app/{name}/current"))
            except OSError:
                branch = "stable"
            return _Deployment(name, branch, active)
    installed_names = ", ".join(name for name, _note in find_flatpaks(installation)) or tr("none")
    raise RuntimeViewError(
        tr(
            "no Flatpak app “{name}” is installed or running (installed: {known})",
            name=name,
            known=installed_names,
        )
    )


def _find_flatpak_ref(ref: str, installation: Installation) -> _Deployment | None:
    parts = ref.split("/")
    if len(parts) != 3:
        return None
    for folder in _list_flatpak_folders(installation):
        active = f"{folder}/runtime/{ref}/active"
        if os.path.isdir(f"{active}/files"):
            return _Deployment(parts[0], parts[2], active)
    return None


def _list_extension_points(
    base: str, owner: _Deployment, metadata: Metadata, cpu: str, installation: Installation
) -> Iterator[_ExtensionPoint]:
    for group, keys in metadata.items():
        if not group.startswith(_EXTENSION_GROUP_PREFIX) or not keys.get("directory"):
            continue
        # "name@tag" are several points of one extension.
        name = group.removeprefix(_EXTENSION_GROUP_PREFIX).partition("@")[0]
        folder = f"{base}/{keys['directory']}"
        versions = parse_list(keys.get("versions", "")) or (keys.get("version", owner.branch),)
        enabled = (
            (f"{folder}/{suffix}" if suffix else folder, ref)
            for suffix, ref in _list_extensions(name, keys, versions, cpu, installation)
            if _is_extension_enabled(suffix, keys, installation)
        )
        yield _ExtensionPoint(name, keys, folder, tuple(enabled))


def _list_extensions(
    name: str,
    keys: Mapping[str, str],
    versions: Sequence[str],
    cpu: str,
    installation: Installation,
) -> Iterator[tuple[str, _Deployment]]:
    """Yield the installed Flatpak extensions of a point, with their folders in it."""
    has_subdirectories = keys.get("subdirectories") == "true"
    seen_names = set()
    for folder in _list_flatpak_folders(installation):
        names = list_names(f"{folder}/runtime") if has_subdirectories else [name]
        for extension in names:
            if extension in seen_names or (
                has_subdirectories and not extension.startswith(f"{name}.")
            ):
                continue
            refs = (f"{extension}/{cpu}/{version}" for version in versions)
            ref = next(filter(None, (_find_flatpak_ref(ref, installation) for ref in refs)), None)
            if ref is not None:
                seen_names.add(extension)
                yield extension.removeprefix(name).removeprefix("."), ref


def _is_extension_enabled(suffix: str, keys: Mapping[str, str], installation: Installation) -> bool:
    """Return whether Flatpak shows an installed extension, by its condition enable-if."""
    # Other conditions (have-intel-gpu, on-xdg-desktop-X) hide no driver of another one.
    if keys.get("enable-if") != "active-gl-driver":
        return True
    drivers = installation.environment.get("FLATPAK_GL_DRIVERS")
    if drivers:
        return suffix in drivers.split(":")
    version = (
        read_text(f"{installation.machine}/sys/module/nvidia/version").strip().replace(".", "-")
    )
    return suffix in ("default", "host", f"nvidia-{version}")


def _list_extension_mounts(point: _ExtensionPoint) -> Iterator[_MountRow]:
    for folder, ref in point.extensions:
        yield folder, (ref.files,)
    for merged_text in parse_list(point.metadata.get("merge-dirs", "")):
        yield (
            f"{point.folder}/{merged_text}",
            tuple(f"{ref.files}/{merged_text}" for _folder, ref in point.extensions),
        )


def _list_extension_libraries(points: Sequence[_ExtensionPoint]) -> Iterator[str]:
    for point in points:
        for folder, _ref in point.extensions:
            if path := point.metadata.get("add-ld-path"):
                yield f"{folder}/{path}"


def _render_extension_count(points: Sequence[_ExtensionPoint]) -> str:
    count = len({ref.name for point in points for _folder, ref in point.extensions})
    return counted("{n} extensions", "{n} extension", count)


def _read_overrides(name: str, installation: Installation) -> tuple[Metadata, ...]:
    """Return what flatpak-override(1) has written, the system's before the user's."""
    user, system, *_others = _list_flatpak_folders(installation)
    return tuple(
        parse_keyfile(read_text(f"{folder}/overrides/{scope}"))
        for folder in (system, user)
        for scope in ("global", name)
    )


def _merge_permissions(contexts: Sequence[Metadata], key: str) -> dict[str, None]:
    """Merge a permission list of Flatpak, lowest first, from which "!" takes away."""
    granted: dict[str, None] = {}
    for metadata in contexts:
        for permission in parse_list(metadata.get("Context", {}).get(key, "")):
            if permission == "!host:reset":
                granted.clear()
            elif permission.startswith("!"):
                granted.pop(permission[1:], None)
            else:
                granted[permission] = None
    return granted


def _may_app_use_gpu(name: str, metadata: Metadata, installation: Installation) -> bool:
    devices = _merge_permissions((metadata, *_read_overrides(name, installation)), "devices")
    return not devices.keys().isdisjoint(("dri", "all"))


def _list_permitted_mounts(
    name: str, contexts: Sequence[Metadata], installation: Installation
) -> Iterator[_MountRow]:
    machine, home = installation.machine, installation.home
    app_folder = f"{home}/.var/app/{name}"
    yield app_folder, (app_folder,)
    for granted_permission in _merge_permissions(contexts, "filesystems"):
        path = granted_permission.partition(":")[0]
        if path in ("host", "home", "~"):
            yield home, (home,)
        if path == "host":
            for folder_name in _HOST_FOLDERS:
                yield f"/{folder_name}", (f"{machine}/{folder_name}",)
        if path in ("host", "host-os"):
            yield "/run/host/usr", (f"{machine}/usr",)
        if path in ("host", "host-etc"):
            yield "/run/host/etc", (f"{machine}/etc",)
        if own_path := _resolve_permission(path, installation):
            yield (
                own_path,
                (own_path if path.startswith(("~", "xdg-")) else f"{machine}{own_path}",),
            )


def _resolve_permission(path: str, installation: Installation) -> str:
    """Return the folder that a Flatpak permission names by its path, or "" for another kind."""
    if path.startswith("~/"):
        return f"{installation.home}{path[1:]}"
    if path.startswith("/"):
        return path
    first, _, remainder = path.partition("/")
    if first not in _XDG_FOLDERS:
        return ""
    variable, default = _XDG_FOLDERS[first]
    folder = installation.environment.get(variable) or f"{installation.home}/{default}"
    return f"{folder}/{remainder}".rstrip("/")


def _build_app_environment(
    name: str, contexts: Sequence[Metadata], installation: Installation
) -> dict[str, str]:
    app_folder = f"{installation.home}/.var/app/{name}"
    variables = {
        key: value
        for key, value in installation.environment.items()
        if key not in _CLEARED_VARIABLES
    }
    variables |= _SET_VARIABLES
    variables |= {
        "FLATPAK_ID": name,
        "XDG_RUNTIME_DIR": installation.runtime_folder,
        "XDG_DATA_HOME": f"{app_folder}/data",
        "XDG_CONFIG_HOME": f"{app_folder}/config",
        "XDG_CACHE_HOME": f"{app_folder}/cache",
        "XDG_STATE_HOME": f"{app_folder}/.local/state",
    }
    for metadata in contexts:
        for key in parse_list(metadata.get("Context", {}).get("unset-environment", "")):
            variables.pop(key, None)
        variables |= metadata.get("Environment", {})
    return variables


def _explain_absence(
    name: str, points: Sequence[_ExtensionPoint], runtime: _Deployment, runtime_ref: str
) -> Mapping[str, tuple[str, str]]:
    """Return by layer why a Flatpak app does not see it, and the command that installs it or ""."""
    reason = tr(
        "Not visible inside Flatpak {name}: its /usr comes from the runtime {runtime}, "
        "not from this system",
        name=name,
        runtime=runtime_ref,
    )
    point = next((candidate for candidate in points if candidate.name == LAYER_POINT), None)
    if point is None:
        return {"": (reason, "")}
    installed_names = {ref.name for _folder, ref in point.extensions}
    versions = parse_list(point.metadata.get("versions", ""))
    version = versions[0] if versions else point.metadata.get("version", runtime.branch)
    offered = {
        layer: (
            reason,
            f"flatpak install {extension}//{version}",
        )
        for layer, extension in _FLATHUB_EXTENSIONS.items()
        if extension not in installed_names
    }
    hint = tr(
        "only a {prefix}.NAME extension from branch {version} can add the layer",
        prefix=LAYER_POINT,
        version=version,
    )
    return MappingProxyType({**offered, "": (f"{reason}; {hint}", "")})


def find_snaps(installation: Installation) -> Iterator[tuple[str, str]]:
    """Yield name and note of each installed snap with access to a GPU."""
    folder = _find_snap_folder(installation)
    for name in list_names(folder):
        snap = _read_snap_yaml(f"{folder}/{name}/current")
        plugs = _list_plugs(snap)
        if not _SNAP_GRAPHICS_PLUGS.isdisjoint(plugs):
            provider = next((snap_name for _target, snap_name in _list_providers(plugs)), "")
            base = snap.get("base", "core")
            if provider:
                note = tr("on {base}, graphics from {provider}", base=base, provider=provider)
            else:
                note = tr("on {base}", base=base)
            yield name, note


def make_snap_view(name: str, installation: Installation) -> RuntimeView:
    """Return what an installed snap sees of layers and drivers.

    Raises:
        RuntimeViewError: it is not installed.
    """
    # A snap has its base as root, its own files below /snap, and of the system neither layers nor
    # drivers: those come from a snap that its content interface names (mesa-2404), or from
    # /var/lib/snapd/lib, where snapd puts those of NVIDIA. Its start wrappers set further
    # variables; they are scripts, so what they set is unknown until the snap runs.
    folder = _find_snap_folder(installation)
    snap_folder = f"{folder}/{name}/current"
    snap = _read_snap_yaml(snap_folder)
    if not snap:
        installed_names = ", ".join(name for name, _note in find_snaps(installation)) or tr("none")
        raise RuntimeViewError(
            tr(
                "no snap “{name}” is installed or running (installed: {known})",
                name=name,
                known=installed_names,
            )
        )
    base = str(snap.get("base", "core"))
    mount_point = f"/snap/{name}/{_read_snap_revision(snap_folder)}"
    providers = tuple(_list_providers(_list_plugs(snap)))
    base_folder = f"{folder}/{base}/current"
    mounts = [
        *((f"/{folder_name}", (f"{base_folder}/{folder_name}",)) for folder_name in _BASE_FOLDERS),
        ("/snap", (folder,)),
        *(
            (_expand_content_target(target, mount_point), (f"{folder}/{provider}/current",))
            for target, provider in providers
        ),
        ("/var/lib/snapd/lib", (f"{installation.machine}/var/lib/snapd/lib",)),
        ("/var/snap", (f"{installation.machine}/var/snap",)),
        (installation.home, (installation.home,)),
    ]
    targets = [_expand_content_target(target, mount_point) for target, _one in providers]
    variables = _build_snap_environment(name, snap, mount_point, targets, installation)
    missing_names = [
        provider
        for _target, provider in providers
        if not os.path.isdir(f"{folder}/{provider}/current")
    ]
    notes = [
        tr(
            "Seen from inside the snap “{name}”, with files and variables from its "
            "snap.yaml and its base {base}.",
            name=name,
            base=base,
        ),
        *(tr("{snap} is not installed.", snap=provider) for provider in missing_names),
        tr("Variables set by the snap's start wrappers are unknown until the snap runs."),
    ]
    note = " ".join(notes)
    reason = tr(
        "Not visible inside the snap {name}: its /usr comes from {base}, not from this system",
        name=name,
        base=base,
    )
    return RuntimeView(
        RuntimeViewKind.SNAP, name, MountedRoot(f"{folder}/{name}", make_mounts(mounts)),
        MappingProxyType(variables), note, absent_layers=MappingProxyType({"": (reason, "")}),
    )  # fmt: skip


def _find_snap_folder(installation: Installation) -> str:
    candidates = [f"{installation.machine}{folder}" for folder in _SNAP_FOLDERS]
    return next((candidate for candidate in candidates if os.path.isdir(candidate)), candidates[0])


def _read_snap_revision(folder: str) -> str:
    try:
        return os.path.basename(os.readlink(folder))
    except OSError:
        return "current"


def _read_snap_yaml(folder: str) -> Mapping[str, Any]:
    return parse_mappings(read_text(f"{folder}/meta/snap.yaml"))


def _list_plugs(snap: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the plugs of a snap, and those that its apps name."""
    plugs = snap.get("plugs")
    all_plugs: dict[str, Any] = dict(plugs) if isinstance(plugs, dict) else {}
    apps = snap.get("apps")
    for app in apps.values() if isinstance(apps, dict) else ():
        app_plugs = app.get("plugs") if isinstance(app, dict) else None
        all_plugs = {**dict.fromkeys(app_plugs or ()), **all_plugs}
    return all_plugs


def _list_providers(plugs: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield target folder and snap of each content interface for graphics among plugs."""
    for name, plug in plugs.items():
        if name.startswith(_GRAPHICS_PREFIXES) and isinstance(plug, dict):
            provider = str(plug.get("default-provider", "")).partition(":")[0]
            if provider and plug.get("target"):
                yield str(plug["target"]), provider


def _expand_content_target(target: str, mount_point: str) -> str:
    """Return the absolute folder in a snap that a content interface names."""
    path = target.replace("$SNAP", mount_point).rstrip("/")
    return path if path.startswith("/") else f"{mount_point}/{path}"


def _build_snap_environment(
    name: str,
    snap: Mapping[str, Any],
    mount_point: str,
    targets: list[str],
    installation: Installation,
) -> dict[str, str]:
    revision = mount_point.rpartition("/")[2]
    home, common = (
        f"{installation.home}/snap/{name}/{revision}",
        f"{installation.home}/snap/{name}/common",
    )
    variables = dict(installation.environment)
    variables |= {
        "SNAP": mount_point, "SNAP_NAME": name, "SNAP_INSTANCE_NAME": name,
        "SNAP_REVISION": revision,
        "SNAP_DATA": f"/var/snap/{name}/{revision}", "SNAP_COMMON": f"/var/snap/{name}/common",
        "SNAP_USER_DATA": home, "SNAP_USER_COMMON": common, "SNAP_REAL_HOME": installation.home,
        "SNAP_ARCH": "amd64" if installation.cpu == "x86_64" else installation.cpu, "HOME": home,
        "XDG_RUNTIME_DIR": f"{installation.runtime_folder}/snap.{name}",
        "PATH": f"{mount_point}/usr/bin:{mount_point}/bin:{_SNAP_PATH}",
    }  # fmt: skip
    # snapcraft's desktop helpers do this for the home folders of XDG.
    variables |= {
        "XDG_DATA_HOME": f"{home}/.local/share",
        "XDG_CONFIG_HOME": f"{home}/.config",
        "XDG_CACHE_HOME": f"{common}/.cache",
    }
    variables |= _list_provider_variables(variables, targets, installation)
    snap_variables = snap.get("environment")
    for key, value in snap_variables.items() if isinstance(snap_variables, dict) else ():
        variables[key] = _substitute_variables(str(value), variables)
    return variables


def _list_provider_variables(
    variables: Mapping[str, str], targets: list[str], installation: Installation
) -> dict[str, str]:
    """Return the variables that a provider's wrapper sets (graphics-core22-provider-wrapper)."""
    libraries = [f"{one}/usr/lib/{installation.cpu}-linux-gnu" for one in targets]
    shares = [f"{target}/usr/share" for target in targets]
    layers = [
        f"{share}/vulkan/{kind}_layer.d/" for share in shares for kind in ("implicit", "explicit")
    ]
    if os.path.isdir(f"{installation.machine}/var/lib/snapd/lib/vulkan/icd.d"):
        shares.append("/var/lib/snapd/lib")  # NVIDIA's, put there by snapd
    libraries.append("/var/lib/snapd/lib/gl")
    values_by_name = {
        "LD_LIBRARY_PATH": libraries,
        "XDG_DATA_DIRS": shares,
        "VK_LAYER_PATH": layers,
    }
    return {
        name: ":".join(filter(None, (variables.get(name, ""), *values)))
        for name, values in values_by_name.items()
        if values
    }


def _substitute_variables(text: str, variables: Mapping[str, str]) -> str:
    for name in sorted(variables, key=len, reverse=True):
        if "$" in text:
            value = variables[name]
            text = text.replace(f"${{{name}}}", value).replace(f"${name}", value)
    return text


def parse_mappings(text: str) -> Mapping[str, Any]:
    """Parse block mappings, lists of words and plain scalars of YAML, all that snapcraft writes.

    Other values (flow collections, texts of several lines) become what their first line says.
    """
    document: dict[str, Any] = {}
    open_mappings: list[tuple[int, dict[str, Any]]] = [
        (-1, document)
    ]  # mappings with the indent of their key
    last_key: tuple[int, dict[str, Any], str] = (-1, document, "")
    for line in text.splitlines():
        content = line.strip()
        if not content or content.startswith("#"):
            continue
        indent = len(line) - len(line.lstrip())
        if content.startswith("- "):
            _where, holder, key = last_key
            items = holder.get(key)
            if not isinstance(items, list):
                items = holder[key] = []
            items.append(_unquote_scalar(content[2:]))
            continue
        key, sign, value = content.partition(":")
        if not sign:
            continue
        while open_mappings[-1][0] >= indent:
            open_mappings.pop()
        holder = open_mappings[-1][1]
        key = _unquote_scalar(key)
        holder[key] = _unquote_scalar(value.strip()) if value.strip() else {}
        if not value.strip():
            open_mappings.append((indent, holder[key]))
        last_key = (indent, holder, key)
    return document


def _unquote_scalar(text: str) -> str:
    is_quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "'\""
    return text[1:-1] if is_quoted else text


def find_steam_runtimes(installation: Installation) -> Iterator[tuple[str, str]]:
    """Yield code name and note of each Steam runtime in the libraries of Steam."""
    seen_codes = set()
    for library in find_steam_libraries(installation.home):
        for name in list_names(f"{library}/steamapps/common"):
            code_name = name.removeprefix(_STEAM_FOLDER_PREFIX)
            if name.startswith(_STEAM_FOLDER_PREFIX) and code_name not in seen_codes:
                seen_codes.add(code_name)
                version = _CODE_NAMES.get(code_name, "")
                yield (
                    code_name,
                    tr(
                        "Steam Linux Runtime {version}, in {folder}",
                        version=version,
                        folder=library,
                    )
                    if version
                    else tr("Steam Linux Runtime, in {folder}", folder=library),
                )


def make_steam_view(name: str, installation: Installation) -> RuntimeView:
    """Return what a game in a Steam runtime sees of layers and drivers.

    Raises:
        RuntimeViewError: the runtime is not installed.
    """
    # pressure-vessel makes the container from the runtime's /usr, and imports of the system what a
    # game needs to draw: drivers, layers and their libraries, with manifests whose paths it
    # rewrites. So a game finds the layers that the system has, in the order in which the system's
    # loader finds them; what it rewrites is known when it runs.
    # PRESSURE_VESSEL_IMPORT_VULKAN_LAYERS=0 keeps layers out.
    if name not in dict(find_steam_runtimes(installation)):
        installed_names = ", ".join(
            code_name for code_name, _note in find_steam_runtimes(installation)
        ) or tr("none")
        raise RuntimeViewError(
            tr(
                "no Steam runtime “{name}” is installed or running (installed: {known})",
                name=name,
                known=installed_names,
            )
        )
    variables = {**installation.environment, "container": "pressure-vessel"}
    if variables.get(_IMPORT_VARIABLE) == "0":
        sentence = tr("{variable}=0 keeps this system's layers out.", variable=_IMPORT_VARIABLE)
        variables |= {
            "VK_LAYER_PATH": f"{_EMPTY_FOLDER}/explicit_layer.d",
            "VK_IMPLICIT_LAYER_PATH": f"{_EMPTY_FOLDER}/implicit_layer.d",
        }
    else:
        sentence = tr(
            "pressure-vessel imports this system's drivers and layers with their libraries."
        )
    note = tr(
        "Seen from inside the Steam runtime “{name}”. {imports} Until a game runs, it is unknown "
        "which imports fail and which of the two loaders is newer and therefore used.",
        name=name,
        imports=sentence,
    )
    return RuntimeView(RuntimeViewKind.STEAM, name, "", MappingProxyType(variables), note)


_FindViews = Callable[[Installation], Iterator[tuple[str, str]]]
_BuildView = Callable[[str, Installation], RuntimeView]
_FINDERS_BY_RUNTIME_VIEW_KIND: Final[Mapping[RuntimeViewKind, tuple[_FindViews, _BuildView]]] = {
    RuntimeViewKind.FLATPAK: (find_flatpaks, make_flatpak_view),
    RuntimeViewKind.SNAP: (find_snaps, make_snap_view),
    RuntimeViewKind.STEAM: (find_steam_runtimes, make_steam_view),
}


class NamedView(NamedTuple):
    """A view that can be taken.

    Attributes:
        name: as it is typed ("flatpak:org.blender.Blender").
        note: what is known of it, as part of a sentence.
    """

    name: str
    kind: RuntimeViewKind
    title: str
    note: str
    is_running: bool = False


def find_installation(host: Host) -> Installation:
    """Return where the files of a machine's Flatpak apps, snaps and Steam are."""
    return Installation(host.environment, host.prefix, host.machine)


def list_views(host: Host) -> Iterator[NamedView]:
    """Yield every view of this machine by kind and name, that of root last. Reads metadata."""
    installation = find_installation(host)
    for kind, (find, _make) in _FINDERS_BY_RUNTIME_VIEW_KIND.items():
        running = set(list_running_containers(kind, installation.proc))
        notes = dict(find(installation))
        for name in sorted({*notes, *running}, key=str.casefold):
            is_running = name in running
            note = RUNNING_NOTE if is_running else notes[name]
            yield NamedView(f"{kind}:{name}", kind, name, note, is_running)
    yield NamedView(RuntimeViewKind.ROOT.value, RuntimeViewKind.ROOT, "root", ROOT_NOTE)


def find_view(text: str, host: Host) -> RuntimeView:
    """Return the view of a text in the form of RUNTIME_VIEW_GRAMMAR.

    Raises:
        RuntimeViewError: the text has another form, or nothing of that name is installed or runs.
    """
    installation = find_installation(host)
    kind, _, name = text.partition(":")
    if (
        kind not in _FINDERS_BY_RUNTIME_VIEW_KIND
        or not name
        or name in list_running_containers(RuntimeViewKind(kind), installation.proc)
    ):
        return find_runtime_view(text, installation.proc)
    _find, build_view = _FINDERS_BY_RUNTIME_VIEW_KIND[RuntimeViewKind(kind)]
    return build_view(name, installation)


__all__ = ["NamedView", "RuntimeViewError", "find_view", "list_views"]
