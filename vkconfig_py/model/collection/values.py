"""The collection as values: copies of layers, the places that the user added. No Qt."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.documents.workspace import Source
from vkconfig_py.model.picture.values import Tone


class CopyState(StrEnum):
    """What becomes of a copy."""

    TAKEN = "taken"  # where the layer loads, it is this copy
    HIDDEN = "hidden"  # another copy of the layer is taken
    BROKEN = "broken"
    AWAY = "away"  # the user turned it off, or this loader does not search it


class Copy(NamedTuple):
    """One layer of one manifest.

    Attributes:
        version: of the API that it is written for, as "1.3.239".
        place: what leads the loader to the file ("added by you", "XDG_DATA_DIRS", "HOME").
        rank: the place in the order of the search.
        source: the folder or manifest that the user added and that holds it, or "".
        row: key of the row of the chain that stands for it, or "".
        health: what is known of its library, where that is worth a word.
        chosen: the configuration takes it although the loader would take another.
    """

    key: str
    name: str
    file: str
    state: CopyState
    word: str
    reason: str
    tone: Tone = Tone.NEUTRAL
    version: str = ""
    implicit: bool = False
    description: str = ""
    place: str = ""
    rank: int = 0
    source: str = ""
    row: str = ""
    health: str = ""
    chosen: bool = False

    @property
    def kind(self) -> str:
        """Return "implicit" or "explicit"."""
        return "implicit" if self.implicit else "explicit"


class Place(NamedTuple):
    """One folder or manifest that the user added.

    Attributes:
        text: kind and number of layers, or what is wrong.
    """

    source: Source
    title: str
    text: str
    tone: Tone = Tone.NEUTRAL


class Collection(NamedTuple):
    """Everything the panel shows."""

    copies: tuple[Copy, ...] = ()
    places: tuple[Place, ...] = ()
    complete: bool = True


class Order(StrEnum):
    """How copies are sorted."""

    NAME = "name"
    PLACE = "place"


def sort_copies(copies: Iterable[Copy], order: Order) -> list[Copy]:
    """Return copies by name with the one in use first, or as the loader comes across them."""
    if order is Order.PLACE:
        return sorted(copies, key=lambda copy: (copy.rank, copy.file, copy.key))
    return sorted(
        copies,
        key=lambda copy: (
            copy.name.removeprefix("VK_LAYER_").casefold(),
            copy.state is not CopyState.TAKEN,
            copy.rank,
            copy.key,
        ),
    )


def matches(copy: Copy, text: str) -> bool:
    """Tell whether every word of a text is found in what is shown of a copy."""
    shown = (copy.name, copy.version, copy.kind, copy.word, copy.reason, copy.file, copy.place,
             copy.description, copy.health)  # fmt: skip
    whole = "\n".join(shown).casefold()
    return all(part in whole for part in text.casefold().split())
