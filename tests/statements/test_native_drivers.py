"""Drivers: entry points, negotiation, and what of a request reaches them."""

from __future__ import annotations

from tests.statements.living import Parts
from tests.statements.registry import statement
from vkconfig_py.loader.native.libraries import get_offered_interface
from vkconfig_py.loader.profiles.profile import LoaderProfile

INCOMPATIBLE = -9
V1_0, V1_1, V1_3 = 1 << 22, 1 << 22 | 1 << 12, 1 << 22 | 3 << 12
SURFACE, CAPABILITIES2 = "VK_KHR_surface", "VK_KHR_get_surface_capabilities2"
PROBE = "vkProbeFunction0EXT"


def names(vulkan) -> object:
    return vulkan.names()


def knows_probe_function(vulkan) -> bool:
    return bool(vulkan.address(PROBE))


@statement(55, rule="loader.native.libraries.open_driver")
def test_driver_exports_the_look_up_function(parts: Parts):
    parts.driver("a", "lookup").driver("b", "nothing")
    assert parts.use(names).answer == ["a"]


@statement(56, rule="loader.native.libraries._LibraryOpening._finish_opening")
def test_look_up_function_gives_global_commands_without_an_instance(parts: Parts):
    parts.driver("a").driver("b", missing="vkEnumerateInstanceExtensionProperties")
    parts.driver("c", missing="vkCreateInstance")
    assert parts.use(names).answer == ["a"]


@statement(58, rule="loader.native.libraries._LibraryOpening._find_driver_by_symbols")
def test_old_driver_exports_vulkan_commands(parts: Parts):
    assert parts.driver(exports="plain").use(names).answer == ["driver"]


@statement(184, rule="loader.native.libraries._LibraryOpening._find_driver_by_symbols")
def test_old_driver_needs_all_three_commands(parts: Parts):
    parts.driver("a", "plain").driver("b", "plain without create")
    parts.driver("c", "plain without extensions")
    assert parts.use(names).answer == ["a"]


@statement(151, rule="loader.native.libraries._LibraryOpening.find_driver")
def test_look_up_function_is_asked_before_exported_commands(parts: Parts):
    parts.driver("a", "lookup and plain", missing="vkCreateInstance")
    parts.driver("b", "plain", missing="vkCreateInstance")
    assert parts.use(names).answer == ["b"]


@statement(152, rule="loader.native.driver_instance.DriverInstance.proc")
def test_look_up_function_gives_instance_commands_and_that_of_devices(parts: Parts):
    def use_device(vulkan) -> object:
        device = vulkan.create_device(vulkan.devices()[0])
        vulkan.call("vkDestroyDevice", device, None)
        return vulkan.names()

    assert parts.driver(exports="lookup").use(use_device).answer == ["driver"]


@statement(178, rule="loader.native.libraries._LibraryOpening._negotiate")
def test_driver_negotiates_before_anything_else(parts: Parts):
    told = parts.driver().create()
    assert told.answer == 0
    assert [note["at"] for note in told.notes][:2] == ["negotiate", "vkCreateInstance"]


@statement(179, rule="loader.native.libraries.get_offered_interface")
def test_loader_sends_its_newest_version(parts: Parts):
    (told,) = parts.driver(interface=5).create().by("driver", "negotiate")[:1]
    assert told["asked"] == 7


@statement(180, rule="loader.native.libraries._LibraryOpening._negotiate")
def test_driver_that_refuses_is_not_used(parts: Parts):
    assert parts.driver("a", negotiate=INCOMPATIBLE).create().answer == INCOMPATIBLE
    assert parts.driver("b", negotiate=0).create().answer == 0


@statement(214, rule="loader.native.libraries._LibraryOpening._negotiate")
def test_driver_that_fails_negotiation_leaves_the_others(parts: Parts):
    parts.driver("a", negotiate=INCOMPATIBLE).driver("b")
    assert parts.use(names).answer == ["b"]


@statement(181, rule="loader.native.libraries._LibraryOpening._negotiate")
def test_lower_versions_are_accepted(parts: Parts):
    for version in (2, 3):
        parts.driver(f"d{version}", interface=version, physical_functions=PROBE)
    told = parts.use(lambda vulkan: [sorted(vulkan.names()), knows_probe_function(vulkan)])
    assert told.answer == [["d2", "d3"], False]
    parts.driver("d6", interface=6, physical_functions=PROBE)
    assert parts.use(knows_probe_function).answer is True


@statement(183, rule="loader.native.libraries._LibraryOpening._finish_opening")
def test_driver_that_does_not_negotiate_gets_nothing_of_later_versions(parts: Parts):
    parts.driver(exports="lookup and physical", physical_functions=PROBE)
    assert parts.use(knows_probe_function).answer is False
    parts.driver("b", physical_functions=PROBE)
    assert parts.use(knows_probe_function).answer is True


@statement(187, rule="loader.native.terminator_lookup._find_physical_function")
def test_unknown_functions_need_interface_4(parts: Parts):
    parts.driver(interface=3, physical_functions=PROBE)
    assert parts.use(knows_probe_function).answer is False
    parts.driver("b", interface=4, physical_functions=PROBE)
    assert parts.use(knows_probe_function).answer is True


@statement(161, rule="loader.native.libraries.OpenedDriver.find_physical_device_function")
def test_look_up_of_physical_device_functions_is_optional(parts: Parts):
    parts.driver("a", "negotiate and lookup", interface=4, physical_functions=PROBE)
    told = parts.use(lambda vulkan: [vulkan.names(), knows_probe_function(vulkan)])
    assert told.answer == [["a"], False]
    parts.driver("b", interface=4, physical_functions=PROBE)
    assert parts.use(knows_probe_function).answer is True


# -- versions


def api_of(parts: Parts, name: str = "driver", api: tuple[int, int, int] = (1, 3, 0)) -> int:
    return parts.create(api=api).by(name, "vkCreateInstance")[0]["api"]


@statement(154, rule="loader.native.instance_creation._Creation._make_application")
def test_driver_that_would_refuse_a_newer_version_is_used(parts: Parts):
    parts.driver("old", api="1.0.5", version="1.0.5", refuses_above="1.0.999").driver("new")
    assert sorted(parts.use(names).answer) == ["new", "old"]


@statement(156, rule="loader.native.instance_creation._Creation._decide_api_version")
def test_version_of_a_driver_is_that_of_its_manifest_then_its_own(parts: Parts):
    parts.driver("a", api="1.0.5").driver("b", version="1.0.9").driver("c", version="1.1.0")
    assert api_of(parts, "a") == V1_0
    assert api_of(parts, "b") >> 12 == V1_0 >> 12
    assert api_of(parts, "c") == V1_3


@statement(157, rule="loader.native.instance_creation._Creation._decide_api_version")
def test_four_cases_make_a_driver_count_as_1_0(parts: Parts):
    parts.driver("manifest", api="1.0.5").driver("without", missing="vkEnumerateInstanceVersion")
    parts.driver("fails", version_result=-1).driver("says so", version="1.0.0").driver("newer")
    told = parts.create()
    found = {x["by"]: x["api"] for x in told.notes if x["at"] == "vkCreateInstance"}
    assert found.pop("newer") == V1_3
    assert list(found.values()) == [V1_0] * 4


@statement(158, rule="loader.native.instance_creation._Creation._make_application")
def test_1_0_driver_gets_a_copy_of_the_application_info(parts: Parts):
    assert api_of(parts.driver(api="1.0.5")) == V1_0


@statement(216, rule="loader.native.instance_creation._Creation._make_application")
def test_each_of_mixed_drivers_gets_the_version_that_it_can_take(parts: Parts):
    told = parts.driver("old", api="1.0.5").driver("new").create(api=(1, 1, 0))
    assert told.by("old", "vkCreateInstance")[0]["api"] == V1_0
    assert told.by("new", "vkCreateInstance")[0]["api"] == V1_1


# -- extensions and layers


def extensions_of(parts: Parts, name: str, *extensions: str) -> list[str]:
    return parts.create(extensions=extensions).by(name, "vkCreateInstance")[0]["extensions"]


@statement(63, rule="loader.native.instance_creation._Creation._make_driver_info")
def test_driver_never_sees_an_extension_that_it_does_not_offer(parts: Parts):
    parts.driver("a", extensions=f"{SURFACE}:25").driver("b")
    assert extensions_of(parts, "b", SURFACE) == []


@statement(159, rule="loader.native.instance_creation._Creation._select_driver_extensions")
def test_extension_names_are_filtered_for_each_driver(parts: Parts):
    parts.driver("a", extensions=f"{SURFACE}:25")
    parts.driver("b", extensions=f"{SURFACE}:25,{CAPABILITIES2}:1")
    assert extensions_of(parts, "a", SURFACE, CAPABILITIES2) == [SURFACE]
    assert extensions_of(parts, "b", SURFACE, CAPABILITIES2) == [SURFACE, CAPABILITIES2]


@statement(218, rule="loader.native.instance_creation._Creation._select_driver_extensions")
def test_extensions_of_the_loader_are_filtered_too(parts: Parts):
    parts.driver("a").driver("b", extensions="VK_EXT_debug_utils:1")
    assert extensions_of(parts, "a", "VK_EXT_debug_utils") == []
    assert extensions_of(parts, "b", "VK_EXT_debug_utils") == ["VK_EXT_debug_utils"]


@statement(7, rule="loader.native.extension_queries.list_offered_extensions")
def test_instance_extensions_are_gathered_from_all_drivers(parts: Parts):
    parts.driver("a", extensions=f"{SURFACE}:25").driver("b", extensions=f"{CAPABILITIES2}:1")
    found = {name for name, _ in parts.before(lambda vulkan: vulkan.extensions()).answer}
    assert found >= {SURFACE, CAPABILITIES2}


@statement(352, rule="loader.native.global_functions.open_drivers")
def test_drivers_are_loaded_to_learn_their_instance_extensions(parts: Parts):
    parts.driver(extensions=f"{SURFACE}:25")
    told = parts.before(lambda vulkan: vulkan.extensions())
    assert [SURFACE, 25] in told.answer
    assert set(told.order("negotiate")) == {"driver"}


@statement(64, rule="loader.native.instance_creation._Creation._make_driver_info")
def test_driver_hears_nothing_of_layers(parts: Parts):
    parts.driver().layer("VK_LAYER_x", implicit=False)
    told = parts.create("VK_LAYER_x")
    assert told.by("VK_LAYER_x", "vkCreateInstance")[0]["layers"] == ["VK_LAYER_x"]
    assert told.by("driver", "vkCreateInstance")[0]["layers"] == []


@statement(6, rule="loader.native.instance_creation.create_in_drivers")
def test_chain_ends_in_a_terminator_that_calls_every_driver(parts: Parts):
    told = parts.driver("a").driver("b").layer("VK_LAYER_x").create()
    assert sorted(told.order("vkCreateInstance")) == ["VK_LAYER_x", "a", "b"]


@statement(104, rule="loader.native.physical_devices.PhysicalDevices.refresh")
def test_devices_of_all_drivers_appear_in_one_enumeration(parts: Parts):
    assert sorted(parts.driver("a").driver("b").use(names).answer) == ["a", "b"]


@statement(188, rule="loader.native.instance_creation._Creation._make_application")
def test_driver_of_interface_5_never_has_to_refuse_a_version(parts: Parts):
    parts.driver("old", api="1.0.5", interface=5).driver("new", interface=5)
    told = parts.create(api=(1, 3, 0))
    assert told.answer == 0
    apis = {x["by"]: x["api"] for x in told.notes if x["at"] == "vkCreateInstance"}
    assert apis == {"old": V1_0, "new": V1_3}


@statement(215, rule="loader.native.instance_creation._Creation._make_application")
def test_program_may_ask_for_more_than_any_driver_has(parts: Parts):
    parts.driver(api="1.0.5", version="1.0.5", refuses_above="1.0.999")
    assert parts.use(names).answer == ["driver"]


@statement(200, rule="loader.native.libraries._LibraryOpening.find_driver")
def test_driver_that_does_not_negotiate_needs_older_entry_points(parts: Parts):
    parts.driver("a", "lookup").driver("b", "plain").driver("c", "nothing").driver("d")
    assert sorted(parts.use(names).answer) == ["a", "b", "d"]


@statement(189, rule="loader.native.libraries.get_offered_interface")
def test_interface_for_sorting_is_offered_since_1_2_150():
    offered = [get_offered_interface(LoaderProfile(x)) for x in ((1, 2, 149), (1, 2, 150))]
    assert offered == [5, 6]
