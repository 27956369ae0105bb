"""lsfg-vk, whose file has a profile for each program: one value for one game, by mouse.

Debian lacks the layer: its released manifest, with a layer of ours that prints the file it finds.
"""

from __future__ import annotations

import json

from tests.e2e.session import Session
from tests.e2e.settings_page import press_part, press_settings_tab, setting
from tests.framework.own_layers import build_own_layer
from tests.reference.test_real_file_settings import MANIFESTS
from vkconfig_py.model.configuration.configuration import Configuration, LayerControl, Target

LSFG = "VK_LAYER_LSFGVK_frame_generation"
VARIABLE = "LSFGVK_CONFIG"
CONTENT = """version = 2

[[profile]]
name = "Cube"
active_in = "vkcube"
multiplier = 4 # of mine
"""


def test_a_value_for_one_game_reaches_the_layer_in_it(plain: Session) -> None:
    manifest = json.loads(json.dumps(MANIFESTS[VARIABLE]))
    library = build_own_layer(plain.home / "lib", f'SHOWN="{VARIABLE}"')
    manifest["layer"]["library_path"] = str(library)
    folder = plain.home / ".local/share/vulkan/implicit_layer.d"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "lsfg.json").write_text(json.dumps(manifest))
    file = plain.home / ".config/lsfg-vk/conf.toml"
    file.parent.mkdir(parents=True)
    file.write_text(CONTENT)
    configuration = Configuration(key="g", name="Game").with_control(LSFG, LayerControl.ON)
    plain.save(configuration._replace(target=Target("/usr/bin/vkcube")))
    with plain.window() as window:
        window.click_row(LSFG)
        press_settings_tab(window)
        setting(window, "multiplier", "text", "4")
        press_part(window, "multiplier", "field")
        window.wait("the field", lambda state: state["focus"] == "SettingField")
        plain.desktop.keys("ctrl+a")
        plain.desktop.text("3")
        plain.desktop.keys("Return")
        setting(window, "multiplier", "text", "3")
        window.press("Launch")
        window.wait(
            "what the layer finds",
            lambda state: any("multiplier = 3 # of mine" in one for one in state["log"]),
        )
        window.trigger("stop")
        window.wait("the end", lambda state: any("Stopped" in one for one in state["log"]))
    assert file.read_text() == CONTENT
