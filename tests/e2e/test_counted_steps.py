"""What a new user wants, by mouse alone, with the clicks counted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.session import VALIDATION, Session, Window
from tests.e2e.settings_page import press_part, press_settings_tab
from tests.framework.compiled import LIBRARY, compile_cached
from vkconfig_py.model.configuration.chosen_program import choose_program
from vkconfig_py.model.configuration.configuration import Configuration, LayerControl, Target
from vkconfig_py.model.configuration.workspace_files import load_workspace, save_workspace
from vkconfig_py.model.files.paths import find_state_paths

DUMP = "VK_LAYER_LUNARG_api_dump"
SOURCE = Path(__file__).parent / "native" / "dump.c"


class Mouse:
    """Clicks on what is shown, and counts them."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self.clicks = 0

    def button(self, text: str) -> None:
        self.clicks += 1
        self._window.press(text)

    def configuration(self, name: str) -> None:
        self.clicks += 1
        self._window.choose(name)

    def program(self, name: str) -> None:
        """Choose a program from the open picker."""
        self._window.wait("the picker", lambda s: s["popup"])
        self.clicks += 1
        self._window.press_list("Matches", name)
        self._window.wait("it chosen", lambda s: not s["popup"] and s["answered"])


def _ran_with(layer: str, state: dict[str, Any]) -> bool:
    """Return whether the log says that the real loader's chain was the predicted one, with it."""
    log = state["log"]
    return layer in state["chain"] and any("Chain matches the prediction" in line for line in log)


def _end(window: Window) -> None:
    """End the program, which would run on."""
    window.trigger("stop")
    window.wait("its end", lambda s: any("Stopped" in line for line in s["log"]))


def test_validation_of_vkcube_on_the_first_start_takes_four_clicks(plain: Session) -> None:
    with plain.window() as window:
        mouse = Mouse(window)
        mouse.button("Program: Choose a program")
        mouse.program("vkcube")
        mouse.configuration("Validation")
        mouse.button("Launch")
        window.wait("validation", lambda s: _ran_with(VALIDATION, s))
        assert mouse.clicks == 4
        _end(window)


def test_a_built_in_configuration_for_a_known_program_takes_two_clicks(plain: Session) -> None:
    folder = find_state_paths(plain.environment()).configurations
    before = load_workspace(folder).workspace
    chosen = choose_program(before, Target("/usr/bin/vkcube"))
    assert chosen is not None
    save_workspace(folder, before, chosen.workspace)
    with plain.window() as window:
        mouse = Mouse(window)
        mouse.configuration("Validation")
        mouse.button("Launch")
        window.wait("validation", lambda s: _ran_with(VALIDATION, s))
        assert mouse.clicks == 2
        _end(window)


@pytest.fixture
def dumping(plain: Session) -> Session:
    """Return a home with a layer under the name of API dump."""
    folder = plain.home / ".local/share/vulkan/explicit_layer.d"
    folder.mkdir(parents=True)
    layer = {
        "name": DUMP,
        "type": "GLOBAL",
        "library_path": str(compile_cached(SOURCE, *LIBRARY)),
        "api_version": "1.3.0",
        "implementation_version": "1",
        "description": "Prints calls",
    }
    document = {"file_format_version": "1.1.0", "layer": layer}
    (folder / "dump.json").write_text(json.dumps(document))
    return plain


def test_an_api_dump_is_launched_and_read_with_four_clicks(dumping: Session) -> None:
    with dumping.window() as window:
        mouse = Mouse(window)
        mouse.button("Program: Choose a program")
        mouse.program("vulkaninfo")
        mouse.configuration("API dump")
        mouse.button("Launch")
        # vulkaninfo does not survive the stand-in of the layer, once it has printed.
        state = window.wait("its end", lambda s: any("Terminated by" in line for line in s["log"]))
        assert _ran_with(DUMP, state)
        assert any("vkCreateInstance(pCreateInfo" in line for line in state["log"])
        assert mouse.clicks == 4


def test_a_setting_of_the_selected_layer_is_seen_in_its_file_with_four_clicks(
    session: Session,
) -> None:
    target = Target(str(session.program("game")), ("--summary",))
    on = Configuration("d", "Debugging", target=target).with_control(VALIDATION, LayerControl.ON)
    session.save(on)
    with session.window() as window:
        window.wait("the chain", lambda s: VALIDATION in s["chain"])
        window.click_row(VALIDATION)
        clicks = 0
        for click in (
            lambda: press_settings_tab(window),
            lambda: press_part(window, "report_flags=perf", "check"),
            lambda: window.press("Preview"),
            lambda: window.press_list("Files and variables", "vk_layer_settings.txt"),
        ):
            click()
            clicks += 1
        line = "khronos_validation.report_flags = perf,error"
        window.wait(
            "the file", lambda s: any(line in text and "perf" in text for text in s["texts"])
        )
        assert clicks == 4


def test_a_lease_of_fifteen_minutes_takes_three_clicks_and_its_end_one(session: Session) -> None:
    target = Target(str(session.program("game")), ("--summary",))
    on = Configuration("d", "Debugging", target=target).with_control(VALIDATION, LayerControl.ON)
    session.save(on)
    before = session.snapshot()
    with session.window() as window:
        mouse = Mouse(window)
        window.wait("the chain", lambda s: VALIDATION in s["chain"])
        mouse.button("Apply…")
        mouse.button("15 minutes")
        mouse.button("Apply")
        state = window.wait("the banner", lambda s: s["applied"] and s["banner"])
        assert state["timed"]
        assert mouse.clicks == 3
        assert VALIDATION in session.run(session.program("game"))
        mouse.button("Withdraw now")
        window.wait("its end", lambda s: not s["applied"])
        assert mouse.clicks == 4
        assert VALIDATION not in session.run(session.program("game"))
    assert session.snapshot() == before
