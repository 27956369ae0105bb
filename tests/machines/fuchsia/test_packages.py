"""Component manifests: which folders of a package they expose."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.machines.fuchsia.folders import MANIFEST, METADATA, A, FuchsiaFolder
from tests.machines.fuchsia.test_system import CML
from vkconfig_py.machines.fuchsia.components import (
    find_component,
    find_exposed_folders,
    parse_json5,
)
from vkconfig_py.machines.fuchsia.service import ComponentStage


def manifest(**changes: Any) -> dict[str, Any]:
    found: dict[str, Any] = parse_json5(CML)
    return {**found, **changes}


def exposing(subdir: str = "meta/metadata", path: str = "/pkg", **contents: Any) -> dict[str, Any]:
    """Return the sample with another path, metadata folder or contents entry."""
    return manifest(
        capabilities=[{"directory": "contents", "path": path}],
        expose=[
            {"directory": "contents", "from": "self", **contents},
            {"directory": "contents", "from": "self", "as": "metadata", "subdir": subdir},
        ],
    )


def test_sample_of_the_documentation():
    found = find_exposed_folders("/p", manifest())
    assert (found.contents, found.metadata) == ("/p", "/p/meta/metadata")
    assert found.executable
    assert found.error == ""
    assert found.unavailable == ()


@pytest.mark.parametrize(
    ("subdir", "path", "contents", "metadata"),
    [
        ("data/test_metadata", "/pkg", "/p", "/p/data/test_metadata"),
        ("meta", "/pkg/sub", "/p/sub", "/p/sub/meta"),
        ("", "/pkg/", "/p", "/p"),
    ],
)
def test_folders_are_those_that_the_manifest_says(subdir, path, contents, metadata):
    found = find_exposed_folders("/p", exposing(subdir, path))
    assert (found.contents, found.metadata) == (contents, metadata)


@pytest.mark.parametrize("name", ["\0", "\ud800"])
def test_a_path_that_no_file_can_have_is_told(name: str):
    assert (
        "the contents directory" in find_exposed_folders("/p", exposing(path=f"/pkg/{name}")).error
    )
    assert "the metadata directory" in find_exposed_folders("/p", exposing(subdir=name)).error


def test_metadata_may_be_a_directory_of_its_own():
    found = find_exposed_folders("/p", manifest(
        capabilities=[{"directory": "contents", "path": "/pkg"},
                      {"directory": "metadata", "path": "/pkg/meta/m"}],
        expose=[{"directory": "contents", "from": "self"},
                {"directory": "metadata", "from": "self"}],
    ))  # fmt: skip
    assert (found.contents, found.metadata) == ("/p", "/p/meta/m")


WRONG = {
    "a list": ([], "the component manifest is not an object"),
    "nothing exposed": (
        manifest(expose=[]),
        (
            "the component manifest does not expose a directory named contents (files "
            "that it includes were not read)"
        ),
    ),
    "nothing included": (
        manifest(expose=[], include=[]),
        "the component manifest does not expose a directory named contents",
    ),
    "no metadata": (
        manifest(expose=[{"directory": "contents", "from": "self"}]),
        (
            "the component manifest does not expose a directory named metadata (files "
            "that it includes were not read)"
        ),
    ),
    "of a child": (
        manifest(expose=[{"directory": "contents", "from": "#child"}]),
        (
            "the component manifest does not expose a directory named contents (files "
            "that it includes were not read)"
        ),
    ),
    "not declared": (
        manifest(capabilities=[]),
        (
            "the component manifest does not expose a directory named contents (files "
            "that it includes were not read)"
        ),
    ),
    "outside": (
        exposing(path="/data"),
        "the contents directory is outside /pkg, the component's package",
    ),
    "up": (
        exposing(subdir="../meta"),
        "the metadata directory is outside /pkg, the component's package",
    ),
    "a number as subdir": (
        exposing(subdir=1),  # type: ignore[arg-type]
        "the metadata directory is outside /pkg, the component's package",
    ),
    "no path": (
        manifest(capabilities=[{"directory": "contents"}]),
        "the contents directory is outside /pkg, the component's package",
    ),
}


@pytest.mark.parametrize(("value", "error"), WRONG.values(), ids=WRONG)
def test_manifest_that_exposes_no_component_is_told(value, error):
    assert find_exposed_folders("/p", value).error == error


@pytest.mark.parametrize(
    ("rights", "executable"),
    [
        (["rx*"], True),
        (["r*"], False),
        (["rw*"], False),
        ([], True),
        (["connect", "execute"], True),
    ],
)
def test_contents_need_the_right_to_execute(fuchsia: FuchsiaFolder, rights, executable):
    assert find_exposed_folders("/p", exposing(rights=rights)).executable is executable


def test_contents_without_that_right_fail_at_the_library(tmp_path: Path):
    package = FuchsiaFolder(tmp_path)
    text = CML.replace(b'"rx*"', b'"r*"')
    package.file("a/meta/vulkan.cml", text).file("a/meta/metadata/metadata.json", METADATA)
    package.file("a/data/libvulkan_fake.json", MANIFEST).file("a/bin/pkg-server", b"x")
    package.description["components"][A] = "a"
    (component,) = package.magma(A).idle().components
    assert component.stage is ComponentStage.FAILED
    assert component.reading.error.endswith("“contents” is exposed without execute rights")


@pytest.mark.parametrize("runner", ["icd_runner", "elf"])
def test_only_the_log_is_available_to_a_component(runner):
    used = [{"protocol": ["fuchsia.logger.LogSink", "fuchsia.sysmem.Allocator"]},
            {"protocol": "fuchsia.tracing.Registry"}, {"directory": "x"}]  # fmt: skip
    found = find_exposed_folders("/p", manifest(program={"runner": runner}, use=used))
    assert found.unavailable == ("fuchsia.sysmem.Allocator", "fuchsia.tracing.Registry")


def test_nothing_is_known_of_what_other_runners_offer():
    used = [{"protocol": "fuchsia.sysmem.Allocator"}]
    assert find_exposed_folders("/p", manifest(program={"runner": "x"}, use=used)).unavailable == ()


def test_several_manifests_are_told(tmp_path: Path):
    (tmp_path / "a.cml").write_bytes(CML)
    (tmp_path / "b.cml").write_bytes(CML)
    assert find_component(str(tmp_path)).error.endswith("several component manifests: a.cml, b.cml")


def test_a_manifest_that_is_no_json5_is_told_with_its_line(tmp_path: Path):
    (tmp_path / "a.cml").write_text("{\n include: [,]\n}")
    assert find_component(str(tmp_path)).error == f"{tmp_path}/a.cml: line 2: expected a value"


def test_a_manifest_that_cannot_be_read_is_told(tmp_path: Path):
    (tmp_path / "a.cml").mkdir()
    assert "not a regular file" in find_component(str(tmp_path)).error


def test_folders_of_these_names_are_a_component_without_a_manifest(tmp_path: Path):
    (tmp_path / "contents").mkdir()
    found = find_component(str(tmp_path))
    assert (found.contents, found.error) == (f"{tmp_path}/contents", "")


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(
        ["contents", "metadata", "self", "/pkg", "meta", "..", "icd_runner", "rx*", "r*"]
    ),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.sampled_from(["capabilities", "expose", "directory", "from", "as", "path", "subdir",
                         "rights", "program", "runner", "use", "protocol"]),
        inner, max_size=4),
    max_leaves=20,
)  # fmt: skip


@given(VALUES)
def test_any_manifest_is_a_component_or_says_why_not(value):
    found = find_exposed_folders("/p", value)
    assert bool(found.error) != bool(found.contents)
    assert ".." not in found.contents + found.metadata
