"""Apply…: the ways of applying, why one fits best, and what each cannot do."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollArea

from tests.framework.german import speak_german
from vkconfig_py.model.chain.snapshot_values import RowKind
from vkconfig_py.model.configuration import chosen_program, workspace_edits
from vkconfig_py.model.configuration.configuration import UNLISTED, LayerControl, Target
from vkconfig_py.model.plan.plan import Limitation, Mechanism, PlanView, render_limits
from vkconfig_py.ui.dialogs.apply_popover import ApplyPopover
from vkconfig_py.ui.inspector.head import InspectorPage
from vkconfig_py.ui.theme.context import remove_break_points
from vkconfig_py.ui.widgets.basic import Label
from vkconfig_py.ui.widgets.buttons import Radio
from vkconfig_py.ui.widgets.layouts import LimitList

# the offscreen platform says so about every popup
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def open_popover(window, qtbot):
    window.actions_["apply"].trigger()
    popover = next(child for child in window.children() if isinstance(child, ApplyPopover))
    popover.every_program_button.setChecked(True)
    qtbot.waitUntil(popover.apply_button.isEnabled)
    return popover


def read_sentences(sentences):
    """Return the sentences that a list shows."""
    labels = [label for label in sentences.findChildren(Label) if label.isVisibleTo(sentences)]
    return [remove_break_points(label.text()) for label in labels]


def close_popover(popover, window, qtbot):
    popover.close()
    qtbot.waitUntil(lambda: not any(isinstance(c, ApplyPopover) for c in window.children()))


def set_on(window, qtbot):
    layer = next(r.name for r in window.session.snapshots.shown.rows if r.kind is RowKind.LAYER)
    with qtbot.waitSignal(window.session.snapshots.current_changed):
        window.session.edits.do(workspace_edits.set_control, layer, LayerControl.ON)


def plan(window):
    return window.session.snapshots.current.plan


def test_the_note_about_a_method_stands_below_its_button(qtbot, window):
    set_on(window, qtbot)
    popover = open_popover(window, qtbot)
    popover._advanced_button.setChecked(True)
    for mechanism in (Mechanism.SETTINGS, Mechanism.AUTOMATIC, Mechanism.OVERRIDE):
        popover.methods[mechanism].setChecked(True)
        column = popover._methods_column
        button_index = column.indexOf(popover.methods[mechanism])
        assert column.indexOf(popover._mechanism) == button_index + 1


def test_what_fits_best_is_chosen_first_and_says_why(qtbot, window):
    set_on(window, qtbot)
    popover = open_popover(window, qtbot)
    assert popover.methods[Mechanism.AUTOMATIC].isChecked()
    assert plan(window).mechanism is Mechanism.OVERRIDE
    assert "An override layer, which every loader since 1.1.85 reads" in said(popover)
    popover.close()
    with qtbot.waitSignal(window.session.snapshots.current_changed):
        window.session.edits.do(workspace_edits.set_control, UNLISTED, LayerControl.OFF)
    popover = open_popover(window, qtbot)
    qtbot.waitUntil(lambda: plan(window).mechanism is Mechanism.SETTINGS)
    assert said(popover).startswith("Uses a loader settings file. An override would not work: ")
    popover.close()


def test_enter_applies_from_every_choice_and_presses_the_button_that_has_the_keyboard(
    qtbot, window
):
    set_on(window, qtbot)
    popover = open_popover(window, qtbot)
    popover.cancel_button.setFocus()
    qtbot.keyClick(popover.cancel_button, Qt.Key.Key_Return)
    assert not window.session.system.applied
    qtbot.waitUntil(lambda: not any(isinstance(c, ApplyPopover) for c in window.children()))
    popover = open_popover(window, qtbot)
    popover.every_program_button.setFocus()
    qtbot.keyClick(popover.every_program_button, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(window.session.system.applied))


def said(popover):
    return popover._mechanism.text().replace("\u200b", "")


def test_the_chosen_way_is_the_one_that_is_planned_and_applied(qtbot, window):
    set_on(window, qtbot)
    popover = open_popover(window, qtbot)
    popover.methods[Mechanism.SETTINGS].setChecked(True)
    qtbot.waitUntil(lambda: plan(window).mechanism is Mechanism.SETTINGS)
    qtbot.waitUntil(popover.apply_button.isEnabled)
    (file,) = plan(window).files
    assert file.path.endswith("vk_loader_settings.json")
    with qtbot.waitSignal(window.session.system.applied_changed):
        popover.apply_button.click()
    qtbot.waitUntil(
        lambda: [a.mechanism for a in window.session.system.applied] == [Mechanism.SETTINGS]
    )
    qtbot.waitUntil(lambda: window.banner.shown_banner is not None)
    qtbot.waitUntil(lambda: any(one.is_own for one in window.session.system.overrides))
    assert "VkConfig" not in window.banner.accessibleDescription()
    assert "every program" in window.banner.accessibleDescription()
    window.actions_["withdraw"].trigger()
    qtbot.waitUntil(lambda: not window.session.system.applied)


def test_apply_stays_where_it_is_while_a_time_is_typed(qtbot, window):
    set_on(window, qtbot)
    popover = open_popover(window, qtbot)
    popover.duration.other_duration_button.setChecked(True)
    assert popover.duration.duration.hasFocus()
    assert not popover.apply_button.isEnabled()
    place = popover.apply_button.pos()
    qtbot.keyClicks(popover.duration.duration, "1h")
    assert popover.apply_button.isEnabled()
    assert popover.apply_button.pos() == place
    qtbot.keyClicks(popover.duration.duration, "x")
    assert not popover.apply_button.isEnabled()
    assert popover.apply_button.pos() == place
    popover.close()


def test_no_answer_moves_its_buttons_under_the_pointer(qtbot, window):
    set_on(window, qtbot)
    popover = open_popover(window, qtbot)
    popover.methods[Mechanism.OVERRIDE].setChecked(True)
    qtbot.waitUntil(lambda: plan(window).mechanism is Mechanism.OVERRIDE)
    qtbot.waitUntil(popover.apply_button.isEnabled)
    button, height = popover.apply_button, popover.height()
    place = button.mapToGlobal(QPoint())
    sheet = popover.windowHandle()
    QTest.mouseMove(sheet, button.mapTo(popover, button.rect().center()))
    with qtbot.waitSignal(window.session.snapshots.current_changed):
        window.session.edits.do(workspace_edits.set_control, UNLISTED, LayerControl.OFF)
    assert read_sentences(popover._limit_list)
    assert button.mapToGlobal(QPoint()) == place
    QTest.mouseMove(sheet, QPoint(5, 5))
    assert popover.height() > height
    popover.close()


def test_it_is_as_wide_as_the_longest_row_of_its_language(qtbot, window):
    set_on(window, qtbot)
    with speak_german():
        popover = open_popover(window, qtbot)
        assert popover._page.horizontalScrollBar().maximum() == 0
        popover.close()


def test_it_opens_below_its_button_and_stays_on_the_screen(qtbot, window):
    set_on(window, qtbot)
    popover = open_popover(window, qtbot)
    button = window.header.apply
    assert popover.y() == button.mapToGlobal(button.rect().bottomLeft()).y() + 5
    screen = popover.screen().availableGeometry()
    popover.open_below(QPoint(screen.right() - 4, screen.bottom() - 200))
    # It rather begins higher than it scrolls.
    qtbot.waitUntil(lambda: popover._page.verticalScrollBar().maximum() == 0)
    assert screen.contains(popover.frameGeometry())
    popover._advanced_button.setChecked(True)
    qtbot.waitUntil(lambda: popover._page.verticalScrollBar().maximum() > 0)
    assert screen.contains(popover.frameGeometry())
    assert popover.rect().contains(popover.apply_button.geometry())
    popover.close()


def test_method_and_details_are_folded_until_they_are_wanted_and_stay_as_they_were(qtbot, window):
    set_on(window, qtbot)
    popover = open_popover(window, qtbot)
    assert not popover.methods[Mechanism.AUTOMATIC].isVisible()
    height = popover.height()
    popover._advanced_button.click()
    assert popover.methods[Mechanism.AUTOMATIC].isVisible()
    assert popover.height() > height
    assert popover._page.verticalScrollBar().maximum() == 0
    close_popover(popover, window, qtbot)
    popover = open_popover(window, qtbot)
    assert popover.methods[Mechanism.AUTOMATIC].isVisible()
    popover._advanced_button.click()
    assert popover.height() == height
    close_popover(popover, window, qtbot)
    assert not open_popover(window, qtbot).methods[Mechanism.AUTOMATIC].isVisible()


def test_a_method_that_is_not_automatic_is_shown(qtbot, window):
    set_on(window, qtbot)
    window.session.snapshots.set_view(PlanView(Mechanism.OVERRIDE))
    popover = open_popover(window, qtbot)
    assert popover.methods[Mechanism.OVERRIDE].isChecked()
    assert popover.methods[Mechanism.OVERRIDE].isVisible()
    popover.close()


def test_another_way_names_what_it_cannot_do(qtbot, window):
    set_on(window, qtbot)
    with qtbot.waitSignal(window.session.snapshots.current_changed):
        window.session.edits.do(workspace_edits.set_control, UNLISTED, LayerControl.OFF)
    popover = open_popover(window, qtbot)
    popover.methods[Mechanism.OVERRIDE].setChecked(True)
    qtbot.waitUntil(lambda: plan(window).mechanism is Mechanism.OVERRIDE)
    qtbot.waitUntil(popover.apply_button.isEnabled)
    first = read_sentences(popover._limit_list)[0]
    assert first.startswith("Other layers: an override blocks layers")
    popover.close()


def test_however_many_reasons_there_are_the_button_stays_in_reach(qtbot, context):
    reasons = LimitList(context, "Reasons", highest=150, width=348)
    qtbot.addWidget(reasons)
    reasons.show_lines([])
    assert reasons.isHidden()
    reasons.show_lines(["one"])
    low = reasons.height()
    assert reasons.focusPolicy() is Qt.FocusPolicy.NoFocus
    path = "/home/somebody/a-folder-with-a-name/that/is/longer/than/the/popover/is/wide.json"
    reasons.show_lines([f"{path} number {number} cannot be read" for number in range(60)])
    assert low < reasons.height() == context.theme.px(150)
    assert reasons.focusPolicy() is Qt.FocusPolicy.StrongFocus  # arrow keys scroll it
    assert reasons.widget().minimumSizeHint().width() < context.theme.px(348)
    assert path in read_sentences(reasons)[0]


def test_equal_reasons_are_said_once_for_all_that_they_are_about():
    lines = render_limits(
        [
            Limitation("VK_LAYER_a", "it is gone", "install it"),
            Limitation(UNLISTED, "it is late"),
            Limitation("VK_LAYER_b", "it is gone", "install it"),
            Limitation("", "a \x1b bell"),
        ]
    )
    assert lines == [
        "a, b: it is gone (remedy: install it)",
        "Other layers: it is late",
        "a \\x1b bell",
    ]


def test_a_press_anywhere_on_its_text_chooses_an_alternative(qtbot, context):
    radio = Radio(context, "An alternative")
    qtbot.addWidget(radio)
    radio.resize(300, radio.sizeHint().height())
    radio.show()
    qtbot.waitExposed(radio)
    end = radio.sizeHint().width() - context.theme.px(6)
    qtbot.mouseClick(radio, Qt.MouseButton.LeftButton, pos=QPoint(end, radio.height() // 2))
    assert radio.isChecked()


def list_programs(window, *paths, on=True):
    """Put programs into the list of the current configuration."""
    key = window.session.edits.workspace.selected_configuration.key
    for path in paths:
        window.session.edits.do(workspace_edits.add_program, key, path)
        window.session.edits.do(workspace_edits.enable_program, key, path, is_on=on)


@pytest.fixture
def cube(window):
    return window.session.machine.host.executable


def test_the_programs_of_the_list_are_chosen_first_and_applied_to(qtbot, window, cube):
    set_on(window, qtbot)
    list_programs(window, cube, "/gone/game")
    qtbot.waitUntil(lambda: window.controllers.commands.reach.program_list.enabled == 2)
    window.actions_["apply"].trigger()
    popover = next(child for child in window.children() if isinstance(child, ApplyPopover))
    assert popover.listed_programs.isChecked()
    assert popover.listed_programs.text() == "The program in this configuration"
    note = popover._listed_note.text().replace("\u200b", "")
    assert note == f"{Path(cube).name}\n/gone/game does not exist; it is omitted."
    qtbot.waitUntil(popover.apply_button.isEnabled)
    assert window.chain.view_button.text() == "Listed programs"
    with qtbot.waitSignal(window.session.system.applied_changed):
        popover.apply_button.click()
    qtbot.waitUntil(lambda: [a.programs for a in window.session.system.applied] == [(cube,)])
    window.actions_["withdraw"].trigger()
    qtbot.waitUntil(lambda: not window.session.system.applied)


def test_with_every_program_of_the_list_turned_off_the_choice_is_left_open(qtbot, window, cube):
    set_on(window, qtbot)
    list_programs(window, cube, on=False)
    qtbot.waitUntil(lambda: window.controllers.commands.reach.program_list.reaches_no_program)
    before = window.session.requests.view
    window.actions_["apply"].trigger()
    popover = next(child for child in window.children() if isinstance(child, ApplyPopover))
    assert not popover.listed_programs.isEnabled()
    assert popover._scopes.checkedButton() is None
    assert not popover.apply_button.isEnabled()
    assert read_sentences(popover._obstacles) == [
        "All programs in the list are turned off. Choose which programs to apply this "
        "configuration to."
    ]
    assert window.session.requests.view == before
    popover.every_program_button.setChecked(True)
    qtbot.waitUntil(popover.apply_button.isEnabled)
    popover.close()


def test_the_view_of_the_list_follows_it_and_ends_with_its_last_program(qtbot, window, cube):
    window.actions_["view_listed"].trigger()
    assert window.status_bar.toast.text().strip() == "This configuration lists no programs."
    window.status_bar.messages.entries[-1].offer()
    assert window.inspector.tabs.current_page() is InspectorPage.MATCHING
    list_programs(window, cube)
    qtbot.waitUntil(lambda: window.controllers.commands.reach.program_list.programs == (cube,))
    window.actions_["view_listed"].trigger()
    assert window.session.requests.view.programs == (cube,)
    window.session.edits.do(
        workspace_edits.enable_program,
        window.session.edits.workspace.selected_configuration.key,
        cube,
        is_on=False,
    )
    qtbot.waitUntil(lambda: window.session.requests.view.mechanism is Mechanism.LAUNCH)
    window.actions_["view_listed"].trigger()
    assert window.status_bar.toast.text().strip() == "All programs in the list are turned off."


def test_the_program_chosen_last_can_be_applied_to_from_every_configuration(qtbot, window):
    cube = window.session.machine.host.executable
    window.session.edits.do(chosen_program.choose_program, Target(cube))
    window.session.edits.do(workspace_edits.add_configuration, "Another")
    set_on(window, qtbot)
    qtbot.waitUntil(lambda: window.controllers.commands.reach.target.real_path == cube)
    popover = open_popover(window, qtbot)
    popover.this_program_button.setChecked(True)
    qtbot.waitUntil(popover.apply_button.isEnabled)
    popover.apply_button.click()
    qtbot.waitUntil(lambda: bool(window.session.system.applied))
    (applied,) = window.session.system.applied
    assert (applied.configuration.name, applied.programs) == ("Another", (cube,))
    window.session.edits.do(chosen_program.choose_program, Target("/usr/bin/other"))
    assert "older" not in str(window.session.make_banner())


def test_a_wrapper_of_which_only_a_run_can_tell_is_no_program_to_apply_to(qtbot, window, tmp_path):
    wrapper = tmp_path / "start"
    wrapper.write_text('#!/bin/sh\nexec "$(cat game)"\n')
    wrapper.chmod(0o755)
    set_on(window, qtbot)
    window.session.edits.do(chosen_program.choose_program, Target(str(wrapper)))
    qtbot.waitUntil(lambda: window.controllers.commands.reach.target.name == "start")
    popover = open_popover(window, qtbot)
    assert not popover.this_program_button.isEnabled()
    assert "whose path is known only at run time" in popover._program_note.text()
    popover.close()
    window.actions_["view_program"].trigger()
    assert "whose path is known only at run time" in window.status_bar.toast.text()


def test_show_lists_what_applying_writes_and_the_chain_stays_that_of_this_launch(qtbot, window):
    set_on(window, qtbot)
    popover = open_popover(window, qtbot)
    popover._show_button.click()
    preview = window.docks.panels["preview"]
    qtbot.waitUntil(
        lambda: preview.header.summary.text().startswith("When applied to every program · ")
    )
    assert [preview.model.index(row, 0).data() for row in range(preview.model.rowCount())] == [
        "VkLayer_override.json"
    ]
    assert window.session.requests.view == PlanView()
    qtbot.waitUntil(lambda: window.session.snapshots.shown.request.view == PlanView())
    assert window.chain.view_button.text() == "This launch"
    window.actions_["panel_preview"].trigger()  # closed: it is about the chain again
    qtbot.waitUntil(lambda: window.session.plan.snapshot.request.view == PlanView())


def test_applying_leaves_the_chain_that_was_applied(qtbot, window):
    set_on(window, qtbot)
    popover = open_popover(window, qtbot)
    applied_view = window.session.requests.view
    assert applied_view.is_applied
    popover.apply_button.click()
    qtbot.waitUntil(lambda: bool(window.session.system.applied))
    assert window.session.requests.view == applied_view
    window.session.snapshots.set_view(PlanView())
    qtbot.waitUntil(
        lambda: "a launch from here ignores" in window.session.snapshots.shown.sentences[0]
    )


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes programs of other groups")
def test_for_an_elevated_program_the_command_that_reaches_it_can_be_copied(qtbot, window):
    host = window.session.machine.host
    program = Path(f"{host.root}{host.executable}")
    os.chown(program, 0, 1)
    program.chmod(0o2755)
    set_on(window, qtbot)
    with qtbot.waitSignal(window.session.snapshots.current_changed):
        window.session.edits.do(chosen_program.choose_program, Target(host.executable))
    assert "(setgid daemon)" in window.session.snapshots.current.rows[0].reason.lower()
    popover = open_popover(window, qtbot)
    assert not popover._copy_button.isVisible()
    popover.this_program_button.setChecked(True)
    qtbot.waitUntil(lambda: bool(plan(window).command))
    qtbot.waitUntil(popover._copy_button.isVisible)
    assert not popover.apply_button.isEnabled()
    assert popover._file_label.text() == "Nothing will be written"
    qtbot.mouseClick(popover._copy_button, Qt.MouseButton.LeftButton)
    copied = QGuiApplication.clipboard().text()
    assert copied == plan(window).command
    assert copied.endswith("/etc/xdg/vulkan/implicit_layer.d/VkLayer_override.json")
    popover.close()


def test_what_was_chosen_is_chosen_again_after_the_files_were_shown_until_it_is_applied(
    qtbot, window
):
    set_on(window, qtbot)
    popover = open_popover(window, qtbot)
    popover.duration.quarter_hour_button.setChecked(True)
    popover.methods[Mechanism.SETTINGS].setChecked(True)
    popover._show_button.click()
    qtbot.waitUntil(lambda: not any(isinstance(c, ApplyPopover) for c in window.children()))
    popover = open_popover(window, qtbot)
    assert popover.duration.quarter_hour_button.isChecked()
    assert popover.methods[Mechanism.SETTINGS].isChecked()
    popover.apply_button.click()
    qtbot.waitUntil(lambda: not any(isinstance(c, ApplyPopover) for c in window.children()))
    popover = open_popover(window, qtbot)
    assert popover.duration.until_close_button.isChecked()
    popover.close()


def test_it_is_as_high_as_its_sentences_need_and_nothing_in_it_scrolls_by_itself(qtbot, window):
    set_on(window, qtbot)
    popover = open_popover(window, qtbot)
    long = (
        "layer settings cannot be limited to specific programs: every program reads the same file"
    )
    popover._limit_list.show_lines([f"{long} (remedy: launch from this window)"] * 2)
    popover._fit_height()
    qtbot.waitUntil(lambda: not popover._page.verticalScrollBar().isVisible())
    assert popover._limit_list.height() >= popover._limit_list.heightForWidth(
        popover._limit_list.width()
    )
    assert len(popover.findChildren(QScrollArea)) == 1
    popover.close()


def test_sentences_below_the_edge_are_counted_beside_the_buttons_and_shown_by_a_press(
    qtbot, window
):
    set_on(window, qtbot)
    popover = open_popover(window, qtbot)
    popover._limit_list.show_lines(["It is late.", "It is gone."])
    popover._fit_height()
    assert not popover.findings_button.isVisible()  # nothing scrolls
    popover.resize(popover.width(), popover.height() // 2)
    assert popover.findings_button.isVisible()
    assert popover.findings_button.text() == "2 warnings"
    page, limits = popover._page.viewport(), popover._limit_list
    assert not page.rect().contains(limits.mapTo(page, QPoint(0, 0)))
    qtbot.mouseClick(popover.findings_button, Qt.MouseButton.LeftButton)
    assert page.rect().contains(limits.mapTo(page, QPoint(0, 0)))
    popover._obstacles.show_lines(["It cannot be."])
    popover._fit_scroll_bar()
    assert popover.findings_button.text() == "Cannot be applied"
    popover.close()


def test_a_title_that_a_scroll_bar_would_wrap_gets_no_bar(qtbot, window):
    theme, edits = window.context.theme, window.session.edits
    set_on(window, qtbot)
    popover = open_popover(window, qtbot)
    column = popover._page.widget().layout().contentsMargins()
    room = popover._page.width() - column.left() - column.right()
    close_popover(popover, window, qtbot)
    name = "i"
    while theme.title.width(f"Apply “{name}i” to this system") < room - 2:
        name += "i"
    edits.do(workspace_edits.rename_configuration, edits.workspace.selected_key, name)
    popover = open_popover(window, qtbot)
    qtbot.waitUntil(lambda: popover._title.heightForWidth(room) == popover._title.height())
    assert popover._page.verticalScrollBar().maximum() == 0
    popover.close()


def test_a_limitation_of_no_layer_begins_with_a_capital_where_it_stands_alone():
    limits = [Limitation("", "it is late"), Limitation("VK_LAYER_a", "it is gone")]
    assert render_limits(limits, as_sentences=True) == ["It is late", "a: it is gone"]


def test_the_view_of_an_empty_list_offers_to_list_the_chosen_program(qtbot, window, cube):
    commands, edits = window.controllers.commands, window.session.edits
    edits.do(chosen_program.choose_program, Target(cube))
    qtbot.waitUntil(lambda: commands.reach.target.real_path == cube)
    window.actions_["view_listed"].trigger()
    toast = window.status_bar.toast
    assert toast.command_button.text() == f"Add {cube.rpartition('/')[2]} to the list"
    toast.command_button.click()
    qtbot.waitUntil(lambda: window.session.requests.view.programs == (cube,))
    assert window.session.requests.view.follows_program_list
    qtbot.waitUntil(window.actions_["view_listed"].isChecked)
    assert [entry.path for entry in edits.workspace.selected_configuration.programs] == [cube]


def test_the_preview_leads_back_to_what_was_chosen(qtbot, window):
    set_on(window, qtbot)
    popover = open_popover(window, qtbot)
    popover.duration.quarter_hour_button.setChecked(True)
    popover._show_button.click()
    qtbot.waitUntil(lambda: not any(isinstance(c, ApplyPopover) for c in window.children()))
    preview = window.docks.panels["preview"]
    qtbot.waitUntil(lambda: preview.apply_button.isVisibleTo(preview.header))
    preview.apply_button.click()
    popover = next(child for child in window.children() if isinstance(child, ApplyPopover))
    assert popover.duration.quarter_hour_button.isChecked()
    assert popover.every_program_button.isChecked()
    qtbot.waitUntil(popover.apply_button.isEnabled)
    popover.apply_button.click()
    qtbot.waitUntil(lambda: bool(window.session.system.applied))
    qtbot.waitUntil(lambda: not preview.apply_button.isVisibleTo(preview.header))


def test_the_preview_of_a_launch_offers_no_apply(qtbot, window):
    set_on(window, qtbot)
    preview = window.docks.open("preview")
    qtbot.waitUntil(lambda: bool(preview.model.rowCount()))
    assert not preview.apply_button.isVisibleTo(preview.header)
