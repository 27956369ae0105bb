"""From a program that crashes to a configuration without the layer that does it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from tests.e2e.session import DEVICE_SELECT, Session
from tests.framework.compiled import LIBRARY, compile_cached
from tests.framework.manifests import implicit_layer, layer_document
from vkconfig_py.model.configuration.configuration import Configuration, LayerControl, Target

CRASHES = "VK_LAYER_crashes"
SOURCE = Path(__file__).parent / "native/crashing_layer.c"


def add_crashing_layer(session: Session) -> None:
    library = session.home / "libcrashes.so"
    shutil.copy(compile_cached(SOURCE, *LIBRARY), library)
    folder = session.home / ".local/share/vulkan/implicit_layer.d"
    folder.mkdir(parents=True)
    document = layer_document(implicit_layer(CRASHES, str(library)))
    (folder / "crashes.json").write_text(json.dumps(document))


def test_a_crash_leads_to_its_layer_and_one_click_keeps_it_off(session: Session) -> None:
    add_crashing_layer(session)
    target = Target(str(session.program("game")), ("--summary",))
    session.save(Configuration(key="d", name="Debugging", target=target))
    with session.window() as window:
        usual = window.wait("the chain", lambda s: CRASHES in s["chain"])["chain"]
        assert DEVICE_SELECT in usual
        window.trigger("launch")
        window.wait("the crash", lambda s: any("SIGSEGV" in line for line in s["log"]))
        window.press("Find the culprit")
        window.press("Start")
        window.press("Keep crashes off for game")
        state = window.wait("the new chain", lambda s: CRASHES not in s["chain"])
        assert state["chain"] == [layer for layer in usual if layer != CRASHES]
        window.trigger("launch")
        window.wait("a good end", lambda s: any("Exited with code 0" in line for line in s["log"]))
    added = next(one for one in session.saved() if one.name == "game without crashes")
    assert added.get_control(CRASHES) is LayerControl.OFF
    assert [one.path for one in added.programs] == [str(session.program("game"))]
