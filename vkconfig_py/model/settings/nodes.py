"""Rows of the settings tree, as values: a view computes nothing. No Qt."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from vkconfig_py.loader.records import NamedTuple


class NodeKind(StrEnum):
    """What a row stands for."""

    GROUP = "group"
    SETTING = "setting"
    FLAG = "flag"  # one flag of a setting of several
    ITEM = "item"  # one entry of a list
    LOST_FLAG = "lost-flag"  # a flag in the value that the layer does not know
    LOST = "lost"  # a value of a setting that the layer does not know


class Input(StrEnum):
    """How the value of a row is edited; a check mark is told by Node.checked."""

    NONE = ""
    TEXT = "text"
    NUMBER = "number"
    CHOICE = "choice"
    LIST = "list"  # the field adds an entry
    LOAD_FILE = "load-file"
    SAVE_FILE = "save-file"
    FOLDER = "folder"


PATHS = frozenset({Input.LOAD_FILE, Input.SAVE_FILE, Input.FOLDER})
FIELDS = PATHS | {Input.TEXT, Input.NUMBER, Input.LIST}


class Mark(StrEnum):
    """How a value stands against the layer's default and the begin of the session."""

    NONE = ""
    CHANGED = "changed"  # since the session began
    KEPT = "kept"  # not the default, as it was when the session began


class Note(NamedTuple):
    """A sentence under a row.

    Attributes:
        tone: "error", "warn" or "info".
        link: text of the link behind the sentence, or "".
        target: id of the row that the link leads to; "" repairs the row itself.
    """

    tone: str
    icon: str
    text: str
    link: str = ""
    target: str = ""


class Node(NamedTuple):
    """One row with its children.

    Attributes:
        id: what tells it from the others, and finds it again in a new state.
        setting: key of the setting that it belongs to.
        part: key of the flag, or text of the list's entry.
        hint: small text beside the label: the key, or how mature it is.
        checked: None where there is nothing to check.
        text: what its field shows. draft: it is not a valid value and not written.
        default: "default 10"; "" where the value is the default.
        removable: it can be taken away as a whole.
        dim: it has no effect now. needs: the sentence that says what it needs.
        about: description for the foot. detailed: more of it. url: where to read on.
        expanded: whether it begins unfolded.
        accessible: the row as one sentence.
    """

    id: str
    kind: NodeKind
    label: str
    setting: str = ""
    part: str = ""
    hint: str = ""
    checked: bool | None = None
    input: Input = Input.NONE
    text: str = ""
    draft: bool = False
    default: str = ""
    removable: bool = False
    mark: Mark = Mark.NONE
    dim: bool = False
    needs: str = ""
    notes: tuple[Note, ...] = ()
    about: str = ""
    detailed: str = ""
    url: str = ""
    expanded: bool = True
    accessible: str = ""
    children: tuple[Node, ...] = ()

    @property
    def can_reset(self) -> bool:
        """Return whether there is a default to go back to."""
        return bool(self.default) or self.draft

    def walk(self) -> Iterator[Node]:
        """Yield the row and everything below it."""
        yield self
        for child in self.children:
            yield from child.walk()


def walk_nodes(nodes: tuple[Node, ...]) -> Iterator[Node]:
    """Yield all rows, parents before children."""
    for node in nodes:
        yield from node.walk()
