"""Another machine for the window: opened from a path or asked at an address, read-only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vkconfig_py.loader.api.optional_parts import MachineKind
from vkconfig_py.loader.base.verdicts import Mark, Problem, Reason, Step
from vkconfig_py.loader.explain.explanation import explanation
from vkconfig_py.loader.platforms.local_paths import real_path
from vkconfig_py.loader.wire.results import Cancellation
from vkconfig_py.machines.open_machine import open_machine
from vkconfig_py.machines.window.report_snapshot import (
    place_text,
    snapshot_of,
    told_steps,
)
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot
from vkconfig_py.model.text.wording import capitalised


@dataclass(frozen=True)
class OtherMachine:
    """A machine that is shown in place of this one.

    Attributes:
        origin: the path or address that was opened.
        name: its name.
        what: kind and origin, as the end of a sentence.
        snapshot: its chain.
        notes: what was assumed, or what else is known.
        has_files: its files can be read here, so that every rule can be told.
    """

    origin: str
    name: str
    what: str
    snapshot: ChainSnapshot
    notes: tuple[str, ...]
    has_files: bool

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Return its problems. Files that cannot be read here are named in the consequence."""
        problems = self.snapshot.report.problems
        return problems if self.has_files else tuple(map(_with_place_in_words, problems))

    @property
    def is_partial(self) -> bool:
        """Of some of its manifests only the place is known."""
        layers = self.snapshot.report.found
        return any(layer.verdict.reason is Reason.FILE_NOT_HERE for layer in layers)

    def local_file(self, file: str) -> str:
        """Return the path on this machine of a file of that one.

        Raises:
            OSError: a loop of links.
        """
        return real_path(self.snapshot.report.host.root, file)

    def steps(self, key: str) -> tuple[Step, ...]:
        """Return why a row has its state. Reads files of a root folder, so off the GUI thread."""
        report = self.snapshot.report
        if key == "program":
            about = (capitalised(f"{self.what}."), *self.notes)
            return tuple(Step(Mark.NEUTRAL, note) for note in about)
        subject = key.partition(":")[2].partition("#")[0]
        return (
            explanation(report, subject) if self.has_files and subject else told_steps(report, key)
        )


def look_at(
    origin: str,
    cancellation: Cancellation | None = None,
    kinds: Sequence[MachineKind] | None = None,
) -> OtherMachine:
    """Open a path, or ask the machine at an address.

    Raises:
        OpenMachineError: there is no machine, or no answer.
    """
    opened = open_machine(origin, cancellation, kinds)
    report = opened.report
    has_files = opened.document is None
    return OtherMachine(
        origin=origin,
        name=opened.name,
        what=opened.what,
        snapshot=snapshot_of(report, report.host.executable if has_files else ""),
        notes=opened.notes,
        has_files=has_files,
    )


def _with_place_in_words(problem: Problem) -> Problem:
    if not problem.file:
        return problem
    place = place_text(problem.file, problem.line)
    consequence = f"{problem.consequence} ({place})".strip()
    return problem._replace(consequence=consequence, file="", line=0)
