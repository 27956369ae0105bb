"""What the loader of a program on Fuchsia makes of manifest-fs, its package and its variables."""

from __future__ import annotations

import pytest

from tests.framework.elf_files import AARCH64, LIBRARY, make_elf_file
from tests.loader.machine import document, layer_object, override_object
from tests.machines.fuchsia.folders import MANIFEST, METADATA, A, B, FuchsiaFolder
from vkconfig_py.loader.base.host import Platform
from vkconfig_py.loader.base.verdicts import Outcome, Reason
from vkconfig_py.loader.files.binaries import LibraryReader
from vkconfig_py.loader.files.library_search import find_service_library_state
from vkconfig_py.machines.fuchsia.report import make_client_host
from vkconfig_py.machines.fuchsia.service import finish, run_to_idle

GOOD = make_elf_file(kind=LIBRARY)
LAYERS = "namespace/pkg/data/vulkan/explicit_layer.d"


def drivers(report):
    return [
        (one.file, one.verdict.outcome, one.verdict.reason) for one in report.program_report.drivers
    ]


def test_driver_of_the_service_loads(fuchsia: FuchsiaFolder):
    report = fuchsia.component().magma(A).report()
    assert drivers(report) == [
        ("/manifest-fs/0-libvulkan_fake.so.json", Outcome.LOADS, Reason.KEPT)
    ]
    assert report.program_report.create_result == "VK_SUCCESS"
    assert [one.code for one in report.program_report.problems] == ["icd-in-bin"]
    assert report.program_report.driver_search.paths == (
        "/config/vulkan/icd.d",
        "/pkg/data/vulkan/icd.d",
        "/manifest-fs",
    )


def test_without_a_driver_no_instance_can_be_made(fuchsia: FuchsiaFolder):
    report = fuchsia.component(library=None).magma(A).report()
    assert report.program_report.create_result == "VK_ERROR_INCOMPATIBLE_DRIVER"
    assert {one.code for one in report.program_report.problems} == {
        "icd-component-fails",
        "no-driver",
    }


def test_variables_replace_the_service_like_any_folder(fuchsia: FuchsiaFolder):
    fuchsia.component().magma(A)
    fuchsia.file("namespace/pkg/data/swiftshader.json", MANIFEST)
    fuchsia.file("namespace/pkg/lib/libvulkan_fake.so", GOOD)
    report = fuchsia.report(VK_ICD_FILENAMES="/pkg/data/swiftshader.json")
    assert drivers(report) == [("/pkg/data/swiftshader.json", Outcome.LOADS, Reason.KEPT)]


def test_variables_of_the_machine_that_inspects_mean_nothing(fuchsia: FuchsiaFolder, monkeypatch):
    monkeypatch.setenv("VK_DRIVER_FILES", "/nowhere.json")
    assert len(fuchsia.component().magma(A).report().program_report.drivers) == 1


def test_folders_of_the_package_and_of_the_product_are_searched(fuchsia: FuchsiaFolder):
    for base in ("pkg/data", "config"):
        fuchsia.file(f"namespace/{base}/vulkan/icd.d/x.json", MANIFEST)
    fuchsia.file("namespace/etc/vulkan/icd.d/x.json", MANIFEST)
    fuchsia.file("namespace/usr/share/vulkan/icd.d/x.json", MANIFEST)
    files = [one[0] for one in drivers(fuchsia.report())]
    assert files == ["/config/vulkan/icd.d/x.json", "/pkg/data/vulkan/icd.d/x.json"]


def test_no_folder_of_the_inspecting_machine_is_searched(fuchsia: FuchsiaFolder):
    host = fuchsia.report(HOME="/root", XDG_DATA_DIRS="/usr/share").program_report.host
    assert host.root == f"{fuchsia.root}/namespace"
    assert host.platform is Platform.FUCHSIA


LIBRARIES = {
    # (the service has it, the package has it) -> which one a driver and a layer get
    "both": (True, True, "served", "own"),
    "the service alone": (True, False, "served", "served"),
    "the package alone": (False, True, "own", "own"),
    "neither": (False, False, "", ""),
}


@pytest.mark.parametrize(("served", "own", "driver", "layer"), LIBRARIES.values(), ids=LIBRARIES)
def test_drivers_ask_the_service_first_and_layers_the_linker(
    fuchsia: FuchsiaFolder, served, own, driver, layer
):
    fuchsia.component().magma(A)
    if own:
        fuchsia.file("namespace/pkg/lib/0-libvulkan_fake.so", GOOD)
    host = fuchsia.report().program_report.host
    if not served:
        host = host._replace(served_libraries={})
    paths = {"served": f"{fuchsia.root}/component0/contents/bin/pkg-server",
             "own": "/pkg/lib/0-libvulkan_fake.so"}  # fmt: skip
    for is_driver, expected in ((True, driver), (False, layer)):
        state = find_service_library_state(
            host, LibraryReader(), "0-libvulkan_fake.so", is_driver=is_driver
        )
        assert state.is_found == bool(expected)
        if expected:
            assert state.path == paths[expected]


def test_a_library_of_the_service_that_does_not_load_is_not_looked_for_elsewhere(
    fuchsia: FuchsiaFolder,
):
    fuchsia.component(library=b"no library").magma(A)
    fuchsia.file("namespace/pkg/lib/0-libvulkan_fake.so", GOOD)
    (found,) = fuchsia.report().program_report.drivers
    assert found.verdict.outcome is not Outcome.LOADS


def test_a_path_is_a_file_of_the_namespace(fuchsia: FuchsiaFolder):
    fuchsia.file("namespace/pkg/drivers/x.so", GOOD)
    host = fuchsia.report().program_report.host
    reader = LibraryReader()
    assert find_service_library_state(host, reader, "/pkg/drivers/x.so", is_driver=True).is_found
    assert not find_service_library_state(
        host, reader, "/pkg/drivers/y.so", is_driver=True
    ).is_found
    assert find_service_library_state(host, reader, "", is_driver=True).reason == "missing"


def test_layers_come_from_the_package(fuchsia: FuchsiaFolder):
    fuchsia.component().magma(A)
    fuchsia.file(f"{LAYERS}/a.json", document(layer_object("VK_LAYER_a", library_path="liba.so")))
    fuchsia.file("namespace/pkg/lib/liba.so", GOOD)
    report = fuchsia.report(VK_INSTANCE_LAYERS="VK_LAYER_a")
    assert [one.manifest.name for one in report.program_report.callstack] == ["VK_LAYER_a"]


def test_overrides_for_any_program_are_kept_and_the_first_one_acts(fuchsia: FuchsiaFolder):
    fuchsia.component().magma(A)
    for name in ("a", "b"):
        layer = layer_object(f"VK_LAYER_{name}", library_path=f"lib{name}.so")
        fuchsia.file(f"{LAYERS}/{name}.json", document(layer))
        fuchsia.file(f"namespace/pkg/lib/lib{name}.so", GOOD)
    overrides = [
        override_object("VK_LAYER_b", app_keys=["/pkg/bin/other"]),
        override_object("VK_LAYER_a"),
    ]
    implicit = "namespace/pkg/data/vulkan/implicit_layer.d/override.json"
    fuchsia.file(implicit, document(*overrides))
    report = fuchsia.report()
    assert [one.manifest.name for one in report.program_report.callstack] == ["VK_LAYER_b"]


def test_the_program_is_one_of_the_drivers_machine(fuchsia: FuchsiaFolder):
    library = make_elf_file(machine=AARCH64, kind=LIBRARY)
    report = fuchsia.component(library=library).magma(A).report()
    assert report.program_report.host.machine == "aarch64"
    assert drivers(report)[0][1] is Outcome.LOADS


def test_drivers_of_several_devices_are_found_in_the_order_of_their_names(fuchsia: FuchsiaFolder):
    fuchsia.component(A).component(B).magma(A).magma(B, name="001")
    files = sorted(one[0] for one in drivers(fuchsia.report()))
    assert files == [f"/manifest-fs/{n}-libvulkan_fake.so.json" for n in (0, 1)]


def test_a_client_sees_nothing_of_a_service_that_is_not_idle(fuchsia: FuchsiaFolder):
    service = fuchsia.component().magma(A).start()
    assert make_client_host(service, "/none", {}).overlay == {}
    service = finish(service, service.actions[0])
    assert make_client_host(service, "/none", {}).served_libraries == {}
    assert len(make_client_host(run_to_idle(service), "/none", {}).overlay) == 1


def test_library_is_not_the_name_but_the_file_that_metadata_names(fuchsia: FuchsiaFolder):
    metadata = {**METADATA, "file_path": "lib/other.so"}
    report = fuchsia.component(metadata=metadata).magma(A).report()
    (file,) = report.program_report.host.served_libraries.values()
    assert file.endswith("/contents/lib/other.so")
