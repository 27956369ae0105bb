"""Session: the one holder of current state; signals; commands.

One direction: gesture -> item model or action -> command of the Session -> new snapshot ->
signal -> every view, the saver and the refresher. Nobody else keeps state that outlives a
gesture. The edits stand in Editor, what touches other programs in Applying; here is what is
looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from vkconfig_py.model.chain.picture_values import Picture
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import UNLISTED
from vkconfig_py.model.configuration.workspace import effective
from vkconfig_py.model.plan.question import FIRST_VIEW, Question, Supposition, ask
from vkconfig_py.model.session.applying import Machine
from vkconfig_py.model.session.backend import Backend
from vkconfig_py.model.session.background import LEAVE_AFTER, GcTimer, Refresher, Worker
from vkconfig_py.model.session.folder_watch import FolderWatch, searched_places
from vkconfig_py.model.session.keeping import Keeping
from vkconfig_py.model.session.simulation import Simulation

if TYPE_CHECKING:
    from vkconfig_py.loader.base.verdicts import Step
    from vkconfig_py.loader.files.scan import DocumentCache
    from vkconfig_py.model.apply.verify import Verification
    from vkconfig_py.model.chain.picture_values import Offer, Row
    from vkconfig_py.model.chain.what_if_picture import Adoption
    from vkconfig_py.model.plan.plan import Change, Mechanism, View
    from vkconfig_py.model.session.startup_snapshot import StartupSnapshot

__all__ = ["Machine", "Session"]

NO_CHECK_IN_DEMO = "The sample machine has no real loader to ask."
NO_CHECK_OF_WHAT_IF = (
    "A what-if cannot be checked with a real loader. Close What if (F9) to check this machine."
)


class Session(Keeping):
    """Current workspace, view, applied set and picture.

    Signals:
        picture_changed: a new picture of today arrived (also at the first one).
        shown_changed: the picture that is looked at is another one, today's or a simulated one.
        changes_changed: what the picture's plan would write and set is known.
        preview_changed: the picture of a drag in progress arrived, or ended (None).
        verified: the real loader answered (verify.Verification).
        busy_changed: True while a refresh takes longer than 150 ms.
    """

    picture_changed = Signal()
    shown_changed = Signal()
    changes_changed = Signal()
    preview_changed = Signal()
    verified = Signal(object)
    busy_changed = Signal(bool)

    def __init__(
        self, machine: Machine, backend: Backend | None = None, parent: QObject | None = None
    ) -> None:
        super().__init__(machine, backend or Backend(), parent)
        self.view = FIRST_VIEW
        self._view_of = ""  # the configuration that the view was chosen for
        self.picture: Picture | None = None
        self.preview: Picture | None = None
        self.changes: tuple[Change, ...] = ()
        self.planned: Picture | None = None  # the one whose plan the changes are
        self._plan_view: View | None = None  # it is looked at beside the picture
        self._awaiting_launch: tuple[str, Callable[[Picture | None], None]] | None = None
        self.verification: Verification | None = None
        self.busy = False
        self._look_due = False  # for overrides of others, once the next picture is shown
        self._drawn: tuple[str, ...] | None = None  # a wish that no picture answers yet
        self._previewed: Picture | None = None  # the latest preview: a drop makes it the picture
        self._collector = GcTimer(self)
        self._cache: DocumentCache | None = None  # used by the pictures' thread alone
        self._advice_cache: DocumentCache | None = None  # used by errands alone
        self._row_asked: Row | None = None  # whose offers are looked for
        self._refresher = Refresher(self._compute, self)
        self._refresher.answered.connect(self._show_picture)
        self._refresher.previewed.connect(self._show_preview)
        self._refresher.busy_changed.connect(self._on_refresher_busy_changed)
        self.what_if = Simulation(
            lambda question, own: self.backend.compute(question, own),
            self._supposed_question,
            self.dressed,
            self,
        )
        self.what_if.changed.connect(self.shown_changed)
        self.what_if.asked.connect(self._look_supposed)
        self._checks = Worker("checks", self)
        self._first: StartupSnapshot | None = None  # until the window is seen
        self._watch = FolderWatch(self)
        self._watch.changed.connect(self.refresh)

    def start(self) -> None:
        """Load the workspace, read what is applied and ask for the first picture."""
        self._open(self.backend.load(self.machine.paths.configurations))
        self._watch_files()
        self.system.read()
        self._show_notices(self._find_notices())
        self.workspace_changed.emit()
        self.applied_changed.emit()
        self.refresh()

    def start_from(self, first: StartupSnapshot) -> None:
        """Show what was found out already; the rest waits for `settle`."""
        self._first = first
        self._open(first.loaded)
        self.system.in_force = first.in_force
        self.workspace_changed.emit()
        self.applied_changed.emit()
        self._show_picture(first.picture)

    def settle(self) -> None:
        """The first picture was seen: do what it did not have to wait for."""
        first, self._first = self._first, None
        if first is None:
            return
        self._look_for_notices()
        self._watch_files(since=first.taken)
        self.system.read_journal()
        if self.picture is not None:
            self._look_due = True
            self._look_closer(self.picture, since=first.taken)

    def close(self) -> None:
        """Save what is not saved and end every thread; only what merely reads may be left."""
        self._watch.close()
        self._stop_keeping()
        self._refresher.close()
        self.what_if.stop()
        self._forget_probes()
        self._stop_opening()
        self._errands.close(LEAVE_AFTER)
        self._changes.close()
        self._checks.close()
        self._collector.close()

    def question(self, view: View | None = None) -> Question:
        """Return the question that the present state asks."""
        machine, in_force = self.machine, self.system.in_force
        return ask(machine.host, machine.loaders, self.workspace, in_force, view or self.view)

    def _supposed_question(self, supposed: Supposition) -> Question:
        from vkconfig_py.model.chain.what_if_picture import with_supposition

        return with_supposition(self.question(), supposed, self.machine.loaders)

    @property
    def shown(self) -> Picture | None:
        """The picture that is looked at: today's, or what if."""
        return self.what_if.picture or self.picture

    def adoption(self) -> Adoption | None:
        """Return what the configuration would take over of what is supposed."""
        if not self.what_if.is_hypothetical:
            return None
        from vkconfig_py.model.chain.what_if_picture import adopt

        current, host = self.workspace.current, self.machine.host
        return adopt(self.what_if.supposed, current, self.view, host)

    def adopt(self) -> str:
        """Take over what a configuration can say, as one step; return the sentence for it."""
        adoption = self.adoption()
        if adoption is None:
            return ""
        self.edit(adoption.configuration, "Copy what-if to configuration")
        self.what_if.suppose(adoption.rest)
        return adoption.sentence

    # looking

    def set_machine(self, machine: Machine) -> None:
        """Look at the machine as it is known now (loaders are found out after the start)."""
        self.machine = machine
        self.refresh()

    def set_view(self, view: View) -> None:
        """Look at the configuration through another of its plans."""
        if view != self.view:
            self._choose_view(view)
            self._ask()

    def _choose_view(self, view: View) -> None:
        self.view = view
        self._view_of = self.workspace.current.key
        self._plan_view = None

    def show_launch(self, deliver: Callable[[Picture | None], None]) -> None:
        """Show what a launch from here gets, as the machine is now, and hand that picture over.

        None is handed over where something else was chosen to be looked at meanwhile.
        """
        self._choose_view(FIRST_VIEW)
        self._drawn = None
        self._awaiting_launch = (self.workspace.current.key, deliver)
        self._refresher.ask(self.question())

    def show_plan(self, view: View | None) -> None:
        """List what another view would write, beside the picture; None lists the picture's own."""
        if view != self._plan_view:
            self._plan_view, self._view_of = view, self.workspace.current.key
            self._list_changes()

    def apply(self, programs: tuple[str, ...], mechanism: Mechanism | None = None) -> None:
        """Apply the current configuration, and look at what a launch from here gets again."""
        super().apply(programs, mechanism)
        self._leave_view()

    def withdraw(self, key: str = "") -> None:
        """Withdraw what is applied, and look at what a launch from here gets again."""
        super().withdraw(key)
        self._leave_view()

    def _leave_view(self) -> None:
        self.show_plan(None)
        self.set_view(FIRST_VIEW)

    def refresh(self) -> None:
        """Look at the machine again, off the GUI thread."""
        self._look_due = True
        self._refresher.ask(self.question())

    def preview_move(self, layer: str, place: int) -> None:
        """Ask for the picture of a drag in progress; it arrives by preview_changed."""
        moved = self._moved(layer, place)
        if moved is None:  # where it stands: the picture shown is the preview
            self._refresher.end_preview()
            if self.picture is not None:
                self._show_preview(self.picture)
            return
        asked = self.question()._replace(configuration=effective(moved.workspace))
        if self.preview is None or self.preview.question != asked:
            self._refresher.ask_preview(asked)

    def end_preview(self) -> None:
        """End the drag."""
        self._refresher.end_preview()
        if self.preview is not None:
            self.preview = None
            self.preview_changed.emit()

    def story(self, key: str, deliver: Callable[[tuple[object, ...]], None]) -> None:
        """Make the story (loader.verdicts.Step values) of a row off the GUI thread."""
        picture = self.shown
        if picture is not None:
            kind, _colon, subject = key.partition(":")
            if kind == "device":
                deliver(self.probes.place_story(picture, key))
                return
            if kind == "file":  # several of one file are numbered
                subject = subject.partition("#")[0]
            today = self.picture if kind == "loader" else None
            self._errands.submit(partial(self._tell, picture, key, subject, today), deliver)

    def _tell(
        self, picture: Picture, key: str, subject: str, today: Picture | None
    ) -> tuple[Step, ...]:
        if today is not None:
            from vkconfig_py.model.chain.row_details import tell_changes

            return () if picture is today else tell_changes(today, picture)
        if subject == UNLISTED:
            from vkconfig_py.model.chain.row_details import tell_unlisted

            return tell_unlisted(picture)
        if picture.is_missing(subject):
            from vkconfig_py.model.chain.row_details import tell_missing

            return tell_missing(picture, subject)
        from vkconfig_py.model.chain.layer_rows import in_own_words
        from vkconfig_py.model.chain.probe_rows import tell_failure

        steps = self.backend.story(picture.telling(subject), subject)
        steps = in_own_words(picture, key, tell_failure(picture.rows, key, steps))
        if picture.question.supposed.is_empty:
            return steps
        from vkconfig_py.model.chain.what_if_picture import mark_steps

        return mark_steps(steps, picture.question.supposed)

    def find_offers(self, row: Row, deliver: Callable[[tuple[Offer, ...]], None]) -> None:
        """Find off the GUI thread what helps with a row; at once where it is known already."""
        picture = self.shown
        if picture is None:
            deliver(())
            return
        told = tuple(one for one in self.found.told if one.problem.file == row.manifest)
        key = (row, told)
        known = picture.offers.get(key)
        if known is not None:
            deliver(known)
            return
        self._row_asked = row

        def find() -> tuple[Offer, ...] | None:
            if self._row_asked is not row:
                return None  # another row was asked for meanwhile
            if self._advice_cache is None:
                from vkconfig_py.loader.files.scan import DocumentCache

                self._advice_cache = DocumentCache()
            return self.backend.find_offers(picture, row, told, self._advice_cache)

        def keep(found: tuple[Offer, ...] | None) -> None:
            if found is not None:
                picture.offers[key] = found
                deliver(found)

        self._errands.submit(find, keep)

    def check(self) -> None:
        """Ask the real loader in a child and emit `verified`."""
        picture = self.picture
        if self.what_if.is_hypothetical:
            self.message.emit(NO_CHECK_OF_WHAT_IF, "neutral")
        elif self.machine.demo:
            self.message.emit(NO_CHECK_IN_DEMO, "neutral")
        elif picture is not None:
            self._checks.submit(
                partial(self.backend.verify, picture.report),
                partial(self._on_check_answered, picture),
            )

    # what the edits ask

    def _shown_chain(self) -> Sequence[str]:
        if self._drawn is not None:
            return self._drawn
        return self.picture.order() if self.picture else ()

    def _draw(self, layer: str, place: int) -> Sequence[str]:
        if self._drawn is not None:  # steps that follow each other faster than the engine answers
            return workspace_edits.order_with(self._drawn, layer, place)
        if self.picture is None:
            return (layer,)
        from vkconfig_py.model.chain.picture import drawn_order

        return drawn_order(self.picture, layer, place)

    def _known_manifests(self) -> Mapping[str, str]:
        rows = self.picture.rows if self.picture else ()
        return {row.name: row.manifest for row in rows if row.key.startswith("layer:")}

    def _note_drawn(self, chain: Sequence[str]) -> None:
        self._drawn = tuple(chain) if self._refresher.pending else None

    def _after_edit(self) -> None:
        self._keep()
        self._ask()
        self.end_preview()

    def _show_joined(self) -> None:
        self.workspace_changed.emit()
        self._ask()
        self.end_preview()

    def _ask(self) -> None:
        """Ask for the picture of the present state, unless it is there already."""
        self._drawn = None
        if self._view_of != self.workspace.current.key:  # it was chosen for another configuration
            self._choose_view(FIRST_VIEW)
        asked = self.question()
        for known in (self._previewed, self.picture):
            if known is not None and known.question == asked:
                self._refresher.forget()
                self._show_picture(known)
                return
        self._refresher.ask(asked)

    def _compute(self, question: Question) -> Picture:
        if self._cache is None:
            from vkconfig_py.loader.files.scan import DocumentCache

            self._cache = DocumentCache()
        return self.backend.compute(question, self._cache)

    # arrivals

    def _show_picture(self, picture: Picture) -> None:
        self._drawn = self._previewed = None
        if not picture.is_same(self.picture):
            self._take_picture(picture)
        if self._awaiting_launch is not None:
            (key, deliver), self._awaiting_launch = self._awaiting_launch, None
            question = picture.question
            fits = question.view == FIRST_VIEW and question.configuration.key == key
            deliver(picture if fits else None)

    def _take_picture(self, picture: Picture) -> None:
        picture = self.dressed(picture)
        if self.picture is None and self._first is None:
            self.system.read_journal()  # it could wait for the first picture
        if not picture.says_the_same(self.picture):
            self.verification = None
        self.picture = picture
        self.picture_changed.emit()
        if self._probes is not None:
            self.problems_changed.emit()  # what is known of a layer counts while it is in the chain
            self._look_for_ways()
        self.what_if.follow(picture)
        if self.what_if.picture is None:
            self.shown_changed.emit()
        if self._first is None:
            self._look_closer(picture)

    def _look_closer(self, picture: Picture, since: float | None = None) -> None:
        """Do what follows a picture that is shown; one taken earlier may be out of date."""
        # The plan of one launch may leave places out that the user added.
        self._watch.watch(*searched_places(picture.report, picture.inventory), since=since)
        self._list_changes()
        due, self._look_due = self._look_due, False
        if due:
            self.system.look(picture.question)
        self.found.look(picture.question, self.machine.loaders, again=due)
        self.probes.look(picture.report, again=due)
        self.declared.look(picture)

    def _look_supposed(self, picture: Picture | None) -> None:
        self.probes.look_supposed(None if picture is None else picture.report)

    def _on_probes_changed(self) -> None:
        """Show the same answer with what is known now."""
        if self.picture is None:
            return
        self.picture = self.dressed(self.picture)
        self.problems_changed.emit()
        self._look_for_ways()
        if self.what_if.picture is not None:
            self.what_if.redress(self.picture)
        else:
            self.shown_changed.emit()

    def _show_preview(self, picture: Picture) -> None:
        picture = self.dressed(picture)
        self.preview = picture
        self._previewed = picture
        self.preview_changed.emit()

    def _list_changes(self) -> None:
        if self.picture is not None:
            view = self._plan_view
            asked = None if view is None else self.question(view)
            self._errands.submit(
                partial(self._find_changes, self.picture, asked),
                partial(self._on_changes_found, self.picture, view),
            )

    def _find_changes(
        self, picture: Picture, asked: Question | None
    ) -> tuple[Picture, tuple[Change, ...]]:
        from vkconfig_py.loader.files.scan import DocumentCache
        from vkconfig_py.model.plan.plan import find_changes

        planned = picture if asked is None else self.backend.compute(asked, DocumentCache())
        host = picture.question.host
        read = partial(self.backend.read_file, host)
        return planned, find_changes(planned.plan, host.environment, read)

    def _on_changes_found(
        self, picture: Picture, view: View | None, found: tuple[Picture, tuple[Change, ...]]
    ) -> None:
        if picture.is_same(self.picture) and view == self._plan_view:
            self.planned, self.changes = found
            self.changes_changed.emit()

    def _on_check_answered(self, picture: Picture, verification: Verification) -> None:
        if picture.says_the_same(self.picture):
            self.verification = verification
        self.verified.emit(verification)

    def note_launch(self, picture: Picture, actual: tuple[str, ...], difference: str) -> None:
        """Take what a launched program's loader told of its chain for an answer to a check."""
        from vkconfig_py.model.apply.verify import SUCCESS, Verification

        answer = Verification(
            agreed=not difference,
            predicted=picture.chain(),
            actual=actual,
            result=SUCCESS,
            difference=difference,
            when=self.backend.clock(),
            by_launch=True,
        )
        self._on_check_answered(picture, answer)

    def _on_refresher_busy_changed(self, busy: bool) -> None:
        self.busy = busy
        self.busy_changed.emit(busy)
