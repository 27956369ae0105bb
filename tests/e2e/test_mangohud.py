"""MangoHud, whose settings are in a file of its own: a limit of frames for one game, by mouse."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.session import Session
from tests.e2e.settings_page import kept, press_part, press_settings_tab, setting
from tests.framework.patience import wait_for
from vkconfig_py.model.configuration.configuration import Configuration, LayerControl, Target

MANGOHUD = "VK_LAYER_MANGOHUD_overlay"


def _game() -> Configuration:
    configuration = Configuration(key="g", name="Game").with_control(MANGOHUD, LayerControl.ON)
    return configuration._replace(target=Target("/usr/bin/vkcube"))


def _own_file(session: Session) -> tuple[Path, Path]:
    """Write the file of a user who logs frames; return it and the folder of the logs."""
    logs = session.folder / "logs"
    logs.mkdir()
    file = session.home / ".config/MangoHud/MangoHud.conf"
    file.parent.mkdir(parents=True)
    file.write_text(
        f"# mine\noutput_folder={logs}\nautostart_log=1\nlog_duration=1\n# fps_limit=0\n"
    )
    return file, logs


def _private_file(session: Session, content: bytes) -> Path | None:
    """The file with this content that a launch gives MangoHud, while the game runs."""
    found = (session.folder / "run").glob("vkconfig-py/launch-*/MangoHud.conf")
    return next((one for one in found if one.read_bytes() == content), None)


def test_a_limit_for_one_game_takes_four_steps_of_the_mouse(
    plain: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, logs = _own_file(plain)
    before = file.read_bytes()
    plain.save(_game())
    steps: list[str] = []
    click = plain.desktop.click

    def count() -> None:
        steps.append("a click")
        click()

    with plain.window() as window:
        window.wait("the picture", lambda state: state["ready"])
        monkeypatch.setattr(plain.desktop, "click", count)
        window.click_row(MANGOHUD)
        press_settings_tab(window)
        press_part(window, "fps_limit", "field")
        window.wait("the field", lambda state: state["focus"] == "SettingField")
        plain.desktop.text("20")
        plain.desktop.keys("Return")
        setting(window, "fps_limit", "text", "20")
        window.press("Launch")
        assert len(steps) <= 4
        limited = before.replace(b"# fps_limit=0", b"fps_limit=20")
        private = wait_for(lambda: _private_file(plain, limited), "the file of the launch")
        assert wait_for(lambda: list(logs.glob("*_summary.csv")), "the log of MangoHud")
        read = f"parsing config: '{private}'"
        window.wait("the file", lambda state: any(read in one for one in state["log"]))
        setting(window, "fps_limit", "hint", "live")
        setting(window, "vsync", "hint", "next launch")
        press_part(window, "fps_limit", "field")
        window.wait("the field", lambda state: state["focus"] == "SettingField")
        plain.desktop.keys("ctrl+a")
        plain.desktop.text("30")
        plain.desktop.keys("Return")
        faster = limited.replace(b"fps_limit=20", b"fps_limit=30")
        assert (
            wait_for(lambda: _private_file(plain, faster), "the limit of the running game")
            == private
        )
        read_twice = lambda state: sum(read in one for one in state["log"]) > 1  # noqa: E731
        window.wait("the game reads it again", read_twice)
        window.trigger("stop")
        window.wait("the end", lambda state: any("Stopped" in one for one in state["log"]))
        note = setting(window, "log_duration", "text", "1")["notes"][0]
        assert note == "Set in ~/.config/MangoHud/MangoHud.conf, line 4."
    assert file.read_bytes() == before
    assert [one.value for one in kept(plain, MANGOHUD)["fps_limit"]] == [30]  # type: ignore[attr-defined]


def test_what_is_applied_is_written_into_the_users_file_and_taken_back(plain: Session) -> None:
    file, _logs = _own_file(plain)
    before = file.read_bytes()
    plain.save(_game()._replace(target=Target()))
    with plain.window() as window:
        window.click_row(MANGOHUD)
        press_settings_tab(window)
        press_part(window, "fps_limit", "field")
        window.wait("the field", lambda state: state["focus"] == "SettingField")
        plain.desktop.text("20")
        plain.desktop.keys("Return")
        setting(window, "fps_limit", "text", "20")
        window.open_apply()
        window.press_apply()
        window.wait("it applied", lambda state: state["applied"])
        assert file.read_bytes() == before.replace(b"# fps_limit=0", b"fps_limit=20")
        window.trigger("withdraw")
        window.wait("the withdrawal", lambda state: not state["applied"])
    assert file.read_bytes() == before
