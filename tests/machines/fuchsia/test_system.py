"""The folder that describes a system: what is accepted, and what is told with its line."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.machines.fuchsia.folders import (
    MANIFEST,
    METADATA,
    A,
    B,
    FuchsiaFolder,
)
from vkconfig_py.machines.fuchsia.report import inspect_system
from vkconfig_py.machines.fuchsia.service import GOLDFISH_URL, LAVAPIPE_URL, ComponentStage
from vkconfig_py.machines.fuchsia.system import (
    DescriptionError,
    describes_system,
    open_system,
)

SCHEMA = json.loads(
    (Path(__file__).parents[3] / "resources/schemas/fuchsia_system.json").read_text()
)
MAGMA = {"kind": "magma", "name": "000", "icds": []}


def error(root: Path, text: object) -> str:
    data = text if isinstance(text, bytes) else json.dumps(text, indent=1).encode()
    (root / "system.json").write_bytes(data)
    with pytest.raises(DescriptionError) as refused:
        open_system(str(root))
    return str(refused.value).removeprefix(f"{root}/")


def with_icd(**icd: object) -> dict[str, object]:
    return {"devices": [{**MAGMA, "icds": [icd]}]}


WRONG = {
    "a list": ([], "line 1: expected an object"),
    "no list of devices": ({"devices": {}}, "line 2: “devices” is not a list"),
    "a device that is none": ({"devices": [1]}, "line 3: expected an object"),
    "an unknown kind": (
        {"devices": [{"kind": "x", "name": "0"}]},
        "line 4: “kind” must be one of magma, goldfish",
    ),
    "no name": ({"devices": [{"kind": "magma"}]}, "line 3: “name” must be a string"),
    "an empty name": (
        {"devices": [{**MAGMA, "name": ""}]},
        "line 5: “name” is empty or contains a slash",
    ),
    "a slash in a name": (
        {"devices": [{**MAGMA, "name": "a/b"}]},
        "line 5: “name” is empty or contains a slash",
    ),
    "a name twice": ({"devices": [MAGMA, MAGMA]}, "line 8: two magma devices are named '000'"),
    "no list of drivers": ({"devices": [{**MAGMA, "icds": 1}]}, "line 6: “icds” is not a list"),
    "a driver that is none": (
        {"devices": [{**MAGMA, "icds": ["x"]}]},
        "line 7: expected an object",
    ),
    "a number as URL": (with_icd(component_url=1), "line 8: “component_url” must be a string"),
    "flags as text": (with_icd(flags="1"), "line 8: “flags” is not a 32-bit number"),
    "flags as truth": (with_icd(flags=True), "line 8: “flags” is not a 32-bit number"),
    "negative flags": (with_icd(flags=-1), "line 8: “flags” is not a 32-bit number"),
    "config": ({"config": []}, "line 2: expected an object"),
    "a switch that is none": (
        {"config": {"allow_magma_icds": "yes"}},
        "line 3: “allow_magma_icds” must be true or false",
    ),
    "a long URL": (
        {"config": {"lavapipe_icd_url": "x" * 121}},
        "line 3: “lavapipe_icd_url” is longer than 120 bytes",
    ),
    "service": (
        {"service": {"lavapipe": "never"}},
        "line 3: “lavapipe” must be one of fallback, start",
    ),
    "a folder that is not there": (
        {**with_icd(component_url=A, flags=1), "components": {A: "gone"}},
        "line 15: 'gone' is not a folder",
    ),
    "half a component": (
        {**with_icd(component_url=A, flags=1), "components": {A: {"contents": "."}}},
        "line 15: “metadata” must be a string",
    ),
    "no JSON": (b'{\n "devices": [}', "line 2: expected a value"),
}


@pytest.mark.parametrize(("text", "told"), WRONG.values(), ids=WRONG)
def test_error_names_file_and_line(tmp_path: Path, text, told):
    assert error(tmp_path, text) == f"system.json, {told}"


def test_sizes_and_numbers_are_limited(tmp_path: Path):
    devices = [{**MAGMA, "name": str(number)} for number in range(17)]
    assert "more than 16 entries" in error(tmp_path, {"devices": devices})
    icds = [{"component_url": A, "flags": 1}] * 17
    assert "more than 16 entries" in error(tmp_path, {"devices": [{**MAGMA, "icds": icds}]})
    components = {str(number): "." for number in range(65)}
    assert "more than 64" in error(tmp_path, {"components": components})
    assert "larger than 1 MB" in error(tmp_path, b" " * (1 << 20) + b"{}")
    assert "line" in error(tmp_path, b"[" * 500_000)


def test_a_folder_with_nothing_is_told(tmp_path: Path):
    with pytest.raises(DescriptionError, match="neither contents and metadata folders"):
        open_system(str(tmp_path))
    assert not describes_system(str(tmp_path))


def test_file_that_cannot_be_read_is_told(tmp_path: Path):
    (tmp_path / "system.json").mkdir()
    with pytest.raises(DescriptionError, match="not a regular file"):
        open_system(str(tmp_path))


@given(st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(
        st.sampled_from(["devices", "kind", "name", "icds", "config", "components", "service"]),
        inner, max_size=3),
    max_leaves=10,
))  # fmt: skip
def test_any_description_is_read_or_refused(tmp_path_factory, value):
    root = tmp_path_factory.getbasetemp()
    (root / "system.json").write_text(json.dumps(value))
    try:
        machine = open_system(str(root))
    except DescriptionError:
        return
    assert set(machine.components) >= {GOLDFISH_URL, LAVAPIPE_URL}
    jsonschema.validate(value, SCHEMA)


@pytest.mark.parametrize(
    "description",
    [
        {},
        with_icd(component_url=A, flags=1),
        {"config": {"allow_lavapipe_icd": True}, "service": {"lavapipe": "start"}},
        {"devices": [{"kind": "goldfish", "name": "000"}], "service": {"magma": "class"}},
    ],
)
def test_what_is_accepted_follows_the_schema(tmp_path: Path, description):
    (tmp_path / "system.json").write_text(json.dumps(description))
    open_system(str(tmp_path))
    jsonschema.validate(description, SCHEMA)


def test_contents_and_metadata_can_be_named(fuchsia: FuchsiaFolder):
    fuchsia.file("pkg/meta/metadata/metadata.json", METADATA)
    fuchsia.file("pkg/data/libvulkan_fake.json", MANIFEST)
    fuchsia.file("pkg/bin/pkg-server", b"x")
    fuchsia.description["components"][A] = {"contents": "pkg", "metadata": "pkg/meta/metadata"}
    assert fuchsia.magma(A).idle().components[0].stage is ComponentStage.FINISHED


def test_components_that_no_device_names_are_no_problem(fuchsia: FuchsiaFolder):
    fuchsia.component(A).component(B).magma(A)
    (fuchsia.root / "component1/metadata/metadata.json").write_text("broken")
    report = fuchsia.report()
    assert set(report.machine.components) == {A, B, GOLDFISH_URL, LAVAPIPE_URL}
    assert [one.url for one in report.service.components] == [A]
    assert not any("broken" in one.title for one in report.program_report.problems)


def test_a_package_alone_is_a_system_with_one_device(tmp_path: Path):
    package = FuchsiaFolder(tmp_path / "libvulkan_example")
    package.file("meta/vulkan.cml", CML)
    package.file("meta/metadata/metadata.json", SAMPLE)
    package.file("meta/icd.d/libvulkan_example.json", MANIFEST)
    package.file("lib/libvulkan_example.so", b"\x7fELF")
    assert describes_system(str(package.root))
    report = inspect_system(str(package.root), {})
    (component,) = report.service.components
    assert component.url == "fuchsia-pkg://fuchsia.com/libvulkan_example#meta/vulkan.cm"
    assert component.stage is ComponentStage.FINISHED
    assert report.machine.file == f"{package.root}/meta/vulkan.cml"


# The sample of the service's documentation.
SAMPLE = {
    "file_path": "lib/libvulkan_example.so",
    "version": 1,
    "manifest_path": "meta/icd.d/libvulkan_example.json",
}
CML = b"""{
    include: [ "syslog/client.shard.cml" ],
    program: { runner: "icd_runner" },
    capabilities: [ { directory: "contents", rights: [ "rx*" ], path: "/pkg", }, ],
    expose: [
        { directory: "contents", from: "self", rights: [ "rx*" ], },
        {
            directory: "contents",
            from: "self",
            as: "metadata",
            rights: [ "r*" ],
            subdir: "meta/metadata",
        },
    ],
}
"""
