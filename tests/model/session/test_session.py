import threading
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.framework.patience import PATIENCE
from tests.framework.stand_ins import replace
from tests.model.fake_machine import LAYERS, ONE
from vkconfig_py.loader.base.verdicts import Severity
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.model.apply.notices import BannerKind
from vkconfig_py.model.apply.verify import Verification
from vkconfig_py.model.chain import snapshot as snapshot_module
from vkconfig_py.model.configuration import chosen_program, workspace_edits
from vkconfig_py.model.configuration.configuration import (
    DriverControl,
    LayerControl,
    LayerEntry,
    Target,
    Variable,
)
from vkconfig_py.model.configuration.workspace import (
    CollectionSource,
    DocumentProblem,
    LoadResult,
    Workspace,
)
from vkconfig_py.model.configuration.workspace_files import load_workspace
from vkconfig_py.model.files.paths import StatePaths
from vkconfig_py.model.plan.plan import (
    AppliedConfiguration,
    AppliedState,
    Limitation,
    Mechanism,
    PlanView,
)
from vkconfig_py.model.session import background, declarations, persistence
from vkconfig_py.model.session import session as store_module
from vkconfig_py.model.session.persistence import DELAY_MS
from vkconfig_py.model.session.session import Session, SessionMachine

A, B, C = LAYERS


def edits(session):
    """Return every edit there is, with its label."""
    current = session.edits.workspace.selected_configuration
    return [
        (lambda: session.edits.do(workspace_edits.set_control, C, LayerControl.ON), "Turn on c"),
        (lambda: session.edits.do(workspace_edits.set_control, A, LayerControl.OFF), "Turn off a"),
        (
            lambda: session.edits.do(workspace_edits.set_control, A, LayerControl.AUTO),
            "Set a to Auto",
        ),
        (
            lambda: session.edits.do(
                workspace_edits.set_driver_control, "lvp_icd.json", DriverControl.ONLY
            ),
            "Use only lavapipe",
        ),
        (
            lambda: session.edits.do(
                workspace_edits.set_driver_control, "lvp_icd.json", DriverControl.OFF
            ),
            "Leave out lavapipe",
        ),
        (
            lambda: session.edits.do(
                workspace_edits.set_driver_control, "lvp_icd.json", DriverControl.AUTO
            ),
            "Set lavapipe to Auto",
        ),
        (lambda: session.edits.move_layer(B, 0), "Move b"),
        (partial(session.edits.do, workspace_edits.remove_order), "Reset layer order"),
        (
            lambda: session.edits.do(
                workspace_edits.add_sources, (CollectionSource("/home/u/layers"),)
            ),
            "Add layers",
        ),
        (
            lambda: session.edits.do(workspace_edits.remove_source, "/home/u/layers"),
            "Remove layers",
        ),
        (
            lambda: session.edits.do(chosen_program.choose_program, Target("/usr/bin/vkcube")),
            "Change the program",
        ),
        (
            lambda: session.edits.do(
                workspace_edits.set_environment,
                session.edits.workspace.selected_configuration.key,
                (Variable("A", "1"),),
            ),
            "Change variables",
        ),
        (
            lambda: session.edits.do(
                workspace_edits.make_change, current._replace(name="X"), "Do something"
            ),
            "Do something",
        ),
        (lambda: session.edits.do(workspace_edits.add_configuration, "New"), "New “New”"),
        (lambda: session.edits.do(workspace_edits.duplicate_configuration, "1"), "Duplicate “X”"),
        (
            lambda: session.edits.do(workspace_edits.rename_configuration, "2", "Games"),
            "Rename “Two”",
        ),
        (
            lambda: session.edits.do(
                workspace_edits.delete_configuration, "2", session.edits.shipped
            ),
            "Delete “Games”",
        ),
    ]


def test_every_edit_has_a_label_and_can_be_undone_and_redone(session, qtbot):
    snapshots = [session.edits.workspace]
    labels = []
    for edit, label in edits(session):
        with qtbot.waitSignal(session.edits.workspace_changed):
            edit()
        assert session.edits.undo_label() == label
        snapshots.append(session.edits.workspace)
        labels.append(label)
    for label, snapshot in zip(reversed(labels), reversed(snapshots[:-1]), strict=True):
        assert session.edits.undo_label() == label
        session.edits.undo()
        assert session.edits.workspace == snapshot
        assert session.edits.redo_label() == label
    assert not session.edits.can_undo()
    while session.edits.can_redo():
        session.edits.redo()
    assert session.edits.workspace == snapshots[-1]


def test_an_edit_that_changes_nothing_is_no_step(session, qtbot):
    with qtbot.assertNotEmitted(session.edits.workspace_changed):
        session.edits.do(workspace_edits.set_control, A, LayerControl.AUTO)
        session.edits.do(workspace_edits.rename_configuration, "1", "One")
        session.edits.move_layer(A, 0)
        session.edits.do(workspace_edits.delete_configuration, "unknown", session.edits.shipped)
        session.edits.undo()
        session.edits.redo()
    assert not session.edits.can_undo()


def test_the_picture_follows_an_edit(session, qtbot):
    with qtbot.waitSignal(session.snapshots.current_changed):
        session.edits.move_layer(B, 0)
    assert session.snapshots.current.list_loading_layers() == (B, A)


def test_a_layer_from_outside_is_turned_on_where_it_is_dropped(session, qtbot):
    with qtbot.waitSignal(session.snapshots.current_changed):
        session.edits.move_layer(C, 1)
    assert session.snapshots.current.list_loading_layers() == (A, C, B)
    assert session.edits.undo_label() == "Turn on c"


def test_steps_faster_than_the_engine_all_count(session, fake, qtbot):
    with qtbot.waitSignal(session.snapshots.current_changed):
        session.edits.do(workspace_edits.set_control, C, LayerControl.ON)
    fake.gate.clear()
    session.edits.step_layer(A, 1)
    session.edits.step_layer(A, 1)
    fake.gate.set()
    qtbot.waitUntil(lambda: session.snapshots.current.list_loading_layers() == (B, C, A))


def test_the_ends_of_the_chain_stop_a_step_and_none_turns_a_layer_on_or_off(session, qtbot):
    with qtbot.assertNotEmitted(session.edits.workspace_changed):
        session.edits.step_layer(A, -1)
        session.edits.step_layer(B, 1)
        session.edits.step_layer(C, -1)
        session.edits.step_layer(C, 1)
    assert session.snapshots.current.list_loading_layers() == (A, B)


def test_selecting_is_no_edit_and_undo_returns_to_where_the_edit_was(session):
    session.edits.do(workspace_edits.set_control, C, LayerControl.ON)
    session.edits.select_configuration("2")
    assert session.edits.workspace.selected_configuration.key == "2"
    assert session.edits.undo_label() == "Turn on c"
    session.edits.undo()
    assert session.edits.workspace.selected_configuration == ONE


def test_selecting_the_unknown_or_the_selected_does_nothing(session, qtbot):
    with qtbot.assertNotEmitted(session.edits.workspace_changed):
        session.edits.select_configuration("1")
        session.edits.select_configuration("unknown")


def test_an_edit_is_saved_within_half_a_second_also_while_editing_goes_on(session, fake, qtbot):
    assert DELAY_MS < 500
    session.edits.do(workspace_edits.set_control, A, LayerControl.OFF)
    timer = session.persistence._saver._timer
    started = timer.timerId()
    assert timer.remainingTime() < 500
    session.edits.do(workspace_edits.set_control, B, LayerControl.OFF)
    assert timer.timerId() == started  # a timer that is started anew has another number
    qtbot.waitUntil(lambda: bool(fake.saved))
    assert fake.saved[-1] == (fake.loaded.workspace, session.edits.workspace)


def test_looking_saves_nothing(session, fake):
    session.snapshots.refresh()
    session.snapshots.set_view(PlanView(Mechanism.OVERRIDE))
    session.persistence.flush()
    session.close()
    assert fake.saved == []


def test_what_could_not_be_saved_is_said_and_tried_again(session, fake, qtbot):
    fake.save_errors = ("/x could not be saved: disk full",)
    with qtbot.waitSignal(session.message) as said:
        session.edits.do(workspace_edits.set_control, A, LayerControl.OFF)
        session.persistence.flush()
    assert said.args == ["/x could not be saved: disk full", "error"]
    fake.save_errors = ()
    session.edits.do(workspace_edits.set_control, B, LayerControl.OFF)
    session.persistence.flush()
    assert fake.saved[-1][0] == fake.loaded.workspace


def test_a_preview_is_a_picture_of_its_own_and_dropping_adopts_it(session, fake, qtbot):
    with qtbot.waitSignal(session.snapshots.preview_changed):
        session.snapshots.preview_move(B, 0)
    assert session.snapshots.preview.list_loading_layers() == (B, A)
    assert session.snapshots.current.list_loading_layers() == (A, B)
    assert not session.edits.can_undo()
    asked = len(fake.asked)
    session.snapshots.end_preview()
    session.edits.move_layer(B, 0)
    assert session.snapshots.current.list_loading_layers() == (B, A)
    assert len(fake.asked) == asked
    assert session.snapshots.preview is None


def test_a_preview_where_the_layer_stands_is_the_picture(session, qtbot):
    with qtbot.waitSignal(session.snapshots.preview_changed):
        session.snapshots.preview_move(A, 0)
    assert session.snapshots.preview is session.snapshots.current


def test_ending_a_drag_drops_previews_under_way(session, fake, qtbot):
    fake.gate.clear()
    session.snapshots.preview_move(B, 0)
    session.snapshots.end_preview()
    fake.gate.set()
    with qtbot.waitSignal(session.snapshots.current_changed):
        session.edits.do(workspace_edits.set_control, A, LayerControl.OFF)
    assert session.snapshots.preview is None


def test_undoing_to_what_is_shown_needs_no_engine(session, fake, qtbot):
    shown = session.snapshots.current
    fake.gate.clear()
    session.edits.do(workspace_edits.set_control, A, LayerControl.OFF)
    session.edits.undo()
    fake.gate.set()
    with qtbot.assertNotEmitted(session.snapshots.current_changed, wait=50):
        pass
    assert session.snapshots.current is shown


def test_the_view_is_part_of_the_question(session, qtbot):
    with qtbot.waitSignal(session.snapshots.current_changed):
        session.snapshots.set_view(PlanView(Mechanism.OVERRIDE))
    assert session.snapshots.current.request.view.mechanism is Mechanism.OVERRIDE
    assert not session.edits.can_undo()


def test_what_the_plan_changes_arrives_after_the_picture(session, qtbot):
    with qtbot.waitSignal(session.plan.changed):
        session.edits.do(workspace_edits.set_control, A, LayerControl.OFF)
    assert [change.subject for change in session.plan.changes] == [
        f"{session.requests.make_request().launch_folder}/plan"
    ]


def test_loaders_found_later_change_the_picture(session, fake, qtbot):
    with qtbot.waitSignal(session.snapshots.current_changed):
        session.set_machine(fake.machine(loaders=(LoaderProfile((1, 3, 239)),)))
    assert session.snapshots.current.request.profile.version == (1, 3, 239)


def test_checking_asks_the_real_loader_and_an_edit_forgets_the_answer(session, qtbot):
    with qtbot.waitSignal(session.checks.verified) as answer:
        session.checks.check()
    assert answer.args == ["agreed"]
    assert session.checks.verification == "agreed"
    with qtbot.waitSignal(session.snapshots.current_changed):
        session.edits.do(workspace_edits.set_control, A, LayerControl.OFF)
    assert session.checks.verification is None


def test_what_was_checked_is_known_again_once_the_same_chain_is_back(session, qtbot):
    view = session.requests.view
    with qtbot.waitSignal(session.checks.verified):
        session.checks.check()
    for leave, come_back in (
        (
            lambda: session.snapshots.set_view(PlanView(Mechanism.AUTOMATIC)),
            lambda: session.snapshots.set_view(view),
        ),
        (
            lambda: session.edits.do(workspace_edits.set_control, A, LayerControl.OFF),
            session.edits.undo,
        ),
    ):
        with qtbot.waitSignal(session.snapshots.current_changed):
            leave()
        assert session.checks.verification is None
        with qtbot.waitSignal(session.snapshots.current_changed):
            come_back()
        assert session.checks.verification == "agreed"


def test_a_story_is_told_off_the_gui_thread(session, qtbot):
    told = []
    session.explanations.compute_explanation(f"layer:{A}", told.append)
    qtbot.waitUntil(lambda: [step.text for explanation in told for step in explanation] == [A])


def test_a_slow_engine_is_announced(session, fake, qtbot):
    fake.gate.clear()
    with qtbot.waitSignal(session.snapshots.busy_changed) as busy:
        session.snapshots.refresh()
    assert busy.args == [True]
    assert session.snapshots.is_busy
    with qtbot.waitSignal(session.snapshots.busy_changed) as busy:
        fake.gate.set()
    assert busy.args == [False]


def test_documents_that_could_not_be_read_are_reported(fake, qtbot):
    problem = DocumentProblem("/c/a.json", "/c/a.json could not be read: line 3", 3)
    fake.loaded = LoadResult(Workspace((ONE,), "1"), (problem,))
    fake.paths = fake.paths._replace(note="HOME is not set")
    session = fake.session()
    session.start()
    session.close()
    assert [notice.code for notice in session.problems.notices] == [
        "document-unreadable",
        "no-home",
    ]
    assert session.problems.notices[0].title == "a.json could not be read"
    assert (session.problems.notices[0].file, session.problems.notices[0].line) == ("/c/a.json", 3)


def test_a_folder_that_is_a_file_is_reported_before_the_first_edit(fake, tmp_path, qtbot):
    (tmp_path / "state").write_text("in the way")
    session = fake.session()
    session.start()
    session.close()
    assert [notice.severity for notice in session.problems.notices] == [Severity.WARNING]
    assert str(tmp_path / "state") in session.problems.notices[0].consequence


def test_what_a_killed_run_left_applied_is_said_at_the_start(fake, qtbot):
    fake.applied_state = AppliedState(
        (AppliedConfiguration(ONE, (), 900.0),), ("/override",), ended_keys=("1",)
    )
    session = fake.session()
    session.start()
    assert session.make_banner().kind is BannerKind.STALE
    session.close()


def test_closing_leaves_no_thread(fake, qtbot):
    before = set(threading.enumerate())
    session = fake.session()
    with qtbot.waitSignal(session.snapshots.current_changed):
        session.start()
    session.edits.do(workspace_edits.set_control, A, LayerControl.OFF)
    session.close()
    session.close()
    assert set(threading.enumerate()) <= before
    assert fake.saved


class Dead:
    """Stands for what a folder that does not answer holds up; `release` lets it answer."""

    def __init__(self, then):
        self.then, self.reached, self.answers = then, threading.Event(), threading.Event()
        self.is_over = False

    def __call__(self, *asked, **named):
        self.reached.set()
        self.answers.wait(PATIENCE)
        self.is_over = True
        return self.then(*asked, **named)

    def release(self):
        self.answers.set()


@pytest.fixture
def impatient(monkeypatch):
    """Let the end of the program wait for reading no longer than a moment."""
    for module in (background, store_module, persistence):
        monkeypatch.setattr(module, "ABANDON_SECONDS", 0.01)


def test_the_end_does_not_wait_for_a_picture_of_a_folder_that_does_not_answer(
    fake, qapp, impatient
):
    dead = Dead(fake.compute)
    session = fake.session(compute=dead)
    session.start()
    assert dead.reached.wait(PATIENCE)
    session.close()
    assert not dead.is_over
    dead.release()


def test_neither_the_end_nor_a_withdrawal_waits_for_a_manifest_that_does_not_answer(
    fake, qtbot, impatient, monkeypatch
):
    dead = Dead(declarations.read_changed)
    monkeypatch.setattr(declarations, "read_changed", dead)
    fake.applied_state = AppliedState((AppliedConfiguration(ONE, (), 900.0),), ("/override",))

    def compute(*asked):
        picture = fake.compute(*asked)
        rows = tuple(row._replace(manifest="/dead/layer.json") for row in picture.rows)
        return picture.with_rows(rows)

    session = fake.session(compute=compute)
    session.start()
    qtbot.waitUntil(dead.reached.is_set)
    assert session.withdraw_now() == ""
    assert session.system.applied == ()
    session.close()
    assert not dead.is_over
    dead.release()


def test_the_end_waits_for_what_is_being_written(fake, qtbot, impatient):
    dead = Dead(fake.apply)
    session = fake.session(apply=dead)
    with qtbot.waitSignal(session.snapshots.current_changed):
        session.start()
    session.apply(())
    assert dead.reached.wait(PATIENCE)
    later = threading.Timer(0.1, dead.release)
    later.start()
    session.close()
    assert dead.is_over
    assert fake.applied_state.configurations
    later.join()


def test_real_documents_survive_a_restart(tmp_path, fake, qtbot):
    replace(compute=fake.compute)
    machine = SessionMachine(
        host=fake.machine().host,
        loaders=(),
        paths=StatePaths(tmp_path / "c", tmp_path / "s", tmp_path / "r"),
    )
    session = Session(machine)
    with qtbot.waitSignal(session.snapshots.current_changed):
        session.start()
    session.edits.do(workspace_edits.set_control, A, LayerControl.OFF)
    session.close()
    assert load_workspace(tmp_path / "c").workspace.selected_configuration.layers == (
        LayerEntry(A, LayerControl.OFF),
    )
    assert not Path(tmp_path / "s").exists()


EVERY = PlanView(Mechanism.AUTOMATIC)


@pytest.mark.parametrize(
    "leave",
    [
        lambda session: session.withdraw(),
        lambda session: session.edits.select_configuration("2"),
        lambda session: session.edits.do(workspace_edits.add_configuration, "Third"),
    ],
    ids=["withdraw", "another configuration", "a new configuration"],
)
def test_a_view_does_not_outlast_what_it_was_chosen_for(session, qtbot, leave):
    with qtbot.waitSignal(session.snapshots.current_changed):
        session.snapshots.set_view(EVERY)
    leave(session)
    assert session.requests.view == PlanView()
    qtbot.waitUntil(lambda: session.snapshots.current.request.view == PlanView())


def test_a_view_stays_through_an_edit(session, qtbot):
    with qtbot.waitSignal(session.snapshots.current_changed):
        session.snapshots.set_view(EVERY)
    with qtbot.waitSignal(session.snapshots.current_changed):
        session.edits.do(workspace_edits.set_control, LAYERS[2], LayerControl.ON)
    assert session.requests.view == EVERY


def test_the_changes_of_another_view_are_listed_beside_the_picture(session, fake, qtbot):
    with qtbot.waitSignal(session.plan.changed):
        session.plan.show(EVERY)
    assert session.requests.view == PlanView()
    assert session.plan.snapshot.request.view == EVERY
    with qtbot.waitSignals([session.snapshots.current_changed, session.plan.changed]):
        session.edits.do(workspace_edits.set_control, LAYERS[2], LayerControl.ON)
    assert session.plan.snapshot.request.view == EVERY
    assert session.plan.snapshot.list_loading_layers() == LAYERS
    with qtbot.waitSignal(session.plan.changed):
        session.plan.show(None)
    assert session.plan.snapshot is session.snapshots.current


def test_what_applying_would_lose_is_counted_beside_the_plan_of_the_launch(
    session, qtbot, monkeypatch
):
    qtbot.waitUntil(lambda: session.plan.snapshot is not None)
    shown = session.plan.snapshot
    limits, views, counts = (Limitation(A, "not in this order"), Limitation("", "a note")), [], []

    compute_snapshot = snapshot_module.compute_snapshot

    def compute(request, cache):
        if not request.view.is_applied:
            return compute_snapshot(request, cache)
        views.append(request.view)
        return SimpleNamespace(plan=shown.plan._replace(limits=limits), request=request)

    monkeypatch.setattr(snapshot_module, "compute_snapshot", compute)
    session.plan.count_applied_losses(counts.append)
    qtbot.waitUntil(lambda: counts == [1])
    assert len(views) == 1
    session.plan.count_applied_losses(counts.append)  # nothing changed: the engine does not run
    assert (counts, len(views)) == ([1, 1], 1)
    with qtbot.waitSignal(session.plan.changed):
        session.edits.do(workspace_edits.set_control, LAYERS[2], LayerControl.ON)
    session.plan.count_applied_losses(counts.append)
    qtbot.waitUntil(lambda: counts == [1, 1, 1])
    assert len(views) == 2
    with qtbot.waitSignal(session.plan.changed):
        session.plan.show(EVERY)
    session.plan.count_applied_losses(counts.append)
    assert len(views) == 3  # the plan shown, which is that of Apply itself


def test_a_refresh_that_finds_nothing_new_keeps_what_was_checked(session, fake, qtbot):
    replace(
        verify=lambda report: Verification(agreed=True, predicted=(), when=1.0),
    )
    with qtbot.waitSignal(session.checks.verified):
        session.checks.check()
    with qtbot.waitSignal(session.snapshots.current_changed):
        session.snapshots.refresh()
    assert session.checks.verification is not None
    with qtbot.waitSignal(session.snapshots.current_changed):
        session.edits.do(workspace_edits.set_control, LAYERS[2], LayerControl.ON)
    assert session.checks.verification is None
