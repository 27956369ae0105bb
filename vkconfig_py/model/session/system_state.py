"""SystemState: what is applied to the system, by us and by others, and the commands that change it.

Everything here reads or writes the disk, so it runs on workers; the results are delivered on the
GUI thread. Commands and what is in force go one after the other; looks around the machine, which a
folder can hold up, keep none of these waiting. Each command is followed by a new look.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Signal

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.plan.plan import InForce
from vkconfig_py.model.session.backend import Backend
from vkconfig_py.model.session.background import Worker

if TYPE_CHECKING:
    from vkconfig_py.loader.base.host import Host
    from vkconfig_py.loader.files.scan import DocumentCache
    from vkconfig_py.model.apply.found_overrides import FoundOverride, RunningVkConfig
    from vkconfig_py.model.apply.journal import JournalEntry
    from vkconfig_py.model.files.paths import StatePaths
    from vkconfig_py.model.plan.plan import Applied
    from vkconfig_py.model.plan.question import Question
    from vkconfig_py.model.problems.fixes import AppliedFix


class HasFolders(Protocol):
    """What is needed of applying.Machine."""

    @property
    def host(self) -> Host:
        """The machine; its root is the folder of a sample machine."""

    @property
    def paths(self) -> StatePaths:
        """Folders of this program."""


class Outcome(NamedTuple):
    """How a command went, and what is in force after it."""

    sentence: str
    tone: str
    in_force: InForce
    journal: tuple[JournalEntry, ...]


class Seen(NamedTuple):
    """What others have put on the machine."""

    overrides: tuple[FoundOverride, ...]
    running: RunningVkConfig | None = None


class SystemState(QObject):
    """The part of the Session that touches other programs.

    Signals:
        changed: what is in force changed.
        overrides_changed: the overrides found on the machine changed, or VkConfig was started.
        journal_changed: the journal was read again.
        message: a sentence for the user and its tone.
    """

    changed = Signal()
    overrides_changed = Signal()
    journal_changed = Signal()
    message = Signal(str, str)

    def __init__(
        self,
        backend: Backend,
        machine: HasFolders,
        errands: Worker,
        changes: Worker,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._backend = backend
        self._paths = machine.paths
        self._root = machine.host.root
        self._errands = errands
        self._changes = changes
        self._cache: DocumentCache | None = None  # used by errands alone
        self._under_way = 0  # commands whose outcome was not delivered yet
        self.in_force = InForce()
        self.overrides: tuple[FoundOverride, ...] = ()
        self.running: RunningVkConfig | None = None
        self.journal: tuple[JournalEntry, ...] = ()

    def read(self) -> None:
        """Read what is in force, now."""
        self.in_force = self._read_in_force()

    def finish(self) -> None:
        """Wait for commands that are under way, and know what is in force after them."""
        if self._under_way:
            self._changes.drain()
            self.read()

    def read_journal(self) -> None:
        """Read the journal off the GUI thread."""
        self._changes.submit(partial(self._backend.read_journal, self._paths), self._on_journal)

    def look(self, question: Question) -> None:
        """Look for overrides of any owner on the machine as the session has it, and for ours.

        The reports of a picture will not do: what one launch sets can hide every override.
        """

        def job() -> Seen:
            if self._cache is None:
                from vkconfig_py.loader.files.scan import DocumentCache

                self._cache = DocumentCache()
            report = self._backend.survey(question, self._cache)
            overrides = self._backend.find_overrides(report, self._paths)
            running = self._backend.find_running(question.host)
            return Seen(overrides, running)

        self._changes.submit(self._read_in_force, self._on_in_force_read)
        self._errands.submit(job, self._on_seen)

    def apply(self, question: Question, programs: Sequence[str]) -> None:
        """Apply the question's configuration to programs, or to every program with ()."""
        self._run(lambda: self._apply(question, tuple(programs)))

    def withdraw(self, question: Question, key: str) -> None:
        """Withdraw one configuration, or everything with ""."""
        self._run(lambda: self._withdraw(question, (key,) if key else ()))

    def withdraw_now(self, question: Question, keys: tuple[str, ...] = ()) -> str:
        """Withdraw some configurations at once, or everything; return "" or what is to be known."""
        sentence, _ = self._change(lambda: self._withdraw(question, keys))
        self.read()
        return sentence

    def keep(self) -> str:
        """Let what is applied outlive this process; return "" or why it cannot."""
        sentence = self._backend.keep(self._paths)
        self.read()
        return sentence

    def remove_foreign(self, path: str) -> None:
        """Take an override away; its content is kept in the journal."""
        self._run_file_command(
            partial(self._backend.remove_override, self._root + path, self._paths)
        )

    def restore_foreign(self, path: str) -> None:
        """Put a file back that was removed last."""
        self._run_file_command(
            partial(self._backend.restore_override, self._root + path, self._paths)
        )

    def restore(self, entry: JournalEntry) -> None:
        """Put back what stood before an entry, with all that its action wrote."""
        self._run_file_command(partial(self._backend.restore, entry, self._paths))

    def do(self, act: Callable[[], AppliedFix], then: Callable[[AppliedFix], None]) -> None:
        """Carry a fix out, or take one back; `then` gets what came of it, if anything did."""
        from vkconfig_py.model.problems.fixes import AppliedFix

        came: list[AppliedFix] = []

        def run() -> tuple[str, str]:
            deed = act()
            came.append(deed)
            return ("", "neutral") if deed.key else (deed.sentence, "error")

        def deliver(outcome: Outcome) -> None:
            then(came[0] if came else AppliedFix())
            self._on_outcome(outcome)  # last: it looks at the machine again

        self._run(run, deliver)

    def _run_file_command(self, command: Callable[[], str]) -> None:
        def run() -> tuple[str, str]:
            error = command()
            return error, "error" if error else "neutral"

        self._run(run)

    def _run(
        self,
        command: Callable[[], tuple[str, str]],
        deliver: Callable[[Outcome], None] | None = None,
    ) -> None:
        def job() -> Outcome:
            sentence, tone = self._change(command)
            journal = self._backend.read_journal(self._paths)
            return Outcome(sentence, tone, self._read_in_force(), journal)

        def done(outcome: Outcome) -> None:
            self._under_way -= 1
            (deliver or self._on_outcome)(outcome)

        self._under_way += 1
        self._changes.submit(job, done)

    def _change(self, command: Callable[[], tuple[str, str]]) -> tuple[str, str]:
        """Carry a command out while no other copy of the program changes what is applied."""
        try:
            with self._backend.changing(self._paths):
                return command()
        except OSError as error:
            return f"Nothing was changed: {error.strerror or error}.", "error"

    def _read_in_force(self) -> InForce:
        return self._backend.read_in_force(self._paths).seen_from(self._root)

    def _apply(self, question: Question, programs: tuple[str, ...]) -> tuple[str, str]:
        matches = [self._backend.describe(path, question.host) for path in programs]
        for match in matches:
            if not match.real:
                return f"Nothing was applied: {match.why_unmatched}.", "error"
        from vkconfig_py.loader.files.scan import DocumentCache
        from vkconfig_py.model.chain.survey import with_sources_named
        from vkconfig_py.model.plan.plan import with_applied

        question = with_sources_named(question, DocumentCache())
        in_force, now = self._read_in_force(), self._backend.clock()
        real = [match.real for match in matches]
        wanted = with_applied(
            in_force.applied, question.configuration, real, now, question.view.mechanism
        )
        return self._write(question, in_force, wanted)

    def _withdraw(self, question: Question, keys: tuple[str, ...]) -> tuple[str, str]:
        from vkconfig_py.model.plan.plan import without_applied

        in_force = self._read_in_force()
        rest = in_force.applied if keys else ()
        for key in keys:
            rest = without_applied(rest, key)
        sentence, tone = self._write(question, in_force, rest, withdraws=True)
        if in_force.stays and rest:  # what is left stays as it did
            refused = self._backend.keep(self._paths)
            sentence = " ".join(filter(None, (sentence, refused)))
            tone = "error" if refused else tone
        return sentence, tone

    def _write(
        self,
        question: Question,
        in_force: InForce,
        applied: tuple[Applied, ...],
        *,
        withdraws: bool = False,
    ) -> tuple[str, str]:
        from vkconfig_py.model.apply.apply_plan import NOTHING_PLANNED
        from vkconfig_py.model.plan.plan import with_mechanism

        asked = question._replace(
            applied=in_force.applied, own_files=in_force.files, originals=in_force.originals
        )
        # The record alone says how everything is withdrawn: no folder is asked that may not answer.
        plan = self._backend.plan_applied(asked, applied) if applied else NOTHING_PLANNED
        applied = with_mechanism(applied, plan.mechanism)
        if withdraws and not plan.files:  # what is left says nothing
            applied = ()
        # A sample machine stands in a folder; nothing may be written outside it.
        files = tuple(file._replace(path=self._root + file.path) for file in plan.files)
        result = self._backend.apply(plan._replace(files=files), applied, self._paths)
        if result.error:
            return result.error, "error"
        return result.note, "warn" if result.note else "neutral"

    def _on_outcome(self, outcome: Outcome) -> None:
        if outcome.sentence:
            self.message.emit(outcome.sentence, outcome.tone)
        self.in_force = outcome.in_force
        self.changed.emit()
        self._on_journal(outcome.journal)

    def _on_journal(self, journal: tuple[JournalEntry, ...]) -> None:
        self.journal = journal
        self.journal_changed.emit()

    def _on_seen(self, seen: Seen) -> None:
        if (seen.overrides, seen.running) != (self.overrides, self.running):
            self.overrides, self.running = seen.overrides, seen.running
            self.overrides_changed.emit()

    def _on_in_force_read(self, in_force: InForce) -> None:
        if in_force != self.in_force:  # applied or withdrawn from a command line meanwhile
            self.in_force = in_force
            self.changed.emit()
