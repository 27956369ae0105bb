"""Who asks for layers on Android, in which order, and what a missing one does."""

from __future__ import annotations

import pytest

from tests.framework.android_dump import (
    DEBUG_FOLDER,
    INTROSPECTION,
    PACKAGE,
    AndroidDump,
    make_layer_library,
    make_library,
)
from vkconfig_py.loader.api.report_json import read_report
from vkconfig_py.loader.base.host import Platform
from vkconfig_py.loader.base.verdicts import Kind, Outcome
from vkconfig_py.loader.explain.compare import make_report_snapshot
from vkconfig_py.loader.explain.verdict_sentences import render_verdict
from vkconfig_py.machines.android.report import (
    REASON_BY_WHY,
    make_device_json,
    render_report,
    render_verdict_reason,
)
from vkconfig_py.machines.android.values import AndroidVerdict, LayerReason

A, B, C = "VK_LAYER_t_a", "VK_LAYER_t_b", "VK_LAYER_t_c"
MISSING = "VK_ERROR_LAYER_NOT_PRESENT"


@pytest.fixture
def layers(dump: AndroidDump) -> AndroidDump:
    """Return a device with three layers in the debug folder."""
    return dump.add_layer(A).add_layer(B).add_layer(C)


def settings_for(*names: str) -> dict[str, str]:
    found = {"enable_gpu_debug_layers": "1", "gpu_debug_app": PACKAGE}
    return {**found, "gpu_debug_layers": ":".join(names)}


def test_nothing_loads_that_nobody_asks_for(layers: AndroidDump):
    assert layers.render_chain() == ""


def test_layers_of_the_application_keep_its_order(layers: AndroidDump):
    assert layers.render_chain(B, A) == f"{B} {A}"


def test_layers_of_the_application_are_not_made_unique(layers: AndroidDump):
    assert layers.render_chain(A, A) == f"{A} {A}"


def test_properties_come_before_the_application_and_its_copy_is_dropped(layers: AndroidDump):
    layers.set_properties(debug__vulkan__layers=f"{C}:{B}")
    assert layers.render_chain(A, B) == f"{C} {B} {A}"


def test_the_list_of_properties_comes_before_the_numbered_ones(layers: AndroidDump):
    layers.set_properties(debug__vulkan__layer__0=A, debug__vulkan__layers=f"::{C}:")
    assert layers.render_chain() == f"{C} {A}"


def test_numbers_up_to_nine_may_have_gaps_and_later_ones_not(layers: AndroidDump):
    layers.set_properties(debug__vulkan__layer__9=A, debug__vulkan__layer__10=B)
    layers.set_properties(debug__vulkan__layer__12=C)
    assert layers.render_chain() == f"{A} {B}"


def test_settings_replace_the_properties(layers: AndroidDump):
    layers.set_properties(debug__vulkan__layers=A).set_settings(**settings_for(C, B))
    assert layers.render_chain() == f"{C} {B}"
    (note,) = (x for x in layers.inspect().problems if x.code == "layers-from-settings")
    assert note.detail == A


def test_an_empty_list_in_the_settings_leaves_the_properties(layers: AndroidDump):
    layers.set_properties(debug__vulkan__layers=A).set_settings(**settings_for(""))
    assert layers.render_chain() == A


def test_settings_for_another_application_leave_the_properties(layers: AndroidDump):
    layers.set_properties(debug__vulkan__layers=A)
    layers.set_settings(**{**settings_for(B), "gpu_debug_app": "com.other"})
    assert layers.render_chain() == A


def test_an_empty_name_in_the_settings_fails_the_call(layers: AndroidDump):
    assert layers.set_settings(**settings_for(A, "")).render_chain() == MISSING
    (problem,) = layers.inspect().problems
    assert (problem.code, problem.line) == ("empty-name", 3)


def test_one_missing_layer_fails_the_call_and_is_told_with_its_line(layers: AndroidDump):
    layers.set_properties(debug__vulkan__layers=f"{A}:VK_LAYER_none")
    report = layers.inspect(B)
    assert (report.create_result, report.callstack) == (MISSING, ())
    (problem,) = report.problems
    assert (problem.code, problem.file, problem.line) == ("not-found", "/vendor/build.prop", 2)


def test_a_property_reaches_applications_that_cannot_find_the_layer(layers: AndroidDump):
    # Properties are not for one application, and this one may not look into the debug folder.
    layers.set_properties(debug__vulkan__layers=A).set_sources(debuggable=False)
    assert layers.render_chain() == MISSING
    assert [x.code for x in layers.inspect().problems] == ["not-searched"]


def test_a_layer_needs_an_entry_point_of_its_name_or_the_plain_one(layers: AndroidDump):
    exports = [*INTROSPECTION, f"{A}GetDeviceProcAddr"]
    layers.add_file(f"{DEBUG_FOLDER}/libVkLayer_t_a.so", make_library(exports))
    assert layers.render_chain(A) == MISSING
    assert [x.code for x in layers.inspect(A).problems] == ["no-entry-point"]
    layers.add_file(
        f"{DEBUG_FOLDER}/libVkLayer_t_a.so", make_library([*exports, "vkGetInstanceProcAddr"])
    )
    assert layers.render_chain(A) == A


def test_the_callback_needs_a_debuggable_application(dump: AndroidDump):
    dump.set_properties(debug__vulkan__enable_callback="true")
    outcomes = []
    for debuggable in (True, False):
        findings = dump.set_sources(debuggable=debuggable).inspect().findings
        outcomes += [x.outcome for x in findings if x.subject == "debug.vulkan.enable_callback"]
    assert outcomes == [Outcome.ACTS, Outcome.IGNORED]


def test_json_is_read_like_every_report(layers: AndroidDump):
    layers.set_properties(debug__vulkan__layers=B, ro__product__model="Phone")
    found = make_device_json(layers.inspect(A))
    saved = read_report(found)
    assert (saved.origin.machine, saved.report.host.platform) == ("Phone", Platform.ANDROID)
    assert [x.manifest.name for x in saved.report.callstack] == [B, A]
    assert [x.enabled_by for x in saved.report.callstack] == [
        "debug.vulkan.layers",
        "the application",
    ]
    assert {x.name: x.position for x in saved.report.found_layers} == {A: 1, B: 0, C: -1}
    (driver,) = saved.report.drivers
    assert driver.file == "/vendor/lib64/hw/vulkan.gpu.so"
    assert render_verdict(driver.verdict, saved.report).startswith("found first")
    assert (found["create"], found["problems"]) == ("VK_SUCCESS", [])
    assert make_report_snapshot(saved.report).create_result == "VK_SUCCESS"


def test_json_of_a_failing_call_is_read_like_every_report(layers: AndroidDump):
    found = make_device_json(layers.inspect(A, "VK_LAYER_none"))
    saved = read_report(found).report
    assert (saved.create_result, saved.callstack) == (MISSING, ())
    assert [problem.code for problem in saved.problems] == ["not-found"]
    reasons = {(x["subject"], x["kind"]): x["android_reason"] for x in found["verdicts"]}
    assert reasons[A, "layer"] == LayerReason.NO_CHAIN


def test_text_tells_chain_driver_and_problems(layers: AndroidDump):
    text = render_report(layers.inspect(A))
    assert f"{PACKAGE} on Android, arm64-v8a, debuggable" in text
    assert f"  1. {A}  {DEBUG_FOLDER}/libVkLayer_t_a.so; requested by the application" in text
    assert "/vendor/lib64/hw/vulkan.gpu.so  Loads: found first" in text
    assert "Problems" not in text
    assert "error: VK_LAYER_none: the application names it" in render_report(
        layers.inspect("VK_LAYER_none")
    )


def test_every_reason_has_a_common_one():
    assert set(REASON_BY_WHY) == set(LayerReason)


def test_every_reason_has_a_sentence_without_a_full_stop():
    for why in LayerReason:
        text = render_verdict_reason(AndroidVerdict("x", Kind.LAYER, Outcome.OFF, why, "detail"))
        assert text, why
        assert not text.endswith("."), why


def test_text_tells_what_only_a_run_can_tell(dump: AndroidDump):
    name = "VK_LAYER_KHRONOS_validation"
    file = f"{DEBUG_FOLDER}/libVkLayer_khronos_validation.so"
    dump.add_file(file, make_layer_library(texts=[name], device=False))
    text = render_report(dump.inspect(name))
    assert (
        f"vkCreateInstance: VK_SUCCESS unless {file} does not report the layer name {name}" in text
    )
    assert f"1. {name}  {file}; instance calls only; requested by the application" in text
    assert "its name was taken from a string in the library" in text


def test_a_layer_that_is_asked_for_twice_has_its_first_place(layers: AndroidDump):
    layers.set_properties(debug__vulkan__layers=f"{A}:{B}:{A}")
    assert layers.render_chain() == f"{A} {B} {A}"
    assert {x.name: x.position for x in layers.inspect().layers} == {A: 0, B: 1, C: -1}
