"""Which file dyld opens for the library of a manifest."""

from __future__ import annotations

import pytest

from tests.framework.mach_o_files import ARM64, X86_64, make_mach_o_file, make_universal_file
from vkconfig_py.loader.base.host import Host, Platform
from vkconfig_py.loader.files.binaries import LibraryReader
from vkconfig_py.loader.files.image_kinds import MachOError, list_run_paths, read_images
from vkconfig_py.loader.files.library_search import make_library_checks
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE

NAME = "libMoltenVK.dylib"


@pytest.fixture
def disk(tmp_path):
    def put(path, content=None):
        file = tmp_path / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(make_mach_o_file() if content is None else content)

    put.root = str(tmp_path)
    return put


def state(disk, path, environment=None, loader="", **more):
    more.setdefault("machine", "arm64")
    host = Host(environment or {}, Platform.MACOS, root=disk.root, **more)
    profile = NEWEST_PROFILE._replace(library=loader)
    return make_library_checks(host, profile, LibraryReader()).check_layer(path, ())


def found(disk, path, *environment, **more):
    answer = state(disk, path, *environment, **more)
    return answer.path if answer.is_found else answer.reason


def test_a_path_is_opened_as_it_is(disk):
    disk("/opt/v/libx.dylib")
    assert found(disk, "/opt/v/libx.dylib") == "/opt/v/libx.dylib"
    assert found(disk, "/opt/v/liby.dylib") == "missing"


def test_a_bare_name_is_searched_in_the_default_folders(disk):
    disk(f"/usr/lib/{NAME}")
    assert found(disk, NAME) == f"/usr/lib/{NAME}"
    disk(f"/usr/local/lib/{NAME}")
    assert found(disk, NAME) == f"/usr/local/lib/{NAME}"
    disk(f"/here/{NAME}")
    assert found(disk, NAME, working_directory="/here") == f"/here/{NAME}"


def test_a_process_with_more_rights_searches_the_system_alone(disk):
    for folder in ("/d", "/usr/local/lib", "/here", "/usr/lib"):
        disk(f"{folder}/{NAME}")
    variables = {"DYLD_LIBRARY_PATH": "/d", "DYLD_FALLBACK_LIBRARY_PATH": "/d"}
    assert found(disk, NAME, variables) == f"/d/{NAME}"
    answer = found(disk, NAME, variables, elevated=True, working_directory="/here")
    assert answer == f"/usr/lib/{NAME}"


def test_the_variable_comes_before_a_path_and_the_fallback_replaces_the_default(disk):
    for folder in ("/d", "/opt", "/f", "/usr/local/lib"):
        disk(f"{folder}/{NAME}")
    assert found(disk, f"/opt/{NAME}", {"DYLD_LIBRARY_PATH": "/d"}) == f"/d/{NAME}"
    assert found(disk, NAME, {"DYLD_FALLBACK_LIBRARY_PATH": "/f"}) == f"/f/{NAME}"
    # An empty value is none.
    assert found(disk, NAME, {"DYLD_FALLBACK_LIBRARY_PATH": ""}) == f"/usr/local/lib/{NAME}"


def test_the_folders_of_loader_and_program_come_before_the_default(disk):
    disk(f"/usr/local/lib/{NAME}")
    disk(f"/App/Frameworks/{NAME}")
    disk(
        "/App/MacOS/game",
        make_mach_o_file(run_paths=["/nowhere", "@executable_path/../Frameworks"]),
    )
    disk(f"/vk/{NAME}")
    disk("/vk/libvulkan.1.dylib", make_mach_o_file(run_paths=["@loader_path"]))
    program = {"executable": "/App/MacOS/game"}
    assert found(disk, NAME, **program) == f"/App/MacOS/../Frameworks/{NAME}"
    assert found(disk, NAME, loader="/vk/libvulkan.1.dylib", **program) == f"/vk/{NAME}"


def test_a_library_for_another_processor_is_passed_over(disk):
    disk(f"/usr/local/lib/{NAME}", make_mach_o_file(X86_64))
    assert found(disk, NAME) == "foreign-machine"
    disk(
        f"/usr/lib/{NAME}",
        make_universal_file({X86_64: make_mach_o_file(X86_64), ARM64: make_mach_o_file()}),
    )
    assert found(disk, NAME) == f"/usr/lib/{NAME}"
    assert found(disk, NAME, machine="x86_64") == f"/usr/local/lib/{NAME}"


def test_libraries_of_the_system_need_no_file(disk):
    assert found(disk, "/usr/lib/libSystem.B.dylib") == "unknown"
    assert found(disk, "/opt/libSystem.B.dylib") == "missing"


def test_a_text_is_no_library(disk):
    disk(f"/usr/local/lib/{NAME}", b"not found\n" * 20)
    assert found(disk, NAME) == "not-a-library"


def test_no_name_is_no_library(disk):
    assert found(disk, "") == "missing"


@pytest.mark.parametrize("cut", [0, 20, 40, 50])
def test_damaged_programs_name_no_folders(disk, cut):
    whole = make_mach_o_file(run_paths=["/a/long/folder/name"])
    (image,) = read_images(whole)
    assert list_run_paths(whole, image) == ("/a/long/folder/name",)
    with pytest.raises(MachOError):
        list_run_paths(whole[:cut], image)
    disk("/game", whole[:cut])
    assert found(disk, NAME, executable="/game") == "missing"
