"""The driver of a device: two properties, the folders of the vendor, the module "vulkan"."""

from __future__ import annotations

import pytest

from tests.framework.android_dump import ARM, ARM64, X86_64, Dump, apk, library
from vkconfig_py.loader.base.verdicts import Outcome
from vkconfig_py.machines.android.values import Why


def tried(dump: Dump) -> list[tuple[str, Outcome, Why]]:
    return [(x.library, x.verdict.outcome, x.verdict.why) for x in dump.report().drivers]


def test_the_property_of_the_hardware_comes_before_that_of_the_board(dump: Dump):
    dump.properties(ro__board__platform="board")
    dump.file("/vendor/lib64/hw/vulkan.board.so", library(module_id="vulkan"))
    assert tried(dump) == [
        ("/vendor/lib64/hw/vulkan.gpu.so", Outcome.LOADS, Why.FIRST_HIT),
        ("vulkan.board.so", Outcome.OFF, Why.NOT_REACHED),
    ]


def test_an_empty_property_is_passed_over(dump: Dump):
    dump.properties(ro__hardware__vulkan="", ro__board__platform="board")
    dump.file("/vendor/lib64/hw/vulkan.board.so", library(module_id="vulkan"))
    report = dump.report()
    assert [driver.library for driver in report.drivers] == ["/vendor/lib64/hw/vulkan.board.so"]
    told = {x.subject: x.why for x in report.findings}
    assert told["ro.hardware.vulkan"] is Why.PROPERTY_EMPTY


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("/odm/lib64", "/vendor/lib64"),
        ("/vendor/lib64", "/vendor/lib64/egl"),
        ("/vendor/lib64/egl", "/vendor/lib64/hw"),
    ],
)
def test_folders_are_searched_in_order(dump: Dump, first: str, second: str):
    dump.properties(ro__hardware__vulkan="two")
    for folder in (second, first):
        dump.file(f"{folder}/vulkan.two.so", library(module_id="vulkan"))
    assert dump.report().drivers[0].library == f"{first}/vulkan.two.so"


def test_a_library_of_another_processor_leads_to_the_next_property(dump: Dump):
    dump.properties(ro__board__platform="board")
    dump.file("/vendor/lib64/hw/vulkan.gpu.so", library(kind=X86_64, module_id="vulkan"))
    dump.file("/vendor/lib64/hw/vulkan.board.so", library(module_id="vulkan"))
    assert tried(dump) == [
        ("/vendor/lib64/hw/vulkan.gpu.so", Outcome.SKIPPED, Why.OTHER_MACHINE),
        ("/vendor/lib64/hw/vulkan.board.so", Outcome.LOADS, Why.FIRST_HIT),
    ]


def test_a_library_that_opens_and_is_no_module_leaves_no_driver(dump: Dump):
    dump.properties(ro__board__platform="board")
    dump.file("/vendor/lib64/hw/vulkan.gpu.so", library(["vkCreateInstance"]))
    dump.file("/vendor/lib64/hw/vulkan.board.so", library(module_id="vulkan"))
    assert [(outcome, why) for _, outcome, why in tried(dump)] == [
        (Outcome.SKIPPED, Why.NO_MODULE),
        (Outcome.OFF, Why.NOT_REACHED),
    ]
    assert [x.code for x in dump.report().problems] == ["no-driver"]


@pytest.mark.parametrize("relocated", [True, False])
@pytest.mark.parametrize("kind", [ARM64, ARM])
def test_the_id_of_the_module_decides(dump: Dump, kind, relocated: bool):
    lib = "lib64" if kind is ARM64 else "lib"
    dump.given(abi="arm64-v8a" if kind is ARM64 else "armeabi-v7a")
    for name, why in (("vulkan", Why.FIRST_HIT), ("gralloc", Why.OTHER_MODULE)):
        data = library(kind=kind, module_id=name, relocated=relocated)
        dump.file(f"/vendor/{lib}/hw/vulkan.gpu.so", data)
        assert dump.report().drivers[0].verdict.why is why


def test_without_a_driver_instances_have_no_devices_and_are_made(dump: Dump):
    dump.properties(ro__hardware__vulkan="absent")
    report = dump.report()
    assert report.create == "VK_SUCCESS"
    (problem,) = report.problems
    assert problem.code == "no-driver"
    assert "not found in /odm/lib64" in problem.title


def test_the_driver_of_an_apex_is_looked_for_there_alone(dump: Dump):
    dump.properties(ro__vulkan__apex="com.vendor.vulkan")
    report = dump.report()
    assert [x.verdict.why for x in report.drivers] == [Why.APEX_UNKNOWN]
    assert report.problems == ()  # the folder lacks the APEX; the device may have it
    dump.file("/apex/com.vendor.vulkan/lib64/vulkan.gpu.so", library(module_id="vulkan"))
    assert dump.report().drivers[0].library == "/apex/com.vendor.vulkan/lib64/vulkan.gpu.so"


UPDATED = "/data/app/com.driver-1"


def test_the_updatable_driver_of_an_application_replaces_that_of_the_system(dump: Dump):
    dump.properties(ro__gfx__driver__0="com.driver")
    dump.settings(updatable_driver_production_opt_in_apps="other,com.example.game")
    assert [x.verdict.why for x in dump.report().drivers] == [
        Why.UPDATABLE_UNKNOWN,
        Why.FIRST_HIT,
    ]
    inside = apk({"lib/arm64-v8a/vulkan.gpu.so": library(module_id="vulkan")})
    dump.file(f"{UPDATED}/base.apk", inside)
    (driver,) = dump.report().drivers
    assert driver.library == f"{UPDATED}/base.apk!/lib/arm64-v8a/vulkan.gpu.so"


def test_an_updatable_driver_that_does_not_open_ends_the_application(dump: Dump):
    dump.properties(ro__gfx__driver__0="com.driver").settings(updatable_driver_all_apps="1")
    dump.file(f"{UPDATED}/base.apk", apk({}))
    report = dump.report()
    assert report.create == "SIGABRT"
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
def test_settings_choose_among_updatable_drivers(dump: Dump, settings, package: str):
    dump.properties(ro__gfx__driver__0="production", ro__gfx__driver__1="early")
    drivers = dump.settings(**settings).report().drivers
    assert [x.library for x in drivers[:-1]] == ([package] if package else [])


def test_a_prerelease_driver_is_for_debuggable_applications(dump: Dump):
    dump.properties(ro__gfx__driver__1="early").settings(updatable_driver_all_apps="2")
    dump.given(debuggable=False)
    assert len(dump.report().drivers) == 1


def test_angle_is_told_because_its_calls_go_through_the_layers(dump: Dump):
    assert Why.ANGLE not in {x.why for x in dump.report().findings}
    dump.settings(
        angle_gl_driver_selection_pkgs="a,com.example.game",
        angle_gl_driver_selection_values="native,angle",
    )
    assert Why.ANGLE in {x.why for x in dump.report().findings}


def test_a_file_that_is_no_library_is_told_as_such(dump: Dump):
    dump.file("/vendor/lib64/hw/vulkan.gpu.so", b"\x7fELF" + bytes(100))
    (driver,) = dump.report().drivers
    assert driver.verdict.why is Why.OTHER_MACHINE
    dump.file("/vendor/lib64/hw/vulkan.gpu.so", b"text")
    assert dump.report().drivers[0].verdict.why is Why.NOT_A_LIBRARY


def test_an_application_of_the_system_gets_no_updatable_driver(dump: Dump, tmp_path):
    dump.properties(ro__gfx__driver__0="production").settings(updatable_driver_all_apps="1")
    for flags, count in (("SYSTEM", 1), ("SYSTEM UPDATED_SYSTEM_APP", 2)):
        (tmp_path / "d").write_text(f"  Package [com.example.game] (1):\n    flags=[ {flags} ]\n")
        dump.given(package_dump=str(tmp_path / "d"))
        assert len(dump.report().drivers) == count


def test_angle_of_the_device_or_for_all_is_told_too(dump: Dump):
    dump.settings(angle_gl_driver_all_angle="1")
    angle = [x.subject for x in dump.report().findings if x.why is Why.ANGLE]
    dump.properties(ro__hardware__egl="angle")
    angle += [x.subject for x in dump.report().findings if x.why is Why.ANGLE]
    assert angle == ["angle_gl_driver_all_angle", "ro.hardware.egl"]


def test_a_module_whose_id_only_the_linker_knows_is_taken(dump: Dump):
    content = library(module_id="vulkan")
    place = content.index(b"vulkan\0")
    dump.file("/vendor/lib64/hw/vulkan.gpu.so", content[:place] + b"\xff" * (len(content) - place))
    assert dump.report().drivers[0].verdict.why is Why.ID_UNKNOWN
