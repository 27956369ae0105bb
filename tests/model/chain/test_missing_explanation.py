"""The explanation of a layer that is named and not installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.framework.sandboxes import BLENDER, REF, RUNTIME, Sandboxes
from tests.framework.system import SystemBuilder
from tests.model.machine import build, drawn, look
from vkconfig_py.loader.api.installed_views import find_view
from vkconfig_py.loader.api.what_if import WhatIf
from vkconfig_py.model.chain.quick_fix import QuickFixKind
from vkconfig_py.model.chain.row_details import explain_missing
from vkconfig_py.model.chain.snapshot import compute_snapshot
from vkconfig_py.model.chain.snapshot_values import RowKind
from vkconfig_py.model.chain.what_if_snapshot import mark_differences, summarize_what_if
from vkconfig_py.model.configuration.configuration import LayerControl
from vkconfig_py.model.problems.missing_layers import list_missing_layers, list_ways_to_install
from vkconfig_py.model.problems.offers import find_offers
from vkconfig_py.model.problems.summary import ActionKind

NAME = "VK_LAYER_gone"
_SDK_PAGE = "https://vulkan.lunarg.com/sdk/home"


def explanation(
    system: SystemBuilder, control: LayerControl, manifest: str = "", name: str = NAME
) -> tuple[str, ...]:
    configuration = drawn("A", on="A").with_order(["A", name]).with_control(name, control)
    entry = configuration.layers[1]._replace(manifest=manifest)
    snapshot = look(system.host(), configuration.with_entry(entry))
    assert snapshot.is_missing(name)
    assert not snapshot.is_missing("A")
    steps = explain_missing(snapshot, name)
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
    first, second, last = explanation(system, control)
    assert first == "The loader does not find a manifest for this layer"
    assert kept in second
    assert last == "This takes effect only once the layer is installed"


def test_it_says_where_the_layer_was_last_seen(system: SystemBuilder, tmp_path: Path) -> None:
    build(system)
    gone, there = tmp_path / "gone.json", tmp_path / "there.json"
    there.write_text("{}")
    told = explanation(system, LayerControl.ON, str(gone))
    assert f"Last seen at {gone}; the file no longer exists" in told
    assert told[-1] == "This takes effect only once the layer is installed again"
    assert f"Last seen at {there}; the file exists" in explanation(
        system, LayerControl.ON, str(there)
    )


def test_it_says_what_a_known_layer_is_and_how_it_is_installed(system: SystemBuilder) -> None:
    build(system)
    told = explanation(system, LayerControl.ON, name="VK_LAYER_MANGOHUD_overlay_x86_64")
    (purpose,) = (text for text in told if "By MangoHud: https://github.com" in text)
    assert "limit the frame rate" in purpose
    assert "Debian, Ubuntu: sudo apt install mangohud" in told
    assert "openSUSE: sudo zypper install mangohud" in told


def test_a_missing_layer_leads_to_its_package_its_page_and_a_folder_that_has_it(
    system: SystemBuilder, tmp_path: Path
) -> None:
    build(system)
    known, own = "VK_LAYER_MANGOHUD_overlay_x86_64", "VK_LAYER_own"
    configuration = drawn("A", on="A").with_control(known, LayerControl.ON)
    snapshot = look(system.host(), configuration.with_control(own, LayerControl.ON))
    rows = {row.name: row for row in snapshot.rows}
    offers = {name: find_offers(snapshot, rows[name]) for name in (known, own)}
    labels = {name: [offer.label for offer in found] for name, found in offers.items()}
    assert labels[known][-3:] == ["Open page", "Add layer folder…", "Remove"]
    assert labels[own] == ["Add layer folder…", "Remove"]
    page = next(offer for offer in offers[known] if offer.kind is QuickFixKind.OPEN_PAGE)
    assert page.value == "https://github.com/flightlessmango/MangoHud"
    problems = list_missing_layers(snapshot)
    assert [problem.title for problem in problems] == [
        f"{known} is not installed",
        f"{own} is not installed",
    ]
    assert [action.kind for action in problems[1].actions] == [ActionKind.ADD_FOLDER]


def test_the_package_command_is_that_of_the_machine(tmp_path: Path) -> None:
    layer = "VK_LAYER_MANGOHUD_overlay_x86_64"
    bare, fedora = tmp_path / "bare", tmp_path / "fedora"
    (fedora / "usr/bin").mkdir(parents=True)
    (fedora / "usr/bin/dnf").touch()
    assert list_ways_to_install(layer, str(bare))[0].label == "Open page"
    command = list_ways_to_install(layer, str(fedora))[0]
    assert (command.label, command.value) == ("Copy package command", "sudo dnf install mangohud")


@pytest.mark.parametrize("name", ["VK_LAYER_KHRONOS_validation", "VK_LAYER_KHRONOS_shader_object"])
def test_layers_of_the_sdk_name_its_page(name: str, system: SystemBuilder) -> None:
    build(system)
    assert any(_SDK_PAGE in text for text in explanation(system, LayerControl.ON, name=name))


def test_in_a_view_it_says_why_the_layer_is_not_there_and_what_brings_it(
    system: SystemBuilder, tmp_path: Path
) -> None:
    build(system)
    sandboxes = Sandboxes(tmp_path / "installed")
    sandboxes.add_flatpak()
    view = find_view(f"flatpak:{BLENDER}", sandboxes.host)
    overlay = "VK_LAYER_MANGOHUD_overlay"
    configuration = drawn("A").with_control(overlay, LayerControl.ON)
    request = look(system.host(), configuration).request
    snapshot = compute_snapshot(request._replace(assumptions=WhatIf(runtime_view=view)))
    (row,) = (row for row in snapshot.rows if row.name == overlay)
    why = (
        f"ot visible inside Flatpak {BLENDER}: its /usr comes from the runtime {REF}, "
        "not from this system"
    )
    assert (row.status, row.reason) == ("Missing", f"n{why}")
    command = f"flatpak install {RUNTIME}.VulkanLayer.MangoHud//23.08"
    texts = [step.text for step in explain_missing(snapshot, overlay)]
    assert texts[1:3] == [
        f"N{why}",
        f"If your Flatpak remote offers it, install it with: {command}",
    ]
    quick_fix = find_offers(snapshot, row)[0]
    assert (quick_fix.kind, quick_fix.value, quick_fix.effect) == (
        QuickFixKind.COPY,
        command,
        "if your Flatpak remote offers this extension",
    )


def test_layers_of_this_system_that_a_view_has_not_are_shown_with_the_reason(
    system: SystemBuilder, tmp_path: Path
) -> None:
    build(system)
    sandboxes = Sandboxes(tmp_path / "installed")
    sandboxes.add_flatpak()
    view = find_view(f"flatpak:{BLENDER}", sandboxes.host)
    today = look(system.host(), drawn("A", on="A"))
    request = today.request._replace(assumptions=WhatIf(runtime_view=view))
    snapshot = mark_differences(today, compute_snapshot(request))
    known = {row.name: row for row in today.rows if row.kind in (RowKind.LAYER, RowKind.OFF_LAYER)}
    absent = {row.name: row for row in snapshot.rows if row.kind is RowKind.MISSING}
    assert set(absent) == set(known)
    others = [row for row in absent.values() if row.name != "A"]
    assert {row.reason.partition(":")[0] for row in others} == {
        f"not visible inside Flatpak {BLENDER}"
    }
    for row in others:
        assert row.delta == f"currently {known[row.name].status.lower()}"
        assert snapshot.is_missing(row.name)
    assert not any(row.controls for row in others)
    (group,) = (row for row in snapshot.rows if row.kind is RowKind.GROUP)
    assert group.secondary == str(len(absent))
    steps = explain_missing(snapshot, others[0].name)
    assert [step.text.partition(":")[0] for step in steps] == [
        "The loader does not find a manifest for this layer",
        f"Not visible inside Flatpak {BLENDER}",
    ]
    assert summarize_what_if(today, snapshot).difference_text.endswith(", 1 gone")  # a driver
