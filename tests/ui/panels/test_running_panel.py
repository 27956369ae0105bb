"""The panel "Running": programs that have Vulkan loaded, kept fresh while it is seen."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from tests.framework.stand_ins import replace
from vkconfig_py.loader.files.processes import ProcessFacts, read_pulse
from vkconfig_py.model.processes.mapped_parts import MappedKind, MappedPart
from vkconfig_py.model.processes.running_now import (
    Agreement,
    ProcessAction,
    RunningProcess,
    RunningPrograms,
)
from vkconfig_py.model.session.running_watch import NO_PROGRAMS_IN_DEMO
from vkconfig_py.ui.panels.running_panel import NO_PROGRAMS
from vkconfig_py.ui.widgets import messages

LOADER = "/usr/lib/libvulkan.so.1.3.239"


def part(name, **more):
    known = {"is_predicted": True, "is_loaded": True, **more}
    return MappedPart(
        MappedKind.LAYER, f"VK_LAYER_{name}", f"/layers/{name}.json", f"/lib{name}.so", **known
    )


def process(pid=42, name="game", agreement=Agreement.EQUAL, sentence="", parts=(), **more):
    facts = ProcessFacts(
        pid, 1000, 7, 0.0, name, f"/opt/{name}", ("--fast",), "/srv", environment={}
    )
    said = sentence or "1 layer and 0 drivers."
    own = {"is_own": True, **more}
    return RunningProcess(facts, agreement, said, LOADER, "1.3.239", tuple(parts), **own)


MISSING = process(
    7,
    "thrust",
    Agreement.DIFFERENT,
    "Expected 2 layers; loaded 1. b: it was written later.",
    [part("a"), part("b", is_loaded=False, explanation="it was written later.")],
)


class FakeWatch:
    """Finds what a test says."""

    def __init__(self):
        self.now = RunningPrograms()
        self.looks = self.forgotten = 0

    def look(self, _installed):
        self.looks += 1
        return self.now

    def forget(self):
        self.forgotten += 1


@pytest.fixture
def fake(window):
    """Return what the panel of the window will find, as on a machine of its own."""
    watch = FakeWatch()
    shared = window.session.shared
    window.session.shared = shared._replace(machine=shared.machine._replace(demo=False))
    replace(process_watch=lambda: watch)
    return watch


@pytest.fixture
def show(window, fake, qtbot):
    """Return a function that shows these processes."""

    def show_them(*processes, hidden=0):
        fake.now = RunningPrograms(processes, hidden)
        panel = window.docks.open("running")
        panel.watch.look()
        qtbot.waitUntil(lambda: panel.watch.now == fake.now)
        return panel

    return show_them


def lines(panel, row=0):
    return panel.model.line_at(panel.model.index(row))


def test_a_program_is_shown_with_what_agrees_and_its_parts(show):
    panel = show(process(parts=[part("a")], is_launched_here=True), hidden=3)
    row = lines(panel)
    assert (row.title, row.status_word, row.text) == (
        "game",
        "As predicted",
        "1 layer and 0 drivers.",
    )
    assert (row.note, row.location, row.tone) == (
        "PID 42 · loader 1.3.239 · launched by vkconfig-py", "/opt/game", "ok",
    )  # fmt: skip
    assert panel.header.summary.text() == (
        "1 Vulkan program · 3 processes owned by other users could not be inspected"
    )
    assert [one.name for one in panel.part_model.values()] == ["VK_LAYER_a"]
    assert panel._caption.text() == f"Loader 1.3.239: {LOADER}"


def test_a_difference_is_told_in_the_row_and_why_at_the_part(show):
    panel = show(process(), MISSING)
    assert lines(panel, 1).text == "expected 2 layers; loaded 1: b not loaded"
    panel.view.setCurrentIndex(panel.model.index(1))
    told = panel.part_model.line_at(panel.part_model.index(1))
    assert (told.status_word, told.text, told.icon) == (
        "Not loaded",
        "it was written later.",
        "cross",
    )
    assert "1 not as predicted" in panel.header.summary.text()
    text = panel.model.index(1).data(int(Qt.ItemDataRole.AccessibleTextRole))
    assert "thrust, PID 7" in text
    assert MISSING.sentence in text


def test_the_selected_program_stays_selected_when_others_come_and_go(show):
    panel = show(process(), MISSING)
    panel.view.setCurrentIndex(panel.model.index(1))
    show(process(1, "first"), MISSING)
    assert panel.get_selected_process() == MISSING
    changed = MISSING._replace(parts=(part("a"), part("b"), part("c", is_predicted=False)))
    show(process(1, "first"), changed)
    assert len(panel.part_model.values()) == 3
    show(process(1, "first"))
    assert panel.get_selected_process().title == "first"


def test_it_looks_while_it_is_seen_and_not_before_or_after(window, fake, qtbot):
    assert fake.looks == 0
    panel = window.docks.open("running")
    qtbot.waitUntil(lambda: fake.looks == 1)
    qtbot.waitUntil(panel.watch._timer.isActive)
    panel.watch._timer.setInterval(1)
    panel.watch.look()
    qtbot.waitUntil(lambda: fake.looks > 3)
    window.docks.hide("running")
    assert not panel.watch._timer.isActive()
    panel.watch._worker.drain()
    looks = fake.looks
    panel.watch.look()
    panel.watch._worker.drain()
    assert fake.looks == looks


def test_rescan_reads_everything_anew(show, fake, qtbot):
    panel = show(process())
    looks = fake.looks
    panel.watch.look_anew()
    qtbot.waitUntil(lambda: (fake.forgotten, fake.looks > looks) == (1, True))


def test_nobody_is_told_as_a_sentence(show):
    panel = show(hidden=2)
    text = panel._empty.text()
    assert text.startswith("No program that uses Vulkan was found. ")
    assert text.endswith(" 2 processes owned by other users could not be inspected.")
    assert show()._empty.text() == NO_PROGRAMS
    show(process())
    assert panel._pages.currentIndex() == 1


def test_the_sample_machine_runs_nothing(window):
    panel = window.docks.open("running")
    assert panel._empty.text() == NO_PROGRAMS_IN_DEMO
    assert not panel.watch._timer.isActive()


def test_a_program_is_chosen_with_its_arguments(window, show):
    panel = show(process())
    panel.process_used.emit(panel.get_selected_process(), ProcessAction.CHOOSE)
    target = window.session.edits.workspace.program
    assert (target.program, target.arguments, target.working_directory) == (
        "/opt/game", ("--fast",), "/srv",
    )  # fmt: skip


def test_what_can_be_done_depends_on_whose_it_is(show):
    boxed = process(2, "boxed")
    boxed = boxed._replace(facts=boxed.facts._replace(root="/proc/2/root"), is_own=False)
    panel = show(process(), boxed)
    assert [one.label for one in lines(panel).actions] == ["What-if", "Choose program", "Stop…"]
    assert [one.label for one in lines(panel, 1).actions] == ["What-if"]
    assert "in a sandbox" in lines(panel, 1).note


def texts(menu):
    return [action.text() for action in menu.actions() if action.text()]


def test_the_menu_of_a_program_copies_and_opens(window, show, monkeypatch):
    panel = show(process())
    opened = []
    panel.folder_requested.connect(opened.append)
    menu = panel.make_menu(panel.get_selected_process())
    assert texts(menu) == [
        "Show in What-if", "Choose this program", "Copy details", "Open folder", "Stop…",
    ]  # fmt: skip
    menu.actions()[3].trigger()
    assert QGuiApplication.clipboard().text().startswith("game  PID 42  /opt/game\n  loader 1.3")
    monkeypatch.setattr("vkconfig_py.ui.window.commands.open_file", lambda _path: True)
    menu.actions()[4].trigger()
    assert opened == ["/opt/game"]


@pytest.fixture
def sleeper():
    """Return a program that waits to be ended."""
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        yield child
        child.kill()


@pytest.mark.parametrize("agrees", [True, False])
def test_a_program_is_stopped_after_a_question(window, show, qtbot, monkeypatch, sleeper, agrees):
    asked = []

    def ask(_parent, name, pid):
        asked.append((name, pid))
        return agrees

    monkeypatch.setattr(messages, "ask_stop", ask)
    real = process(sleeper.pid)
    start = read_pulse(sleeper.pid).start
    panel = show(real._replace(facts=real.facts._replace(start=start)))
    panel.process_used.emit(panel.get_selected_process(), ProcessAction.STOP)
    panel.watch._worker.drain()
    assert asked == [("game", sleeper.pid)]
    if agrees:
        assert sleeper.wait() == -15
        qtbot.waitUntil(
            lambda: f"Asked game (process {sleeper.pid}) to quit." in window.status_bar.toast.text()
        )
    else:
        assert sleeper.poll() is None


def test_another_process_that_got_the_number_is_not_stopped(window, show, qtbot, sleeper):
    panel = show(process(sleeper.pid))  # which began at another time
    panel.watch.stop(panel.get_selected_process())
    text = f"game (process {sleeper.pid}) has already ended."
    qtbot.waitUntil(lambda: text in window.status_bar.toast.text())
    assert sleeper.poll() is None


def test_a_process_is_shown_in_the_what_if_as_it_sees_the_machine(window, show, qtbot):
    machine = window.session.machine.host.prefix
    folder = f"{machine}/proc/42"
    os.makedirs(f"{folder}/ns")
    fields = " ".join(["S", *map(str, range(4, 25))])
    for name, content in (
        ("stat", f"42 (game) {fields}"),
        ("status", "Name:\tgame\nUid:\t1000\n"),
        ("environ", "HOME=/nowhere\0VK_LOADER_LAYERS_DISABLE=~all~\0"),
        ("maps", f"7f-80 r-xp 0 08:01 5 {LOADER}\n"),
    ):
        with open(f"{folder}/{name}", "w") as file:
            file.write(content)
    os.symlink("/opt/game", f"{folder}/exe")
    panel = show(process())
    panel.view.setFocus()
    qtbot.keyClick(panel.view, Qt.Key.Key_Return)
    what_if = window.session.what_if
    qtbot.waitUntil(lambda: what_if.snapshot is not None)
    assert str(what_if.assumptions.runtime_view) == "process:42"
    assert (what_if.assumptions.program, what_if.assumptions.library) == ("/opt/game", LOADER)
    # What the configuration would add does not reach a program that runs.
    assert what_if.snapshot.plan.variables == what_if.snapshot.plan.files == ()
    window.chain.what_if.popups._assume_root("")
    assert what_if.assumptions.is_empty


def test_the_panel_is_reached_by_its_keys(window, fake):
    assert window.actions_["panel_running"].shortcut().toString() == "Ctrl+6"
    window.actions_["panel_running"].trigger()
    assert window.docks.get_current() == "running"
    assert window.status_bar.buttons["running"].isChecked()


def test_the_keyboard_goes_to_the_list_once_there_is_one(window, fake, qtbot):
    fake.now = RunningPrograms((process(),))
    window.actions_["panel_running"].trigger()
    panel = window.docks.panels["running"]
    assert panel.header.close_button.hasFocus()
    qtbot.waitUntil(panel.view.hasFocus)
