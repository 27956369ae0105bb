"""Settings of the real validation layer, changed with mouse and keyboard, and saved."""

from __future__ import annotations

from tests.e2e.session import PATIENCE, VALIDATION, Session
from tests.e2e.settings_page import kept, open_settings, press_part, setting, settings_tab
from vkconfig_py.model.configuration.configuration import Configuration, LayerControl


def test_a_check_mark_and_a_number_are_set_with_the_mouse(plain: Session) -> None:
    plain.save(Configuration(key="d", name="Debugging").with_control(VALIDATION, LayerControl.ON))
    with plain.window() as window:
        open_settings(window, VALIDATION)
        setting(window, "report_flags=warn", "checked", False)
        press_part(window, "report_flags=warn", "check")
        setting(window, "report_flags=warn", "checked", True)
        setting(window, "duplicate_message_limit", "text", "10")
        press_part(window, "duplicate_message_limit", "field")
        window.wait("the field", lambda s: s["focus"] == "SettingField")
        plain.desktop.keys("minus", "5")
        row = setting(window, "duplicate_message_limit", "text", "-5")
        assert row["notes"][0] == "Must be 1 or more. Not written: 10 still applies."
        plain.desktop.keys("ctrl+a")
        plain.desktop.text("3")
        plain.desktop.keys("Return")
        setting(window, "duplicate_message_limit", "text", "3")
        setting(window, "report_flags=warn", "checked", True)
        press_part(window, "report_flags=warn", "reset")
        setting(window, "report_flags=warn", "checked", False)
    assert kept(plain, VALIDATION) == {"duplicate_message_limit": 3}


def test_a_setting_is_found_set_and_taken_back_with_the_keyboard(plain: Session) -> None:
    plain.save(Configuration(key="d", name="Debugging").with_control(VALIDATION, LayerControl.ON))
    keys, text = plain.desktop.keys, plain.desktop.text
    with plain.window() as window:
        window.click_row(VALIDATION)
        settings_tab(window)
        keys("Return")
        window.wait("the tabs", lambda s: s["focus"] == "PageTabs")
        keys("Right")
        setting(window, "fine_grained_locking", "checked", True)
        keys("ctrl+k")
        window.wait("the search", lambda s: s["focus"] == "Field")
        text("fine grained locking")
        keys("Return")
        window.wait("the settings", lambda s: s["focus"] == "SettingsView")
        setting(window, "fine_grained_locking", "current", True)
        keys("space")
        setting(window, "fine_grained_locking", "checked", False)
        state = window.wait("the step", lambda s: s["undo"])
        assert state["undo"] == "Set Fine Grained Locking"
        keys("ctrl+z")
        setting(window, "fine_grained_locking", "checked", True)
        keys("space")
        setting(window, "fine_grained_locking", "checked", False)
    assert kept(plain, VALIDATION) == {"fine_grained_locking": False}


def test_what_is_typed_when_the_window_is_closed_is_on_the_disk(plain: Session) -> None:
    plain.save(Configuration(key="d", name="Debugging").with_control(VALIDATION, LayerControl.ON))
    keys, text = plain.desktop.keys, plain.desktop.text
    with plain.window() as window:
        open_settings(window, VALIDATION)
        setting(window, "duplicate_message_limit", "text", "10")
        press_part(window, "duplicate_message_limit", "field")
        window.wait("the field", lambda s: s["focus"] == "SettingField")
        text("77")
        keys("ctrl+q")
        window.process.wait(PATIENCE)
    assert kept(plain, VALIDATION) == {"duplicate_message_limit": 77}


def test_the_keyboard_walks_through_the_page_and_leaves_a_wrong_value_behind(
    plain: Session,
) -> None:
    plain.save(Configuration(key="d", name="Debugging").with_control(VALIDATION, LayerControl.ON))
    keys, text = plain.desktop.keys, plain.desktop.text
    with plain.window() as window:
        open_settings(window, VALIDATION)
        setting(window, "duplicate_message_limit", "text", "10")
        keys("Return")
        window.wait("the tabs", lambda s: s["focus"] == "PageTabs")
        keys("ctrl+f")
        window.wait("the search", lambda s: s["focus"] == "Field")
        text("duplicat")
        keys("Return")
        window.wait("the rows", lambda s: s["focus"] == "SettingsView")
        keys("End")
        setting(window, "duplicate_message_limit", "current", True)
        keys("minus", "5")
        setting(window, "duplicate_message_limit", "text", "-5")
        keys("Return")
        window.wait("the rows", lambda s: s["focus"] == "SettingsView")
        row = setting(window, "duplicate_message_limit", "text", "-5")
        assert "Not written" in row["notes"][0]
        keys("Delete")
        setting(window, "duplicate_message_limit", "text", "10")
        keys("slash")
        window.wait("the search", lambda s: s["focus"] == "Field")
        keys("Escape")
        setting(window, "fine_grained_locking", "checked", True)
        keys("Escape")
        window.wait("the chain", lambda s: s["focus"] == "ChainView")
    assert kept(plain, VALIDATION) == {}
