"""Settings of a layer that asks, suggests and depends, with mouse and keyboard under Xvfb."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.e2e.session import ROOT, Session
from tests.e2e.settings_page import kept, open_settings, press_part, setting
from tests.framework.native import NativeBuilds
from tests.framework.patience import PATIENCE
from tests.framework.settings import LAYER, make_dependence, make_manifest, make_preset
from tests.framework.settings import make_setting as declare
from vkconfig_py.model.configuration.configuration import Configuration, LayerControl

ASKS = {
    "key": "slow",
    "version": 1,
    "title": "This is slow",
    "description": "Recording everything takes time.",
    "informative": "",
    "severity": "WARNING",
    "conditions": [{"setting": {"key": "record", "value": True}, "operator": "NONE"}],
    "actions": {
        "default": "BUTTON0",
        "BUTTON0": {"type": "NO", "changes": []},
        "BUTTON1": {
            "type": "YES",
            "changes": [{"setting": {"key": "buffered", "value": True}, "operator": "SET"}],
        },
    },
}
SETTINGS = (
    declare("record", messages=[ASKS]),
    declare("buffered"),
    declare("deep", dependence=make_dependence(record=True)),
    declare("limit", "INT", default=10, range={"min": 1, "max": 16}),
)
PRESETS = (make_preset("Thorough", record=True, limit=16), make_preset("Quick", limit=2))


@pytest.fixture
def asking(plain: Session, native: NativeBuilds) -> Session:
    """Return a home in which such a layer is installed and turned on."""
    folder = plain.home / ".local/share/vulkan/explicit_layer.d"
    folder.mkdir(parents=True)
    content = make_manifest(*SETTINGS, presets=PRESETS, library_path=str(native.layer))
    (folder / "asking.json").write_bytes(content)
    plain.save(Configuration(key="d", name="Debugging").with_control(LAYER, LayerControl.ON))
    return plain


def written(session: Session) -> list[str]:
    """Return the lines of the settings file that programs get."""
    command = ["-m", "vkconfig_py", "generate", "settings", "-c", "Debugging"]
    done = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=session.environment(),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    return [line for line in done.stdout.splitlines() if line and not line.startswith("#")]


def test_the_answer_to_a_question_of_the_layer_is_carried_out_and_undone_as_one_step(
    asking: Session,
) -> None:
    with asking.window() as window:
        open_settings(window, LAYER)
        setting(window, "record", "checked", False)
        press_part(window, "record", "check")
        setting(window, "record", "checked", True)
        window.press("Yes")
        setting(window, "buffered", "checked", True)
        asking.desktop.keys("ctrl+z")
        setting(window, "buffered", "checked", False)
        setting(window, "record", "checked", True)
        asking.desktop.keys("ctrl+shift+z")
        setting(window, "buffered", "checked", True)
    assert kept(asking, LAYER) == {"record": True, "buffered": True}
    assert written(asking) == ["test_settings.record = true", "test_settings.buffered = true"]


def test_a_setting_that_needs_another_one_has_no_effect_without_it_and_says_so(
    asking: Session,
) -> None:
    with asking.window() as window:
        open_settings(window, LAYER)
        row = setting(window, "deep", "dim", True)
        assert "Record" in row["needs"]
        press_part(window, "deep", "check")
        setting(window, "deep", "checked", True)
        setting(window, "record", "checked", False)
        press_part(window, "record", "check")
        window.press("No")
        assert setting(window, "deep", "dim", False)["needs"] == ""
        setting(window, "record", "checked", True)
        press_part(window, "record", "reset")
        setting(window, "record", "checked", False)
        setting(window, "deep", "dim", True)
    assert kept(asking, LAYER) == {"deep": True}
    assert written(asking) == []


def test_a_preset_is_chosen_from_its_menu_and_one_setting_of_it_goes_back(asking: Session) -> None:
    with asking.window() as window:
        open_settings(window, LAYER)
        setting(window, "limit", "text", "10")
        window.press("Preset, Layer defaults")
        window.press("Thorough", "entry")
        setting(window, "limit", "text", "16")
        setting(window, "record", "checked", True)
        press_part(window, "record", "reset")
        setting(window, "record", "checked", False)
        setting(window, "limit", "text", "16")
        window.press("Reset all")
        setting(window, "limit", "text", "10")
        asking.desktop.keys("ctrl+z")
        setting(window, "limit", "text", "16")
    assert kept(asking, LAYER) == {"limit": 16}
    assert written(asking) == ["test_settings.limit = 16"]


def test_a_value_that_the_layer_does_not_take_is_shown_with_its_reason_and_not_written(
    asking: Session,
) -> None:
    with asking.window() as window:
        open_settings(window, LAYER)
        setting(window, "limit", "text", "10")
        press_part(window, "limit", "field")
        window.wait("the field", lambda s: s["focus"] == "SettingField")
        asking.desktop.keys("ctrl+a")
        asking.desktop.text("99")
        asking.desktop.keys("Return")
        row = setting(window, "limit", "text", "99")
        assert row["notes"] == ["Must be from 1 to 16. Not written: 10 still applies."]
    assert kept(asking, LAYER) == {}
    assert written(asking) == []
