import threading
from pathlib import Path

import pytest

from tests.framework.patience import PATIENCE
from tests.model.fake_doors import LAYERS, ONE
from vkconfig_py.loader.base.verdicts import Severity
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.model.apply.notices import BannerKind
from vkconfig_py.model.apply.verify import Verification
from vkconfig_py.model.configuration.configuration import (
    DriverControl,
    LayerControl,
    LayerEntry,
    Target,
    Variable,
)
from vkconfig_py.model.configuration.workspace import DocumentProblem, Loaded, Workspace
from vkconfig_py.model.configuration.workspace_files import load_workspace
from vkconfig_py.model.files.paths import StatePaths
from vkconfig_py.model.plan.plan import Applied, InForce, Mechanism, View
from vkconfig_py.model.session import background, declarations, folder_watch
from vkconfig_py.model.session import store as store_module
from vkconfig_py.model.session.autosave import DELAY_MS
from vkconfig_py.model.session.backend import Backend
from vkconfig_py.model.session.store import Machine, Store

A, B, C = LAYERS


def edits(store):
    """Return every edit there is, with its label."""
    current = store.workspace.current
    return [
        (lambda: store.set_wish(C, LayerControl.ON), "Turn on c"),
        (lambda: store.set_wish(A, LayerControl.OFF), "Turn off a"),
        (lambda: store.set_wish(A, LayerControl.AUTO), "Set a to Auto"),
        (lambda: store.set_driver_wish("lvp_icd.json", DriverControl.ONLY), "Use only lvp_icd"),
        (lambda: store.set_driver_wish("lvp_icd.json", DriverControl.OFF), "Leave out lvp_icd"),
        (lambda: store.set_driver_wish("lvp_icd.json", DriverControl.AUTO), "Set lvp_icd to Auto"),
        (lambda: store.move_layer(B, 0), "Move b"),
        (store.forget_order, "Reset layer order"),
        (lambda: store.add_source("/home/u/layers"), "Add layers"),
        (lambda: store.remove_source("/home/u/layers"), "Remove layers"),
        (lambda: store.set_target(Target("/usr/bin/vkcube")), "Change the program"),
        (lambda: store.set_environment((Variable("A", "1"),)), "Change variables"),
        (lambda: store.edit(current._replace(name="X"), "Do something"), "Do something"),
        (lambda: store.new_configuration("New"), "New “New”"),
        (lambda: store.duplicate_configuration("1"), "Duplicate “X”"),
        (lambda: store.rename_configuration("2", "Games"), "Rename “Two”"),
        (lambda: store.delete_configuration("2"), "Delete “Games”"),
    ]


def test_every_edit_has_a_label_and_can_be_undone_and_redone(store, qtbot):
    snapshots = [store.workspace]
    labels = []
    for edit, label in edits(store):
        with qtbot.waitSignal(store.workspace_changed):
            edit()
        assert store.undo_label() == label
        snapshots.append(store.workspace)
        labels.append(label)
    for label, snapshot in zip(reversed(labels), reversed(snapshots[:-1]), strict=True):
        assert store.undo_label() == label
        store.undo()
        assert store.workspace == snapshot
        assert store.redo_label() == label
    assert not store.can_undo()
    while store.can_redo():
        store.redo()
    assert store.workspace == snapshots[-1]


def test_an_edit_that_changes_nothing_is_no_step(store, qtbot):
    with qtbot.assertNotEmitted(store.workspace_changed):
        store.set_wish(A, LayerControl.AUTO)
        store.rename_configuration("1", "One")
        store.move_layer(A, 0)
        store.delete_configuration("unknown")
        store.undo()
        store.redo()
    assert not store.can_undo()


def test_the_picture_follows_an_edit(store, qtbot):
    with qtbot.waitSignal(store.picture_changed):
        store.move_layer(B, 0)
    assert store.picture.chain() == (B, A)


def test_a_layer_from_outside_is_turned_on_where_it_is_dropped(store, qtbot):
    with qtbot.waitSignal(store.picture_changed):
        store.move_layer(C, 1)
    assert store.picture.chain() == (A, C, B)
    assert store.undo_label() == "Turn on c"


def test_steps_faster_than_the_engine_all_count(store, fake, qtbot):
    with qtbot.waitSignal(store.picture_changed):
        store.set_wish(C, LayerControl.ON)
    fake.gate.clear()
    store.step_layer(A, 1)
    store.step_layer(A, 1)
    fake.gate.set()
    qtbot.waitUntil(lambda: store.picture.chain() == (B, C, A))


def test_crossing_the_group_head_turns_off_and_on(store, qtbot):
    with qtbot.waitSignal(store.picture_changed):
        store.step_layer(B, 1)
    assert store.workspace.current.wish(B) is LayerControl.OFF
    with qtbot.waitSignal(store.picture_changed):
        store.step_layer(B, -1)
    assert store.picture.chain() == (A, B)


def test_the_ends_of_the_list_stop_a_step(store, qtbot):
    with qtbot.assertNotEmitted(store.workspace_changed):
        store.step_layer(A, -1)
        store.step_layer(C, 1)


def test_selecting_is_no_edit_and_undo_returns_to_where_the_edit_was(store):
    store.set_wish(C, LayerControl.ON)
    store.select_configuration("2")
    assert store.workspace.current.key == "2"
    assert store.undo_label() == "Turn on c"
    store.undo()
    assert store.workspace.current == ONE


def test_selecting_the_unknown_or_the_selected_does_nothing(store, qtbot):
    with qtbot.assertNotEmitted(store.workspace_changed):
        store.select_configuration("1")
        store.select_configuration("unknown")


def test_an_edit_is_saved_within_half_a_second_also_while_editing_goes_on(store, fake, qtbot):
    assert DELAY_MS < 500
    store.set_wish(A, LayerControl.OFF)
    first = store._saver._timer.remainingTime()
    store.set_wish(B, LayerControl.OFF)
    assert store._saver._timer.remainingTime() <= first
    assert first < 500
    qtbot.waitUntil(lambda: bool(fake.saved))
    assert fake.saved[-1] == (fake.loaded.workspace, store.workspace)


def test_looking_saves_nothing(store, fake):
    store.refresh()
    store.set_view(View(Mechanism.OVERRIDE))
    store.flush()
    store.close()
    assert fake.saved == []


def test_what_could_not_be_saved_is_said_and_tried_again(store, fake, qtbot):
    fake.save_errors = ("/x could not be saved: disk full",)
    with qtbot.waitSignal(store.message) as said:
        store.set_wish(A, LayerControl.OFF)
        store.flush()
    assert said.args == ["/x could not be saved: disk full", "error"]
    fake.save_errors = ()
    store.set_wish(B, LayerControl.OFF)
    store.flush()
    assert fake.saved[-1][0] == fake.loaded.workspace


def test_a_preview_is_a_picture_of_its_own_and_dropping_adopts_it(store, fake, qtbot):
    with qtbot.waitSignal(store.preview_changed):
        store.preview_move(B, 0)
    assert store.preview.chain() == (B, A)
    assert store.picture.chain() == (A, B)
    assert not store.can_undo()
    asked = len(fake.asked)
    store.end_preview()
    store.move_layer(B, 0)
    assert store.picture.chain() == (B, A)
    assert len(fake.asked) == asked
    assert store.preview is None


def test_a_preview_where_the_layer_stands_is_the_picture(store, qtbot):
    with qtbot.waitSignal(store.preview_changed):
        store.preview_move(A, 0)
    assert store.preview is store.picture


def test_ending_a_drag_drops_previews_under_way(store, fake, qtbot):
    fake.gate.clear()
    store.preview_move(B, 0)
    store.end_preview()
    fake.gate.set()
    with qtbot.waitSignal(store.picture_changed):
        store.set_wish(A, LayerControl.OFF)
    assert store.preview is None


def test_undoing_to_what_is_shown_needs_no_engine(store, fake, qtbot):
    shown = store.picture
    fake.gate.clear()
    store.set_wish(A, LayerControl.OFF)
    store.undo()
    fake.gate.set()
    with qtbot.assertNotEmitted(store.picture_changed, wait=50):
        pass
    assert store.picture is shown


def test_the_view_is_part_of_the_question(store, qtbot):
    with qtbot.waitSignal(store.picture_changed):
        store.set_view(View(Mechanism.OVERRIDE))
    assert store.picture.question.view.mechanism is Mechanism.OVERRIDE
    assert not store.can_undo()


def test_what_the_plan_changes_arrives_after_the_picture(store, qtbot):
    with qtbot.waitSignal(store.changes_changed):
        store.set_wish(A, LayerControl.OFF)
    assert [change.subject for change in store.changes] == [f"{store.question().folder}/plan"]


def test_loaders_found_later_change_the_picture(store, fake, qtbot):
    with qtbot.waitSignal(store.picture_changed):
        store.set_machine(fake.machine(loaders=(LoaderProfile((1, 3, 239)),)))
    assert store.picture.question.profile.version == (1, 3, 239)


def test_checking_asks_the_real_loader_and_an_edit_forgets_the_answer(store, qtbot):
    with qtbot.waitSignal(store.verified) as answer:
        store.check()
    assert answer.args == ["agreed"]
    assert store.verification == "agreed"
    with qtbot.waitSignal(store.picture_changed):
        store.set_wish(A, LayerControl.OFF)
    assert store.verification is None


def test_a_story_is_told_off_the_gui_thread(store, qtbot):
    told = []
    store.story(f"layer:{A}", told.append)
    qtbot.waitUntil(lambda: told == [(A,)])


def test_a_slow_engine_is_announced(store, fake, qtbot):
    fake.gate.clear()
    with qtbot.waitSignal(store.busy_changed) as busy:
        store.refresh()
    assert busy.args == [True]
    assert store.busy
    with qtbot.waitSignal(store.busy_changed) as busy:
        fake.gate.set()
    assert busy.args == [False]


def test_documents_that_could_not_be_read_are_reported(fake, qtbot):
    problem = DocumentProblem("/c/a.json", "/c/a.json could not be read: line 3", 3)
    fake.loaded = Loaded(Workspace((ONE,), "1"), (problem,))
    fake.paths = fake.paths._replace(note="HOME is not set")
    store = Store(fake.machine(), fake.doors())
    store.start()
    store.close()
    assert [notice.code for notice in store.notices] == ["document-unreadable", "no-home"]
    assert store.notices[0].title == "a.json could not be read"
    assert (store.notices[0].file, store.notices[0].line) == ("/c/a.json", 3)


def test_a_folder_that_is_a_file_is_reported_before_the_first_edit(fake, tmp_path, qtbot):
    (tmp_path / "state").write_text("in the way")
    store = Store(fake.machine(), fake.doors())
    store.start()
    store.close()
    assert [notice.severity for notice in store.notices] == [Severity.WARNING]
    assert str(tmp_path / "state") in store.notices[0].consequence


def test_what_a_killed_run_left_applied_is_said_at_the_start(fake, qtbot):
    fake.in_force = InForce((Applied(ONE, (), 900.0),), ("/override",), left_behind=True)
    store = Store(fake.machine(), fake.doors())
    store.start()
    assert store.banner().kind is BannerKind.STALE
    store.close()


def test_closing_leaves_no_thread(fake, qtbot):
    before = threading.active_count()
    store = Store(fake.machine(), fake.doors())
    with qtbot.waitSignal(store.picture_changed):
        store.start()
    store.set_wish(A, LayerControl.OFF)
    store.close()
    store.close()
    assert threading.active_count() == before
    assert fake.saved


class Dead:
    """Stands for what a folder that does not answer holds up; `release` lets it answer."""

    def __init__(self, then):
        self.then, self.reached, self.answers = then, threading.Event(), threading.Event()
        self.is_over = False

    def __call__(self, *asked):
        self.reached.set()
        self.answers.wait(PATIENCE)
        self.is_over = True
        return self.then(*asked)

    def release(self):
        self.answers.set()


@pytest.fixture
def impatient(monkeypatch):
    """Let the end of the program wait for reading no longer than a moment."""
    for module in (background, store_module, folder_watch):
        monkeypatch.setattr(module, "LEAVE_AFTER", 0.01)


def test_the_end_does_not_wait_for_a_picture_of_a_folder_that_does_not_answer(
    fake, qapp, impatient
):
    dead = Dead(fake.compute)
    store = Store(fake.machine(), fake.doors(compute=dead))
    store.start()
    assert dead.reached.wait(PATIENCE)
    store.close()
    assert not dead.is_over
    dead.release()


def test_neither_the_end_nor_a_withdrawal_waits_for_a_manifest_that_does_not_answer(
    fake, qtbot, impatient, monkeypatch
):
    dead = Dead(declarations.read_changed)
    monkeypatch.setattr(declarations, "read_changed", dead)
    fake.in_force = InForce((Applied(ONE, (), 900.0),), ("/override",))

    def compute(*asked):
        picture = fake.compute(*asked)
        rows = tuple(row._replace(manifest="/dead/layer.json") for row in picture.rows)
        return picture.with_rows(rows)

    store = Store(fake.machine(), fake.doors(compute=compute))
    store.start()
    qtbot.waitUntil(dead.reached.is_set)
    assert store.withdraw_now() == ""
    assert store.applied == ()
    store.close()
    assert not dead.is_over
    dead.release()


def test_the_end_waits_for_what_is_being_written(fake, qtbot, impatient):
    dead = Dead(fake.apply)
    store = Store(fake.machine(), fake.doors(apply=dead))
    with qtbot.waitSignal(store.picture_changed):
        store.start()
    store.apply(())
    assert dead.reached.wait(PATIENCE)
    later = threading.Timer(0.1, dead.release)
    later.start()
    store.close()
    assert dead.is_over
    assert fake.in_force.applied
    later.join()


def test_real_documents_survive_a_restart(tmp_path, fake, qtbot):
    real = Backend(compute=fake.compute)
    machine = Machine(
        host=fake.machine().host,
        loaders=(),
        paths=StatePaths(tmp_path / "c", tmp_path / "s", tmp_path / "r"),
    )
    store = Store(machine, real)
    with qtbot.waitSignal(store.picture_changed):
        store.start()
    store.set_wish(A, LayerControl.OFF)
    store.close()
    assert load_workspace(tmp_path / "c").workspace.current.layers == (
        LayerEntry(A, LayerControl.OFF),
    )
    assert not Path(tmp_path / "s").exists()


EVERY = View(Mechanism.AUTOMATIC)


@pytest.mark.parametrize(
    "leave",
    [
        lambda store: store.apply(()),
        lambda store: store.withdraw(),
        lambda store: store.select_configuration("2"),
        lambda store: store.new_configuration("Third"),
    ],
    ids=["apply", "withdraw", "another configuration", "a new configuration"],
)
def test_a_view_does_not_outlast_what_it_was_chosen_for(store, qtbot, leave):
    with qtbot.waitSignal(store.picture_changed):
        store.set_view(EVERY)
    leave(store)
    assert store.view == View()
    qtbot.waitUntil(lambda: store.picture.question.view == View())


def test_a_view_stays_through_an_edit(store, qtbot):
    with qtbot.waitSignal(store.picture_changed):
        store.set_view(EVERY)
    with qtbot.waitSignal(store.picture_changed):
        store.set_wish(LAYERS[2], LayerControl.ON)
    assert store.view == EVERY


def test_the_changes_of_another_view_are_listed_beside_the_picture(store, fake, qtbot):
    with qtbot.waitSignal(store.changes_changed):
        store.show_plan(EVERY)
    assert store.view == View()
    assert store.planned.question.view == EVERY
    with qtbot.waitSignals([store.picture_changed, store.changes_changed]):
        store.set_wish(LAYERS[2], LayerControl.ON)
    assert store.planned.question.view == EVERY
    assert store.planned.chain() == LAYERS
    with qtbot.waitSignal(store.changes_changed):
        store.show_plan(None)
    assert store.planned is store.picture


def test_a_refresh_that_finds_nothing_new_keeps_what_was_checked(store, fake, qtbot):
    store.doors = store.doors._replace(
        verify=lambda report: Verification(agreed=True, predicted=(), when=1.0)
    )
    with qtbot.waitSignal(store.verified):
        store.check()
    with qtbot.waitSignal(store.picture_changed):
        store.refresh()
    assert store.verification is not None
    with qtbot.waitSignal(store.picture_changed):
        store.set_wish(LAYERS[2], LayerControl.ON)
    assert store.verification is None
