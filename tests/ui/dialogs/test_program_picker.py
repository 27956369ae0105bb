"""The popup that chooses the program."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from shiboken6 import isValid

from tests.ui.saving import answer_open_dialogs
from tests.ui.supposing import POPUPS
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerControl,
    Target,
    Variable,
)
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.items.candidates_model import GAMES_HEADING, CandidatesModel, SectionHeading
from vkconfig_py.model.programs.candidates import (
    BY_STEAM,
    TITLE_BY_PROGRAM_SECTION,
    CommandLine,
    ProgramCandidate,
    ProgramSection,
)
from vkconfig_py.ui.dialogs.program_picker import (
    NO_MATCH,
    NO_PROGRAMS,
    SEARCHING_PROGRAMS,
    ProgramPicker,
)

pytestmark = POPUPS
CUBE = Target("/usr/bin/vkcube")
PLAIN = Configuration("a", "Plain")
OWN = Configuration("b", "Own", target=Target("/opt/game"))
FOUND = (
    ProgramCandidate.from_recent(CUBE),
    ProgramCandidate.from_target(
        ProgramSection.TOOLS, "vulkaninfo", Target("/usr/bin/vulkaninfo", ("--summary",))
    ),
    ProgramCandidate(ProgramSection.GAMES, "Portal 2", note=BY_STEAM, steam_number="620"),
)


@pytest.fixture
def opened(qtbot, context):
    """Return a function that opens the popup for a workspace."""

    made = []

    def open_picker(workspace: Workspace) -> ProgramPicker:
        picker = ProgramPicker(context, workspace)
        made.append(picker)
        picker.show()
        picker.field.setFocus()
        return picker

    yield open_picker
    for picker in filter(isValid, made):  # one that was closed has deleted itself
        picker.close()


@pytest.fixture
def picker(opened):
    picker = opened(Workspace((PLAIN, OWN), "a", last_program=CUBE, recent_programs=(CUBE,)))
    picker.show_candidates(FOUND)
    return picker


def shown(picker):
    return [
        f"[{TITLE_BY_PROGRAM_SECTION[line.section]}]"
        if isinstance(line, SectionHeading)
        else line.name
        for line in picker.model.values()
    ]


def keys(picker, qtbot, *pressed):
    for key in pressed:
        qtbot.keyClick(picker.field, key)


def test_programs_stand_in_sections_and_the_first_one_is_chosen_by_enter(picker, qtbot):
    assert shown(picker) == [
        "[Recent]", "vkcube", "[Vulkan tools]", "vulkaninfo", "[Steam games]", "Portal 2"
    ]  # fmt: skip
    with qtbot.waitSignal(picker.chosen) as chosen:
        keys(picker, qtbot, Qt.Key.Key_Return)
    assert chosen.args == [FOUND[0]]


def test_a_program_that_happens_to_run_is_not_chosen_before_anything_is_typed(opened, qtbot):
    running = [
        ProgramCandidate.from_target(ProgramSection.RUNNING, f"game{n}", Target(f"/opt/game{n}"))
        for n in range(60)
    ]
    picker = opened(Workspace((PLAIN,), "a"))
    picker.show_candidates(running)
    assert not picker.view.currentIndex().isValid()
    assert picker.view.verticalScrollBar().value() == 0
    keys(picker, qtbot, Qt.Key.Key_Return)
    assert picker.isVisible()
    keys(picker, qtbot, Qt.Key.Key_Down)
    assert picker.view.get_current_value() == running[0]
    qtbot.keyClicks(picker.field, "game7")
    assert picker.view.get_current_value() == running[7]


def test_the_heading_above_the_selected_first_program_is_in_view(opened):
    recent = tuple(Target(f"/opt/game{n}") for n in range(60))
    picker = opened(Workspace((PLAIN,), "a", recent_programs=recent))
    picker.show_candidates([ProgramCandidate.from_recent(target) for target in recent])
    assert picker.view.verticalScrollBar().value() == 0
    assert picker.view.get_current_value().target == recent[0]


def test_programs_that_are_found_later_begin_with_their_heading_and_none_is_selected(opened):
    picker = opened(Workspace((PLAIN,), "a"))
    tools = [
        ProgramCandidate.from_target(ProgramSection.TOOLS, f"tool{n}", Target(f"/usr/bin/tool{n}"))
        for n in range(60)
    ]
    picker.show_candidates(tools)
    assert not picker.view.currentIndex().isValid()
    assert picker.view.verticalScrollBar().value() == 0
    picker.field.setText("tool")
    assert picker.view.get_current_value() == tools[0]
    assert picker.view.verticalScrollBar().value() == 0


def test_arrows_go_over_the_headings(picker, qtbot):
    keys(picker, qtbot, Qt.Key.Key_Down)
    with qtbot.waitSignal(picker.chosen) as chosen:
        keys(picker, qtbot, Qt.Key.Key_Return)
    assert chosen.args == [FOUND[1]]


def test_typing_filters_and_escape_closes(picker, qtbot):
    qtbot.keyClicks(picker.field, "info")
    assert shown(picker) == ["[Vulkan tools]", "vulkaninfo"]
    keys(picker, qtbot, Qt.Key.Key_Escape)
    assert not picker.isVisible()


def test_recent_programs_are_there_before_the_others_are_found(opened):
    picker = opened(Workspace((PLAIN,), "a", recent_programs=(CUBE,)))
    assert shown(picker) == ["[Recent]", "vkcube"]
    picker = opened(Workspace((PLAIN,), "a"))
    assert picker._empty_label.text() == SEARCHING_PROGRAMS
    picker.show_candidates(())
    assert picker._empty_label.text() == NO_PROGRAMS


def test_a_typed_command_line_comes_first(picker, qtbot):
    asked = []
    picker.typed.connect(asked.append)
    picker.field.setText("A=b game -x")
    assert asked == ["A=b game -x"]
    assert picker._empty_label.text() == NO_MATCH
    typed = ProgramCandidate.from_typed(Target("/opt/game", ("-x",)), (Variable("A", "b"),))
    picker.show_command(asked[0], CommandLine(typed.target, typed.variables))
    assert shown(picker) == ["[As typed]", "game"]
    with qtbot.waitSignal(picker.chosen) as chosen:
        keys(picker, qtbot, Qt.Key.Key_Return)
    assert chosen.args == [typed]


def test_enter_before_a_typed_line_is_checked_waits_for_the_check(picker, qtbot):
    picker.field.setText("/opt/game")
    keys(picker, qtbot, Qt.Key.Key_Return)
    assert picker.isVisible()
    with qtbot.waitSignal(picker.chosen) as chosen:
        picker.show_command("/opt/game", CommandLine(Target("/opt/game")))
    assert chosen.args[0].target == Target("/opt/game")


def test_what_is_in_the_list_is_not_offered_twice_when_it_is_typed(picker):
    picker.field.setText("vkcube")
    picker.show_command("vkcube", CommandLine(CUBE))
    assert shown(picker) == ["[Recent]", "vkcube"]


def test_an_error_is_told_where_nothing_matches_and_goes_with_the_next_match(picker, qtbot):
    picker.field.setText("/opt/gone")
    picker.show_command("/opt/gone", CommandLine(error="/opt/gone does not exist."))
    assert picker.error.isVisible()
    assert picker.error.text() == "/opt/gone does not exist."
    keys(picker, qtbot, Qt.Key.Key_Return)
    assert picker.isVisible()
    picker.field.setText("cube")
    assert not picker.error.isVisible()
    picker.show_command("/opt/gone", CommandLine(error="late"))
    assert not picker.error.isVisible()


def test_the_foot_says_whose_the_program_is(opened, qtbot):
    picker = opened(Workspace((PLAIN,), "a"))
    assert picker.note.text() == "No program chosen"
    assert not picker.clear.isVisible()
    picker = opened(Workspace((PLAIN, OWN), "b", last_program=CUBE))
    assert picker.note.text() == "Program for “Own”: game"
    with qtbot.waitSignal(picker.last_program_requested):
        picker.use_last.click()
    picker = opened(Workspace((PLAIN,), "a", last_program=CUBE))
    assert picker.note.text() == "Configurations without a program use vkcube."
    assert not picker.use_last.isVisible()
    with qtbot.waitSignal(picker.clear_requested):
        picker.clear.click()


def test_rows_say_what_they_are_to_a_reader(picker):
    texts = [
        picker.model.index(row).data(Qt.ItemDataRole.AccessibleTextRole)
        for row in range(picker.model.rowCount())
    ]
    assert texts[1] == "vkcube, Recent, /usr/bin/vkcube"
    assert texts[5] == f"Portal 2, Steam games, {BY_STEAM}"


def test_games_stand_below_a_heading_that_says_that_they_do_not_become_the_program(picker):
    assert picker.model.index(4).data() == GAMES_HEADING


# in the window of the sample machine


@pytest.fixture
def programs(window, qtbot):
    """Return the commands, with the picker open and complete."""
    window.actions_["choose_program"].trigger()
    programs = window.controllers.commands.program_commands
    qtbot.waitUntil(lambda: programs.picker._is_complete)
    return programs


def test_a_chosen_row_is_the_program(window, programs, qtbot):
    candidate = ProgramCandidate.from_typed(CUBE, (Variable("A", "b"),))
    programs.picker.chosen.emit(candidate)
    workspace = window.session.edits.workspace
    assert workspace.program == CUBE
    assert workspace.selected_configuration.environment == (Variable("A", "b"),)
    assert window.header.program.text() == "vkcube"
    toast = window.status_bar.toast.text().strip()
    assert toast == f"Set A in “{workspace.selected_configuration.name}” for its programs."
    window.status_bar.toast.undo_button.click()
    assert window.session.edits.workspace.program == Target()
    assert window.session.edits.workspace.selected_configuration.environment == ()


def test_typed_lines_are_checked_on_this_machine(window, programs, qtbot, tmp_path):
    game = tmp_path / "game"
    game.write_bytes(b"\x7fELF")
    game.chmod(0o755)
    picker = programs.picker
    picker.field.setText(f"{game} -x")
    qtbot.waitUntil(lambda: picker.model.rowCount() == 2)
    qtbot.keyClick(picker.field, Qt.Key.Key_Return)
    assert window.session.edits.workspace.program == Target(str(game), ("-x",))


def test_a_game_of_steam_copies_launch_options(window, programs, qtbot):
    window.session.edits.do(
        workspace_edits.set_environment,
        window.session.edits.workspace.selected_configuration.key,
        (Variable("A", "b"),),
    )
    programs.picker.chosen.emit(FOUND[2])
    toast = window.status_bar.toast
    qtbot.waitUntil(lambda: "Portal 2" in toast.text())
    assert QGuiApplication.clipboard().text() == "env A=b %command%"
    assert not window.session.edits.workspace.program.program
    assert toast.text().endswith("It carries over the whole configuration as it is now.")
    menu = window.controllers.safe_mode.make_menu()
    assert menu.actions()[0].text() == "Copy for Portal 2"
    QGuiApplication.clipboard().clear()
    menu.actions()[0].trigger()
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text() == "env A=b %command%")


def test_a_game_chosen_before_any_layer_is_offered_once_a_layer_is_on(window, programs, qtbot):
    programs.picker.chosen.emit(FOUND[2])
    toast = window.status_bar.toast
    qtbot.waitUntil(lambda: "Portal 2" in toast.text())
    assert toast.text() == "Nothing to copy for Portal 2 yet. Turn on a layer first."
    layer = "VK_LAYER_KHRONOS_validation"
    window.session.edits.do(workspace_edits.set_control, layer, LayerControl.ON)
    assert toast.text() == "Launch options for Portal 2 can be copied now."
    assert toast.command_button.text() == "Copy for Portal 2"
    QGuiApplication.clipboard().clear()
    toast.command_button.click()
    qtbot.waitUntil(lambda: layer in QGuiApplication.clipboard().text())
    assert toast.text().startswith("Copied for Portal 2.")


def test_a_file_can_be_browsed_for_and_the_program_cleared(window, programs, monkeypatch):
    answer_open_dialogs(monkeypatch, "/usr/bin/vkcube")
    programs.picker.browse.click()
    assert window.session.edits.workspace.program == CUBE
    programs.open(window.mapToGlobal(window.rect().center()))
    programs.picker.clear.click()
    assert not window.session.edits.workspace.program.program


def test_a_closed_picker_is_forgotten(programs, qtbot):
    programs.picker.close()
    qtbot.waitUntil(lambda: programs.picker is None)


def test_launching_without_a_program_launches_what_is_chosen(window, qtbot, monkeypatch):
    started = []
    monkeypatch.setattr(window.launcher, "start", lambda _safe: started.append(1))
    window.controllers.commands.launch()
    programs = window.controllers.commands.program_commands
    assert not started
    programs.picker.chosen.emit(ProgramCandidate.from_recent(CUBE))
    assert started == [1]


def test_the_picker_is_loaded_when_it_is_opened(window):
    assert window.controllers.commands._programs is None
    assert Path(ProgramPicker.__module__.replace(".", "/")).name == "program_picker"


def test_the_popup_is_as_high_as_the_programs_that_are_found_later(opened, context):
    picker = opened(Workspace((PLAIN, OWN), "a", last_program=CUBE, recent_programs=(CUBE,)))
    before = picker.height()
    picker.show_candidates(FOUND)
    assert picker.height() > before
    assert picker.view.verticalScrollBar().maximum() == 0
    many = [Target(f"/opt/tool{number}") for number in range(20)]
    picker.show_candidates([ProgramCandidate.from_recent(target) for target in many])
    assert picker.height() == context.theme.px(460)


def test_a_list_without_rows_leaves_no_strip(picker):
    picker.field.setText("zzz")
    assert picker.view.isHidden()
    assert picker._empty_label.isVisible()
    picker.field.setText("")
    assert picker.view.isVisible()


def test_each_section_has_an_icon():
    for section in TITLE_BY_PROGRAM_SECTION:
        candidate = ProgramCandidate.from_target(section, "cube", CUBE)
        model = CandidatesModel()
        model.show([candidate])
        assert model.line_at(model.index(1)).icon
