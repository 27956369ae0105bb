"""Broken manifests are fixed by a click, and the click is undone."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from tests.e2e.session import Session, Window
from tests.framework.patience import wait_for

LAYER = "VK_LAYER_broken"


def manifest(session: Session, kind: str, text: str) -> Path:
    """Write a manifest of the user's own."""
    folder = session.home / ".local/share/vulkan" / kind
    folder.mkdir(parents=True)
    file = folder / "broken.json"
    file.write_text(text)
    file.chmod(0o640)
    return file


def misspelt(session: Session) -> Path:
    """Write a manifest whose library_path is misspelt; with it the layer could be used."""
    layer = {
        "name": LAYER,
        "type": "GLOBAL",
        "libary_path": "/usr/lib/x86_64-linux-gnu/libVkLayer_MESA_device_select.so",
        "api_version": "1.3.0",
        "implementation_version": "1",
        "description": "broken",
    }
    text = json.dumps({"file_format_version": "1.0.0", "layer": layer}, indent=3)
    return manifest(session, "explicit_layer.d", text)


def _fix(window: Window, title: str) -> None:
    """Show what the fix of a problem writes, and carry it out."""
    window.press_action(title)
    window.wait("what it writes", lambda state: state["focus"] == "_FixButton")
    window.session.desktop.keys("Return")


def test_a_misspelt_key_is_corrected_by_a_click_and_undone(session: Session) -> None:
    file = misspelt(session)
    before = session.snapshot()
    with session.window() as window:
        window.wait("the problem", lambda s: any("libary_path" in t for t in s["problems"]))
        window.trigger("panel_problems")
        _fix(window, "broken.json: “libary_path”")
        window.wait("it gone", lambda s: not any("libary_path" in t for t in s["problems"]))
        corrected = before[str(file)].content.replace(b"libary_path", b"library_path")
        assert file.read_bytes() == corrected
        window.press("Undo")
        window.wait("it back", lambda s: any("libary_path" in t for t in s["problems"]))
        wait_for(lambda: session.snapshot() == before, "the times of the folder, too")
    assert session.snapshot() == before


def test_the_file_that_ends_every_program_is_moved_aside_and_comes_back(plain: Session) -> None:
    program = plain.program("one")
    sound = plain.run(program)
    file = manifest(plain, "implicit_layer.d", '{ "file_format_version": "1.0.0", \n')
    before = plain.snapshot()
    failing = subprocess.run(
        [program, "--summary"], env=plain.environment(), capture_output=True, check=False
    )
    assert failing.returncode
    with plain.window() as window:
        window.wait("the problem", lambda s: any(t.startswith("broken") for t in s["problems"]))
        window.trigger("panel_problems")
        _fix(window, "broken.json: line")
        window.wait("it gone", lambda s: not any(t.startswith("broken") for t in s["problems"]))
        assert not file.exists()
        assert plain.run(program) == sound
        window.session.desktop.keys("ctrl+z")
        window.wait("it back", lambda s: any(t.startswith("broken") for t in s["problems"]))
        wait_for(lambda: plain.snapshot() == before, "the times of the folder, too")
    assert plain.snapshot() == before
