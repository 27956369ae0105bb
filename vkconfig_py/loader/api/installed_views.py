"""Views of what is installed: Flatpak apps, snaps, Steam runtimes, and of root through sudo.

What a program of a container would see is put together from the container's own metadata, without
starting it. Where a program of it runs, its files and variables are the better answer, and are
taken (runtime_view.py). What no file tells is named in the note of a view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.flatpak_views import find_flatpaks, flatpak_runtime_view
from vkconfig_py.loader.api.runtime_view import (
    RuntimeView,
    RuntimeViewError,
    RuntimeViewKind,
    find_runtime_view,
    running_in,
)
from vkconfig_py.loader.api.snap_views import find_snaps, snap_runtime_view
from vkconfig_py.loader.api.view_places import Installation, names_in
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.steam_libraries import steam_libraries

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
