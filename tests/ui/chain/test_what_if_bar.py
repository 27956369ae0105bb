"""What-if in the window: the bar, what it supposes, what it shows."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QFileDialog

from tests.framework.elf_files import LIBRARY, make_elf_file
from tests.framework.sandboxes import BLENDER, DRIVERS, REF, Sandboxes
from tests.ui.saving import answer_open_dialogs
from tests.ui.supposing import (
    DISABLE,
    MESA,
    POPUPS,
    VKBASALT,
    chain_of,
    press,
    rows,
    wait_until_answered,
)
from vkconfig_py.loader.api.what_if import NOTHING_ASSUMED, WhatIf
from vkconfig_py.model.chain.snapshot_values import RowKind
from vkconfig_py.model.chain.what_if_choices import NOT_A_LOADER, WhatIfChoice
from vkconfig_py.ui.chain.what_if_bar import UNCHANGED_LABEL
from vkconfig_py.ui.widgets.basic import TextRole

VIEW = f"flatpak:{BLENDER}"

# the bar


def test_the_bar_takes_the_place_of_the_head_and_gives_it_back(window, bar):
    assert bar.isVisible()
    assert not window.chain.sentence.isVisible()
    assert window.actions_["what_if"].isChecked()
    bar.close_button.click()
    assert not bar.isVisible()
    assert window.chain.sentence.isVisible()
    assert not window.actions_["what_if"].isChecked()


def test_opening_supposes_nothing_and_shows_today(window, bar):
    assert window.session.snapshots.shown is window.session.snapshots.current
    assert bar.result_label.text().endswith("layers load")
    assert bar.difference_label.text() == "No assumptions yet"
    assert not bar.adopt_button.isVisible()
    assert not bar.reset.isEnabled()
    assert window.status_bar.verified.text() == "Sample machine"


def test_the_keyboard_goes_to_the_bar_and_back(qtbot, window, bar):
    qtbot.waitUntil(bar.loader.hasFocus)
    window.actions_["what_if"].trigger()
    qtbot.waitUntil(window.chain.view.hasFocus)


def test_f6_walks_through_the_bar(qtbot, window, bar):
    window.chain.view.setFocus()
    qtbot.waitUntil(window.chain.view.hasFocus)
    window.actions_["previous_pane"].trigger()
    qtbot.waitUntil(bar.loader.hasFocus)
    window.actions_["next_pane"].trigger()
    qtbot.waitUntil(window.chain.view.hasFocus)


def test_escape_leaves_the_bar_and_keeps_what_is_supposed(qtbot, supposing):
    supposing.chain.what_if.bits.setFocus()
    qtbot.keyClick(supposing.chain.what_if.bits, Qt.Key.Key_Escape)
    qtbot.waitUntil(supposing.chain.view.hasFocus)
    assert supposing.session.what_if.is_hypothetical


def test_every_part_of_the_bar_has_a_name_for_screen_readers(supposing):
    bar = supposing.chain.what_if
    assert bar.accessibleName() == "What-if"
    for widget in bar.findChildren(QAbstractButton):
        assert widget.accessibleName(), widget
    assert bar._tags[0].accessibleName() == f"{DISABLE}=~implicit~, what-if"
    assert bar._tags[0].accessibleDescription() == "Enter edits, Delete removes"


def test_a_variable_changes_the_rows_at_once_and_says_what_was(supposing):
    found = rows(supposing)
    assert found[MESA].kind is RowKind.OFF_LAYER
    assert found[MESA].delta == "currently loads"
    assert found[MESA].reason == f"{DISABLE}=~implicit~ matches"
    bar = supposing.chain.what_if
    assert bar.list_tags() == [f"{DISABLE}=~implicit~"]
    assert "would load" in bar.result_label.text()
    assert "differ from the current state" in bar.difference_label.text()
    assert "This is a what-if: nothing is written." in bar.accessibleDescription()


def test_an_old_loader_does_not_know_the_variable(qtbot, window, bar):
    what_if = window.session.what_if
    what_if.set_variable("VK_IMPLICIT_LAYER_PATH", "/nowhere")
    wait_until_answered(qtbot, window)
    assert MESA not in rows(window)
    what_if.set_assumptions(what_if.assumptions._replace(version=(1, 3, 275)))
    wait_until_answered(qtbot, window)
    found = rows(window)
    assert found[MESA].kind is RowKind.LAYER
    loader = found["Loader 1.3.275"]
    assert loader.is_simulated
    assert loader.delta == "currently 1.4.364"
    assert bar.loader.value == "1.3.275"


def test_a_loader_that_would_fail_says_so_in_red(qtbot, window, bar):
    window.session.what_if.set_assumptions(WhatIf(version=(1, 3, 239)))
    wait_until_answered(qtbot, window)
    assert bar.result_label.text() == "Vulkan would fail"
    assert bar.result_label._text_role is TextRole.ERROR
    assert "Every Vulkan program fails: game_capture.json" in bar.accessibleDescription()


def test_everything_says_that_it_is_simulated(qtbot, supposing):
    assert supposing.status_bar.verified.text() == "Simulated"
    footer = "Simulated: not checked with a real loader."
    assert supposing.inspector.why._footer.text() == footer
    assert not supposing.inspector.why._check_button.isVisible()
    supposing.chain.view.select_key(f"layer:{MESA}")
    today = supposing.inspector.why._today_label
    assert today.isVisible()
    assert today.text().startswith("Currently: Loads, always on")
    supposing.actions_["what_if"].trigger()
    assert not today.isVisible()


def test_reset_supposes_nothing_and_closing_returns_to_today(qtbot, supposing):
    session = supposing.session
    before = session.what_if.assumptions
    supposing.actions_["what_if"].trigger()
    assert session.snapshots.shown is session.snapshots.current
    assert MESA in chain_of(supposing)
    assert not any(row.delta for row in rows(supposing).values())
    supposing.actions_["what_if"].trigger()  # and back again
    assert session.what_if.assumptions == before
    wait_until_answered(qtbot, supposing)
    assert MESA not in chain_of(supposing)
    supposing.chain.what_if.reset.click()
    assert session.what_if.assumptions == NOTHING_ASSUMED
    assert MESA in chain_of(supposing)


@POPUPS
def test_any_version_can_be_typed(qtbot, window, bar):
    bar.loader.click()
    popup = bar.popups.popup
    qtbot.keyClicks(popup.field, "1.3.250")
    qtbot.keyClick(popup.field, Qt.Key.Key_Return)
    wait_until_answered(qtbot, window)
    assert window.session.what_if.assumptions == WhatIf(version=(1, 3, 250))
    assert "Loader 1.3.250" in rows(window)


@POPUPS
@pytest.mark.parametrize(
    ("assumptions", "value"),
    [(WhatIf(), ""), (WhatIf(version=(1, 3, 239)), "1.3.239"), (WhatIf(library="/x.so"), "/x.so")],
)
def test_the_loader_in_use_has_the_tick_and_is_selected(window, bar, assumptions, value):
    window.session.what_if.set_assumptions(assumptions)
    bar.loader.click()
    popup = bar.popups.popup
    entries = popup.model.values()
    assert [entry.key for entry in entries if entry.icon == "check"] == [value]
    assert len({entry.key for entry in entries}) == len(entries)
    assert popup.view.get_current_value().key == value
    assert (
        popup.view.viewport()
        .rect()
        .contains(popup.view.visualRect(popup.view.currentIndex()).center())
    )
    popup.close()


@POPUPS
def test_an_installed_loader_is_chosen_by_its_library(qtbot, window, bar, tmp_path):
    library = tmp_path / "libvulkan.so.1.4.309"
    library.write_bytes(make_elf_file(kind=LIBRARY))
    bar.loader.click()
    popup = bar.popups.popup
    qtbot.keyClicks(popup.field, str(library))
    qtbot.keyClick(popup.field, Qt.Key.Key_Return)
    wait_until_answered(qtbot, window)
    assert window.session.what_if.assumptions == WhatIf(library=str(library))
    assert str(library) in rows(window)["Loader 1.4.309"].secondary


@POPUPS
def test_what_makes_no_sense_is_not_taken_and_the_sentence_says_what_would(qtbot, bar):
    bar.loader.click()
    popup = bar.popups.popup
    qtbot.keyClicks(popup.field, "new")
    while popup.model.rowCount():
        qtbot.keyClicks(popup.field, "x")
    assert popup._empty_label.text() == NOT_A_LOADER
    qtbot.keyClick(popup.field, Qt.Key.Key_Return)
    assert popup.isVisible()
    popup.close()


@POPUPS
def test_choosing_the_first_entry_takes_the_thing_as_it_is(qtbot, window, bar):
    window.session.what_if.set_assumptions(WhatIf(version=(1, 3, 250)))
    bar.loader.click()
    qtbot.keyClicks(bar.popups.popup.field, UNCHANGED_LABEL)
    qtbot.keyClick(bar.popups.popup.field, Qt.Key.Key_Return)
    assert window.session.what_if.assumptions == NOTHING_ASSUMED


@POPUPS
def test_a_variable_is_typed_changed_and_taken_away(qtbot, window, bar):
    bar.variable.click()
    qtbot.keyClicks(bar.popups.popup.field, "ENABLE_VKBASALT=1")
    qtbot.keyClick(bar.popups.popup.field, Qt.Key.Key_Return)
    wait_until_answered(qtbot, window)
    assert rows(window)[VKBASALT].delta == "currently off"
    tag = bar._tags[0]
    press(tag, Qt.Key.Key_Return)
    popup = bar.popups.popup
    assert popup.field.text() == "ENABLE_VKBASALT=1"
    popup.close()
    press(bar._tags[0], Qt.Key.Key_Delete)
    assert bar.list_tags() == []
    assert window.focusWidget() is bar.variable
    assert VKBASALT not in chain_of(window)


def test_the_cross_of_a_tag_takes_it_away(qtbot, supposing):
    tag = supposing.chain.what_if._tags[0]
    spot = tag.compute_cross_rect().center().toPoint()
    qtbot.mouseClick(tag, Qt.MouseButton.LeftButton, pos=spot)
    assert supposing.session.what_if.assumptions == NOTHING_ASSUMED


@POPUPS
def test_programs_roots_and_word_sizes_can_be_supposed(qtbot, window, bar, demo):
    bar.program.click()
    qtbot.keyClicks(bar.popups.popup.field, "vulkaninfo")
    qtbot.keyClick(bar.popups.popup.field, Qt.Key.Key_Return)
    bar.view_button.click()
    qtbot.keyClicks(bar.popups.popup.field, str(demo.folder))
    qtbot.keyClick(bar.popups.popup.field, Qt.Key.Key_Return)
    bar.elevated.click()
    bar.popups._assume_bits(32)
    wait_until_answered(qtbot, window)
    assert window.session.what_if.assumptions == WhatIf(
        pointer_bits=32, program="vulkaninfo", elevated=True, root=str(demo.folder)
    )
    assert bar.program.value == "vulkaninfo"
    assert bar.view_button.value == str(demo.folder)
    assert bar.bits.value == "32-bit"
    assert bar.elevated.isChecked()


@POPUPS
def test_roots_that_are_found_are_offered(qtbot, bar):
    bar.view_button.click()
    popup = bar.popups.popup
    popup.set_choices(())  # what is found may be nothing
    assert popup.model.rowCount() >= 1
    popup.close()


@POPUPS
def test_the_view_of_root_is_taken_and_left_again(qtbot, window, bar):
    bar.view_button.click()
    qtbot.keyClicks(bar.popups.popup.field, "root")
    qtbot.keyClick(bar.popups.popup.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.session.what_if.assumptions.runtime_view is not None)
    wait_until_answered(qtbot, window)
    assert bar.view_button.value == "root"
    home = window.session.snapshots.shown.report.host.environment["HOME"]
    assert home == f"{window.session.machine.host.prefix}/root"
    bar.popups._assume_root("")
    assert window.session.what_if.assumptions == NOTHING_ASSUMED


def test_a_view_of_a_container_that_does_not_run_is_said(qtbot, window, bar):
    bar.popups.view_requested.emit("flatpak:org.none")
    said = "No Flatpak app “org.none” is installed or running"
    qtbot.waitUntil(lambda: window.status_bar.toast.text().strip().startswith(said))
    assert window.session.what_if.assumptions == NOTHING_ASSUMED


def test_a_root_that_is_not_there_is_said(qtbot, window, bar):
    window.session.what_if.set_assumptions(WhatIf(root="/nowhere"))
    said = "Folder not found: /nowhere"
    qtbot.waitUntil(lambda: window.status_bar.toast.text().strip() == said)
    wait_until_answered(qtbot, window)
    assert bar.view_button.value == "/nowhere: folder not found"  # stays when the toast has gone
    bar.view_button.setFocus()
    window.session.what_if.set_assumptions(WhatIf(root="/"))
    wait_until_answered(qtbot, window)
    assert bar.view_button.value == "/"


@POPUPS
def test_an_installed_flatpak_app_is_chosen_by_its_name(qtbot, window, bar):
    sandboxes = Sandboxes(Path(window.session.machine.host.prefix))
    sandboxes.add_flatpak()
    sandboxes.add_driver("default")
    bar.view_button.click()
    popup = bar.popups.popup
    qtbot.waitUntil(lambda: any(one.key == VIEW for one in popup.model.values()))
    (entry,) = (one for one in popup.model.values() if one.key == VIEW)
    assert (entry.title, entry.icon) == (BLENDER, "program")
    assert entry.subtitle == f"Flatpak app, on {REF}"
    qtbot.keyClicks(popup.field, "blender")
    qtbot.keyClick(popup.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.session.what_if.assumptions.runtime_view is not None)
    wait_until_answered(qtbot, window)
    assert bar.view_button.value == VIEW
    report = window.session.snapshots.shown.report
    assert [one.file for one in report.drivers] == [f"{DRIVERS}/default.json"]


@POPUPS
@pytest.mark.parametrize(
    ("button", "is_folder", "chosen"),
    [("view_button", True, "/srv/disk"),
     ("program", False, "/opt/game"),
     ("loader", False, "/opt/libvulkan.so.1"),
     ("view_button", True, "")],
)  # fmt: skip
def test_files_and_folders_are_chosen_in_a_dialog(
    qtbot, window, bar, monkeypatch, button, is_folder, chosen
):
    questions = answer_open_dialogs(monkeypatch, *filter(None, [chosen]))
    getattr(bar, button).click()
    qtbot.keyClicks(bar.popups.popup.field, "dialog")
    qtbot.keyClick(bar.popups.popup.field, Qt.Key.Key_Return)
    assumptions = window.session.what_if.assumptions
    modes = [question.mode for question in questions]
    assert modes == [
        QFileDialog.FileMode.Directory if is_folder else QFileDialog.FileMode.ExistingFile
    ]
    member = {"loader": "library", "view_button": "root"}.get(button, button)
    assert getattr(assumptions, member) == (chosen or None)


@POPUPS
def test_programs_of_the_machine_are_offered_once_they_are_found(qtbot, window, bar):
    found = (WhatIfChoice("/opt/found", "found", "/opt/found · Applications", "program"),)
    bar.program.click()
    popup = bar.popups.popup
    bar.popups.offer_programs(found)
    assert [one.key for one in popup.model.values()].count("/opt/found") == 1
    # A word filters as long as anything has it; then it is a name that is searched in PATH.
    qtbot.keyClicks(popup.field, "foun")
    assert [one.key for one in popup.model.values()] == ["/opt/found"]
    qtbot.keyClicks(popup.field, "x")
    assert [one.key for one in popup.model.values()] == ["founx"]
    popup.close()


# narrow


@pytest.mark.parametrize("width", [1280, 1000])
def test_offers_with_long_names_fit_beside_their_buttons(qtbot, open_window, width):
    window = open_window(width, 700)
    window.chain.view.set_collapsed(False)
    window.chain.view.select_key("layer:VK_LAYER_VALVE_steam_fossilize_64")
    page = window.inspector.why

    def fit():
        buttons = [b for offer in page._offers for b in offer.findChildren(QAbstractButton)]
        corners = [button.mapTo(page, button.rect().bottomRight()) for button in buttons]
        return len(buttons) >= 4 and all(page.rect().contains(corner) for corner in corners)

    qtbot.waitUntil(fit)


@pytest.mark.parametrize("width", [1280, 1000, 860, 800])
def test_the_bar_fits_at_every_width(qtbot, open_window, width):
    window = open_window(width, 600)
    window.actions_["what_if"].trigger()
    window.session.what_if.set_variable(DISABLE, "~implicit~," * 12)
    wait_until_answered(qtbot, window)
    bar = window.chain.what_if
    parts = (bar.loader, bar.bits, bar.program, bar.elevated, bar.view_button, bar.variable,
             *bar._tags, bar.close_button, bar.reset, bar.adopt_button)  # fmt: skip
    for part in parts:
        assert part.isVisible()
        assert bar.rect().contains(part.geometry()), part.accessibleName()


def test_many_variables_leave_the_chain_its_room(qtbot, window, bar):
    before = window.chain.view.height()
    many = tuple((f"VARIABLE_{number}", "x") for number in range(60))
    window.session.what_if.set_assumptions(WhatIf(variables=many))
    wait_until_answered(qtbot, window)
    qtbot.waitUntil(lambda: len(bar.list_tags()) == 60)
    assert window.chain.view.height() > before / 2
    bar._tags[0].setFocus()
    qtbot.keyClick(bar._tags[0], Qt.Key.Key_Tab)
    qtbot.waitUntil(lambda: not bar._tags[1].visibleRegion().isEmpty())


def test_what_comes_of_it_is_not_cut_for_what_is_always_so(supposing):
    bar = supposing.chain.what_if
    bar._show_line(bar.difference_label, "210 rows differ from the current state, 12 gone")
    bar._fit_labels()
    bar.layout().activate()
    assert bar.difference_label.width() == bar.difference_label.maximumWidth()
    assert not bar._not_written_label.isVisible()


def test_tab_goes_through_the_tags_in_their_order(qtbot, supposing):
    bar = supposing.chain.what_if
    supposing.session.what_if.set_variable("A", "1")
    qtbot.waitUntil(lambda: len(bar.list_tags()) == 2)
    bar.view_button.setFocus()
    for expected in (*bar._tags, bar.variable):
        qtbot.keyClick(supposing.focusWidget(), Qt.Key.Key_Tab)
        assert supposing.focusWidget() is expected


@pytest.mark.parametrize(("width", "is_stacked"), [(1280, True), (2400, False)])
def test_the_bar_keeps_its_name_in_any_width(qtbot, supposing, width, is_stacked):
    bar = supposing.chain.what_if

    def is_below():
        return bar.result_label.y() > bar._title.geometry().bottom()

    supposing.resize(width, 800)
    qtbot.waitUntil(lambda: is_below() is is_stacked)
    assert bar._title.isVisible()
    assert bar.result_label.width() == bar.result_label.maximumWidth()
