"""Which registered manifests the loader lists, and why not others."""

from __future__ import annotations

import pytest

from tests.loader.windows import ADAPTER, KHRONOS, SOFTWARE, USER, Windows
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.verdicts import Outcome, Reason, SetVariable, UnsetVariable
from vkconfig_py.loader.base.windows_facts import Adapter, RegistryValue, ValueKind
from vkconfig_py.loader.lint.linter import lint
from vkconfig_py.loader.platforms.rules import ManifestType
from vkconfig_py.loader.platforms.windows_search import (
    COMPONENT,
    DISPLAY,
    MAPPING_LAYERS_PACKAGE,
    UnlistedCause,
    find_settings_paths,
    read_kernel_paths,
    search_registry,
)
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE, LoaderProfile
from vkconfig_py.loader.settings_file import SETTINGS_NAME

DRIVERS, EXPLICIT = rf"{KHRONOS}\Drivers", rf"{KHRONOS}\ExplicitLayers"
OLD, OLDEST = LoaderProfile((1, 3, 217)), LoaderProfile((1, 1, 126))
# The last release that looks for a path in the text of all paths, and the first that does not.
IN_TEXT, WHOLE = LoaderProfile((1, 4, 354)), LoaderProfile((1, 4, 355))
NAME = "VulkanDriverName"
A, B = r"C:\a.json", r"C:\b.json"


def listed(machine, kind=ManifestType.DRIVER, profile=NEWEST_PROFILE):
    return [x.path for x in search_registry(machine.host(), profile, kind).listed]


def reasons(machine, kind=ManifestType.DRIVER, profile=NEWEST_PROFILE):
    found = search_registry(machine.host(), profile, kind).registrations
    return {x.path: (x.unlisted, x.detail) for x in found if x.unlisted is not None}


@pytest.mark.parametrize("kind", [*ValueKind, 99])
def test_the_type_of_a_value_does_not_matter_but_its_four_bytes(kind):
    # RegEnumValueA: a character of a string is one byte of the answer.
    is_text = kind in (ValueKind.SZ, ValueKind.EXPAND_SZ, ValueKind.MULTI_SZ)
    assert listed(Windows().value(DRIVERS, A, bytes(8 if is_text else 4), kind)) == [A]
    assert listed(Windows().value(DRIVERS, A, bytes(4 if is_text else 3), kind)) == []


@pytest.mark.parametrize("first", [("long", bytes(5)), ("n" * 2048, bytes(4))])
def test_what_is_too_long_ends_the_reading_of_its_key_alone(first):
    machine = Windows().value(EXPLICIT, *first).value(EXPLICIT, A)
    machine.value(rf"{USER}\ExplicitLayers", B)
    assert listed(machine, ManifestType.EXPLICIT) == [B]
    assert reasons(machine, ManifestType.EXPLICIT)[A] == (UnlistedCause.NOT_REACHED, first[0])


def test_up_to_1_1_126_a_shorter_value_leaves_no_room_for_the_next():
    machine = Windows().value(DRIVERS, "short", b"").value(DRIVERS, A)
    assert listed(machine, profile=OLDEST) == []
    assert listed(machine, profile=OLD) == [A]
    layers = Windows().value(EXPLICIT, "short", b"").value(rf"{USER}\ExplicitLayers", A)
    assert listed(layers, ManifestType.EXPLICIT, OLDEST) == []
    assert listed(layers, ManifestType.EXPLICIT, OLD) == [A]


def test_in_1_1_the_value_that_ends_a_key_makes_room_in_that_of_the_user():
    machine = (
        Windows().value(EXPLICIT, "short", b"").value(EXPLICIT, B).value(EXPLICIT, "last", b"")
    )
    machine.value(rf"{USER}\ExplicitLayers", A)
    assert listed(machine, ManifestType.EXPLICIT, OLDEST) == [A]


def test_known_drivers_need_an_adapter_of_their_vendor():
    machine = Windows().value(DRIVERS, r"C:\nv-vk64.json").value(DRIVERS, r"C:\NV-VK64.json")
    machine.value(DRIVERS, r"C:\nv-vk32.json")
    assert listed(machine) == [r"C:\NV-VK64.json", r"C:\nv-vk32.json"]
    assert reasons(machine) == {r"C:\nv-vk64.json": (UnlistedCause.VENDOR, "10de")}
    machine.facts["adapters"] = (Adapter(1, 0x10DE),)
    assert listed(machine)[0] == r"C:\nv-vk64.json"
    machine.facts["adapters"] = None
    assert listed(machine) == []
    assert reasons(machine)[r"C:\nv-vk64.json"] == (UnlistedCause.NO_DXGI, "")


def test_up_to_1_4_354_a_driver_whose_file_name_is_listed_is_left_out():
    machine = Windows().text(ADAPTER, NAME, r"C:\new\my_driver.json")
    machine.value(DRIVERS, r"C:\old\driver.json").value(DRIVERS, "driver.json")
    assert listed(machine, profile=IN_TEXT) == [r"C:\new\my_driver.json", "driver.json"]
    found = search_registry(machine.host(), IN_TEXT, ManifestType.DRIVER).registrations
    assert [(x.unlisted, x.detail) for x in found if x.unlisted] == [
        (UnlistedCause.DUPLICATE, "driver.json")
    ]
    assert len(listed(machine, profile=WHOLE)) == 3


def test_from_1_4_355_a_path_in_both_hives_is_read_once():
    machine = Windows().value(EXPLICIT, A).value(rf"{USER}\ExplicitLayers", A)
    assert listed(machine, ManifestType.EXPLICIT, IN_TEXT) == [A, A]
    assert listed(machine, ManifestType.EXPLICIT, WHOLE) == [A]
    assert reasons(machine, ManifestType.EXPLICIT, WHOLE) == {A: (UnlistedCause.DUPLICATE, A)}


def test_before_1_3_232_a_layer_whose_file_name_is_listed_is_left_out():
    machine = Windows().value(EXPLICIT, r"C:\1\a.json").value(EXPLICIT, r"C:\2\a.json")
    assert listed(machine, ManifestType.EXPLICIT, OLD) == [r"C:\1\a.json"]
    assert len(listed(machine, ManifestType.EXPLICIT)) == 2


def test_up_to_1_4_354_a_device_value_is_a_duplicate_by_its_first_string():
    other = rf"{DISPLAY}\0001"
    multi = ValueKind.MULTI_SZ
    machine = Windows().text(ADAPTER, NAME, A, A, kind=multi).text(other, NAME, A, B, kind=multi)
    assert listed(machine, profile=IN_TEXT) == [A, A]
    assert reasons(machine, profile=IN_TEXT)[B] == (UnlistedCause.DUPLICATE, A)
    assert listed(machine, profile=WHOLE) == [A, B]


def test_up_to_1_4_354_a_device_with_a_value_hides_its_components():
    present = (ADAPTER, SOFTWARE, rf"{COMPONENT}\0001")
    machine = Windows().text(SOFTWARE, NAME, A).text(rf"{COMPONENT}\0001", NAME, B)
    machine.facts["present_device_keys"] = present
    assert listed(machine, profile=IN_TEXT) == [A]
    assert listed(machine, profile=WHOLE) == [A, B]
    machine.text(ADAPTER, NAME, r"C:\c.json")
    assert listed(machine, profile=IN_TEXT) == [r"C:\c.json"]
    assert listed(machine, profile=WHOLE) == [r"C:\c.json", A, B]


def test_up_to_1_4_354_a_wrong_type_drops_all_devices_unless_a_key_names_something():
    machine = Windows().text(ADAPTER, NAME, A, kind=ValueKind.EXPAND_SZ)
    machine.text(rf"{DISPLAY}\0001", NAME, B)
    assert listed(machine, profile=IN_TEXT) == []
    place = rf"{ADAPTER}\{NAME}"
    assert reasons(machine, profile=IN_TEXT) == {
        A: (UnlistedCause.TYPE, "REG_EXPAND_SZ"),
        B: (UnlistedCause.LOOKUP_FAILED, place),
    }
    assert listed(machine.value(DRIVERS, r"C:\c.json"), profile=IN_TEXT) == [B, r"C:\c.json"]


def test_from_1_4_355_what_was_read_last_decides_about_devices():
    machine = Windows().text(ADAPTER, NAME, A, kind=ValueKind.EXPAND_SZ)
    assert listed(machine.text(rf"{DISPLAY}\0001", NAME, B), profile=WHOLE) == [B]
    last = Windows().text(ADAPTER, NAME, A).text(rf"{DISPLAY}\0001", NAME, B, kind=ValueKind.NONE)
    assert listed(last, profile=WHOLE) == []
    # A component of a wrong type ends the search.
    machine = Windows().text(ADAPTER, NAME, A).text(SOFTWARE, NAME, B, kind=ValueKind.NONE)
    machine.text(rf"{COMPONENT}\0001", NAME, r"C:\c.json").value(DRIVERS, r"C:\d.json")
    machine.facts["present_device_keys"] = (ADAPTER, SOFTWARE, rf"{COMPONENT}\0001")
    assert listed(machine, profile=WHOLE) == [A, r"C:\d.json"]


def test_up_to_1_1_84_a_path_loses_one_of_two_backslashes():
    path = rf"\\?\{A}"
    machine = Windows().driver(A).value(DRIVERS, path)
    assert machine.report(profile=LoaderProfile((1, 1, 84))).driver_search.files == (rf"\?\{A}",)
    assert machine.report(profile=LoaderProfile((1, 1, 85))).driver_search.files == (path,)


def test_up_to_1_1_96_a_path_of_two_devices_is_listed_twice():
    machine = Windows().text(ADAPTER, NAME, A).text(rf"{DISPLAY}\0001", NAME, A)
    assert listed(machine, profile=LoaderProfile((1, 1, 96))) == [A, A]
    assert listed(machine, profile=LoaderProfile((1, 1, 97))) == [A]


@pytest.mark.parametrize(("patch", "fails"), [(180, False), (181, True), (184, True), (185, False)])
def test_without_kernel_calls_1_2_181_to_1_2_184_are_out_of_memory(patch, fails):
    machine = Windows().driver(A).value(DRIVERS, A).layer(B, "VK_LAYER_b").value(EXPLICIT, B)
    machine.facts["kernel_values"] = None
    profile = LoaderProfile((1, 2, patch))
    created = "VK_ERROR_OUT_OF_HOST_MEMORY" if fails else "VK_SUCCESS"
    assert machine.report(profile=profile).create_result == created
    assert machine.names(profile) == ([] if fails else ["VK_LAYER_b"])


def test_before_1_1_114_the_kernel_is_not_asked():
    machine = Windows().text(ADAPTER, NAME, A)
    machine.facts["kernel_values"] = {NAME: (B,)}
    assert listed(machine, profile=LoaderProfile((1, 1, 113))) == [A]
    assert listed(machine, profile=LoaderProfile((1, 1, 114))) == [B]


def test_drivers_of_the_key_need_an_adapter_since_1_1_123_and_a_known_name_up_to_1_1_125():
    known = r"C:\nv-vk64.json"
    machine = Windows().value(DRIVERS, known).value(DRIVERS, A)
    assert listed(machine, profile=LoaderProfile((1, 1, 121))) == [known, A]
    dropping = LoaderProfile((1, 1, 123))
    assert listed(machine, profile=dropping) == []
    assert reasons(machine, profile=dropping)[A] == (UnlistedCause.UNKNOWN_DRIVER, "")
    machine.facts["adapters"] = (Adapter(1, 0x10DE),)
    assert listed(machine, profile=LoaderProfile((1, 1, 125))) == [known]
    assert listed(machine, profile=OLDEST) == [known, A]


@pytest.mark.parametrize(("version", "ends"), [((1, 2, 132), True), ((1, 2, 133), False)])
def test_up_to_1_2_132_a_dropped_driver_leaves_room_for_shorter_names(version, ends):
    machine = Windows().value(DRIVERS, r"C:\amdvlk64.json").value(DRIVERS, r"C:\long_driver.json")
    machine.facts["adapters"] = (Adapter(1, 0x10DE),)
    found = listed(machine, profile=LoaderProfile(version))
    assert found == ([] if ends else [r"C:\long_driver.json"])
    shorter = Windows().value(DRIVERS, r"C:\amdvlk64.json").value(DRIVERS, A)
    shorter.facts["adapters"] = (Adapter(1, 0x10DE),)
    assert listed(shorter, profile=LoaderProfile(version)) == [A]


@pytest.mark.parametrize(
    ("version", "elevated"),
    [((1, 1, 120), ""), ((1, 1, 121), "both"), ((1, 3, 235), "both"), ((1, 3, 236), "high")],
)
def test_who_is_elevated_changed_twice(version, elevated):
    machine = Windows().layer(A, "VK_LAYER_a").value(rf"{USER}\ExplicitLayers", A)
    profile = LoaderProfile(version)
    assert "VK_LAYER_a" in machine.names(profile)
    machine.facts["is_above_medium"] = True
    assert ("VK_LAYER_a" in machine.names(profile)) is (elevated != "both")
    machine.changes["elevated"] = True
    assert ("VK_LAYER_a" in machine.names(profile)) is (not elevated)


@pytest.mark.parametrize("library", ["nothere.dll", "C:nothere.dll", r".\nothere.dll"])
@pytest.mark.parametrize("kind", ["driver", "layer"])
def test_since_1_3_239_a_missing_library_without_a_whole_path_is_out_of_memory(library, kind):
    machine = Windows().driver(B).value(DRIVERS, B)
    if kind == "driver":
        machine.driver(A, library).value(DRIVERS, A)
    else:
        implicit = rf"{KHRONOS}\ImplicitLayers"
        machine.layer(A, "VK_LAYER_a", implicit=True, library_path=library).value(implicit, A)
    is_whole = library.startswith(".")  # joined to the folder of its manifest
    failed = "VK_SUCCESS" if is_whole else "VK_ERROR_OUT_OF_HOST_MEMORY"
    assert machine.report(profile=LoaderProfile((1, 3, 239))).create_result == failed
    assert machine.report(profile=LoaderProfile((1, 3, 238))).create_result == "VK_SUCCESS"


def test_without_kernel_calls_no_device_is_asked():
    machine = Windows().text(ADAPTER, NAME, A).value(DRIVERS, B)
    machine.facts["kernel_values"] = None
    assert listed(machine) == [B]


def test_kernel_answers_end_at_an_adapter_of_the_other_type():
    one = RegistryValue(NAME, ValueKind.SZ, f"{A}\0".encode("utf-16-le"))
    many = RegistryValue(NAME, ValueKind.MULTI_SZ, f"{B}\0{B}\0\0".encode("utf-16-le"))
    short = RegistryValue(NAME, ValueKind.SZ, "x.j\0".encode("utf-16-le"))
    assert read_kernel_paths([None, one, short, one]) == (A, A)
    assert read_kernel_paths([many, one, many]) == (B, B)


def test_settings_come_from_the_user_then_from_the_machine():
    key, path = r"LoaderSettings", rf"C:\{SETTINGS_NAME}"
    machine = Windows().value(rf"{KHRONOS}\{key}", path, b"\1\0\0\0")
    machine.value(rf"{USER}\{key}", rf"D:\{SETTINGS_NAME}", b"", ValueKind.BINARY)
    assert find_settings_paths(machine.host(), NEWEST_PROFILE, SETTINGS_NAME) == (
        rf"D:\{SETTINGS_NAME}",
        path,
    )
    machine.changes["elevated"] = True
    assert find_settings_paths(machine.host(), NEWEST_PROFILE, SETTINGS_NAME) == (path,)


def test_a_longer_name_after_a_shorter_one_ends_the_search_for_settings():
    key, path = rf"{KHRONOS}\LoaderSettings", rf"C:\{SETTINGS_NAME}"
    assert (
        find_settings_paths(
            Windows().value(key, "x").value(key, path).host(), NEWEST_PROFILE, SETTINGS_NAME
        )
        == ()
    )
    longer = Windows().value(key, "x" * 99).value(key, path)
    assert find_settings_paths(longer.host(), NEWEST_PROFILE, SETTINGS_NAME) == (path,)
    data = Windows().value(key, path, bytes(5))
    assert find_settings_paths(data.host(), NEWEST_PROFILE, SETTINGS_NAME) == ()


def test_settings_of_the_registry_turn_a_layer_off():
    layer = {"name": "VK_LAYER_a", "path": A, "control": "off"}
    content = {"file_format_version": "1.0.0", "settings": {"layers": [layer]}}
    machine = Windows().layer(A, "VK_LAYER_a").value(EXPLICIT, A)
    machine.file(r"C:\s\vk_loader_settings.json", content)
    machine.value(rf"{USER}\LoaderSettings", r"C:\s\vk_loader_settings.json")
    assert machine.report().settings_file == r"C:\s\vk_loader_settings.json"
    assert machine.names() == []


def test_what_is_left_out_says_why():
    machine = Windows().value(DRIVERS, A, b"\1\0\0\0").value(DRIVERS, r"C:\nv-vk64.json")
    found = [x for x in machine.report().verdicts if x.reason is Reason.REGISTRY_LEFT_OUT]
    assert [(x.subject, x.detail) for x in found] == [
        (A, f"its value in {DRIVERS} is not the DWORD 0"),
        (r"C:\nv-vk64.json", f"{DRIVERS} names it, but no adapter from vendor 10de is present"),
    ]
    machine.environment["VK_DRIVER_FILES"] = B
    assert not any(x.reason is Reason.REGISTRY_LEFT_OUT for x in machine.report().verdicts)


def test_a_listed_manifest_is_told_with_its_key():
    machine = Windows().driver(A).value(DRIVERS, A).driver(B).text(ADAPTER, NAME, B)
    search = machine.report().driver_search
    assert dict(zip(search.paths, search.sources, strict=True)) == {
        B: f"{ADAPTER}, {NAME}",
        A: DRIVERS,
    }


@pytest.mark.parametrize(
    ("version", "result"),
    [
        ((1, 1, 84), "VK_ERROR_INCOMPATIBLE_DRIVER"),
        ((1, 1, 85), "VK_ERROR_INITIALIZATION_FAILED"),
        ((1, 2, 180), "VK_ERROR_INITIALIZATION_FAILED"),
        ((1, 2, 181), ""),
    ],
)
def test_up_to_1_2_180_nothing_registered_fails_every_call(version, result):
    machine, profile = Windows(), LoaderProfile(version)
    report = machine.report(profile=profile)
    assert report.create_result == (result or "VK_ERROR_INCOMPATIBLE_DRIVER")
    assert search_registry(machine.host(), profile, ManifestType.DRIVER).result == result
    machine.environment["VK_ICD_FILENAMES"] = ""
    assert machine.report(profile=profile).create_result == "VK_ERROR_INCOMPATIBLE_DRIVER"


def test_what_the_lookup_failed_with_is_passed_on_by_loaders_of_2019():
    machine = Windows()
    machine.facts["kernel_values"] = None
    assert machine.report(profile=OLDEST).create_result == "VK_ERROR_OUT_OF_HOST_MEMORY"
    machine.facts["adapters"] = None
    assert machine.report(profile=OLDEST).create_result == "VK_ERROR_INCOMPATIBLE_DRIVER"


def test_the_compatibility_pack_is_searched_since_1_3_220_for_layers_since_1_3_279():
    machine = Windows().driver(r"C:\pack\dzn.json")
    machine.layer(r"C:\pack\layer.json", "VK_LAYER_a", implicit=True)
    machine.facts["app_packages"] = {MAPPING_LAYERS_PACKAGE: r"C:\pack"}
    assert r"C:\pack\dzn.json" in machine.drivers(LoaderProfile((1, 3, 220)))
    assert machine.drivers(LoaderProfile((1, 3, 219))) == []
    assert machine.names(LoaderProfile((1, 3, 279))) == ["VK_LAYER_a"]
    assert machine.names(LoaderProfile((1, 3, 278))) == []


def _letters(folder, profile, code_page="cp1252"):
    """Return the layers that a registry and a variable name by files and by a folder."""
    found = []
    for way in ("file", "folder", "variable", "folder of a variable"):
        machine = Windows().layer(rf"C:\{folder}\a.json", "VK_LAYER_a")
        machine.facts["code_page"] = code_page
        path = rf"C:\{folder}" if "folder" in way else rf"C:\{folder}\a.json"
        if "variable" in way:
            machine.environment["VK_LAYER_PATH"] = path
        else:
            machine.value(EXPLICIT, path)
        found += [way] if "VK_LAYER_a" in machine.names(profile) else []
    return found


ALL_WAYS = ["file", "folder", "variable", "folder of a variable"]


@pytest.mark.parametrize(
    ("folder", "before", "since"),
    [
        ("plain", ALL_WAYS, ALL_WAYS),
        # Windows gives the registry's in the code page, and files are opened with UTF-8.
        ("Jürgen", ALL_WAYS, ["variable"]),
        ("Łódź", [], ["variable"]),  # the code page has no such letters
    ],
)
def test_letters_outside_ascii_depend_on_the_code_page(folder, before, since):
    last, first = LoaderProfile((1, 3, 218)), LoaderProfile((1, 3, 219))
    assert _letters(folder, last) == before
    assert _letters(folder, first) == since
    assert _letters(folder, last, "utf-8") == _letters(folder, first, "utf-8") == ALL_WAYS


@pytest.mark.parametrize(("patch", "loads"), [(218, False), (219, True)])
def test_the_letters_of_a_library_are_utf_8_since_1_3_219(patch, loads):
    machine = Windows().driver(A, r"C:\Jürgen\d.dll", opened=r"C:\Jürgen\d.dll")
    machine.value(DRIVERS, A)
    created = machine.report(profile=LoaderProfile((1, 3, patch))).create_result
    assert (created == "VK_SUCCESS") is loads


@pytest.mark.parametrize(("patch", "key"), [(251, "Settings"), (253, "LoaderSettings")])
def test_the_key_of_settings_files_has_its_name_since_1_3_253(patch, key):
    path = rf"C:\s\{SETTINGS_NAME}"
    machine = Windows().value(rf"{USER}\{key}", path)
    assert find_settings_paths(machine.host(), LoaderProfile((1, 3, patch)), SETTINGS_NAME) == (
        path,
    )
    other = {"Settings", "LoaderSettings"} - {key}
    machine = Windows().value(rf"{USER}\{other.pop()}", path)
    assert find_settings_paths(machine.host(), LoaderProfile((1, 3, patch)), SETTINGS_NAME) == ()


def test_a_settings_file_that_is_not_there_ends_the_search_up_to_1_3_301():
    layer = {"name": "VK_LAYER_a", "path": A, "control": "off"}
    content = {"file_format_version": "1.0.0", "settings": {"layers": [layer]}}
    machine = Windows().layer(A, "VK_LAYER_a").value(EXPLICIT, A)
    machine.file(rf"C:\s\{SETTINGS_NAME}", content)
    machine.value(rf"{USER}\LoaderSettings", rf"C:\no\{SETTINGS_NAME}")
    machine.value(rf"{KHRONOS}\LoaderSettings", rf"C:\s\{SETTINGS_NAME}")
    assert machine.names(LoaderProfile((1, 3, 301))) == ["VK_LAYER_a"]
    assert machine.names(LoaderProfile((1, 3, 302))) == []


def test_names_in_variables_are_split_at_semicolons():
    machine = Windows()
    for name in "ABC":
        path = rf"C:\{name}.json"
        machine.layer(path, name).value(rf"{KHRONOS}\ExplicitLayers", path)
    machine.driver(r"C:\d.json").value(rf"{KHRONOS}\Drivers", r"C:\d.json")
    machine.environment["VK_INSTANCE_LAYERS"] = "A;B:C;;nowhere"
    report = machine.report()
    assert [x.manifest.name for x in report.callstack] == ["A"]
    about = {x.detail: x for x in report.verdicts if x.subject == "VK_INSTANCE_LAYERS"}
    assert about["A"].outcome is Outcome.ACTS
    assert about["B:C"].reason is about["nowhere"].reason is Reason.MATCHES_NOTHING
    assert about["nowhere"].remedy == SetVariable("VK_INSTANCE_LAYERS", "A;B:C")
    hints = {x.detail: x for x in lint(report)}
    assert hints["B:C"].remedy == SetVariable("VK_INSTANCE_LAYERS", "A;B;C;nowhere")


def test_remedies_join_names_with_semicolons():
    machine = Windows()
    for name in "AB":
        path = rf"C:\{name}.json"
        machine.layer(path, name).value(rf"{KHRONOS}\ExplicitLayers", path)
    machine.environment["VK_INSTANCE_LAYERS"] = "A"
    remedies = {x.name: x.verdict.remedy for x in machine.report().found_layers}
    assert remedies == {
        "A": UnsetVariable("VK_INSTANCE_LAYERS"),
        "B": SetVariable("VK_INSTANCE_LAYERS", "A;B"),
    }


@pytest.mark.parametrize(
    ("kind", "value", "patch", "paths"),
    [
        (ManifestType.DRIVER, NAME, 56, [A]),
        (ManifestType.DRIVER, NAME, 57, [B, A]),
        (ManifestType.EXPLICIT, "VulkanExplicitLayers", 42, [A]),
        (ManifestType.EXPLICIT, "VulkanExplicitLayers", 43, [A, B]),
        (ManifestType.EXPLICIT, "VulkanExplicitLayers", 59, [B, A, B]),
        (ManifestType.EXPLICIT, "VulkanExplicitLayers", 69, [B, A]),
    ],
)
def test_keys_of_the_user_and_devices_came_in_2017(kind, value, patch, paths):
    key = DRIVERS if kind is ManifestType.DRIVER else EXPLICIT
    machine = Windows().text(ADAPTER, value, B).value(key, A)
    machine.value(rf"{USER}\ExplicitLayers", B)
    assert listed(machine, kind, LoaderProfile((1, 0, patch))) == paths


@pytest.mark.parametrize(
    "version", [(1, 0, 39), (1, 1, 126), (1, 2, 180), (1, 3, 217), (1, 4, 360)]
)
def test_what_programs_get_without_a_driver_is_one_result(version):
    report = discover(Windows().value(DRIVERS, A).host(), profile=LoaderProfile(version))
    (problem,) = [one for one in report.problems if one.code == "no-driver"]
    assert (
        problem.consequence
        == f"vkCreateInstance fails with {report.create_result} in every program."
    )
