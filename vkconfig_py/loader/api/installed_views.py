"""Views of what is installed: Flatpak apps, snaps, Steam runtimes, and of root through sudo.

What a program of a container would see is put together from the container's own metadata, without
starting it. Where a program of it runs, its files and variables are the better answer, and are
taken (lens.py). What no file tells is named in the note of a view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.flatpak_views import find_flatpaks, flatpak_lens
from vkconfig_py.loader.api.lens import (
    RuntimeView,
    RuntimeViewError,
    RuntimeViewKind,
    find_lens,
    running_in,
)
from vkconfig_py.loader.api.snap_views import find_snaps, snap_lens
from vkconfig_py.loader.api.steam_views import find_steam_runtimes, steam_lens
from vkconfig_py.loader.api.view_places import Installation
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple

_Find = Callable[[Installation], Iterator[tuple[str, str]]]
_Make = Callable[[str, Installation], RuntimeView]
_KINDS: Final[Mapping[RuntimeViewKind, tuple[_Find, _Make]]] = {
    RuntimeViewKind.FLATPAK: (find_flatpaks, flatpak_lens),
    RuntimeViewKind.SNAP: (find_snaps, snap_lens),
    RuntimeViewKind.STEAM: (find_steam_runtimes, steam_lens),
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
    """Return the view of a text in the form of LENS_GRAMMAR.

    Raises:
        RuntimeViewError: the text has another form, or nothing of that name is installed or runs.
    """
    there = installation_of(host)
    kind, _, name = text.partition(":")
    if kind not in _KINDS or not name or name in running_in(RuntimeViewKind(kind), there.proc):
        return find_lens(text, there.proc)
    _find, make = _KINDS[RuntimeViewKind(kind)]
    return make(name, there)


__all__ = ["NamedView", "RuntimeViewError", "find_view", "list_views"]
