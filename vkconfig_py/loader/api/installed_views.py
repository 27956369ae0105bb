"""Views of what is installed: Flatpak apps, snaps, Steam runtimes, and of root through sudo.

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
    list_of,
    mounts_of,
    names_in,
    parse_keyfile,
    read_text,
    running_in,
)
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.steam_libraries import steam_libraries
from vkconfig_py.loader.platforms.local_paths import MountedRoot

# The view of an installed Flatpak app, from the metadata of app, runtime and extensions.
#
# Theory of operation, after flatpak-metadata(5) and flatpak-run(1): the runtime is /usr, the app is
# /app, extensions of either stand at their directories below it, and folders named by `merge-dirs`
# hold the files of all of them. Variables come from the session, without those that flatpak clears,
# then from the runtime, the app, and the overrides. Of the host only those folders are there that
# `filesystems` names, and never its /usr: so layers of the system are not found.

Metadata = Mapping[str, Mapping[str, str]]
_Table = tuple[str, tuple[str, ...]]

LAYER_POINT = "org.freedesktop.Platform.VulkanLayer"
_EXTENSION = "Extension "
_MADE_OF = ("bin", "lib", "lib32", "lib64", "sbin")  # links to folders of /usr in every sandbox
# flatpak-run.c, default_exports: cleared or set before metadata are read.
_CLEARED = (
    *("LD_LIBRARY_PATH", "LD_PRELOAD", "LD_AUDIT", "XDG_CONFIG_DIRS", "XDG_DATA_DIRS", "SHELL"),
    *("TEMP", "TEMPDIR", "TMP", "TMPDIR", "PYTHONPATH", "PERLLIB", "PERL5LIB", "XCURSOR_PATH"),
    *("GIO_EXTRA_MODULES", "GDK_BACKEND", "KRB5CCNAME", "XKB_CONFIG_ROOT", "VK_ADD_DRIVER_FILES"),
    *("VK_ADD_LAYER_PATH", "VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_LAYER_PATH"),
)
_SET = {
    "PATH": "/app/bin:/usr/bin",
    "XDG_CONFIG_DIRS": "/app/etc/xdg:/etc/xdg",
    "XDG_DATA_DIRS": "/app/share:/usr/share:/usr/share/runtime/share:/run/host/user-share:"
    "/run/host/share",
    "SHELL": "/bin/sh",
    "container": "flatpak",
}
# What `filesystems=host` shows of the root folder, beside what only a system has.
_OF_HOST = ("home", "media", "mnt", "opt", "run/media", "srv", "var/home")
_XDG_FOLDERS = {
    "xdg-data": ("XDG_DATA_HOME", ".local/share"),
    "xdg-config": ("XDG_CONFIG_HOME", ".config"),
    "xdg-cache": ("XDG_CACHE_HOME", ".cache"),
}


class _Ref(NamedTuple):
    """What is deployed of one branch.

    Attributes:
        folder: with `files` and `metadata` in it.
    """

    name: str
    branch: str
    folder: str

    @property
    def files(self) -> str:
        return f"{self.folder}/files"

    def metadata(self) -> Metadata:
        return parse_keyfile(read_text(f"{self.folder}/metadata"))


class _Point(NamedTuple):
    """An extension point of an app or of its runtime.

    Attributes:
        folder: where its extensions stand in the sandbox.
        extensions: installed ones, each with its folder there.
    """

    name: str
    keys: Mapping[str, str]
    folder: str
    extensions: tuple[tuple[str, _Ref], ...]


def find_flatpaks(there: Installation) -> Iterator[tuple[str, str]]:
    """Yield name and note of each installed app that may use a GPU."""
    seen = set()
    for folder in _installations(there):
        for name in names_in(f"{folder}/app"):
            metadata = parse_keyfile(read_text(f"{folder}/app/{name}/current/active/metadata"))
            if name not in seen and metadata.get("Application"):
                seen.add(name)
                if _may_use_gpu(name, metadata, there):
                    yield (
                        name,
                        _on(metadata["Application"].get("runtime", "")),
                    )


def _on(runtime: str) -> str:
    return tr("on {runtime}", runtime=runtime) if runtime else tr("on no runtime")


def flatpak_runtime_view(name: str, there: Installation) -> RuntimeView:
    """Return the view of an installed app.

    Raises:
        RuntimeViewError: the app, or its runtime, is not installed.
    """
    app = _app(name, there)
    metadata = app.metadata()
    wanted = metadata.get("Application", {}).get("runtime", "")
    runtime = _runtime(wanted, there)
    if runtime is None:
        raise RuntimeViewError(
            tr("the runtime of {name}, {runtime}, is not here", name=name, runtime=wanted)
            if wanted
            else tr("{name} names no runtime", name=name)
        )
    below = runtime.metadata()
    cpu = wanted.split("/")[1]
    points = (
        *_points("/usr", runtime, below, cpu, there),
        *_points("/app", app, metadata, cpu, there),
    )
    contexts = (below, metadata, *_overrides(name, there))
    cache = f"{there.home}/.var/app/{name}/.ld.so/active"
    table = [
        *(("/usr", (runtime.files,)), ("/etc", (f"{runtime.files}/etc",)), ("/app", (app.files,))),
        *((f"/{part}", (f"{runtime.files}/{part}",)) for part in _MADE_OF),
        ("/etc/ld.so.cache", (cache,)),
        *(mount for point in points for mount in _mounts(point)),
        *_of_host(name, contexts, there),
    ]
    root = MountedRoot(app.folder, mounts_of(table))
    variables = _app_environment(name, contexts, there)
    notes = [
        tr(
            "As the Flatpak app “{name}”: files and variables from the metadata of the app, of "
            "{runtime} and of {extensions}.",
            name=name,
            runtime=wanted,
            extensions=_extensions(points),
        )
    ]
    if not os.path.lexists(cache):
        # Without a cache of its own flatpak names the folders instead (flatpak-run.c).
        variables["LD_LIBRARY_PATH"] = ":".join(("/app/lib", *_library_folders(points)))
    if sum(len(point.extensions) for point in points if point.name == LAYER_POINT) > 1:
        notes.append(tr("The order of layers of several extensions is unknown until it runs."))
    notes.append(tr("What its start script and portals change is unknown until it runs."))
    note = " ".join(notes)
    return RuntimeView(
        RuntimeViewKind.FLATPAK, name, root, MappingProxyType(variables), note,
        absent=_absent(name, points, runtime, wanted),
    )  # fmt: skip


def _installations(there: Installation) -> tuple[str, ...]:
    """Folders of installations: that of the user, the system's own, then named ones."""
    user = there.environment.get("FLATPAK_USER_DIR") or f"{there.data_home}/flatpak"
    system = there.environment.get("FLATPAK_SYSTEM_DIR") or f"{there.machine}/var/lib/flatpak"
    # flatpak-installation(5): each file names further folders.
    named = f"{there.machine}/etc/flatpak/installations.d"
    files = (read_text(f"{named}/{name}") for name in names_in(named) if name.endswith(".conf"))
    paths = (keys.get("Path", "") for text in files for keys in parse_keyfile(text).values())
    return user, system, *(f"{there.machine}{path}" for path in paths if path)


def _app(name: str, there: Installation) -> _Ref:
    for folder in _installations(there):
        active = f"{folder}/app/{name}/current/active"
        if os.path.isfile(f"{active}/metadata"):
            try:
                branch = os.path.basename(os.readlink(f"{folder}/app/{name}/current"))
            except OSError:
                branch = "stable"
            return _Ref(name, branch, active)
    known = ", ".join(name for name, _note in find_flatpaks(there)) or tr("none")
    raise RuntimeViewError(
        tr(
            "no Flatpak app “{name}” is installed or runs here (installed: {known})",
            name=name,
            known=known,
        )
    )


def _runtime(ref: str, there: Installation) -> _Ref | None:
    parts = ref.split("/")
    if len(parts) != 3:
        return None
    for folder in _installations(there):
        active = f"{folder}/runtime/{ref}/active"
        if os.path.isdir(f"{active}/files"):
            return _Ref(parts[0], parts[2], active)
    return None


def _points(
    base: str, owner: _Ref, metadata: Metadata, cpu: str, there: Installation
) -> Iterator[_Point]:
    for group, keys in metadata.items():
        if not group.startswith(_EXTENSION) or not keys.get("directory"):
            continue
        # "name@tag" are several points of one extension.
        name = group.removeprefix(_EXTENSION).partition("@")[0]
        folder = f"{base}/{keys['directory']}"
        versions = list_of(keys.get("versions", "")) or (keys.get("version", owner.branch),)
        found = (
            (f"{folder}/{suffix}" if suffix else folder, ref)
            for suffix, ref in _installed(name, keys, versions, cpu, there)
            if _is_enabled(suffix, keys, there)
        )
        yield _Point(name, keys, folder, tuple(found))


def _installed(
    name: str, keys: Mapping[str, str], versions: Sequence[str], cpu: str, there: Installation
) -> Iterator[tuple[str, _Ref]]:
    """Yield the installed extensions of a point, with the names of their folders in it."""
    several = keys.get("subdirectories") == "true"
    seen = set()
    for folder in _installations(there):
        names = names_in(f"{folder}/runtime") if several else [name]
        for one in names:
            if one in seen or (several and not one.startswith(f"{name}.")):
                continue
            refs = (f"{one}/{cpu}/{version}" for version in versions)
            ref = next(filter(None, (_runtime(ref, there) for ref in refs)), None)
            if ref is not None:
                seen.add(one)
                yield one.removeprefix(name).removeprefix("."), ref


def _is_enabled(suffix: str, keys: Mapping[str, str], there: Installation) -> bool:
    # Other conditions (have-intel-gpu, on-xdg-desktop-X) hide no driver of another one.
    if keys.get("enable-if") != "active-gl-driver":
        return True
    named = there.environment.get("FLATPAK_GL_DRIVERS")
    if named:
        return suffix in named.split(":")
    version = read_text(f"{there.machine}/sys/module/nvidia/version").strip().replace(".", "-")
    return suffix in ("default", "host", f"nvidia-{version}")


def _mounts(point: _Point) -> Iterator[_Table]:
    for folder, ref in point.extensions:
        yield folder, (ref.files,)
    for merged in list_of(point.keys.get("merge-dirs", "")):
        yield (
            f"{point.folder}/{merged}",
            tuple(f"{ref.files}/{merged}" for _folder, ref in point.extensions),
        )


def _library_folders(points: Sequence[_Point]) -> Iterator[str]:
    for point in points:
        for folder, _ref in point.extensions:
            if path := point.keys.get("add-ld-path"):
                yield f"{folder}/{path}"


def _extensions(points: Sequence[_Point]) -> str:
    count = len({ref.name for point in points for _folder, ref in point.extensions})
    return counted("{n} extensions", "{n} extension", count)


def _overrides(name: str, there: Installation) -> tuple[Metadata, ...]:
    """What flatpak-override(1) has written, the system's before the user's."""
    user, system, *_others = _installations(there)
    return tuple(
        parse_keyfile(read_text(f"{folder}/overrides/{one}"))
        for folder in (system, user)
        for one in ("global", name)
    )


def _granted(contexts: Sequence[Metadata], key: str) -> dict[str, None]:
    """Merge a list of [Context] from the lowest to the highest; "!" takes away."""
    found: dict[str, None] = {}
    for metadata in contexts:
        for one in list_of(metadata.get("Context", {}).get(key, "")):
            if one == "!host:reset":
                found.clear()
            elif one.startswith("!"):
                found.pop(one[1:], None)
            else:
                found[one] = None
    return found


def _may_use_gpu(name: str, metadata: Metadata, there: Installation) -> bool:
    devices = _granted((metadata, *_overrides(name, there)), "devices")
    return not devices.keys().isdisjoint(("dri", "all"))


def _of_host(name: str, contexts: Sequence[Metadata], there: Installation) -> Iterator[_Table]:
    machine, home = there.machine, there.home
    own = f"{home}/.var/app/{name}"
    yield own, (own,)
    for granted in _granted(contexts, "filesystems"):
        path = granted.partition(":")[0]
        if path in ("host", "home", "~"):
            yield home, (home,)
        if path == "host":
            for one in _OF_HOST:
                yield f"/{one}", (f"{machine}/{one}",)
        if path in ("host", "host-os"):
            yield "/run/host/usr", (f"{machine}/usr",)
        if path in ("host", "host-etc"):
            yield "/run/host/etc", (f"{machine}/etc",)
        if inside := _own_path(path, there):
            yield inside, (inside if path.startswith(("~", "xdg-")) else f"{machine}{inside}",)


def _own_path(path: str, there: Installation) -> str:
    """Return the folder that a permission names by its path; "" for another kind."""
    if path.startswith("~/"):
        return f"{there.home}{path[1:]}"
    if path.startswith("/"):
        return path
    first, _, rest = path.partition("/")
    if first not in _XDG_FOLDERS:
        return ""
    variable, default = _XDG_FOLDERS[first]
    folder = there.environment.get(variable) or f"{there.home}/{default}"
    return f"{folder}/{rest}".rstrip("/")


def _app_environment(
    name: str, contexts: Sequence[Metadata], there: Installation
) -> dict[str, str]:
    own = f"{there.home}/.var/app/{name}"
    variables = {key: x for key, x in there.environment.items() if key not in _CLEARED}
    variables |= _SET
    variables |= {
        "FLATPAK_ID": name,
        "XDG_RUNTIME_DIR": there.runtime_folder,
        "XDG_DATA_HOME": f"{own}/data",
        "XDG_CONFIG_HOME": f"{own}/config",
        "XDG_CACHE_HOME": f"{own}/cache",
        "XDG_STATE_HOME": f"{own}/.local/state",
    }
    for metadata in contexts:
        for key in list_of(metadata.get("Context", {}).get("unset-environment", "")):
            variables.pop(key, None)
        variables |= metadata.get("Environment", {})
    return variables


# Layers and the extension that Flathub has for each; none is known to bring the validation layer.
_OFFERED = {
    "VK_LAYER_MANGOHUD_overlay": f"{LAYER_POINT}.MangoHud",
    "VK_LAYER_VKBASALT_post_processing": f"{LAYER_POINT}.vkBasalt",
    "VK_LAYER_OBS_vkcapture": f"{LAYER_POINT}.OBSVkCapture",
}


def _absent(
    name: str, points: Sequence[_Point], runtime: _Ref, wanted: str
) -> Mapping[str, tuple[str, str]]:
    """Say of layers why they are not visible, and the command that brings them; "" is any other."""
    why = tr(
        "Not visible inside Flatpak {name}: its /usr is the runtime {runtime}, not this system's",
        name=name,
        runtime=wanted,
    )
    point = next((one for one in points if one.name == LAYER_POINT), None)
    if point is None:
        return {"": (why, "")}
    here = {ref.name for _folder, ref in point.extensions}
    versions = list_of(point.keys.get("versions", ""))
    version = versions[0] if versions else point.keys.get("version", runtime.branch)
    offered = {
        layer: (
            why,
            f"flatpak install {extension}//{version}",
        )
        for layer, extension in _OFFERED.items()
        if extension not in here
    }
    kind = tr(
        "only an extension {prefix}.NAME of branch {version} can bring it",
        prefix=LAYER_POINT,
        version=version,
    )
    return MappingProxyType({**offered, "": (f"{why}; {kind}", "")})


# The view of an installed snap, from its snap.yaml and that of its base.
#
# A snap has its base as root, its own files below /snap, and of the system neither layers nor
# drivers: those come from a snap that its content interface names (mesa-2404), or from
# /var/lib/snapd/lib, where snapd puts those of NVIDIA. Its start wrappers set further variables;
# they are scripts, so what they set is unknown until the snap runs.

_FOLDERS = ("/snap", "/var/lib/snapd/snap")
_GRAPHICS = ("gpu-", "graphics-")  # gpu-2404, graphics-core22
_USES_VULKAN = frozenset({"opengl", "desktop", "wayland", "x11"})
_OF_BASE = ("bin", "etc", "lib", "lib32", "lib64", "sbin", "usr")
_PATH = "/usr/sbin:/usr/bin:/sbin:/bin:/usr/games:/usr/local/games"


def find_snaps(there: Installation) -> Iterator[tuple[str, str]]:
    """Yield name and note of each installed snap with access to a GPU."""
    folder = _folder(there)
    for name in names_in(folder):
        snap = _read(f"{folder}/{name}/current")
        plugs = _plugs(snap)
        if not _USES_VULKAN.isdisjoint(plugs):
            provider = next((one for _target, one in _providers(plugs)), "")
            base = snap.get("base", "core")
            if provider:
                note = tr("on {base}, graphics from {provider}", base=base, provider=provider)
            else:
                note = tr("on {base}", base=base)
            yield name, note


def snap_runtime_view(name: str, there: Installation) -> RuntimeView:
    """Return the view of an installed snap.

    Raises:
        RuntimeViewError: it is not installed.
    """
    folder = _folder(there)
    here = f"{folder}/{name}/current"
    snap = _read(here)
    if not snap:
        known = ", ".join(name for name, _note in find_snaps(there)) or tr("none")
        raise RuntimeViewError(
            tr(
                "no snap “{name}” is installed or runs here (installed: {known})",
                name=name,
                known=known,
            )
        )
    base = str(snap.get("base", "core"))
    inside = f"/snap/{name}/{_revision(here)}"
    providers = tuple(_providers(_plugs(snap)))
    below = f"{folder}/{base}/current"
    table = [
        *((f"/{part}", (f"{below}/{part}",)) for part in _OF_BASE),
        ("/snap", (folder,)),
        *((_expanded(target, inside), (f"{folder}/{one}/current",)) for target, one in providers),
        ("/var/lib/snapd/lib", (f"{there.machine}/var/lib/snapd/lib",)),
        ("/var/snap", (f"{there.machine}/var/snap",)),
        (there.home, (there.home,)),
    ]
    targets = [_expanded(target, inside) for target, _one in providers]
    variables = _snap_environment(name, snap, inside, targets, there)
    missing = [one for _target, one in providers if not os.path.isdir(f"{folder}/{one}/current")]
    notes = [
        tr(
            "As the snap “{name}”: files and variables from snap.yaml and its base {base}.",
            name=name,
            base=base,
        ),
        *(tr("{snap} is not installed.", snap=one) for one in missing),
        tr("What its start wrappers set is unknown until it runs."),
    ]
    note = " ".join(notes)
    why = tr(
        "Not visible inside the snap {name}: its /usr is that of {base}, not this system's",
        name=name,
        base=base,
    )
    return RuntimeView(
        RuntimeViewKind.SNAP, name, MountedRoot(f"{folder}/{name}", mounts_of(table)),
        MappingProxyType(variables), note, absent=MappingProxyType({"": (why, "")}),
    )  # fmt: skip


def _folder(there: Installation) -> str:
    places = [f"{there.machine}{folder}" for folder in _FOLDERS]
    return next((place for place in places if os.path.isdir(place)), places[0])


def _revision(folder: str) -> str:
    try:
        return os.path.basename(os.readlink(folder))
    except OSError:
        return "current"


def _read(folder: str) -> Mapping[str, Any]:
    return parse_mappings(read_text(f"{folder}/meta/snap.yaml"))


def _plugs(snap: Mapping[str, Any]) -> Mapping[str, Any]:
    """Plugs of the snap, and those that its apps name."""
    plugs = snap.get("plugs")
    found: dict[str, Any] = dict(plugs) if isinstance(plugs, dict) else {}
    apps = snap.get("apps")
    for app in apps.values() if isinstance(apps, dict) else ():
        named = app.get("plugs") if isinstance(app, dict) else None
        found = {**dict.fromkeys(named or ()), **found}
    return found


def _providers(plugs: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield target folder and snap of each content interface for graphics."""
    for name, plug in plugs.items():
        if name.startswith(_GRAPHICS) and isinstance(plug, dict):
            provider = str(plug.get("default-provider", "")).partition(":")[0]
            if provider and plug.get("target"):
                yield str(plug["target"]), provider


def _expanded(target: str, inside: str) -> str:
    path = target.replace("$SNAP", inside).rstrip("/")
    return path if path.startswith("/") else f"{inside}/{path}"


def _snap_environment(
    name: str, snap: Mapping[str, Any], inside: str, targets: list[str], there: Installation
) -> dict[str, str]:
    revision = inside.rpartition("/")[2]
    home, common = f"{there.home}/snap/{name}/{revision}", f"{there.home}/snap/{name}/common"
    variables = dict(there.environment)
    variables |= {
        "SNAP": inside, "SNAP_NAME": name, "SNAP_INSTANCE_NAME": name, "SNAP_REVISION": revision,
        "SNAP_DATA": f"/var/snap/{name}/{revision}", "SNAP_COMMON": f"/var/snap/{name}/common",
        "SNAP_USER_DATA": home, "SNAP_USER_COMMON": common, "SNAP_REAL_HOME": there.home,
        "SNAP_ARCH": "amd64" if there.cpu == "x86_64" else there.cpu, "HOME": home,
        "XDG_RUNTIME_DIR": f"{there.runtime_folder}/snap.{name}",
        "PATH": f"{inside}/usr/bin:{inside}/bin:{_PATH}",
    }  # fmt: skip
    # snapcraft's desktop helpers do this for the home folders of XDG.
    variables |= {
        "XDG_DATA_HOME": f"{home}/.local/share",
        "XDG_CONFIG_HOME": f"{home}/.config",
        "XDG_CACHE_HOME": f"{common}/.cache",
    }
    variables |= _of_providers(variables, targets, there)
    own = snap.get("environment")
    for key, value in own.items() if isinstance(own, dict) else ():
        variables[key] = _with_variables(str(value), variables)
    return variables


def _of_providers(
    variables: Mapping[str, str], targets: list[str], there: Installation
) -> dict[str, str]:
    """What the start wrapper of a provider adds (graphics-core22-provider-wrapper)."""
    libraries = [f"{one}/usr/lib/{there.cpu}-linux-gnu" for one in targets]
    shares = [f"{target}/usr/share" for target in targets]
    layers = [
        f"{share}/vulkan/{kind}_layer.d/" for share in shares for kind in ("implicit", "explicit")
    ]
    if os.path.isdir(f"{there.machine}/var/lib/snapd/lib/vulkan/icd.d"):
        shares.append("/var/lib/snapd/lib")  # NVIDIA's, put there by snapd
    libraries.append("/var/lib/snapd/lib/gl")
    added = {"LD_LIBRARY_PATH": libraries, "XDG_DATA_DIRS": shares, "VK_LAYER_PATH": layers}
    return {
        name: ":".join(filter(None, (variables.get(name, ""), *values)))
        for name, values in added.items()
        if values
    }


def _with_variables(text: str, variables: Mapping[str, str]) -> str:
    for name in sorted(variables, key=len, reverse=True):
        if "$" in text:
            value = variables[name]
            text = text.replace(f"${{{name}}}", value).replace(f"${name}", value)
    return text


def parse_mappings(text: str) -> Mapping[str, Any]:
    """Parse block mappings, lists of words and plain scalars of YAML, all that snapcraft writes.

    Other values (flow collections, texts of several lines) become what their first line says.
    """
    top: dict[str, Any] = {}
    open_: list[tuple[int, dict[str, Any]]] = [(-1, top)]  # mappings with the indent of their key
    last: tuple[int, dict[str, Any], str] = (-1, top, "")
    for line in text.splitlines():
        content = line.strip()
        if not content or content.startswith("#"):
            continue
        indent = len(line) - len(line.lstrip())
        if content.startswith("- "):
            _where, holder, key = last
            kept = holder.get(key)
            if not isinstance(kept, list):
                kept = holder[key] = []
            kept.append(_scalar(content[2:]))
            continue
        key, sign, value = content.partition(":")
        if not sign:
            continue
        while open_[-1][0] >= indent:
            open_.pop()
        holder = open_[-1][1]
        key = _scalar(key)
        holder[key] = _scalar(value.strip()) if value.strip() else {}
        if not value.strip():
            open_.append((indent, holder[key]))
        last = (indent, holder, key)
    return top


def _scalar(text: str) -> str:
    quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "'\""
    return text[1:-1] if quoted else text


# The view of an installed Steam runtime: a game that Steam starts in SteamLinuxRuntime.
#
# pressure-vessel makes the container from the runtime's /usr, and imports of the system what a game
# needs to draw: drivers, layers and their libraries, with manifests whose paths it rewrites. So a
# game finds the layers that the system has, in the order in which the system's loader finds them;
# what it rewrites is known when it runs. PRESSURE_VESSEL_IMPORT_VULKAN_LAYERS=0 keeps layers out.

_FOLDER = "SteamLinuxRuntime_"
_IMPORT = "PRESSURE_VESSEL_IMPORT_VULKAN_LAYERS"
_CODE_NAMES = {"scout": "1", "soldier": "2", "sniper": "3"}
# No folder of layers: where a variable names one, the loader looks there alone.
_NOWHERE = "/usr/lib/pressure-vessel/overrides/share/vulkan"


def find_steam_runtimes(there: Installation) -> Iterator[tuple[str, str]]:
    """Yield code name and note of each runtime in the libraries of Steam."""
    seen = set()
    for library in steam_libraries(there.home):
        for name in names_in(f"{library}/steamapps/common"):
            code = name.removeprefix(_FOLDER)
            if name.startswith(_FOLDER) and code not in seen:
                seen.add(code)
                version = _CODE_NAMES.get(code, "")
                yield (
                    code,
                    tr(
                        "Steam Linux Runtime {version}, in {folder}",
                        version=version,
                        folder=library,
                    )
                    if version
                    else tr("Steam Linux Runtime, in {folder}", folder=library),
                )


def steam_runtime_view(name: str, there: Installation) -> RuntimeView:
    """Return the view of a game in a runtime.

    Raises:
        RuntimeViewError: the runtime is not installed.
    """
    if name not in dict(find_steam_runtimes(there)):
        known = ", ".join(one for one, _note in find_steam_runtimes(there)) or tr("none")
        raise RuntimeViewError(
            tr(
                "no Steam runtime “{name}” is installed or runs here (installed: {known})",
                name=name,
                known=known,
            )
        )
    variables = {**there.environment, "container": "pressure-vessel"}
    if variables.get(_IMPORT) == "0":
        sentence = tr("{variable}=0 keeps the layers of this system out.", variable=_IMPORT)
        variables |= {
            "VK_LAYER_PATH": f"{_NOWHERE}/explicit_layer.d",
            "VK_IMPLICIT_LAYER_PATH": f"{_NOWHERE}/implicit_layer.d",
        }
    else:
        sentence = tr(
            "pressure-vessel imports drivers and layers of this system, with their libraries."
        )
    note = tr(
        "As the Steam runtime “{name}”. {imports} Which of two loaders is used, the newer one, "
        "and which imports fail is unknown until a game runs.",
        name=name,
        imports=sentence,
    )
    return RuntimeView(RuntimeViewKind.STEAM, name, "", MappingProxyType(variables), note)


_Find = Callable[[Installation], Iterator[tuple[str, str]]]
_Make = Callable[[str, Installation], RuntimeView]
_KINDS: Final[Mapping[RuntimeViewKind, tuple[_Find, _Make]]] = {
    RuntimeViewKind.FLATPAK: (find_flatpaks, flatpak_runtime_view),
    RuntimeViewKind.SNAP: (find_snaps, snap_runtime_view),
    RuntimeViewKind.STEAM: (find_steam_runtimes, steam_runtime_view),
}
TITLES: Final[Mapping[RuntimeViewKind, str]] = {
    RuntimeViewKind.FLATPAK: tr("Flatpak app"),
    RuntimeViewKind.SNAP: tr("Snap"),
    RuntimeViewKind.STEAM: tr("Steam runtime"),
}
RUNNING = tr("a program of it runs: its own files and variables")
AS_ROOT = tr("through sudo, with the variables that it leaves")


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


def installation_of(host: Host) -> Installation:
    """Return where the containers of a machine are."""
    return Installation(host.environment, host.prefix, host.machine)


def list_views(host: Host) -> Iterator[NamedView]:
    """Yield every view of this machine by kind and name, that of root last; reads metadata."""
    there = installation_of(host)
    for kind, (find, _make) in _KINDS.items():
        running = set(running_in(kind, there.proc))
        known = dict(find(there))
        for name in sorted({*known, *running}, key=str.casefold):
            is_running = name in running
            note = RUNNING if is_running else known[name]
            yield NamedView(f"{kind}:{name}", kind, name, note, is_running)
    yield NamedView(RuntimeViewKind.ROOT.value, RuntimeViewKind.ROOT, "root", AS_ROOT)


def find_view(text: str, host: Host) -> RuntimeView:
    """Return the view of a text in the form of RUNTIME_VIEW_GRAMMAR.

    Raises:
        RuntimeViewError: the text has another form, or nothing of that name is installed or runs.
    """
    there = installation_of(host)
    kind, _, name = text.partition(":")
    if kind not in _KINDS or not name or name in running_in(RuntimeViewKind(kind), there.proc):
        return find_runtime_view(text, there.proc)
    _find, make = _KINDS[RuntimeViewKind(kind)]
    return make(name, there)


__all__ = ["NamedView", "RuntimeViewError", "find_view", "list_views"]
