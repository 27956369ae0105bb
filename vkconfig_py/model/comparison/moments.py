"""The machine at a moment as a side of a comparison: its parts, from the looks that were kept."""

from __future__ import annotations

from collections.abc import Iterator

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.model.chain.device_entries import DeviceFact
from vkconfig_py.model.comparison.table import Side
from vkconfig_py.model.text.moments import moment_text
from vkconfig_py.model.timeline.history import MachineHistory
from vkconfig_py.model.timeline.machine_state import MachinePart, MachinePartKind, MachineState

_GROUPS = {
    MachinePartKind.LOADER: tr("Loaders"),
    MachinePartKind.DRIVER: tr("Drivers"),
    MachinePartKind.IMPLICIT: tr("Implicit layers"),
    MachinePartKind.EXPLICIT: tr("Explicit layers"),
    MachinePartKind.OVERRIDE: tr("Overrides"),
    MachinePartKind.SETTINGS: tr("Settings files"),
}


def moment_side(time: float, history: MachineHistory) -> Side | None:
    """The machine as the last look until a moment saw it; None before the first look."""
    for number, moment in enumerate(history.moments):
        if moment.first <= time:
            title = tr("Last scan") if not number else moment_text(moment.last)
            return machine_side(title, history.state_at(number))
    return None


def machine_side(title: str, state: MachineState) -> Side:
    return Side(title, tuple(_entries(state)))


def _entries(state: MachineState) -> Iterator[DeviceFact]:
    for kind, group in _GROUPS.items():
        for part in state.parts:
            if part.kind is kind:
                name = f"{part.name} ({part.path})" if part.name else part.path
                yield DeviceFact(group, name, _value(part))


def _value(part: MachinePart) -> str:
    said = [part.version, part.owner, part.library]
    # Without a digest of the library its size and time are all that tells it from another.
    if part.library_stamp:
        size = int(part.library_stamp.partition(" ")[0])
        said.append(counted("library of {n:,} bytes", "library of {n} byte", size))
    if part.digest:
        said.append(tr("content {digest}", digest=part.digest))
    return " · ".join(filter(None, said)) or tr("there", "a file")
