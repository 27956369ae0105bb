"""Every section that vulkaninfo prints: “device list --all” has the same values, field by field.

What vulkaninfo prints is read as a tree, by its tabs, into the values that Vulkan has for it: masks
for the names of bits, numbers, names of constants. LEFT_OUT lists what is not compared, with why.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.e2e.desktop import virtual_desktop
from tests.framework import chromium
from vkconfig_py.loader.native.logical_devices import COLOR_FORMAT
from vkconfig_py.loader.native.memory import unpack_version
from vkconfig_py.model.chain.device_entries import BIT_NAMES

LAVAPIPE = Path("/usr/share/vulkan/icd.d/lvp_icd.x86_64.json")
XCB, XLIB = "VK_KHR_xcb_surface", "VK_KHR_xlib_surface"
LEFT_OUT = {
    "FORMAT_UNDEFINED": "no device may be asked about it, by the specification",
    "_IMG": "formats of an extension that the device does not have, by the specification",
}
_BITS = {
    re.sub(r"(_KHR|_EXT|_NV|_AMD|_ARM|)$", r"_BIT\1", f"{prefix[3:]}{name}", count=1): bit
    for prefix, names in BIT_NAMES.items()
    for bit, name in names.items()
}
_BITS |= {f"SAMPLE_COUNT_{1 << power}_BIT": 1 << power for power in range(7)}
_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class Node(NamedTuple):
    """A line of vulkaninfo, such as "name = value", and the lines that belong to it."""

    name: str
    value: str
    inner: list[Node]


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Return the variables of both programs: X11, lavapipe, all layers, a home of their own."""
    home = tmp_path_factory.mktemp("home")
    with virtual_desktop("640x480") as desktop:
        yield {
            "PATH": os.environ["PATH"],
            "HOME": str(home),
            "VK_DRIVER_FILES": str(LAVAPIPE),
            "DISPLAY": desktop.display,
        }


@pytest.fixture(scope="module")
def sections(environment: dict[str, str]) -> dict[str, list[Node]]:
    """Return the sections that vulkaninfo prints, by their titles."""
    printed = _run(environment, "vulkaninfo", "--show-formats")
    version = re.search(r"^Vulkan Instance Version: (.*)$", printed, re.M)
    assert version is not None
    found = {"Instance": [Node("version", version[1], [])], **dict(_split_sections(printed))}
    assert len(found) > 100
    return found


@pytest.fixture(scope="module")
def dump(environment: dict[str, str]) -> dict[str, Any]:
    return _read_dump(environment)


def _read_dump(environment: dict[str, str]) -> dict[str, Any]:
    """Return all that the command line lists of the only device."""
    command = (sys.executable, "-m", "vkconfig_py", "device", "list", "--all", "--json")
    printed = _run(environment, *command)
    (device,) = json.loads(printed)["devices"]
    found: dict[str, Any] = device["all"]
    return found


def _run(environment: dict[str, str], *command: str) -> str:
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=120, check=True
    ).stdout


# ---- what vulkaninfo prints


def _split_sections(printed: str) -> Iterator[tuple[str, list[Node]]]:
    """Yield the sections of what vulkaninfo prints; structures are sections of their own."""
    lines = printed.splitlines()
    starts = [
        number
        for number, (line, line_below) in enumerate(pairwise(lines))
        if line[:1] not in ("", "\t")
        and (re.fullmatch("[-=]{4,}", line_below) or line.startswith("Device Extensions: "))
    ]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        title = re.sub(r"(: count = \d+|:)$", "", lines[start])
        body = [line for line in lines[start + 1 : end] if line.strip("\t-=")]
        if title not in ("", "VULKANINFO", "Device Properties and Extensions", "GPU0"):
            yield title, _read_nodes(body)


def _read_nodes(lines: list[str]) -> list[Node]:
    """Return lines as nodes, each with the lines below it that have more tabs."""
    nodes, number = [], 0
    while number < len(lines):
        end = number + 1
        while end < len(lines) and _count_tabs(lines[end]) > _count_tabs(lines[number]):
            end += 1
        text = re.sub(r"(: count = \d+|:)$", "", lines[number].strip())
        name, value = re.split(r"\s+[=:] ", f"{text} = ", maxsplit=1)
        nodes.append(Node(name, value.removesuffix(" = "), _read_nodes(lines[number + 1 : end])))
        number = end
    return nodes


def _count_tabs(line: str) -> int:
    return len(line) - len(line.lstrip("\t"))


def _read_value(node: Node) -> Any:
    """Return the value of a node: a number, constant, mask, list or structure."""
    if not node.inner:
        return _read_scalar(node.value)
    if any(inner.value or inner.inner for inner in node.inner):
        return _read_structure(node.inner)
    names = [inner.name for inner in node.inner]
    if names == ["None"]:
        return 0
    if all(name in _BITS for name in names):
        return sum(_BITS[name] for name in names)
    return [_read_scalar(name) for name in names]


def _read_structure(nodes: Sequence[Node]) -> dict[str, Any]:
    return {node.name: _read_value(node) for node in nodes}


def _read_scalar(text: str) -> Any:
    """Return a number, a truth value, or a text as it stands in a dump."""
    if text in ("true", "false"):
        return text == "true"
    for read_number in (int, lambda digits: int(digits, 16), float):
        try:
            return read_number(text)
        except ValueError:
            pass
    if _UUID.fullmatch(text):
        return text.replace("-", "")
    if all(part in _BITS or f"{part}_BIT" in _BITS for part in text.split(" | ")):
        return sum(_BITS.get(part) or _BITS[f"{part}_BIT"] for part in text.split(" | "))
    return f"VK_{text}" if re.fullmatch(r"[A-Z][A-Z0-9_]+[A-Z0-9]", text) else text


def _read_extensions(nodes: Sequence[Node]) -> list[list[Any]]:
    """Return names and versions of lines such as "VK_KHR_surface : extension revision 25"."""
    return sorted([node.name, int(node.value.rpartition(" ")[2])] for node in nodes)


# ---- section by section

# What has a test of its own. Every other section is a structure of the device.
_TESTED = {
    *("Instance", "Instance Extensions", "Layers", "Presentable Surfaces", "Device Groups"),
    *("Device Extensions", "VkQueueFamilyProperties", "VkPhysicalDeviceMemoryProperties"),
    "Format Properties",
}


def test_the_instance_has_the_same_version_and_extensions(sections, dump) -> None:
    instance = dump["instance"]
    assert sections["Instance"][0].value == ".".join(map(str, instance["version"]))
    assert sorted(instance["extensions"]) == _read_extensions(sections["Instance Extensions"])


def test_layers_have_the_same_versions_and_extensions(sections, dump) -> None:
    theirs = {}
    for node in sections["Layers"]:
        pattern = r"(\w+) \((.*)\) Vulkan version ([\d.]+), layer version (\d+)"
        line = re.fullmatch(pattern, node.name)
        assert line is not None
        extensions, devices = node.inner
        (_gpu, device_extensions) = devices.inner
        theirs[line[1]] = (
            *line.groups()[1:],
            _read_extensions(extensions.inner),
            _read_extensions(device_extensions.inner),
        )
    assert len(theirs) > 3
    assert theirs["VK_LAYER_KHRONOS_validation"][-1]
    assert {
        layer["layerName"]: (
            layer["description"],
            ".".join(map(str, unpack_version(layer["specVersion"]))),
            str(layer["implementationVersion"]),
            sorted(layer["extensions"]),
            sorted(dump["layer_extensions"][layer["layerName"]]),
        )
        for layer in dump["instance"]["layers"]
    } == theirs


def test_surfaces_have_the_same_formats_modes_and_capabilities(sections, dump) -> None:
    (gpu,) = sections["Presentable Surfaces"]
    types, formats, modes, *structures = gpu.inner
    ours = {surface["extension"]: surface for surface in dump["surfaces"]}
    assert [node.name for node in types.inner] == [XCB, XLIB]
    for extension in (XCB, XLIB):
        surface = ours[extension]
        assert surface["formats"] == [_read_structure(node.inner) for node in formats.inner]
        assert surface["present_modes"] == [f"VK_{node.name}" for node in modes.inner]
        assert surface["capabilities"] == _read_structure(structures)


def test_the_group_presents_in_the_same_way(sections, dump) -> None:
    (group,) = sections["Device Groups"]
    properties, presentation = group.inner
    members, subset = properties.inner
    device, modes = presentation.inner
    assert dump["device_group"] == {
        "physicalDevices": _read_names(members),
        "subsetAllocation": subset.value == "1",
        "presentMask": _read_names(device.inner[0]),
        "modes": _read_value(modes),
    }


def _read_names(node: Node) -> list[str]:
    return [re.sub(r" \(ID: \d+\)$", "", inner.name) for inner in node.inner]


def test_the_device_has_the_same_extensions(sections, dump) -> None:
    assert sorted(dump["extensions"]) == _read_extensions(sections["Device Extensions"])


def test_queue_families_are_the_same(sections, dump) -> None:
    surfaces = {surface["extension"]: surface for surface in dump["surfaces"]}
    for number, node in enumerate(sections["VkQueueFamilyProperties"]):
        theirs = _read_structure(node.inner)
        assert surfaces[XCB]["queue_families"][number] is theirs.pop("present support")
        ours = dict(dump["queue_families"][number])
        extent = ours["minImageTransferGranularity"]
        ours["minImageTransferGranularity"] = "({width},{height},{depth})".format(**extent)
        assert ours == theirs
    assert len(dump["queue_families"]) == len(sections["VkQueueFamilyProperties"])


def test_memory_has_the_same_types_and_can_hold_the_same_images(sections, dump) -> None:
    heaps, types = sections["VkPhysicalDeviceMemoryProperties"]
    for theirs, ours in zip(heaps.inner, dump["memory"]["memoryHeaps"], strict=True):
        size, flags = theirs.inner
        assert ours == {"size": int(size.value.split()[0]), "flags": _read_value(flags)}
    for number, theirs in enumerate(types.inner):
        heap, flags, usable = theirs.inner
        assert flags.name == "propertyFlags"
        assert dump["memory"]["memoryTypes"][number] == {
            "propertyFlags": _read_value(flags),
            "heapIndex": int(heap.value),
        }
        assert _list_images(dump, number) == {
            f"VK_{tiling.name}": [node.name for node in tiling.inner] for tiling in usable.inner
        }


def _list_images(dump: dict[str, Any], memory_type: int) -> dict[str, list[str]]:
    """Return by tiling which images a memory type can hold, as vulkaninfo words it."""
    kinds: dict[str, set[str]] = {}
    held: dict[str, list[str]] = {}
    for image in dump["image_memory"]:
        names = held.setdefault(image["tiling"], [])
        if image["memoryTypeBits"] >> memory_type & 1:
            kinds.setdefault(image["tiling"], set()).add(image["kind"])
            is_color = image["format"] == COLOR_FORMAT
            name = "color images" if is_color else image["format"].removeprefix("VK_")
            held[image["tiling"]] = list(dict.fromkeys([*names, name]))
    for tiling, names in held.items():
        held_kinds = kinds.get(tiling)
        if not held_kinds:
            names.append("None")
        elif lacking := [kind for kind in ("sparse", "transient") if kind not in held_kinds]:
            names.append(f"({', '.join(f'non-{kind}' for kind in lacking)})")
    return held


@pytest.mark.parametrize(
    "write_driver", [chromium.get_swiftshader_driver, chromium.write_mock_driver]
)
def test_memory_of_other_drivers_is_the_same(
    write_driver: Callable[[], Path], environment: dict[str, str]
) -> None:
    """One has no transient images in linear tiling.

    The other has several types, sparse images and budgets.
    """
    variables = {**environment, "VK_DRIVER_FILES": str(write_driver())}
    variables |= {"VK_LOADER_LAYERS_DISABLE": "~implicit~"}
    sections = dict(_split_sections(_run(variables, "vulkaninfo")))
    dump = _read_dump(variables)
    heaps, types = sections["VkPhysicalDeviceMemoryProperties"]
    budgets = dump["memory2"].get("VkPhysicalDeviceMemoryBudgetPropertiesEXT")
    for number, theirs in enumerate(heaps.inner):
        printed = {node.name: node.value.split(" ")[0] for node in theirs.inner}
        assert int(printed["size"]) == dump["memory"]["memoryHeaps"][number]["size"]
        if budgets or "budget" in printed:
            assert int(printed["budget"]) == budgets["heapBudget"][number]
            assert int(printed["usage"]) == budgets["heapUsage"][number]
    assert types.inner
    for number, theirs in enumerate(types.inner):
        usable = theirs.inner[-1]
        assert _list_images(dump, number) == {
            f"VK_{tiling.name}": [node.name for node in tiling.inner] for tiling in usable.inner
        }


def test_formats_have_the_same_features(sections, dump) -> None:
    theirs = {}
    for line in sections["Format Properties"]:
        if line.name.startswith("Formats"):
            names = [node.name for node in line.inner]
        elif line.name == "Properties":
            features = list(_read_structure(line.inner).values())
            theirs.update(dict.fromkeys(names, features))
        elif line.name == "Unsupported Formats":
            theirs.update({node.name: [0, 0, 0] for node in line.inner})
    compared = {
        f"VK_{name}": features
        for name, features in theirs.items()
        if name not in LEFT_OUT and not any(name.endswith(part) for part in LEFT_OUT)
    }
    assert len(compared) > 200
    assert {name: dump["formats"][name] for name in compared} == compared


def test_every_other_section_is_a_structure_with_the_same_members(sections, dump) -> None:
    assert sections.keys() >= _TESTED
    ours = dict(_list_structures(dump))
    structures = sections.keys() - _TESTED
    assert len(structures) > 90
    for title in structures:
        theirs = _read_structure(sections[title])
        members = ours[_strip_suffix(title)]
        for name, value in theirs.items():
            assert members[name] == value, f"{title}.{name}"


def _list_structures(dump: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the structures of a dump, without the suffix that newer headers took away."""
    properties = dump["properties"]
    yield "VkPhysicalDeviceLimits", properties["limits"]
    yield "VkPhysicalDeviceSparseProperties", properties["sparseProperties"]
    api, driver = properties["apiVersion"], properties["driverVersion"]
    yield (
        "VkPhysicalDeviceProperties",
        properties
        | {
            "apiVersion": f"{'.'.join(map(str, unpack_version(api)))} ({api})",
            "driverVersion": f"{'.'.join(map(str, unpack_version(driver)))} ({driver})",
        },
    )
    yield "VkPhysicalDeviceFeatures", dump["features"]
    for part in ("properties2", "features2"):
        for name, members in dump[part].items():
            yield _strip_suffix(name), members


def _strip_suffix(name: str) -> str:
    return re.sub(r"(EXT|KHR)$", "", name)
