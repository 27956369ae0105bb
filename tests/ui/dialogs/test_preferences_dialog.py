"""The dialog of preferences: a choice holds at once and is written; others are followed."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from vkconfig_py.model.configuration.preferences import (
    ASK,
    CLOSING,
    LEAVE,
    LOG_SIZE,
    OFF,
    ON,
    PREFERENCES,
    PROBE_EXPLAINED,
    THEME,
    forget_answers,
    read_preferences,
    write_preference,
)
from vkconfig_py.ui.dialogs.preferences_dialog import PreferencesDialog
from vkconfig_py.ui.widgets.basic import Label
from vkconfig_py.ui.widgets.buttons import Radio

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def open_dialog(window):
    window.actions_["preferences"].trigger()
    dialog = window.findChild(PreferencesDialog)
    assert isinstance(dialog, PreferencesDialog)
    return dialog


def test_a_choice_holds_at_once_and_is_kept(qtbot, window):
    dialog, preferences = open_dialog(window), window.session.preferences
    file = window.session.machine.paths.preferences_file
    dialog.radios["theme", "dark"].click()
    assert preferences.values.get_value(THEME) == "dark"
    qtbot.waitUntil(lambda: read_preferences(file).get_value(THEME) == "dark")
    dialog.restore_button.click()
    assert dialog.radios["theme", "system"].isChecked()
    qtbot.waitUntil(lambda: read_preferences(file).get_value(THEME) == "system")
    assert {key for key, _value in dialog.radios} == {one.key for one in PREFERENCES}


def test_choices_wrap_where_the_dialog_is_narrow(qtbot, window):
    dialog = open_dialog(window)
    dialog.resize(window.context.theme.px(372), dialog.height())
    body, room = dialog.page.widget(), dialog.page.viewport()
    qtbot.waitUntil(lambda: body.width() == room.width() < dialog.width())
    rows = [radio.y() for (key, _value), radio in dialog.radios.items() if key == CLOSING.key]
    assert min(rows) < max(rows)
    assert all(body.rect().contains(radio.geometry()) for radio in dialog.radios.values())
    assert body.rect().contains(dialog.reset_buttons[CLOSING.key].geometry())


def test_each_setting_is_close_to_its_choices_and_apart_from_the_next(window):
    dialog = open_dialog(window)
    px = window.context.theme.px
    labels = [one for one in dialog.page.widget().findChildren(Label) if not one.isHidden()]
    tops = {one.text(): one.geometry() for one in labels}
    for preference in PREFERENCES:
        name, description = tops[preference.label], tops[preference.description]
        radios = [
            radio.geometry() for (key, _value), radio in dialog.radios.items()
            if key == preference.key
        ]  # fmt: skip
        rows = sorted({radio.top() for radio in radios})
        edges = [name.bottom() + 1]
        for top in rows:
            assert 0 <= top - edges[-1] <= px(6), preference.key
            edges.append(top + radios[0].height())
        assert 0 <= description.top() - edges[-1] <= px(6), preference.key
        below = min(one.top() for one in tops.values() if one.top() > description.top())
        note = dialog.notes.get(preference.key)
        if note is None or note.isHidden():
            assert below - description.bottom() - 1 >= px(16), preference.key


def test_on_stands_before_off_in_each_preference():
    for preference in PREFERENCES:
        values = [choice.value for choice in preference.choices]
        if OFF in values:
            assert values[0] == ON
            assert values[-1] == OFF


def test_where_the_desktop_has_no_style_of_its_own_that_is_told(window):
    assert (
        not window.context.appearance.has_other_style
    )  # the style that is there without a desktop
    note = open_dialog(window).notes["style"]
    assert note.text() == "Qt has no style for this desktop, so both choices look the same."
    assert not note.isHidden()


def test_what_a_command_changes_is_followed(qtbot, window):
    dialog = open_dialog(window)
    write_preference(window.session.machine.paths.preferences_file, "theme", "light")
    window.session.preferences.look()
    qtbot.waitUntil(lambda: dialog.radios["theme", "light"].isChecked())


def test_a_value_that_is_not_known_is_told_in_the_window(qtbot, window):
    file = window.session.machine.paths.preferences_file
    write_preference(file, "theme", "light")
    file.write_text(file.read_text().replace("light", "blue"))
    with qtbot.waitSignal(window.session.preferences.message) as told:
        window.session.preferences.look()
    assert "“theme” cannot be “blue”" in told.args[0]
    assert window.session.preferences.values.get_value(THEME) == "system"


def test_one_preference_gets_its_default_alone(window):
    dialog, preferences = open_dialog(window), window.session.preferences
    dialog.radios["probing", "start"].click()
    dialog.radios["log_size", "128"].click()
    dialog.reset_buttons["probing"].click()
    assert dialog.radios["probing", "demand"].isChecked()
    assert not dialog.reset_buttons["probing"].isEnabled()
    assert preferences.values.get_value(LOG_SIZE) == "128"


def test_answers_that_a_command_gives_back_are_asked_again_in_an_open_window(qtbot, window):
    paths = window.session.machine.paths
    window.state.set_value(PROBE_EXPLAINED.key, 1)
    window.state.wait_until_saved()
    window.session.preferences.choose(CLOSING, LEAVE)
    qtbot.waitUntil(lambda: read_preferences(paths.preferences_file).get_value(CLOSING) == LEAVE)
    dialog = open_dialog(window)
    assert dialog.restore_buttons["probing-explained"].isEnabled()
    write_preference(paths.preferences_file, "closing", None)
    assert forget_answers(paths.state, paths.preferences_file) == (PROBE_EXPLAINED,)
    qtbot.waitUntil(lambda: not dialog.restore_buttons["probing-explained"].isEnabled())
    assert window.state.number(PROBE_EXPLAINED.key, 1) == 0
    assert window.session.preferences.values.get_value(CLOSING) == ASK
    assert not window.session.preferences.values.problems
    window.state.wait_until_saved()


def test_a_closed_dialog_does_not_hear_that_a_command_gives_answers_back(window):
    dialog = open_dialog(window)
    dialog.close()
    QCoreApplication.sendPostedEvents(dialog, QEvent.Type.DeferredDelete)
    assert not isValid(dialog)
    window.session.preferences.questions_restored.emit()  # what fails in a slot fails the test


def test_an_answer_that_is_kept_is_given_back(window):
    window.state.set_value(PROBE_EXPLAINED.key, 1)
    dialog = open_dialog(window)
    assert not dialog.restore_buttons["hidden-notes"].isEnabled()
    dialog.restore_buttons["probing-explained"].click()
    assert window.state.number(PROBE_EXPLAINED.key, 1) == 0
    assert not dialog.restore_buttons["probing-explained"].isEnabled()
    window.state.wait_until_saved()


def test_a_log_keeps_what_the_preference_says(window):
    window.session.preferences.choose(LOG_SIZE, "128")
    assert window.launcher.log_parts == 16


def test_another_language_offers_a_restart(qtbot, window):
    dialog = open_dialog(window)
    assert dialog.restart_button.isHidden()
    body = dialog.page.widget()
    places = [(part, part.geometry()) for part in body.findChildren(QWidget)]
    dialog.radios["language", "de"].click()
    assert not dialog.restart_button.isHidden()
    QApplication.processEvents()
    assert [part for part, place in places if part.geometry() != place] == []
    with qtbot.waitSignal(window.restart_requested):
        dialog.restart_button.click()
    dialog.radios["language", "system"].click()
    assert dialog.restart_button.isHidden()


def test_it_grows_and_shrinks_with_the_text_and_stays_on_the_screen(qtbot, qapp, window):
    dialog = open_dialog(window)
    plain_font, size = qapp.font(), dialog.size()
    font = qapp.font()
    font.setPointSizeF(1.5 * plain_font.pointSizeF())
    qapp.setFont(font)
    window.context.recompute()
    assert dialog.width() > size.width()
    assert dialog.screen().availableGeometry().contains(dialog.geometry())
    body, area = dialog.page.widget(), dialog.page.viewport()
    qtbot.waitUntil(lambda: body.width() == area.width())
    qapp.setFont(plain_font)
    window.context.recompute()
    qtbot.waitUntil(lambda: dialog.minimumSizeHint().width() <= size.width())
    assert dialog.width() == size.width()


def test_the_data_of_the_sample_machine_are_not_erased(window):
    open_dialog(window).erase_button.click()
    assert "temporary copy" in window.status_bar.toast.text()


def test_the_focus_begins_at_a_choice_that_is_made(qtbot, window):
    dialog = open_dialog(window)
    assert isinstance(dialog.focusWidget(), Radio)
    assert dialog.focusWidget().isChecked()
