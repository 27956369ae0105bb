"""The view of an installed snap, from its snap.yaml and that of its base.

A snap has its base as root, its own files below /snap, and of the system neither layers nor
drivers: those come from a snap that its content interface names (mesa-2404), or from
/var/lib/snapd/lib, where snapd puts those of NVIDIA. Its start wrappers set further variables;
they are scripts, so what they set is unknown until the snap runs.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.runtime_view import RuntimeView, RuntimeViewError, RuntimeViewKind
from vkconfig_py.loader.api.view_places import Installation, mounts_of, names_in, read_text
from vkconfig_py.loader.platforms.mounted_root import MountedRoot

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
    variables = _environment(name, snap, inside, targets, there)
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


def _environment(
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
