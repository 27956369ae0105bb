"""The driver of a device: two properties, the folders of the vendor, the module "vulkan"."""

from __future__ import annotations

import pytest

from tests.framework.android_dump import ARM, ARM64, X86_64, AndroidDump, make_apk, make_library
from vkconfig_py.loader.base.verdicts import Outcome
from vkconfig_py.machines.android.values import LayerReason


def tried(dump: AndroidDump) -> list[tuple[str, Outcome, LayerReason]]:
    return [(x.library, x.verdict.outcome, x.verdict.why) for x in dump.inspect().drivers]


def test_the_property_of_the_hardware_comes_before_that_of_the_board(dump: AndroidDump):
    dump.set_properties(ro__board__platform="board")
    dump.add_file("/vendor/lib64/hw/vulkan.board.so", make_library(module_id="vulkan"))
    assert tried(dump) == [
        ("/vendor/lib64/hw/vulkan.gpu.so", Outcome.LOADS, LayerReason.FIRST_HIT),
        ("vulkan.board.so", Outcome.OFF, LayerReason.NOT_REACHED),
    ]


def test_an_empty_property_is_passed_over(dump: AndroidDump):
    dump.set_properties(ro__hardware__vulkan="", ro__board__platform="board")
    dump.add_file("/vendor/lib64/hw/vulkan.board.so", make_library(module_id="vulkan"))
    report = dump.inspect()
    assert [driver.library for driver in report.drivers] == ["/vendor/lib64/hw/vulkan.board.so"]
    told = {x.subject: x.why for x in report.findings}
    assert told["ro.hardware.vulkan"] is LayerReason.PROPERTY_EMPTY


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("/odm/lib64", "/vendor/lib64"),
        ("/vendor/lib64", "/vendor/lib64/egl"),
        ("/vendor/lib64/egl", "/vendor/lib64/hw"),
    ],
)
def test_folders_are_searched_in_order(dump: AndroidDump, first: str, second: str):
    dump.set_properties(ro__hardware__vulkan="two")
    for folder in (second, first):
        dump.add_file(f"{folder}/vulkan.two.so", make_library(module_id="vulkan"))
    assert dump.inspect().drivers[0].library == f"{first}/vulkan.two.so"


def test_a_library_of_another_processor_leads_to_the_next_property(dump: AndroidDump):
    dump.set_properties(ro__board__platform="board")
    dump.add_file("/vendor/lib64/hw/vulkan.gpu.so", make_library(kind=X86_64, module_id="vulkan"))
    dump.add_file("/vendor/lib64/hw/vulkan.board.so", make_library(module_id="vulkan"))
    assert tried(dump) == [
        ("/vendor/lib64/hw/vulkan.gpu.so", Outcome.SKIPPED, LayerReason.OTHER_MACHINE),
        ("/vendor/lib64/hw/vulkan.board.so", Outcome.LOADS, LayerReason.FIRST_HIT),
    ]


def test_a_library_that_opens_and_is_no_module_leaves_no_driver(dump: AndroidDump):
    dump.set_properties(ro__board__platform="board")
    dump.add_file("/vendor/lib64/hw/vulkan.gpu.so", make_library(["vkCreateInstance"]))
    dump.add_file("/vendor/lib64/hw/vulkan.board.so", make_library(module_id="vulkan"))
    assert [(outcome, why) for _, outcome, why in tried(dump)] == [
        (Outcome.SKIPPED, LayerReason.NO_MODULE),
        (Outcome.OFF, LayerReason.NOT_REACHED),
    ]
    assert [x.code for x in dump.inspect().problems] == ["no-driver"]


@pytest.mark.parametrize("relocated", [True, False])
@pytest.mark.parametrize("kind", [ARM64, ARM])
def test_the_id_of_the_module_decides(dump: AndroidDump, kind, relocated: bool):
    lib = "lib64" if kind is ARM64 else "lib"
    dump.set_sources(abi="arm64-v8a" if kind is ARM64 else "armeabi-v7a")
    for name, why in (("vulkan", LayerReason.FIRST_HIT), ("gralloc", LayerReason.OTHER_MODULE)):
        data = make_library(kind=kind, module_id=name, relocated=relocated)
        dump.add_file(f"/vendor/{lib}/hw/vulkan.gpu.so", data)
        assert dump.inspect().drivers[0].verdict.why is why


def test_without_a_driver_instances_have_no_devices_and_are_made(dump: AndroidDump):
    dump.set_properties(ro__hardware__vulkan="absent")
    report = dump.inspect()
    assert report.create_result == "VK_SUCCESS"
    (problem,) = report.problems
    assert problem.code == "no-driver"
    assert "not found in /odm/lib64" in problem.title


def test_the_driver_of_an_apex_is_looked_for_there_alone(dump: AndroidDump):
    dump.set_properties(ro__vulkan__apex="com.vendor.vulkan")
    report = dump.inspect()
    assert [x.verdict.why for x in report.drivers] == [LayerReason.APEX_UNKNOWN]
    assert report.problems == ()  # the folder lacks the APEX; the device may have it
    dump.add_file("/apex/com.vendor.vulkan/lib64/vulkan.gpu.so", make_library(module_id="vulkan"))
    assert dump.inspect().drivers[0].library == "/apex/com.vendor.vulkan/lib64/vulkan.gpu.so"


UPDATED = "/data/app/com.driver-1"


def test_the_updatable_driver_of_an_application_replaces_that_of_the_system(dump: AndroidDump):
    dump.set_properties(ro__gfx__driver__0="com.driver")
    dump.set_settings(updatable_driver_production_opt_in_apps="other,com.example.game")
    assert [x.verdict.why for x in dump.inspect().drivers] == [
        LayerReason.UPDATABLE_UNKNOWN,
        LayerReason.FIRST_HIT,
    ]
    inside = make_apk({"lib/arm64-v8a/vulkan.gpu.so": make_library(module_id="vulkan")})
    dump.add_file(f"{UPDATED}/base.apk", inside)
    (driver,) = dump.inspect().drivers
    assert driver.library == f"{UPDATED}/base.apk!/lib/arm64-v8a/vulkan.gpu.so"


def test_an_updatable_driver_that_does_not_open_ends_the_application(dump: AndroidDump):
    dump.set_properties(ro__gfx__driver__0="com.driver").set_settings(updatable_driver_all_apps="1")
    dump.add_file(f"{UPDATED}/base.apk", make_apk({}))
    report = dump.inspect()
    assert report.create_result == "SIGABRT"
    assert report.problems[0].code == "updatable-driver-missing"


@pytest.mark.parametrize(
    ("settings", "package"),
    [
        ({}, ""),
        ({"updatable_driver_all_apps": "1"}, "production"),
        ({"updatable_driver_all_apps": "2"}, "early"),
        ({"updatable_driver_all_apps": "3", "updatable_driver_production_allowlist": "*"}, ""),
        ({"updatable_driver_production_allowlist": "*"}, "production"),
        ({"updatable_driver_production_allowlist": "com.example.game"}, "production"),
        ({"updatable_driver_prerelease_opt_in_apps": "com.example.game"}, "early"),
        (
            {
                "updatable_driver_production_allowlist": "*",
                "updatable_driver_production_denylist": "com.example.game",
            },
            "",
        ),
        (
            {
                "updatable_driver_production_opt_in_apps": "com.example.game",
                "updatable_driver_production_opt_out_apps": "com.example.game",
            },
            "",
        ),
    ],
)
def test_settings_choose_among_updatable_drivers(dump: AndroidDump, settings, package: str):
    dump.set_properties(ro__gfx__driver__0="production", ro__gfx__driver__1="early")
    drivers = dump.set_settings(**settings).inspect().drivers
    assert [x.library for x in drivers[:-1]] == ([package] if package else [])


def test_a_prerelease_driver_is_for_debuggable_applications(dump: AndroidDump):
    dump.set_properties(ro__gfx__driver__1="early").set_settings(updatable_driver_all_apps="2")
    dump.set_sources(debuggable=False)
    assert len(dump.inspect().drivers) == 1


def test_angle_is_told_because_its_calls_go_through_the_layers(dump: AndroidDump):
    assert LayerReason.ANGLE not in {x.why for x in dump.inspect().findings}
    dump.set_settings(
        angle_gl_driver_selection_pkgs="a,com.example.game",
        angle_gl_driver_selection_values="native,angle",
    )
    assert LayerReason.ANGLE in {x.why for x in dump.inspect().findings}


def test_a_file_that_is_no_library_is_told_as_such(dump: AndroidDump):
    dump.add_file("/vendor/lib64/hw/vulkan.gpu.so", b"\x7fELF" + bytes(100))
    (driver,) = dump.inspect().drivers
    assert driver.verdict.why is LayerReason.OTHER_MACHINE
    dump.add_file("/vendor/lib64/hw/vulkan.gpu.so", b"text")
    assert dump.inspect().drivers[0].verdict.why is LayerReason.NOT_A_LIBRARY


def test_an_application_of_the_system_gets_no_updatable_driver(dump: AndroidDump, tmp_path):
    dump.set_properties(ro__gfx__driver__0="production").set_settings(updatable_driver_all_apps="1")
    for flags, count in (("SYSTEM", 1), ("SYSTEM UPDATED_SYSTEM_APP", 2)):
        (tmp_path / "d").write_text(f"  Package [com.example.game] (1):\n    flags=[ {flags} ]\n")
        dump.set_sources(package_dump=str(tmp_path / "d"))
        assert len(dump.inspect().drivers) == count


def test_angle_of_the_device_or_for_all_is_told_too(dump: AndroidDump):
    dump.set_settings(angle_gl_driver_all_angle="1")
    angle = [x.subject for x in dump.inspect().findings if x.why is LayerReason.ANGLE]
    dump.set_properties(ro__hardware__egl="angle")
    angle += [x.subject for x in dump.inspect().findings if x.why is LayerReason.ANGLE]
    assert angle == ["angle_gl_driver_all_angle", "ro.hardware.egl"]


def test_a_module_whose_id_only_the_linker_knows_is_taken(dump: AndroidDump):
    content = make_library(module_id="vulkan")
    place = content.index(b"vulkan\0")
    dump.add_file(
        "/vendor/lib64/hw/vulkan.gpu.so", content[:place] + b"\xff" * (len(content) - place)
    )
    assert dump.inspect().drivers[0].verdict.why is LayerReason.ID_UNKNOWN
