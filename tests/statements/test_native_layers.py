"""Layers: entry points, negotiation, and the chain of an instance."""

from __future__ import annotations

from tests.framework.probe_parts import LAYER_NEGOTIATE, RENAMED
from tests.statements.living import Parts
from tests.statements.registry import statement

INITIALIZATION_FAILED, LAYER_NOT_PRESENT = -3, -6
PHYSICAL, OF_DEVICE = "vkProbeFunction0EXT", "vkProbeFunction3EXT"
PROPERTIES = "vkGetPhysicalDeviceProperties"
BOTH = ("vkCreateInstance", "vkCreateDevice")
X, Y = "VK_LAYER_x", "VK_LAYER_y"


def names(vulkan) -> object:
    return vulkan.names()


def call_physical(vulkan) -> object:
    """Return what the probe function of physical devices answers, False if there is none."""
    from vkconfig_py.loader.native.callbacks import make_function_type

    (device,) = vulkan.devices()
    address = vulkan.address(PHYSICAL)
    return bool(address) and make_function_type("ipi")(address)(device, 7)


def marked(parts: Parts, exports: str = "all", **manifest) -> object:
    """Return the name of the only device as a layer changes it."""
    parts.driver().layer(X, exports, manifest, marks_names=True)
    return parts.use(names).answer


@statement(246, rule="loader.native.libraries._negotiate")
def test_layer_negotiates_with_version_2(parts: Parts):
    told = parts.driver().layer(X).create()
    assert told.by(X, "negotiate")[0]["asked"] == 2


@statement(247, rule="loader.native.libraries._negotiate")
def test_negotiation_comes_first_and_is_between_each_layer_and_the_loader(parts: Parts):
    told = parts.driver().layer(X).layer(Y).create()
    for layer in (X, Y):
        noted = [note["at"] for note in told.notes if note["by"] == layer]
        assert noted == ["negotiate", "vkCreateInstance"]


@statement(248, rule="loader.native.libraries._find_entry_points")
def test_layer_that_refuses_is_not_used_but_listed(parts: Parts):
    parts.driver().layer(X, "negotiate", implicit=False, negotiate=-3)
    parts.layer(Y, "negotiate", implicit=False)
    assert parts.create(X).answer == LAYER_NOT_PRESENT
    assert parts.create(Y).answer == 0
    assert parts.listed() == {X, Y}


@statement(249, rule="loader.native.libraries._find_entry_points")
def test_lower_version_of_both_sides_is_used(parts: Parts):
    parts.driver().layer(X, interface=1, physical_functions=PHYSICAL)
    assert parts.use(call_physical).answer is False
    parts.layer(Y, physical_functions=PHYSICAL)
    assert parts.use(call_physical).answer == -7


@statement(250, rule="loader.native.libraries._negotiate")
def test_entry_points_are_in_the_structure(parts: Parts):
    assert marked(parts, "negotiate") == [f"driver+{X}"]


@statement(251, rule="loader.native.libraries._find_entry_points")
def test_entry_points_of_version_1_are_looked_up_by_name(parts: Parts):
    parts.driver().layer(X, "negotiate", interface=1, marks_names=True)
    parts.layer(Y, "all", interface=1, marks_names=True)
    assert parts.use(names).answer == [f"driver+{Y}"]


@statement(252, rule="loader.native.libraries._negotiate")
def test_manifest_may_rename_the_negotiation_function(parts: Parts):
    only = {LAYER_NEGOTIATE: RENAMED[LAYER_NEGOTIATE]}
    parts.driver().layer(X, ["probe_negotiate"], {"functions": only}, marks_names=True)
    parts.layer(Y, ["probe_negotiate"], marks_names=True)
    assert parts.use(names).answer == [f"driver+{X}"]


@statement(317, rule="loader.native.libraries._negotiate")
def test_only_the_negotiation_function_is_renamed_for_version_2(parts: Parts):
    functions = {**RENAMED, "vkGetInstanceProcAddr": "no_such_symbol"}
    assert marked(parts, "renamed", functions=functions) == [f"driver+{X}"]


@statement(76, rule="loader.native.libraries._find_entry_points")
def test_entry_points_are_named_in_functions(parts: Parts):
    assert marked(parts, "renamed lookups", functions=RENAMED) == [f"driver+{X}"]


@statement(87, rule="loader.native.libraries._find_entry_points")
def test_instance_entry_point_has_a_default_name(parts: Parts):
    parts.driver().layer(X, "lookups", marks_names=True)
    parts.layer(Y, "renamed lookups", {"functions": RENAMED}, marks_names=True)
    assert parts.use(names).answer in ([f"driver+{X}+{Y}"], [f"driver+{Y}+{X}"])


@statement(366, rule="loader.native.libraries._find_entry_points")
def test_names_that_functions_gives_are_those_that_count(parts: Parts):
    parts.driver().layer(X, "lookups", {"functions": RENAMED}, marks_names=True)
    parts.layer(Y, "renamed lookups", {"functions": RENAMED}, marks_names=True)
    assert parts.use(names).answer == [f"driver+{Y}"]


@statement(320, rule="loader.native.libraries._negotiate")
def test_version_1_layer_exports_its_two_entry_points(parts: Parts):
    assert marked(parts, ["vkGetInstanceProcAddr", "vkGetDeviceProcAddr"]) == [f"driver+{X}"]


@statement(365, rule="loader.native.libraries._find_entry_points")
def test_default_entry_points_are_the_only_exports_that_a_layer_needs(parts: Parts):
    parts.driver().layer(X, ["vkGetInstanceProcAddr", "vkGetDeviceProcAddr"])
    told = parts.use(make_device)
    assert X in told.order("vkCreateInstance")
    assert X in told.order("vkGetDeviceQueue")


@statement(367, rule="loader.native.libraries._negotiate")
def test_layer_without_the_negotiation_function_works(parts: Parts):
    told = parts.driver().layer(X, "lookups").create()
    assert told.answer == 0
    assert told.order("vkCreateInstance") == [X, "driver"]
    assert not told.by(X, "negotiate")


@statement(319, rule="loader.native.libraries.LoadedLayer.answers_physical_devices")
def test_version_2_layer_answers_for_physical_devices(parts: Parts):
    parts.driver().layer(X, physical_functions=PHYSICAL)
    assert parts.use(call_physical).answer == -7


@statement(256, rule="loader.native.terminator_lookup.UnknownFunctions._find_in_layers")
def test_layer_may_answer_for_unknown_functions_of_physical_devices(parts: Parts):
    parts.driver(physical_functions=PHYSICAL).layer(X, physical_functions=PHYSICAL)
    told = parts.use(call_physical)
    assert told.answer == 1008
    assert told.order(PHYSICAL) == [X, "driver"]


@statement(259, rule="loader.native.terminator_lookup.UnknownFunctions._find_in_layers")
def test_look_up_for_physical_devices_is_optional(parts: Parts):
    parts.driver(physical_functions=PHYSICAL).layer(X, negotiates="instance,device")
    parts.layer(Y, physical_functions=PHYSICAL)
    told = parts.use(call_physical)
    assert told.answer == 1008
    assert told.order(PHYSICAL) == [Y, "driver"]


# -- devices of a layer


def make_device(vulkan) -> object:
    (physical,) = vulkan.devices()
    device = vulkan.create_device(physical)
    codes = vulkan.submit_nothing(device)
    vulkan.call("vkDestroyDevice", device, None)
    return codes


@statement(88, rule="loader.native.libraries.find_device_entry_points")
def test_device_entry_point_has_a_default_name_or_that_of_functions(parts: Parts):
    parts.driver().layer(X, "lookups").layer(Y, "renamed lookups", {"functions": RENAMED})
    assert sorted(parts.use(make_device).order("vkGetDeviceQueue")) == [X, Y]


@statement(253, rule="loader.native.libraries.find_device_entry_points")
def test_layer_may_take_part_in_the_instance_chain_alone(parts: Parts):
    parts.driver().layer(X, "negotiate", negotiates="instance").layer(Y, "negotiate")
    told = parts.use(make_device)
    assert sorted(told.order("vkCreateInstance")) == [X, Y, "driver"]
    assert told.order("vkCreateDevice", "vkGetDeviceQueue") == [Y, "driver", Y]


@statement(359, rule="loader.native.loader_device.DeviceChains._link")
def test_each_device_has_its_own_chain(parts: Parts):
    parts.driver().layer(X).layer(Y)
    told = parts.use(lambda vulkan: [make_device(vulkan), make_device(vulkan)])
    made = told.order("vkCreateDevice")
    assert sorted(made[:3]) == [X, Y, "driver"]
    assert made == made[:3] * 2


# -- the chain of an instance


@statement(95, rule="loader.native.memory.link_nodes")
def test_layer_gets_the_chain_as_a_list(parts: Parts):
    told = parts.driver().layer(X).create()
    assert told.by(X, "vkCreateInstance")[0]["chain"]
    assert told.answer == 0


@statement(96, rule="loader.native.loader_instance._make_node")
def test_elements_of_the_list_have_known_types_and_functions(parts: Parts):
    found = parts.driver().layer(X).create().by(X, "vkCreateInstance")[0]["chain"]
    assert sorted(found) == ["loader 0", "loader 1", "loader 2", "loader 3"]


@statement(369, rule="loader.native.loader_instance._make_node")
def test_link_is_found_by_its_type_and_function(parts: Parts):
    told = parts.driver().layer(X).create()
    assert told.by(X, "vkCreateInstance")[0]["chain"].count("loader 0") == 1


@statement(97, rule="loader.native.loader_instance._link_layers")
def test_link_holds_the_next_entry_points(parts: Parts):
    told = (
        parts.driver()
        .layer(X, asks_instance="vkDestroyInstance", asks_physical=PROPERTIES)
        .create()
    )
    assert told.by(X, "asks_instance")[0]["known"] == ["vkDestroyInstance"]
    assert told.by(X, "asks_physical")[0]["known"] == [PROPERTIES]


def known_below(parts: Parts, knob: str, *asked: str) -> list[str]:
    parts.driver().layer(X, **{knob: asked})
    return parts.create().by(X, knob)[0]["known"]


@statement(98, rule="loader.native.terminator_lookup.TerminatorLookup._answer")
def test_next_look_up_gives_both_create_functions_without_an_instance(parts: Parts):
    asked = (*BOTH, "vkEnumeratePhysicalDevices")
    assert known_below(parts, "asks_without_instance", *asked) == [*BOTH]


@statement(269, rule="loader.native.terminator_lookup.TerminatorLookup._answer")
def test_next_look_up_works_with_and_without_an_instance(parts: Parts):
    parts.driver().layer(X, asks_without_instance=BOTH, asks_instance=(*BOTH, PROPERTIES))
    told = parts.create()
    assert told.by(X, "asks_without_instance")[0]["known"] == [*BOTH]
    assert told.by(X, "asks_instance")[0]["known"] == [*BOTH, PROPERTIES]


@statement(371, rule="loader.native.terminator_lookup.TerminatorLookup._answer")
def test_next_look_up_gives_create_instance_before_there_is_one(parts: Parts):
    assert known_below(parts, "asks_without_instance", "vkCreateInstance") == ["vkCreateInstance"]


@statement(379, rule="loader.native.terminator_lookup.TerminatorLookup.instance_function")
def test_next_look_up_gives_create_device_without_an_instance(parts: Parts):
    assert known_below(parts, "asks_without_instance", "vkCreateDevice") == ["vkCreateDevice"]


@statement(372, rule="loader.native.terminator_lookup.TerminatorLookup.instance_function")
def test_next_look_up_gives_instance_commands(parts: Parts):
    asked = ("vkDestroyInstance", "vkEnumeratePhysicalDevices", "vkNoSuchFunction")
    assert known_below(parts, "asks_instance", *asked) == [*asked[:2]]


@statement(378, rule="loader.native.terminator_lookup.TerminatorLookup._answer_device")
def test_next_device_functions_can_be_looked_up(parts: Parts):
    asked = ("vkDestroyDevice", "vkQueueSubmit", "vkNoSuchFunction")
    told = parts.driver().layer(X, asks_device=asked).use(make_device)
    assert told.by(X, "asks_device")[0]["known"] == [*asked[:2]]


@statement(100, rule="loader.native.loader_instance.create_through_chain")
def test_failing_layer_fails_the_whole_call(parts: Parts):
    told = parts.driver().layer(X, create=-5).create()
    assert told.answer == -5
    assert told.order("vkCreateInstance") == [X]


@statement(270, rule="loader.native.loader_instance.create_through_chain")
def test_missing_next_function_fails_the_call(parts: Parts):
    told = parts.driver().layer(X, missing="vkCreateInstance").create()
    assert told.answer == INITIALIZATION_FAILED


@statement(268, rule="loader.native.loader_instance._link_layers")
def test_each_layer_gets_a_link_and_moves_it_on(parts: Parts):
    told = parts.driver().layer(X).layer(Y).create()
    assert sorted(told.order("vkCreateInstance")) == [X, Y, "driver"]


@statement(370, rule="loader.native.loader_instance._link_layers")
def test_each_layer_takes_its_link_off_the_list(parts: Parts):
    told = parts.driver().layer(X).layer(Y).create()
    first, second = (x for x in told.notes if x["at"] == "vkCreateInstance" and "VK" in x["by"])
    assert {first["by"], second["by"]} == {X, Y}
    assert first["chain"] == second["chain"]


@statement(355, rule="loader.native.loader_instance.create_through_chain")
def test_create_instance_goes_down_the_chain(parts: Parts):
    parts.driver("a").driver("b").layer(X, implicit=False).layer(Y, implicit=False)
    told = parts.create(X, Y)
    assert told.order("vkCreateInstance")[:2] == [X, Y]
    assert sorted(told.order("vkCreateInstance")[2:]) == ["a", "b"]


@statement(354, rule="loader.native.loader_instance.fill_table")
def test_calls_go_from_trampoline_to_layers_to_terminator(parts: Parts):
    parts.driver().layer(X, implicit=False, marks_names=True)
    parts.layer(Y, implicit=False, marks_names=True)
    assert parts.use(names, X, Y).answer == [f"driver+{Y}+{X}"]


@statement(255, rule="loader.native.loader_instance.fill_table")
def test_instance_functions_go_to_the_first_in_the_chain(parts: Parts):
    parts.driver("a").driver("b").layer(X, changes_devices="dropall")
    assert parts.use(names).answer == []


@statement(8, rule="loader.native.loader_instance.fill_table")
def test_command_that_a_layer_leaves_out_goes_to_the_next(parts: Parts):
    parts.driver().layer(X, implicit=False).layer(Y, implicit=False, marks_names=True)
    assert parts.use(names, X, Y).answer == [f"driver+{Y}"]


@statement(357, rule="loader.native.loader_instance.fill_table")
def test_layer_that_forwards_the_look_up_is_invisible_for_that_function(parts: Parts):
    told = parts.driver().layer(X).use(names)
    assert told.answer == ["driver"]
    assert told.order("vkCreateInstance", "vkDestroyInstance") == [X, "driver", X, "driver"]


@statement(254, rule="loader.native.loader_device.LoaderDevice.fill")
def test_functions_that_a_layer_does_not_intercept_bypass_it(parts: Parts):
    told = parts.driver().layer(X).use(make_device)
    assert {x["at"] for x in told.notes if x["by"] == X and "Device" in x["at"]} == {
        "vkCreateDevice",
        "vkGetDeviceQueue",
        "vkDestroyDevice",
    }


@statement(299, rule="loader.native.loader_device.DeviceChains._create_for_layer")
def test_layer_gets_the_loaders_functions_for_new_objects(parts: Parts):
    told = parts.driver().layer(X, uses_callback=True).use(make_device)
    (made,) = told.by(X, "second device")
    assert (made["result"], made["queue"]) == (0, 1)
    assert len(told.by("driver", "vkCreateDevice")) == 2
