"""The time line: what this program wrote and what others did, the latest first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vkconfig_py.language.sentences import join_words, render, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.text.moments import moment_text
from vkconfig_py.model.text.wording import count_of
from vkconfig_py.model.timeline.history import MachineHistory
from vkconfig_py.model.timeline.machine_state import MachinePartKind, MachineState, PartChange
from vkconfig_py.model.timeline.own_actions import OwnAction

NO_HISTORY = MachineHistory()
_LAYERS = (MachinePartKind.IMPLICIT, MachinePartKind.EXPLICIT)


class OthersChange(NamedTuple):
    """Something that another program did.

    Attributes:
        moment: of the look that saw it, in seconds since the epoch.
    """

    change: PartChange
    moment: float

    @property
    def key(self) -> str:
        return f"{self.moment}:{':'.join(self.change.part.key)}"

    @property
    def time(self) -> float:
        return self.change.latest

    @property
    def title(self) -> str:
        return self.change.title

    @property
    def path(self) -> str:
        return self.change.part.path

    @property
    def how(self) -> str:
        """Who did it, as far as that is told, and between which moments."""
        between = tr(
            "between {earliest} and {time}",
            earliest=moment_text(self.change.earliest),
            time=moment_text(self.time),
        )
        return f"{render(self.change.who)}, {between}" if self.change.who else between


class BaselineLook(NamedTuple):
    """The look that all later ones are compared with."""

    time: float
    state: MachineState
    path: str = ""

    @property
    def key(self) -> str:
        return f"first:{self.time}"

    @property
    def title(self) -> str:
        return tr("First scan of this machine")

    @property
    def how(self) -> str:
        layers = sum(part.kind in _LAYERS for part in self.state.parts)
        drivers = sum(part.kind is MachinePartKind.DRIVER for part in self.state.parts)
        found = join_words([count_of(layers, "layer"), count_of(drivers, "driver")])
        return tr("{things}; what changes from now on is listed here", things=found)


Entry = OwnAction | OthersChange | BaselineLook


def merge_entries(actions: Sequence[OwnAction], history: MachineHistory) -> tuple[Entry, ...]:
    """Both kinds by time, the latest first."""
    entries: list[Entry] = [*actions, *others_of(history)]
    return tuple(sorted(entries, key=lambda entry: entry.time, reverse=True))


def others_of(history: MachineHistory) -> tuple[OthersChange | BaselineLook, ...]:
    """What others did, the latest first."""
    return tuple(_others(history))


def _others(history: MachineHistory) -> Iterator[OthersChange | BaselineLook]:
    last = len(history.moments) - 1
    for number, moment in enumerate(history.moments):
        for change in moment.changes:
            if change.is_told:
                yield OthersChange(change, moment.first)
        if number == last and not moment.changes:
            yield BaselineLook(moment.first, history.state_at(number))


def moment_before(entry: Entry, history: MachineHistory) -> float | None:
    """The moment whose picture shows what was there before an entry; None if there is none."""
    earlier = [one.first for one in history.moments if one.first < _seen(entry)]
    return earlier[0] if earlier else None


def _seen(entry: Entry) -> float:
    return entry.moment if isinstance(entry, OthersChange) else entry.time
