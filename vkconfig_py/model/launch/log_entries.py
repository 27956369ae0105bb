"""Entries of a launch's log, and how the lines of a program become entries."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

from vkconfig_py.loader.base.records import NamedTuple

if TYPE_CHECKING:
    from vkconfig_py.model.launch.observed_loader import OutputLine

SEVERITIES = ("error", "warning", "info")


class MessageHeader(NamedTuple):
    """What a layer's message says about itself.

    Attributes:
        identifier: the VUID or another identifier as text, "" if unknown.
        number: the message id number, as message_id_filter takes it.
        objects: the objects that the message is about, as the layer names them.
        sentence: what it says, in one line; the first line of its text often is only a head.
        address: of the rule in the specification, if the message gives one.
        is_last: the layer says that it prints no more of this kind.
    """

    identifier: str
    number: int | None = None
    objects: tuple[str, ...] = ()
    sentence: str = ""
    address: str = ""
    is_last: bool = False

    @property
    def kind(self) -> str:
        """What messages of the same kind have in common; messengers do not always get a number."""
        return self.identifier or ("" if self.number is None else str(self.number))


class LogEntry(NamedTuple):
    """One entry of a log: a line of output, or a message of several lines.

    Attributes:
        severity: "error", "warning" or "info".
        source: "launcher", "loader", "validation", "MangoHud", ...; "" for the program itself.
        time: of its first line, "15:29:52".
        text: all its lines, joined by line feeds.
    """

    severity: str
    source: str
    time: str
    text: str
    message: MessageHeader | None = None


class EntryReader(Protocol):
    """Makes entries of lines. Used by one thread at a time."""

    def feed(self, line: OutputLine) -> Iterable[LogEntry]:
        """The entries that this line completes; a line that may be continued is held back."""

    def finish(self) -> Iterable[LogEntry]:
        """The entry that is held back, if any: nothing followed it for a while, or the end."""
