"""What libraries export: ways in for the loader, and names that are no one's but the loader's."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.framework.elf_files import LIBRARY, make_elf_file
from tests.loader.lint.lint_machines import A, exporting, on_disk
from vkconfig_py.language.sentences import message
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.verdicts import EditKey, NoRemedy, Remedy

ICD, INSTANCE, DEVICE = "vk_icdGetInstanceProcAddr", "vkGetInstanceProcAddr", "vkGetDeviceProcAddr"
OLD_DRIVER = (INSTANCE, "vkCreateInstance", "vkEnumerateInstanceExtensionProperties")
NEGOTIATE = "vkNegotiateLoaderLayerInterfaceVersion"


def codes(root: Path) -> list[str]:
    return [problem.code for problem in on_disk(root)]


@pytest.mark.parametrize(
    ("names", "told"),
    [
        ((ICD,), []),
        (OLD_DRIVER, []),
        (OLD_DRIVER[:2], ["driver-without-entry-point"]),
        ((DEVICE,), ["driver-without-entry-point"]),
        ((ICD, INSTANCE, DEVICE), []),
        ((ICD, "vkCreateDevice"), ["vulkan-names-exported"]),
    ],
)
def test_driver_has_the_look_up_function_or_three_commands(
    tmp_path: Path, names: tuple[str, ...], told: list[str]
):
    exporting(tmp_path, *names, driver=True)
    assert codes(tmp_path) == told


@pytest.mark.parametrize(
    ("names", "functions", "told"),
    [
        ((INSTANCE,), {}, []),
        ((NEGOTIATE,), {}, []),
        ((DEVICE,), {}, ["layer-without-entry-point"]),
        (("a_Get",), {INSTANCE: "a_Get"}, []),
        (("a_Go",), {NEGOTIATE: "a_Go"}, []),
        ((INSTANCE,), {NEGOTIATE: "a_Go"}, ["function-not-exported"]),
        ((NEGOTIATE,), {DEVICE: "a_Device"}, ["function-not-exported"]),
        ((INSTANCE, "vkQueueSubmit"), {}, ["vulkan-names-exported"]),
        ((INSTANCE, "vkEnumerateInstanceLayerProperties"), {}, []),
    ],
)
def test_layer_has_the_functions_that_its_manifest_names(
    tmp_path: Path, names: tuple[str, ...], functions: dict[str, str], told: list[str]
):
    exporting(tmp_path, *names, functions=functions)
    assert codes(tmp_path) == told


def test_name_of_a_function_is_taken_out_where_the_library_has_the_usual_one(tmp_path: Path):
    exporting(tmp_path, INSTANCE, functions={INSTANCE: "a_Get"})
    (problem,) = on_disk(tmp_path)
    assert isinstance(problem.remedy, EditKey)
    assert problem.remedy.path == ("layer", "functions", INSTANCE)
    assert (problem.detail, problem.line) == ("a_Get", 1)
    assert problem.title == f"{A}: its library does not export a_Get"


@pytest.mark.parametrize(
    ("names", "functions", "removed"),
    [
        ((INSTANCE,), {INSTANCE: "a_Get"}, INSTANCE),
        ((NEGOTIATE,), {NEGOTIATE: "a_Go"}, NEGOTIATE),
        (("b_Get",), {INSTANCE: "a_Get"}, ""),
    ],
)
def test_name_that_the_library_does_not_export_is_corrected(
    tmp_path: Path, names: tuple[str, ...], functions: dict[str, str], removed: str
):
    exporting(tmp_path, *names, functions=functions)
    (found,) = (one for one in on_disk(tmp_path) if one.code == "function-not-exported")
    (layer,) = discover(Host({"XDG_DATA_DIRS": "/share"}, root=str(tmp_path))).found_layers
    expected: Remedy = NoRemedy(message("name a function that the library exports"))
    if removed:
        assert isinstance(found.remedy, EditKey)
        expected = found.remedy
        assert expected.path == ("layer", "functions", removed)
    assert (found.remedy, layer.verdict.remedy) == (expected, expected)


def test_name_of_a_function_that_the_loader_does_without_is_removed(tmp_path: Path):
    exporting(tmp_path, INSTANCE, functions={DEVICE: "a_Device"})
    (problem,) = on_disk(tmp_path)
    assert isinstance(problem.remedy, EditKey)
    assert problem.remedy.path == ("layer", "functions", DEVICE)


def test_early_function_that_is_not_there_is_told(tmp_path: Path):
    early = "vkEnumerateInstanceVersion"
    exporting(tmp_path, INSTANCE, pre_instance_functions={early: "a_Version"})
    explicit = tmp_path / "share/vulkan/explicit_layer.d"
    assert codes(tmp_path) == ["key-without-effect"]  # of an explicit layer
    switch = '"disable_environment": {"X": ""}, "type"'
    text = (explicit / "x.json").read_text().replace('"type"', switch)
    (tmp_path / "share/vulkan/implicit_layer.d").mkdir()
    (tmp_path / "share/vulkan/implicit_layer.d/x.json").write_text(text)
    (explicit / "x.json").unlink()
    (problem,) = on_disk(tmp_path)
    assert problem.code == "function-not-exported"
    assert isinstance(problem.remedy, EditKey)
    assert problem.remedy.path == ("layer", "pre_instance_functions", early)


def test_library_that_does_not_tell_is_no_problem(tmp_path: Path):
    exporting(tmp_path, INSTANCE)
    for data in (make_elf_file(kind=LIBRARY), make_elf_file(32, kind=LIBRARY), b"", b"\x7fELF"):
        (tmp_path / "lib/x.so").write_bytes(data)
        assert "layer-without-entry-point" not in codes(tmp_path)


def test_author_is_named_no_remedy_for_names_of_commands(tmp_path: Path):
    exporting(tmp_path, INSTANCE, "vkCreateInstance", "vkQueueSubmit")
    (problem,) = on_disk(tmp_path)
    assert problem.severity.value == "note"
    assert problem.title == f"{A}: its library exports the Vulkan function vkCreateInstance"
    assert problem.remedy == NoRemedy("")
