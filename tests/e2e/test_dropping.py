"""Files dragged in from another program's window, as from a file manager."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

import pytest

from tests.e2e.file_source import MOVE, OFFER, ONLY_MOVE, PLACE, READY
from tests.e2e.session import PATIENCE, ROOT, Session, Window
from tests.framework.manifests import explicit_layer, layer_document

LIST = (100, 600)  # below the configurations


@pytest.fixture
def files(tmp_path: Path) -> Path:
    folder = tmp_path / "files"
    (folder / "layers").mkdir(parents=True)
    for name in ("One é", "Two"):
        (folder / f"{name}.json").write_text(json.dumps({"name": name, "layers": []}))
    (folder / "broken.json").write_text('{"name": ')
    os.mkfifo(folder / "pipe.json")
    layer = layer_document(explicit_layer("VK_LAYER_dropped", "./lib.so"))
    (folder / "layers" / "layer.json").write_text(json.dumps(layer))
    return folder


@contextmanager
def dragged(
    window: Window, *paths: Path, to: tuple[int, int] = LIST, offer: str = ""
) -> Iterator[TextIO]:
    """Drag files onto the window; they can be read until the end of the block.

    Yields what the other program says of the end of its drag.
    """
    session = window.session
    command = [sys.executable, "-m", "tests.e2e.file_source", *map(str, paths)]
    environment = {**os.environ, **session.environment(), OFFER: offer}
    source = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert source.stdout is not None
        assert source.stdout.readline().strip() == READY
        with window.seen_drag(to) as has_arrived:
            session.desktop.drag(PLACE.center().toTuple(), to, has_arrived)
        yield source.stdout
    finally:
        source.kill()
        source.communicate(timeout=PATIENCE)


def layers(window: Window) -> set[str]:
    return {row["name"] for row in window.state()["rows"]}


def test_several_files_are_dropped_in_at_once_and_taken_back(plain: Session, files: Path) -> None:
    with plain.window() as window:
        paths = [files / name for name in ("One é.json", "broken.json", "pipe.json", "Two.json")]
        with dragged(window, *paths):
            window.wait(
                "the last one",
                lambda s: s["configuration"] == "Two" and s["undo"] == "Open 2 files",
            )
        window.press("Close")  # what was not opened, and why
        plain.desktop.keys("ctrl+z")
        window.wait(
            "the first one",
            lambda s: s["configuration"] == "My configuration" and s["undo"] == "",
        )
        plain.desktop.keys("ctrl+shift+z")
        window.wait("both again", lambda state: state["configuration"] == "Two")
    assert [one.name for one in plain.saved()] == ["My configuration", "One é", "Two"]


def test_a_folder_that_is_dropped_in_is_searched_and_taken_back(
    plain: Session, files: Path
) -> None:
    with plain.window() as window:
        with dragged(window, files / "layers"):
            window.wait("its layer", lambda _state: "VK_LAYER_dropped" in layers(window))
        plain.desktop.keys("ctrl+z")
        window.wait("none of it", lambda _state: "VK_LAYER_dropped" not in layers(window))


@pytest.mark.parametrize("place", ["list", "chain"])
def test_files_that_are_offered_to_be_moved_stay_where_they_are(
    plain: Session, files: Path, place: str
) -> None:
    manifest = files / "layers" / "layer.json"
    with plain.window() as window:
        row = window.at_rest("a row", lambda: window.state()["rows"][0]["place"])
        to = LIST if place == "list" else (row[0] + 200, row[1] + row[3] // 2)
        with dragged(window, manifest, to=to, offer=MOVE) as said:
            window.wait("its layer", lambda _state: "VK_LAYER_dropped" in layers(window))
            assert said.readline().strip() == "CopyAction"
        window.wait("the selection", lambda _s: window.row("VK_LAYER_dropped")["selected"])
        said_of_it = {"list": "Open “layer.json”", "chain": "Add the layer dropped"}
        window.wait("the step", lambda s: s["undo"] == said_of_it[place])
    assert manifest.exists()
    assert plain.saved()[0].get_control("VK_LAYER_dropped").value == (
        "on" if place == "chain" else "auto"
    )


def test_files_that_can_only_be_moved_are_refused(plain: Session, files: Path) -> None:
    manifest = files / "layers" / "layer.json"
    with plain.window() as window:
        with dragged(window, manifest, offer=ONLY_MOVE) as said:
            assert said.readline().strip() == "IgnoreAction"
        assert "VK_LAYER_dropped" not in layers(window)
    assert manifest.exists()


def test_a_manifest_dropped_on_the_layers_is_registered_with_its_message(
    plain: Session, files: Path
) -> None:
    manifest = files / "VkLayer_mine.json"
    library = "/usr/lib/x86_64-linux-gnu/libVkLayer_khronos_validation.so"
    manifest.write_text(json.dumps(layer_document(explicit_layer("VK_LAYER_ME_mine", library))))
    link = Path(plain.environment()["HOME"], ".local/share/vulkan/explicit_layer.d", manifest.name)
    with plain.window() as window:
        window.click_row("Any program")
        plain.desktop.keys("ctrl+5")
        rescan = window.resting("button", text="Rescan")  # in the head of the panel
        with dragged(window, manifest, to=(rescan[0], rescan[1] + 100)):
            window.press("Register for all programs")
        window.wait("the link", lambda _state: link.is_symlink())
        assert link.readlink() == manifest
        plain.desktop.keys("ctrl+z")
        window.wait("no link", lambda _state: not link.is_symlink())
