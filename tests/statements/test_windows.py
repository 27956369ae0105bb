"""What Windows has instead of folders: registry values, device keys, LoadLibrary."""

from __future__ import annotations

from tests.loader.windows import ADAPTER, KHRONOS, NARROW, SOFTWARE, USER, Windows
from tests.statements.registry import statement
from vkconfig_py.loader.base.verdicts import Outcome
from vkconfig_py.loader.base.windows_facts import Adapter, ValueKind
from vkconfig_py.loader.platforms.windows_devices import DriverDevices, order_devices

_SEARCH = "loader.platforms.windows_search.search_registry"
A, B, C = r"C:\vendor a\a.json", r"C:\windows\system32\b.json", r"C:\c.json"


def three() -> Windows:
    machine = Windows()
    for path in (A, B, C):
        machine.driver(path).value(rf"{KHRONOS}\Drivers", path)
    return machine


@statement(33, rule=_SEARCH)
def test_drivers_are_values_of_the_software_key():
    assert three().drivers() == [A, B, C]


@statement(34, rule=_SEARCH)
def test_only_values_that_are_zero_name_a_manifest():
    machine = Windows().driver(A).driver(B)
    machine.value(rf"{KHRONOS}\Drivers", A).value(rf"{KHRONOS}\Drivers", B, b"\2\0\0\0")
    assert machine.drivers() == [A]


def opened(library: str, file: str) -> bool:
    """Return whether a driver with this library_path loads from this file."""
    machine = Windows().driver(A, library, file).value(rf"{KHRONOS}\Drivers", A)
    (driver,) = machine.report().drivers
    return driver.verdict.outcome is Outcome.LOADS


@statement(35, rule="loader.files.library_search.LoadLibrary.find_state")
def test_library_path_is_a_name_a_relative_or_a_full_path():
    assert opened("a.dll", r"C:\Windows\System32\a.dll")
    assert opened(r".\a.dll", r"C:\vendor a\.\a.dll")
    assert opened(r"C:\elsewhere\a.dll", r"C:\elsewhere\a.dll")


@statement(36, rule="loader.files.library_search.LoadLibrary.list_candidates")
def test_a_bare_name_follows_the_dll_search_order():
    for folder in (r"C:\App", r"C:\Windows\System32", r"C:\Windows"):
        assert opened("a.dll", rf"{folder}\a.dll"), folder
    assert not opened("a.dll", r"C:\vendor a\a.dll")


@statement(37, rule="loader.manifests.reader.resolve_library")
def test_only_a_backslash_makes_a_relative_path():
    assert opened(r"bin\a.dll", r"C:\vendor a\bin\a.dll")
    assert not opened("bin/a.dll", r"C:\vendor a\bin\a.dll")


@statement(42, rule=_SEARCH)
def test_three_values_of_zero_open_three_libraries():
    found = three().report().drivers
    assert [driver.verdict.outcome for driver in found] == [Outcome.LOADS] * 3


@statement(43, rule="loader.files.search_paths.find_search_paths")
def test_variable_with_semicolons_replaces_the_registry():
    machine = three()
    machine.environment["VK_ICD_FILENAMES"] = f"{C};{A}"
    assert machine.drivers() == [C, A]


@statement(44, rule="loader.files.search_paths.find_replacing_variable")
def test_one_manifest_of_a_developer_is_used_alone():
    machine = three()
    machine.environment["VK_ICD_FILENAMES"] = B
    assert machine.drivers() == [B]


@statement(68, rule=_SEARCH)
def test_layers_are_values_of_two_keys():
    machine = Windows().layer(A, "VK_LAYER_a").layer(B, "VK_LAYER_b", implicit=True)
    machine.value(rf"{KHRONOS}\ExplicitLayers", A).value(rf"{KHRONOS}\ImplicitLayers", B)
    assert machine.names() == ["VK_LAYER_b", "VK_LAYER_a"]
    assert [layer.implicit for layer in machine.report().found_layers] == [True, False]


@statement(81, rule="loader.manifests.reader.resolve_library")
def test_libraries_of_layers_follow_the_same_rules():
    machine = Windows().layer(A, "VK_LAYER_a", library_path=r".\a.dll")
    machine.file(r"C:\vendor a\.\a.dll", machine.files[r"C:\Layers\VK_LAYER_a.dll"].content)
    machine.value(rf"{KHRONOS}\ExplicitLayers", A).driver(C).value(rf"{KHRONOS}\Drivers", C)
    (active,) = machine.report("VK_LAYER_a").callstack
    assert active.manifest.library == r"C:\vendor a\.\a.dll"


@statement(82, rule="loader.files.search_paths.find_search_paths")
def test_search_path_for_layers_has_semicolons():
    machine = Windows().layer(A, "VK_LAYER_a").layer(C, "VK_LAYER_c")
    machine.environment["VK_LAYER_PATH"] = rf"{C};{A}"
    assert machine.names() == ["VK_LAYER_c", "VK_LAYER_a"]


@statement(118, rule="loader.files.search_paths.find_search_paths")
def test_a_path_from_the_root_of_the_drive_is_accepted():
    machine = Windows().driver(B)
    path = B.removeprefix("C:")
    machine.environment["VK_DRIVER_FILES"] = path
    (found,) = machine.report().drivers
    assert (found.file, found.manifest is not None) == (path, True)


@statement(120, rule=_SEARCH)
def test_keys_of_adapters_and_their_components_name_drivers():
    machine = Windows().driver(A).text(ADAPTER, "VulkanDriverName", A)
    assert machine.drivers() == [A]
    component = Windows().driver(B).text(SOFTWARE, "VulkanDriverName", B)
    assert component.drivers() == [B]


@statement(121, rule=_SEARCH)
def test_plug_and_play_is_asked_only_if_the_kernel_names_nothing():
    machine = Windows().driver(A).driver(B).text(SOFTWARE, "VulkanDriverName", B)
    assert machine.drivers() == [B]
    machine.facts["kernel_values"] = {"VulkanDriverName": (A,)}
    assert machine.drivers() == [A]


@statement(122, rule=_SEARCH)
def test_device_keys_are_below_the_control_class():
    machine = Windows().driver(A)
    machine.text(ADAPTER.replace("Class", "Other"), "VulkanDriverName", A)
    assert machine.drivers() == []
    assert machine.text(ADAPTER, "VulkanDriverName", A).drivers() == [A]


@statement(123, rule=_SEARCH)
def test_32_bit_processes_read_device_values_of_their_own():
    machine = Windows().text(ADAPTER, "VulkanDriverName", A)
    machine.text(ADAPTER, "VulkanDriverNameWow", B)
    assert machine.drivers() == [A]
    machine.facts["is_wow64"] = True
    assert machine.drivers() == [B]


@statement(124, rule="loader.platforms.windows_search.read_strings")
def test_device_value_is_one_string_or_a_list():
    many = Windows().text(ADAPTER, "VulkanDriverName", A, B, kind=ValueKind.MULTI_SZ)
    assert many.drivers() == [A, B]
    assert Windows().text(ADAPTER, "VulkanDriverName", A, B).drivers() == [A]


@statement(126, rule="loader.platforms.windows_search.make_khronos_key_path")
def test_software_key_of_32_bit_processes_is_below_wow6432node():
    machine = Windows().value(rf"{KHRONOS}\Drivers", A).value(rf"{NARROW}\Drivers", B)
    assert machine.drivers() == [A]
    machine.facts["is_wow64"] = True
    assert machine.drivers() == [B]


@statement(127, rule=_SEARCH)
def test_a_value_of_one_turns_an_entry_off():
    machine = Windows().value(rf"{KHRONOS}\Drivers", A)
    machine.value(rf"{KHRONOS}\Drivers", B, b"\1\0\0\0").value(rf"{KHRONOS}\Drivers", C)
    assert machine.drivers() == [A, C]


@statement(128, rule="loader.platforms.windows_search.find_compatibility_pack")
def test_folder_of_the_compatibility_pack_is_searched():
    machine = Windows().driver(r"C:\Apps\pack\dzn.json")
    machine.facts["app_packages"] = {"Microsoft.D3DMappingLayers_8wekyb3d8bbwe": r"C:\Apps\pack"}
    assert machine.drivers() == [r"C:\Apps\pack\dzn.json"]


@statement(166, rule="loader.platforms.windows_devices.order_devices")
def test_devices_come_in_the_order_of_the_system():
    adapters = (Adapter(2, 0x10DE), Adapter(1, 0x8086))
    intel = DriverDevices(("intel",), {1: ("intel",)})
    nvidia = DriverDevices(("nvidia",), {2: ("nvidia",)})
    assert order_devices(adapters, (intel, nvidia)) == ("nvidia", "intel")


@statement(169, rule="loader.platforms.windows_devices.order_devices")
def test_devices_without_an_adapter_come_last():
    software = DriverDevices(("software",))
    nvidia = DriverDevices(("nvidia", "second"), {2: ("nvidia",)})
    assert order_devices((Adapter(2, 0x10DE),), (software, nvidia)) == (
        "nvidia",
        "software",
        "second",
    )


@statement(170, rule="loader.platforms.windows_devices.order_devices")
def test_a_device_of_two_adapters_is_listed_once():
    both = DriverDevices(("one",), {1: ("one",), 2: ("one",)})
    assert order_devices((Adapter(1, 0), Adapter(2, 0)), (both,)) == ("one",)


@statement(171, rule="loader.platforms.windows_devices.order_devices")
def test_without_the_preference_of_the_system_drivers_decide():
    nvidia = DriverDevices(("nvidia",), {2: ("nvidia",)})
    software = DriverDevices(("software",))
    assert order_devices(None, (software, nvidia)) == ("software", "nvidia")


@statement(232, rule=_SEARCH)
def test_layers_of_machine_and_user_are_both_read():
    machine = Windows().layer(A, "VK_LAYER_a").layer(B, "VK_LAYER_b")
    machine.value(rf"{USER}\ExplicitLayers", B).value(rf"{KHRONOS}\ExplicitLayers", A)
    assert machine.names() == ["VK_LAYER_a", "VK_LAYER_b"]


@statement(233, rule="loader.platforms.windows_search.make_khronos_key_path")
def test_only_the_machine_s_key_is_redirected_for_32_bit_processes():
    machine = Windows().layer(A, "VK_LAYER_a").layer(B, "VK_LAYER_b")
    machine.value(rf"{NARROW}\ExplicitLayers", A).value(rf"{USER}\ExplicitLayers", B)
    machine.facts["is_wow64"] = True
    assert machine.names() == ["VK_LAYER_a", "VK_LAYER_b"]


@statement(234, rule=_SEARCH)
def test_keys_of_the_user_do_not_count_in_elevated_processes():
    machine = Windows().layer(A, "VK_LAYER_a").value(rf"{USER}\ExplicitLayers", A)
    assert machine.names() == ["VK_LAYER_a"]
    machine.changes["elevated"] = True
    assert machine.names() == []


@statement(235, rule=_SEARCH)
def test_device_keys_name_layers():
    machine = Windows().layer(A, "VK_LAYER_a").layer(B, "VK_LAYER_b", implicit=True)
    machine.text(ADAPTER, "VulkanExplicitLayers", A).text(ADAPTER, "VulkanImplicitLayers", B)
    assert machine.names() == ["VK_LAYER_b", "VK_LAYER_a"]


@statement(236, rule="loader.platforms.windows_search.read_strings")
def test_device_value_of_layers_is_one_string_or_a_list():
    machine = Windows().layer(A, "VK_LAYER_a").layer(B, "VK_LAYER_b")
    machine.text(ADAPTER, "VulkanExplicitLayers", A, B, kind=ValueKind.MULTI_SZ)
    assert machine.names() == ["VK_LAYER_a", "VK_LAYER_b"]
