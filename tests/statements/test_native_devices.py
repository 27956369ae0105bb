"""Look-ups, handles and devices, as a program meets them."""

from __future__ import annotations

import ctypes

from tests.framework.probe_parts import PRE_INSTANCE, ProbeDevice
from tests.statements.living import Parts, Program, Told
from tests.statements.registry import statement
from vkconfig_py.loader.native import abi
from vkconfig_py.loader.native.callbacks import make_function_type
from vkconfig_py.loader.native.memory import encode, name_array, read_extensions

X, Y = "VK_LAYER_x", "VK_LAYER_y"
PHYSICAL, OF_DEVICE = "vkProbeFunction0EXT", "vkProbeFunction3EXT"
MARK = 0x01CDC0DE


def word(handle: int) -> int:
    """Return the first word of what a handle points at."""
    return ctypes.c_size_t.from_address(handle).value


def make(vulkan: Program, place: int = 0) -> int:
    return vulkan.create_device(vulkan.devices()[place])


def queue_of(vulkan: Program, device: int) -> int:
    queue = ctypes.c_size_t()
    vulkan.call("vkGetDeviceQueue", device, 0, 0, ctypes.byref(queue))
    return queue.value


def extensions_of_device(vulkan: Program, layer: str = "") -> list[object]:
    """Return what vkEnumerateDeviceExtensionProperties gives for the first device."""
    name, count, asked = "vkEnumerateDeviceExtensionProperties", ctypes.c_uint32(), None
    (device,), asked = vulkan.devices(), encode(layer) if layer else None
    assert vulkan.call(name, device, asked, ctypes.byref(count), None) == 0
    buffer = ctypes.create_string_buffer(260 * max(1, count.value))
    assert vulkan.call(name, device, asked, ctypes.byref(count), buffer) == 0
    return [list(pair) for pair in read_extensions(count.value, ctypes.addressof(buffer))]


def known(vulkan: Program, *names: str) -> list[str]:
    return [name for name in names if vulkan.address(name)]


# -- look-ups


@statement(11, rule="loader.native.loader.Loader._answer")
def test_global_commands_can_be_looked_up_without_an_instance(parts: Parts):
    names = ("vkCreateInstance", "vkEnumerateInstanceExtensionProperties", "vkCreateDevice")
    assert parts.driver().before(lambda vulkan: known(vulkan, *names)).answer == [*names[:2]]


@statement(28, rule="loader.native.loader.EntryPoints._is_enabled")
def test_function_of_an_extension_is_there_once_it_is_enabled(parts: Parts):
    name = "vkCreateDebugUtilsMessengerEXT"
    parts.driver()
    assert parts.use(lambda vulkan: known(vulkan, name, "vkCreateDevice")).answer == [
        "vkCreateDevice"
    ]
    told = parts.use(lambda vulkan: known(vulkan, name), extensions=("VK_EXT_debug_utils",))
    assert told.answer == [name]


@statement(29, rule="loader.native.loader.EntryPoints._answer_device")
def test_look_up_of_a_device_serves_device_commands_only(parts: Parts):
    names = ("vkQueueSubmit", "vkCreateBuffer", "vkCreateInstance", "vkEnumeratePhysicalDevices")

    def ask(vulkan: Program) -> list[str]:
        device = make(vulkan)
        return [name for name in names if vulkan.device_address(device, name)]

    assert parts.driver().use(ask).answer == [*names[:2]]


@statement(30, rule="loader.native.loader.EntryPoints.find")
def test_look_up_of_an_instance_serves_commands_of_every_level(parts: Parts):
    names = ("vkDestroyInstance", "vkGetPhysicalDeviceProperties", "vkQueueSubmit", "vkNothing")
    assert parts.driver().use(lambda vulkan: known(vulkan, *names)).answer == [*names[:3]]


@statement(31, rule="loader.native.loader.EntryPoints._find_device_function")
def test_look_up_of_a_device_leads_straight_to_the_driver(parts: Parts):
    def ask(vulkan: Program) -> bool:
        own, through = (x(vulkan) for x in (_of_device, _of_instance))
        return bool(own) and own != through

    assert parts.driver().use(ask).answer is True


def _of_device(vulkan: Program) -> int:
    return vulkan.device_address(make(vulkan), "vkCreateBuffer")


def _of_instance(vulkan: Program) -> int:
    return vulkan.address("vkCreateBuffer")


@statement(387, rule="loader.native.loader_device.LoaderDevice.fill")
def test_look_up_of_a_device_gives_the_first_entry_of_the_chain(parts: Parts):
    def call(vulkan: Program) -> int:
        device = make(vulkan)
        return make_function_type("ipi")(vulkan.device_address(device, OF_DEVICE))(device, 5)

    parts.driver(device_functions=OF_DEVICE).layer(X, device_functions=OF_DEVICE)
    told = parts.use(call)
    assert told.answer == 4000 + 6
    assert told.order(OF_DEVICE) == [X, "driver"]

    def submit(vulkan: Program) -> int:
        device = make(vulkan)
        address = vulkan.device_address(device, "vkQueueSubmit")
        return make_function_type("ipupq")(address)(queue_of(vulkan, device), 0, None, 0)

    assert parts.use(submit).answer == 0


@statement(32, rule="loader.native.loader.EntryPoints._find_device_function")
def test_pointers_are_for_one_device(parts: Parts):
    def ask(vulkan: Program) -> int:
        devices = [make(vulkan, place) for place in (0, 1)]
        return len({vulkan.device_address(device, "vkCreateBuffer") for device in devices})

    assert parts.driver("a").driver("b").use(ask).answer == 2


@statement(164, rule="loader.native.vulkan_registry.find_known")
def test_known_functions_never_reach_the_look_up_for_unknown_ones(parts: Parts):
    name = "vkCreateXcbSurfaceKHR"
    told = parts.driver().use(lambda vulkan: known(vulkan, name, "vkQueueSubmit", "vkNothing"))
    assert told.answer == ["vkQueueSubmit"]


@statement(358, rule="loader.native.physical_devices.PhysicalDevices.enumerate")
def test_layer_may_call_functions_that_it_does_not_intercept(parts: Parts):
    told = parts.driver().layer(X, counts_devices=True).create()
    (note,) = told.by(X, "counts devices")
    assert (note["result"], note["count"]) == (0, 1)


def look_ups(parts: Parts) -> object:
    names = (PHYSICAL, "vkProbeFunction1EXT", OF_DEVICE, "vkNothingEXT", "vkCreateDevice")
    return parts.use(lambda vulkan: known(vulkan, *names)).answer


@statement(163, rule="loader.native.terminator_lookup.UnknownFunctions.find_top_function")
def test_look_up_ends_with_what_drivers_know(parts: Parts):
    parts.driver("a", device_functions=OF_DEVICE).driver("b", physical_functions=PHYSICAL)
    assert look_ups(parts) == [PHYSICAL, OF_DEVICE, "vkCreateDevice"]


@statement(258, rule="loader.native.terminator_lookup.UnknownFunctions.find_top_function")
def test_look_up_ends_with_what_layers_know(parts: Parts):
    parts.driver().layer(X, physical_functions=PHYSICAL, instance_functions=OF_DEVICE)
    assert look_ups(parts) == [PHYSICAL, OF_DEVICE, "vkCreateDevice"]


# -- handles


@statement(3, rule="loader.native.memory.read_instance_object")
def test_handle_begins_with_a_pointer_to_the_table(parts: Parts):
    def ask(vulkan: Program) -> bool:
        (device,) = vulkan.devices()
        return word(vulkan.instance) == word(device) != 0

    assert parts.driver().use(ask).answer is True


@statement(4, rule="loader.native.memory.write_dispatch_table")
def test_tables_of_instances_and_of_devices_are_different(parts: Parts):
    def ask(vulkan: Program) -> bool:
        device = make(vulkan)
        return word(device) != word(vulkan.instance) and word(device) == word(
            queue_of(vulkan, device)
        )

    assert parts.driver().use(ask).answer is True


@statement(61, rule="loader.native.memory.write_dispatch_table")
def test_first_word_of_a_drivers_object_is_overwritten(parts: Parts):
    assert parts.driver().use(lambda vulkan: word(make(vulkan)) != MARK).answer is True


@statement(172, rule="loader.native.loader_device.create_in_driver")
def test_words_of_queues_and_command_buffers_are_that_of_their_device(parts: Parts):
    def ask(vulkan: Program) -> bool:
        device = make(vulkan)
        return word(queue_of(vulkan, device)) == word(device) != MARK

    assert parts.driver().use(ask).answer is True


@statement(185, rule="loader.native.memory.has_driver_magic")
def test_objects_of_drivers_begin_with_a_number_that_is_checked(parts: Parts):
    def warned(name: str, **knobs: int) -> bool:
        told = parts.driver(name, **knobs).use(lambda v: all(map(v.create_device, v.devices())))
        assert told.answer is True
        return any(f"{name}.so" in x and "ICD_LOADER_MAGIC" in x for x in told.findings)

    assert warned("good") is False
    assert warned("bad", device_magic=7) is parts.is_embedded


@statement(102, rule="loader.native.memory.write_dispatch_table")
def test_first_word_of_each_device_is_unique(parts: Parts):
    told = parts.driver().use(lambda vulkan: len({word(make(vulkan)) for _ in range(3)}))
    assert told.answer == 3


@statement(373, rule="loader.native.memory.write_dispatch_table")
def test_first_word_can_serve_as_a_key(parts: Parts):
    def ask(vulkan: Program) -> bool:
        devices = {word(x): x for x in (make(vulkan), make(vulkan))}
        return all(devices[word(queue_of(vulkan, x))] == x for x in devices.values())

    assert parts.driver("a").use(ask).answer is True


@statement(5, rule="loader.native.loader_device.DeviceChains._link")
def test_each_device_has_a_chain_of_its_own(parts: Parts):
    told = parts.driver("a").driver("b").layer(X).use(lambda v: [make(v, 0), make(v, 1)])
    made = told.order("vkCreateDevice")
    assert made[::2] == [X, X]
    assert sorted(made[1::2]) == ["a", "b"]


# -- extensions of devices


def with_extension(parts: Parts) -> Parts:
    """Add a driver whose device has an extension, and a layer with that and one of its own."""
    device = ProbeDevice("driver", extensions=("VK_A:3",))
    parts.system.add_probe_driver(devices=[device])
    added = [{"name": name, "spec_version": "9", "entrypoints": []} for name in ("VK_A", "VK_B")]
    return parts.layer(X, manifest={"device_extensions": added})


@statement(26, rule="loader.native.extension_queries._ExtensionTerminator.enumerate")
def test_device_extensions_are_those_of_the_driver_or_of_one_layer(parts: Parts):
    with_extension(parts)
    assert ["VK_A", 3] in parts.use(extensions_of_device).answer
    named = parts.use(lambda vulkan: extensions_of_device(vulkan, X)).answer
    assert named == [["VK_A", 9], ["VK_B", 9]]


@statement(27, rule="loader.native.extension_queries._ExtensionTerminator._list_added")
def test_extension_of_driver_and_layer_is_listed_once(parts: Parts):
    assert with_extension(parts).use(extensions_of_device).answer == [["VK_A", 3], ["VK_B", 9]]


@statement(66, rule="loader.native.extension_queries._ExtensionTerminator._list_layer_extensions")
def test_driver_is_never_asked_for_a_layers_extensions(parts: Parts):
    added = [{"name": "VK_B", "spec_version": "9", "entrypoints": []}]
    parts.driver(device_extensions_result=-1).layer(X, manifest={"device_extensions": added})
    assert parts.use(lambda v: extensions_of_device(v, X)).answer == [["VK_B", 9]]


@statement(221, rule="loader.native.extension_queries._ExtensionTerminator._list_layer_extensions")
def test_answer_for_a_layer_has_nothing_of_the_driver(parts: Parts):
    told = with_extension(parts).use(lambda vulkan: extensions_of_device(vulkan, X))
    assert ["VK_A", 3] not in told.answer
    assert len(told.answer) == 2


@statement(190, rule="loader.native.loader_device._select_offered")
def test_extensions_of_layers_are_filtered_when_a_device_is_created(parts: Parts):
    def create(vulkan: Program) -> bool:
        return vulkan.create_device(vulkan.devices()[0], ("VK_A", "VK_B")) > 0

    told = with_extension(parts).use(create)
    assert told.answer is True
    assert told.by(X, "vkCreateDevice")[0]["extensions"] == ["VK_A", "VK_B"]
    assert told.by("driver", "vkCreateDevice")[0]["extensions"] == ["VK_A"]


@statement(191, rule="loader.native.memory.answer_layers")
def test_layers_of_a_device_are_told_by_the_loader(parts: Parts):
    def ask(vulkan: Program) -> list[int]:
        count, (device,) = ctypes.c_uint32(), vulkan.devices()
        code = vulkan.call("vkEnumerateDeviceLayerProperties", device, ctypes.byref(count), None)
        return [code, count.value]

    assert parts.driver().layer(X).use(ask).answer == [0, 1]


# -- what drivers lack


PROPERTIES2 = "VK_KHR_get_physical_device_properties2"


def names_by_properties2(parts: Parts) -> Told:
    """Ask an old driver without the extension, and one that has it."""

    def ask(vulkan: Program) -> list[str]:
        return sorted(name_by_properties2(vulkan, device) for device in vulkan.devices())

    parts.driver("a", api="1.0.0", version="1.0.0")
    has = {"extensions": f"{PROPERTIES2}:1", "functions": "vkGetPhysicalDeviceProperties2KHR"}
    parts.driver("b", api="1.0.0", version="1.0.0", **has)
    return parts.use(ask, api=(1, 0, 0), extensions=(PROPERTIES2,))


def name_by_properties2(vulkan: Program, device: int) -> str:
    buffer = ctypes.create_string_buffer(840)
    ctypes.memmove(buffer, (1000059001).to_bytes(4, "little"), 4)
    vulkan.call("vkGetPhysicalDeviceProperties2KHR", device, buffer)
    return buffer.raw[36:292].split(b"\0", 1)[0].decode()


@statement(217, rule="loader.native.terminators.emulations")
def test_loader_emulates_what_some_drivers_lack(parts: Parts):
    assert names_by_properties2(parts).answer == ["a", "b"]


@statement(160, rule="loader.native.driver_instance.DriverInstance._emulate")
def test_missing_instance_extensions_are_emulated_for_each_driver(parts: Parts):
    told = names_by_properties2(parts)
    assert told.answer == ["a", "b"]
    assert told.by("a", "vkCreateInstance")[0]["extensions"] == []
    assert PROPERTIES2 in told.by("b", "vkCreateInstance")[0]["extensions"]


# -- before an instance


def count_of_extensions(vulkan: Program) -> bool:
    return dict(vulkan.extensions()).get("VK_EXT_debug_utils", 0) >= 1000


@statement(290, rule="loader.native.global_functions.PreInstanceChains._build_chain")
def test_early_functions_get_a_chain_in_front(parts: Parts):
    for layer in (X, Y):
        parts.layer(layer, manifest={"pre_instance_functions": PRE_INSTANCE}, pre_adds=1000)
    told = parts.before(count_of_extensions)
    assert told.answer is True
    assert {X, Y} <= set(told.order("vkEnumerateInstanceExtensionProperties"))


@statement(292, rule="loader.native.libraries.OpenedLibrary.close")
def test_libraries_are_released_after_an_early_call(parts: Parts):
    def ask(vulkan: Program) -> list[bool]:
        grown = count_of_extensions(vulkan)
        with open("/proc/self/maps", encoding="utf-8") as maps:
            return [grown, f"lib{X}.so" in maps.read()]

    parts.layer(X, manifest={"pre_instance_functions": PRE_INSTANCE}, pre_adds=1000)
    assert parts.before(ask).answer == [True, False]


# -- the library as a whole


CORE = ("vkCreateDevice", "vkGetDeviceQueue", "vkQueueSubmit", "vkCmdDraw", "vkDestroySurfaceKHR")


@statement(9, rule="loader.native.loader.EntryPoints.find")
def test_core_commands_and_those_of_window_systems_can_be_looked_up(parts: Parts):
    surfaces = "VK_KHR_surface", "VK_EXT_headless_surface"
    parts.driver(extensions="VK_KHR_surface:25,VK_EXT_headless_surface:1")
    names = (*CORE, "vkCreateHeadlessSurfaceEXT")
    told = parts.use(lambda vulkan: known(vulkan, *names), extensions=surfaces)
    assert told.answer == [*names]


@statement(10, rule="loader.native.loader.EntryPoints.find")
def test_program_that_knows_one_address_comes_to_a_queue(parts: Parts):
    def ask(vulkan: Program) -> bool:
        return queue_of(vulkan, make(vulkan)) != 0

    assert parts.driver().use(ask).answer is True


@statement(16, rule="loader.native.loader_device.DeviceChains._check_layers")
def test_layers_named_for_a_device_are_ignored_with_a_warning(parts: Parts):
    parts.driver().layer(X, implicit=False)
    told = parts.use(lambda vulkan: make_with_layer(vulkan, X))
    assert told.answer == 0
    assert told.by(X, "vkCreateDevice") == []
    warning = "vkCreateDevice, layers, warning, layers of a device are ignored"
    assert warning in told.findings or not parts.is_embedded


def make_with_layer(vulkan: Program, layer: str) -> int:
    """Return the result of vkCreateDevice with a layer."""
    names, device = name_array([layer]), ctypes.c_size_t()
    priority = ctypes.c_float(1.0)
    queue = abi.VkDeviceQueueCreateInfo(
        sType=abi.DEVICE_QUEUE_CREATE_INFO,
        queueCount=1,
        pQueuePriorities=ctypes.addressof(priority),
    )
    info = abi.VkDeviceCreateInfo(
        sType=abi.DEVICE_CREATE_INFO,
        queueCreateInfoCount=1,
        pQueueCreateInfos=ctypes.addressof(queue),
        enabledLayerCount=1,
        ppEnabledLayerNames=ctypes.addressof(names),
    )
    (physical,) = vulkan.devices()
    code: int = vulkan.call(
        "vkCreateDevice", physical, ctypes.byref(info), None, ctypes.byref(device)
    )
    return code


# -- what layers do with their look-ups


@statement(356, rule="loader.native.loader_device.DeviceChains._link")
def test_each_layer_finds_its_next_functions_when_a_device_is_created(parts: Parts):
    def call(vulkan: Program) -> int:
        device = make(vulkan)
        return make_function_type("ipi")(vulkan.device_address(device, OF_DEVICE))(device, 5)

    parts.driver(device_functions=OF_DEVICE)
    parts.layer(X, device_functions=OF_DEVICE).layer(Y, device_functions=OF_DEVICE)
    told = parts.use(call)
    assert told.answer == 4000 + 7
    *layers, last = told.order(OF_DEVICE)
    assert (sorted(layers), last) == ([X, Y], "driver")


@statement(368, rule="loader.native.loader_instance.create_through_chain")
def test_look_up_of_a_layer_answers_for_what_it_intercepts(parts: Parts):
    told = parts.driver().layer(X).use(make)
    at = [note["at"] for note in told.notes if note["by"] == X]
    assert {"vkCreateInstance", "vkCreateDevice", "vkDestroyInstance"} <= {*at}


@statement(376, rule="loader.native.extension_queries._ExtensionTerminator._list_layer_extensions")
def test_layer_answers_for_its_own_device_extensions(parts: Parts):
    def ask(vulkan: Program) -> list[object]:
        return [extensions_of_device(vulkan, X), extensions_of_device(vulkan)]

    own, all_of_them = with_extension(parts).use(ask).answer
    assert own == [["VK_A", 9], ["VK_B", 9]]
    assert ["VK_A", 3] in all_of_them


@statement(377, rule="loader.native.loader_device.LoaderDevice.find_driver_function")
def test_look_up_of_a_layer_for_devices_forwards_the_rest(parts: Parts):
    def call(vulkan: Program) -> int:
        device = make(vulkan)
        return make_function_type("ipi")(vulkan.device_address(device, OF_DEVICE))(device, 5)

    parts.driver(device_functions=OF_DEVICE).layer(X)
    told = parts.use(call)
    assert told.answer == 4000 + 5
    assert told.order(OF_DEVICE) == ["driver"]
