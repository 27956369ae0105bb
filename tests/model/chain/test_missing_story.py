"""The story of a layer that is named and not installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.framework.system import SystemBuilder
from tests.model.machine import build, drawn, look
from vkconfig_py.model.chain.row_details import explain_missing
from vkconfig_py.model.configuration.configuration import LayerControl

NAME = "VK_LAYER_gone"


def story(system: SystemBuilder, control: LayerControl, manifest: str = "") -> tuple[str, ...]:
    configuration = drawn("A", on="A").with_order(["A", NAME]).with_control(NAME, control)
    entry = configuration.layers[1]._replace(manifest=manifest)
    picture = look(system.host(), configuration.with_entry(entry))
    assert picture.is_missing(NAME)
    assert not picture.is_missing("A")
    steps = explain_missing(picture, NAME)
    assert steps[0].decisive
    return tuple(step.text for step in steps)


@pytest.mark.parametrize(("control", "kept"), [
    (LayerControl.ON, "turns it on"),
    (LayerControl.OFF, "turns it off"),
    (LayerControl.AUTO, "position or settings"),
])  # fmt: skip
def test_it_says_what_is_kept_and_that_nothing_is_applied(
    control: LayerControl, kept: str, system: SystemBuilder
) -> None:
    build(system)
    first, second, last = story(system, control)
    assert first == "No manifest that the loader finds offers this layer"
    assert kept in second
    assert last == "None of this applies until the layer is installed again"


def test_it_says_where_the_layer_was_last_seen(system: SystemBuilder, tmp_path: Path) -> None:
    build(system)
    gone, there = tmp_path / "gone.json", tmp_path / "there.json"
    there.write_text("{}")
    assert f"It was last seen at {gone}, which is gone" in story(system, LayerControl.ON, str(gone))
    assert f"It was last seen at {there}, which is there" in story(
        system, LayerControl.ON, str(there)
    )
