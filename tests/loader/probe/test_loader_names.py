"""Which releases a loader may be of, by the names in its file."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.framework.elf_files import LIBRARY, make_elf_file
from vkconfig_py.loader.base.versions import format_version
from vkconfig_py.loader.files.binaries import LoaderCandidate
from vkconfig_py.loader.probe.loader_versions import (
    PATCH_RANGE_BY_NAME,
    find_release_bounds,
    read_traces,
    read_versions,
)
from vkconfig_py.loader.profiles.gates import Gate
from vkconfig_py.loader.profiles.native_gates import NativeGate
from vkconfig_py.loader.profiles.profile import (
    BRANCHES,
    EXTENSIONS_SINCE,
    NEWEST_RELEASE,
    OLDEST_RELEASE,
    LoaderProfile,
    Release,
    Version,
    get_version,
    is_released,
    list_command_versions,
)


def names_of(version: Version) -> set[str]:
    """Return what a loader of this release names."""
    found = {"VK_ICD_FILENAMES", "VK_LAYER_PATH", "VK_INSTANCE_LAYERS", "vkCreateInstance"}
    found |= {name for name, since in list_command_versions().items() if since <= version}
    found |= {name for name, since in EXTENSIONS_SINCE.items() if since <= version}
    patch = version[2]
    return found | {name for name, (a, b) in PATCH_RANGE_BY_NAME.items() if a <= patch <= b}


def library(names: Iterable[str], text: str = "") -> bytes:
    """Return a file that says no more than that it is a library, and these names."""
    named = b"".join(name.encode() + b"\0" for name in sorted(names))
    return make_elf_file(kind=LIBRARY) + b"\0" + named + text.encode() + b"\0"


def profile_of(folder: Path, content: bytes, number: str = "") -> LoaderProfile | None:
    """Return what is known of a library that is read and not asked."""
    file = folder / f"libvulkan.so.{number or 1}"
    file.write_bytes(content)
    # As below another root, where no library is opened.
    candidate = LoaderCandidate("/usr/lib/libvulkan.so.1", str(file), 64, "", (1, 2, 3))
    return next(iter(read_versions((candidate,), "")), None)


def test_every_release_is_among_those_that_its_names_are_of():
    for patch in filter(
        lambda patch: is_released(get_version(patch)),
        range(OLDEST_RELEASE[2], NEWEST_RELEASE[2] + 1),
    ):
        version = get_version(patch)
        oldest, newest = find_release_bounds({name.encode() for name in names_of(version)})
        assert oldest <= version <= newest


@pytest.mark.parametrize(
    ("release", "title"),
    [
        ((1, 0, 3), "Loader 1.0.3"),
        ((1, 0, 39), "Loader 1.0.39"),
        ((1, 0, 44), "Loader 1.0.43 to 1.0.44"),
        ((1, 1, 70), "Loader 1.1.70 to 1.1.75"),
        ((1, 2, 165), "Loader 1.2.162 to 1.2.169"),
        ((1, 3, 204), "Loader 1.3.204 to 1.3.206"),
        ((1, 4, 364), "Loader 1.4.359 to 1.4.364"),
    ],
)
def test_a_library_without_a_number_is_bounded(tmp_path: Path, release: Version, title: str):
    loader = profile_of(tmp_path, library(names_of(release)))
    assert loader is not None
    assert loader.title == title
    assert loader.is_version_known == (" to " not in title)


def test_a_name_that_a_linker_or_a_build_left_out_does_not_decide(tmp_path: Path):
    names = names_of((1, 3, 275)) - {"VK_LAYER_PATH", "VK_DRIVER_FILES", "vkCreateXlibSurfaceKHR"}
    loader = profile_of(tmp_path, library(names), "1.3.275")
    assert loader == LoaderProfile((1, 3, 275), "/usr/lib/libvulkan.so.1")


def test_a_command_may_be_named_before_it_is_found(tmp_path: Path):
    marker = {"vkDebugMarkerSetObjectTagEXT", "vkDebugMarkerSetObjectNameEXT"}
    loader = profile_of(tmp_path, library(names_of((1, 0, 29)) | marker), "1.0.29")
    assert loader == LoaderProfile((1, 0, 29), "/usr/lib/libvulkan.so.1")


@pytest.mark.parametrize(
    "content", [b"", make_elf_file(kind=LIBRARY), library({"vkCreateInstance"})]
)
def test_another_library_tells_nothing(tmp_path: Path, content: bytes):
    assert profile_of(tmp_path, content) is None
    assert read_traces(str(tmp_path / "nothing"), None) is None
    loader = profile_of(tmp_path, content, "1.3.250")
    assert loader is not None
    assert loader.release == Release((1, 3, 250))


def test_names_win_over_the_number_of_the_headers(tmp_path: Path):
    loader = profile_of(tmp_path, library(names_of((1, 3, 233))), "1.3.300")
    assert loader is not None
    assert (loader.version, loader.told) == ((1, 3, 233), (1, 3, 300))
    assert loader.version_answered == (1, 3, 300)
    assert not loader.has(Gate.FILTERS)


def test_a_number_after_the_newest_known_one_is_not_contradicted(tmp_path: Path):
    loader = profile_of(tmp_path, library(names_of(NEWEST_RELEASE)), "1.4.380")
    assert loader is not None
    assert (loader.version, loader.told) == ((1, 4, 380), None)


@pytest.mark.parametrize("version", BRANCHES, ids=format_version)
def test_the_library_of_the_sdk_is_told_by_a_text(tmp_path: Path, version: Version):
    branch, names = BRANCHES[version], names_of(version)
    without, marked = library(names - {branch.mark}), library(names, branch.mark)
    release, of_sdk = (without, marked) if branch.is_marked else (marked, without)
    number = format_version(version)
    of_both = [profile_of(tmp_path, content, number) for content in (release, of_sdk)]
    # Where nothing tells, it is that of distributions, which build the SDK's.
    plain, other = [loader.release for loader in of_both if loader is not None]
    assert plain == Release(version, is_branch=not branch.mark)
    assert other == Release(version, is_branch=True)


@pytest.mark.parametrize("version", BRANCHES, ids=format_version)
def test_the_library_of_the_sdk_has_other_rules(version: Version):
    release = LoaderProfile(version)
    of_sdk = release.at_release(version, is_branch=True)
    differing = {
        gate.name for gate in (*Gate, *NativeGate) if of_sdk.has(gate) != release.has(gate)
    }
    assert differing == set(BRANCHES[version].gates)
    assert of_sdk.at_release(version) == release


def test_ubuntu_22_04_does_not_sort_devices():
    assert LoaderProfile((1, 3, 204)).has(Gate.SORTED_DEVICES)
    assert not LoaderProfile((1, 3, 204), is_branch=True).has(Gate.SORTED_DEVICES)
