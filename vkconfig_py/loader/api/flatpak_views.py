"""The view of an installed Flatpak app, from the metadata of app, runtime and extensions.

Theory of operation, after flatpak-metadata(5) and flatpak-run(1): the runtime is /usr, the app is
/app, extensions of either stand at their directories below it, and folders named by `merge-dirs`
hold the files of all of them. Variables come from the session, without those that flatpak clears,
then from the runtime, the app, and the overrides. Of the host only those folders are there that
`filesystems` names, and never its /usr: so layers of the system are not found.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.loader.api.runtime_view import RuntimeView, RuntimeViewError, RuntimeViewKind
from vkconfig_py.loader.api.view_places import (
    Installation,
    list_of,
    mounts_of,
    names_in,
    parse_keyfile,
    read_text,
)
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.platforms.mounted_root import MountedRoot

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
    variables = _environment(name, contexts, there)
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


def _environment(name: str, contexts: Sequence[Metadata], there: Installation) -> dict[str, str]:
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
