"""Where Android looks for layers, and which libraries count."""

from __future__ import annotations

import pytest

from tests.framework.android_dump import (
    APP_FOLDER,
    ARM,
    ARM64,
    DEBUG_FOLDER,
    INTROSPECTION,
    PACKAGE,
    RISCV64,
    X86,
    X86_64,
    AndroidDump,
    make_apk,
    make_layer_library,
    make_library,
)
from vkconfig_py.loader.base.verdicts import Outcome
from vkconfig_py.machines.android.device import read_device
from vkconfig_py.machines.android.layers import search_path
from vkconfig_py.machines.android.report import make_device_json
from vkconfig_py.machines.android.values import LayerReason

OWN = f"{APP_FOLDER}/lib/arm64"
IN_APK = f"{APP_FOLDER}/base.apk!/lib/arm64-v8a"
HELPER = "/data/app/com.helper-1"
DEBUG_SETTINGS = {
    "enable_gpu_debug_layers": "1",
    "gpu_debug_app": PACKAGE,
    "gpu_debug_layer_app": "com.helper",
}


def path_of(dump: AndroidDump) -> list[str]:
    return [searched.path for searched in search_path(read_device(dump.sources))]


def whys(dump: AndroidDump) -> dict[str, LayerReason]:
    return {layer.library: layer.verdict.why for layer in dump.inspect().layers}


def test_a_debuggable_application_searches_the_debug_folder_first(dump: AndroidDump):
    assert path_of(dump) == [DEBUG_FOLDER, OWN, IN_APK]
    assert path_of(dump.set_sources(debuggable=False)) == [OWN, IN_APK]


@pytest.mark.parametrize("change", [{"can_inject_layers": True}, {"debuggable": True}])
def test_manifest_or_build_opens_the_debug_folder(dump: AndroidDump, change):
    dump.set_sources(debuggable=False)
    assert path_of(dump.set_sources(**change))[0] == DEBUG_FOLDER


def test_a_debuggable_device_opens_it_for_every_application(dump: AndroidDump):
    dump.set_sources(debuggable=False).set_properties(ro__debuggable="1")
    assert path_of(dump)[0] == DEBUG_FOLDER


def test_settings_add_own_files_and_another_application_before_the_own_libraries(dump: AndroidDump):
    dump.add_file(f"{HELPER}/base.apk", make_apk({})).set_settings(**DEBUG_SETTINGS)
    assert path_of(dump) == [
        DEBUG_FOLDER,
        f"/data/user/0/{PACKAGE}",
        f"{HELPER}/lib/arm64",
        f"{HELPER}/base.apk!/lib/arm64-v8a",
        OWN,
        IN_APK,
    ]


@pytest.mark.parametrize(
    "change",
    [
        {"enable_gpu_debug_layers": "0"},
        {"enable_gpu_debug_layers": "yes"},
        {"gpu_debug_app": "com.example"},
        {"gpu_debug_app": "null"},
    ],
)
def test_settings_need_to_be_on_and_to_name_the_application(dump: AndroidDump, change):
    dump.set_settings(**{**DEBUG_SETTINGS, **change})
    assert path_of(dump) == [DEBUG_FOLDER, OWN, IN_APK]


def test_settings_for_no_application_say_so(dump: AndroidDump):
    dump.set_settings(enable_gpu_debug_layers="1")
    titles = [x.title for x in dump.inspect().problems if x.code in ("no-app", "other-app")]
    assert titles == [
        (
            "enable_gpu_debug_layers: it applies to only one application, but "
            "gpu_debug_app does not name an application"
        )
    ]


def test_settings_need_an_application_that_may_be_debugged(dump: AndroidDump):
    dump.set_settings(**DEBUG_SETTINGS).set_sources(debuggable=False)
    assert path_of(dump) == [OWN, IN_APK]
    (problem,) = (x for x in dump.inspect().problems if x.code == "not-debuggable")
    assert "injectLayers" in problem.consequence


def test_a_missing_layer_application_is_a_problem_with_its_line(dump: AndroidDump):
    problems = dump.set_settings(**DEBUG_SETTINGS).inspect().problems
    (problem,) = (x for x in problems if x.code == "app-not-installed")
    assert (problem.line, problem.detail) == (3, "com.helper")


def test_the_first_library_of_a_file_name_hides_the_others(dump: AndroidDump):
    dump.add_layer("VK_LAYER_a_x").add_layer("VK_LAYER_a_x", OWN)
    assert whys(dump) == {
        f"{DEBUG_FOLDER}/libVkLayer_a_x.so": LayerReason.NOT_REQUESTED,
        f"{OWN}/libVkLayer_a_x.so": LayerReason.SAME_FILE_NAME,
    }


def test_a_library_that_is_refused_hides_no_other(dump: AndroidDump):
    dump.add_file(f"{DEBUG_FOLDER}/libVkLayer_a_x.so", make_library()).add_layer(
        "VK_LAYER_a_x", OWN
    )
    assert whys(dump) == {
        f"{DEBUG_FOLDER}/libVkLayer_a_x.so": LayerReason.NO_INTROSPECTION,
        f"{OWN}/libVkLayer_a_x.so": LayerReason.NOT_REQUESTED,
    }


def test_the_first_library_with_a_layer_of_that_name_is_used(dump: AndroidDump):
    dump.add_layer("VK_LAYER_a_x")
    dump.add_file(f"{OWN}/libVkLayer_copy.so", make_layer_library("VK_LAYER_a_x"))
    assert whys(dump)[f"{OWN}/libVkLayer_copy.so"] is LayerReason.DUPLICATE
    ((layer, _),) = dump.inspect("VK_LAYER_a_x").callstack
    assert layer.library == f"{DEBUG_FOLDER}/libVkLayer_a_x.so"


@pytest.mark.parametrize("name", ["libvklayer_a.so", "VkLayer_a.so", "libMyVkLayer.so"])
def test_other_file_names_are_passed_over_and_told_if_they_look_like_layers(
    dump: AndroidDump, name
):
    dump.add_file(f"{OWN}/{name}", make_layer_library("VK_LAYER_a_x")).add_file(
        f"{OWN}/libgame.so", b""
    )
    assert whys(dump) == {f"{OWN}/{name}": LayerReason.MISNAMED}


@pytest.mark.parametrize("missing", INTROSPECTION)
def test_both_introspection_functions_of_instances_are_needed(dump: AndroidDump, missing: str):
    names = [name for name in INTROSPECTION if name != missing]
    dump.add_file(f"{OWN}/libVkLayer_a.so", make_library([*names, "vkGetInstanceProcAddr"]))
    (layer,) = dump.inspect().layers
    assert (layer.verdict.why, layer.verdict.detail) == (LayerReason.NO_INTROSPECTION, missing)


def test_a_symbol_that_is_only_needed_is_no_export(dump: AndroidDump):
    content = make_library(["vkGetInstanceProcAddr"], imports=INTROSPECTION)
    dump.add_file(f"{OWN}/libVkLayer_a.so", content)
    assert whys(dump) == {f"{OWN}/libVkLayer_a.so": LayerReason.NO_INTROSPECTION}


def test_without_the_list_of_device_layers_a_layer_sees_no_device_calls(dump: AndroidDump):
    dump.add_layer("VK_LAYER_a_both").add_layer("VK_LAYER_a_instance", device=False)
    found = {layer.name: layer.is_in_device_chain for layer in dump.inspect().layers}
    assert found == {"VK_LAYER_a_both": True, "VK_LAYER_a_instance": False}


ABIS = {
    "arm64-v8a": ARM64,
    "armeabi-v7a": ARM,
    "x86_64": X86_64,
    "x86": X86,
    "riscv64": RISCV64,
}


@pytest.mark.parametrize("abi", ABIS)
def test_a_library_must_be_for_the_abi_of_the_application(dump: AndroidDump, abi: str):
    dump.set_sources(abi=abi)
    for name, kind in ABIS.items():
        content = make_layer_library("VK_LAYER_a_x", kind=kind)
        dump.add_file(f"{DEBUG_FOLDER}/libVkLayer_{name}.so", content)
    found = {path: why for path, why in whys(dump).items() if why is not LayerReason.OTHER_MACHINE}
    assert found == {f"{DEBUG_FOLDER}/libVkLayer_{abi}.so": LayerReason.NOT_REQUESTED}


def test_one_library_may_have_several_layers(dump: AndroidDump):
    dump.add_file(
        f"{OWN}/libVkLayer_set.so", make_layer_library("VK_LAYER_a_one", "VK_LAYER_a_two")
    )
    assert [layer.name for layer in dump.inspect().layers] == ["VK_LAYER_a_one", "VK_LAYER_a_two"]


def test_a_name_is_taken_from_the_texts_where_no_export_has_it(dump: AndroidDump):
    texts = ("VK_LAYER_SETTINGS_PATH", "VK_LAYER_LUNARG_other", "VK_LAYER_KHRONOS_validation")
    content = make_layer_library(texts=texts)
    dump.add_file(f"{OWN}/libVkLayer_khronos_validation.so", content)
    (layer,) = dump.inspect().layers
    assert (layer.name, layer.is_certain) == ("VK_LAYER_KHRONOS_validation", False)
    report = dump.inspect("VK_LAYER_KHRONOS_validation")
    assert report.create_result == "VK_SUCCESS"
    library_path = f"{OWN}/libVkLayer_khronos_validation.so"
    assert report.open_conditions == (
        f"{library_path} does not report the layer name VK_LAYER_KHRONOS_validation",
    )


def test_a_library_that_tells_no_name_may_hold_any_layer(dump: AndroidDump):
    dump.add_file(f"{OWN}/libVkLayer_secret.so", make_layer_library())
    report = dump.inspect("VK_LAYER_a_x")
    assert [layer.verdict.why for layer in report.layers] == [LayerReason.NAME_UNKNOWN]
    assert report.create_result == "VK_SUCCESS"
    assert report.open_conditions == (f"{OWN}/libVkLayer_secret.so does not contain VK_LAYER_a_x",)
    assert make_device_json(report)["layers"] == []


def test_stored_libraries_of_an_apk_count_at_page_boundaries_alone(dump: AndroidDump):
    entries = {
        f"lib/arm64-v8a/libVkLayer_{name}.so": make_layer_library(f"VK_LAYER_a_{name}")
        for name in ("stored", "packed")
    }
    packed = ["lib/arm64-v8a/libVkLayer_packed.so"]
    entries["lib/arm64-v8a/deeper/libVkLayer_no.so"] = b""
    entries["lib/x86_64/libVkLayer_no.so"] = b""
    dump.add_file(f"{APP_FOLDER}/base.apk", make_apk(entries, packed=packed))
    stored = f"{IN_APK}/libVkLayer_stored.so"
    expected = {
        stored: LayerReason.NOT_REQUESTED,
        f"{IN_APK}/libVkLayer_packed.so": LayerReason.COMPRESSED,
    }
    assert whys(dump) == expected
    assert dump.render_chain("VK_LAYER_a_stored") == "VK_LAYER_a_stored"
    dump.add_file(f"{APP_FOLDER}/base.apk", make_apk(entries, packed=packed, shift=4))
    assert whys(dump)[stored] is LayerReason.UNALIGNED


def test_devices_with_larger_pages_ask_for_more(dump: AndroidDump):
    content = make_apk(
        {"a": b"", "lib/arm64-v8a/libVkLayer_a_x.so": make_layer_library("VK_LAYER_a_x")}
    )
    dump.add_file(f"{APP_FOLDER}/base.apk", content)
    assert set(whys(dump).values()) == {LayerReason.NOT_REQUESTED}
    dump.set_properties(ro__boot__hardware__cpu__pagesize="16384")
    assert set(whys(dump).values()) == {LayerReason.UNALIGNED}


def test_layers_of_the_system_are_told_apart(dump: AndroidDump):
    dump.add_layer("VK_LAYER_a_x", "/product/lib64/vulkan")
    (layer,) = dump.inspect().layers
    assert (layer.verdict.outcome, layer.verdict.why) == (
        Outcome.UNKNOWN,
        LayerReason.PLATFORM_LAYER,
    )
    assert dump.render_chain("VK_LAYER_a_x") == "VK_ERROR_LAYER_NOT_PRESENT"


def test_a_folder_that_cannot_be_read_is_a_problem_and_an_absent_one_is_none(dump: AndroidDump):
    assert dump.inspect().problems == ()
    dump.add_file(DEBUG_FOLDER, b"no folder")
    (problem,) = dump.inspect().problems
    assert (problem.code, problem.file) == ("folder-unreadable", DEBUG_FOLDER)


def test_a_partition_instead_of_the_root_is_noticed(dump: AndroidDump):
    dump.set_sources(root=str(dump.root / "vendor"))
    assert "not-a-root" in {problem.code for problem in dump.inspect().problems}


def test_links_of_the_device_stay_within_its_folder(dump: AndroidDump, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "libVkLayer_a.so").write_bytes(make_layer_library("VK_LAYER_a_x"))
    (dump.root / "data/local/debug").mkdir(parents=True)
    (dump.root / "data/local/debug/vulkan").symlink_to(outside)
    assert dump.inspect().layers == ()


def test_a_damaged_archive_is_a_problem_with_its_reason(dump: AndroidDump):
    dump.add_file(f"{APP_FOLDER}/base.apk", b"no archive")
    (problem,) = dump.inspect().problems
    assert (problem.code, problem.detail) == ("folder-unreadable", "no zip archive")


def test_links_in_a_circle_are_as_good_as_nothing(dump: AndroidDump):
    (dump.root / "apex").symlink_to("/apex")
    dump.set_properties(ro__vulkan__apex="x")
    assert [x.verdict.why for x in dump.inspect().drivers] == [LayerReason.APEX_UNKNOWN]


def test_settings_for_an_application_that_is_not_named_are_told(dump: AndroidDump):
    dump.set_settings(**DEBUG_SETTINGS).set_sources(package="")
    assert {"no-app", "no-application"} <= {x.code for x in dump.inspect().problems}


def test_a_folder_without_partitions_is_noticed(tmp_path):
    empty = AndroidDump(tmp_path)
    codes = {problem.code for problem in empty.inspect().problems}
    assert codes == {"not-a-root", "no-driver", "no-properties", "no-application"}


def test_other_files_of_the_system_folder_are_no_layers(dump: AndroidDump):
    dump.add_file("/system/lib64/vulkan/other.so", b"")
    dump.add_file("/system/lib64/vulkan/libVkLayer_x.so", b"text")
    assert [layer.verdict.why for layer in dump.inspect().layers] == [LayerReason.NOT_A_LIBRARY]
