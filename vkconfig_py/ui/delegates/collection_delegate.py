"""How copies of layers and the places that were added are drawn."""

from __future__ import annotations

from vkconfig_py.model.collection.values import Copy, CopyState, Place
from vkconfig_py.model.items.keyed_list import Index
from vkconfig_py.model.items.roles import CollectionRole
from vkconfig_py.model.items.texts import visible
from vkconfig_py.ui.delegates.lines_delegate import Lines, LinesDelegate
from vkconfig_py.ui.look import Look

_PREFIX = "VK_LAYER_"
_GLYPHS = {
    CopyState.TAKEN: "layer",
    CopyState.HIDDEN: "copy",
    CopyState.BROKEN: "error",
    CopyState.AWAY: "minus",
}


class CopyDelegate(LinesDelegate):
    """Name with version and origin, what becomes of it, its manifest."""

    def __init__(self, look: Look, home: str) -> None:
        super().__init__(look)
        self._home = home

    def lines_of(self, index: Index) -> Lines:
        """Return what a copy shows."""
        copy = index.data(int(CollectionRole.COPY))
        if not isinstance(copy, Copy):
            return Lines("")
        name, fresh = visible(copy.name), bool(index.data(int(CollectionRole.FRESH)))
        notes = (copy.version, copy.kind, copy.place, "new" if fresh else "")
        said = (copy.reason, copy.health)
        return Lines(
            title=name,
            prefix=_PREFIX if name.startswith(_PREFIX) else "",
            note=" · ".join(note for note in notes if note),
            word=copy.word,
            text=visible(" · ".join(part for part in said if part)),
            place=_at_home(copy.file, self._home),
            icon=_GLYPHS[copy.state],
            tone=copy.tone.value,
            actions=index.data(int(CollectionRole.ACTIONS)) or (),
        )


class PlaceDelegate(LinesDelegate):
    """The name of a folder or manifest, what it holds, its path."""

    def __init__(self, look: Look, home: str) -> None:
        super().__init__(look)
        self._home = home

    def lines_of(self, index: Index) -> Lines:
        """Return what a place shows."""
        place = index.data(int(CollectionRole.PLACE))
        if not isinstance(place, Place):
            return Lines("")
        warns = place.tone.value == "warn"
        single = place.source.path.endswith(".json")
        return Lines(
            title=visible(place.title),
            text=visible(place.text),
            place=_at_home(place.source.path, self._home),
            icon="warn" if warns else "file" if single else "folder",
            tone=place.tone.value,
            actions=index.data(int(CollectionRole.ACTIONS)) or (),
        )


def _at_home(path: str, home: str) -> str:
    shown = f"~/{path[len(home) + 1 :]}" if home and path.startswith(f"{home}/") else path
    return visible(shown)
