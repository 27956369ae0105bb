"""The inspect tree and the file systems of out/debug."""

from __future__ import annotations

import json

import pytest

from tests.machines.fuchsia.folders import METADATA, A, B, FuchsiaFolder
from vkconfig_py.machines.fuchsia.report import (
    list_file_paths,
    list_folder,
    make_debug_tree,
    make_device_fs,
    make_fuchsia_json,
    make_inspect_tree,
    render_inspect_json,
    render_service_lines,
    render_system_notes,
)
from vkconfig_py.machines.fuchsia.service import LAVAPIPE_URL, DeviceKind, FuchsiaDevice, finish

GOLDFISH = ["goldfish-address-space", "goldfish-control", "goldfish-pipe", "goldfish-sync"]


def test_inspect_tree_of_one_driver(fuchsia: FuchsiaFolder):
    service = fuchsia.component().magma(A).idle()
    manifest = service.manifest_fs["0-libvulkan_fake.so.json"].decode()
    assert render_inspect_json(service) == {
        "moniker": "core/vulkan_loader",
        "payload": {
            "root": {
                "fuchsia.inspect.Health": {"status": "OK"},
                "config": {
                    "allow_magma_icds": True,
                    "allow_goldfish_icd": True,
                    "allow_lavapipe_icd": False,
                    "lavapipe_icd_url": LAVAPIPE_URL,
                },
                "devices": {
                    "magma-000/device": {
                        "active_icd": "0",
                        "0": {"component_url": A, "flags": 1},
                    }
                },
                "icds": {
                    "0": {
                        "status": "initialized",
                        "component_url": A,
                        "version": 1,
                        "file_path": "bin/pkg-server",
                        "library_path": "0-libvulkan_fake.so",
                        "manifest_contents": manifest,
                    }
                },
            }
        },
    }


def test_a_failure_leaves_what_was_read_before_it(fuchsia: FuchsiaFolder):
    fuchsia.component(A, library=None).component(B, metadata={**METADATA, "version": 2})
    icds = make_inspect_tree(fuchsia.magma(A, B, "nowhere", "").idle())["icds"]
    assert sorted(icds["0"]) == [
        "component_url", "file_path", "library_path", "manifest_contents", "status", "version",
    ]  # fmt: skip
    assert [one["status"] for one in icds.values()] == [
        "opening VMO", "reading from package", "created", "uninitialized",
    ]  # fmt: skip
    assert icds["1"] == {"status": "reading from package", "component_url": B}
    assert icds["2"]["bind_response"] == 8
    assert icds["3"]["create_response"] == 2


def test_nothing_is_shown_of_components_before_they_are_read(fuchsia: FuchsiaFolder):
    service = fuchsia.component().magma(A).start()
    assert make_inspect_tree(service)["devices"] == {}
    assert list_folder(make_debug_tree(service), "out/debug/manifest-fs") == ()
    while not service.components:
        service = finish(service, service.actions[-1])
    assert make_inspect_tree(service)["icds"] == {
        "0": {"status": "uninitialized", "component_url": A}
    }


def test_folders_of_debug_are_listed(fuchsia: FuchsiaFolder):
    tree = make_debug_tree(fuchsia.component().magma(A).goldfish("001").idle())
    # A goldfish device names its driver at once, so that driver is number 0.
    assert list_folder(tree, "out/debug") == ("device-fs", "manifest-fs", "trusted-device-fs")
    assert list_folder(tree, "out/debug/manifest-fs") == ("1-libvulkan_fake.so.json",)
    for name in ("device-fs", "trusted-device-fs"):
        assert list_folder(tree, f"out/debug/{name}/") == ("class", "svc")
        assert list_folder(tree, f"out/debug/{name}/class") == (*GOLDFISH, "gpu")
        assert list_folder(tree, f"out/debug/{name}/svc/magma/000") == ("device",)
        assert list_folder(tree, f"out/debug/{name}/class/goldfish-pipe") == ("001",)
    assert list_folder(tree, "out/debug/nothing") is None
    assert list_folder(tree, "out/debug/manifest-fs/1-libvulkan_fake.so.json/x") is None


def test_older_services_have_their_devices_in_a_class(fuchsia: FuchsiaFolder):
    tree = make_device_fs(fuchsia.magma(A).service(magma="class").idle())
    assert "class/gpu/000" in list_file_paths(tree)
    assert "svc/magma/" in list_file_paths(tree)


def test_a_program_is_no_device(fuchsia: FuchsiaFolder):
    service = fuchsia.idle()
    lavapipe = FuchsiaDevice(DeviceKind.LAVAPIPE, "0")
    service = service._replace(system=service.system._replace(devices=(lavapipe,)))
    assert make_device_fs(service) == make_device_fs(fuchsia.idle())


def test_json_of_a_system(fuchsia: FuchsiaFolder):
    report = fuchsia.component().magma(A, B).report()
    found = json.loads(json.dumps(make_fuchsia_json(report)))
    assert found["system"] == f"{fuchsia.root}/system.json"
    assert found["features"] == 7
    assert found["vmex_resource"] == "LAVAPIPE_ICD_NOT_ALLOWED"
    assert list(found["manifest_fs"]) == ["0-libvulkan_fake.so.json"]
    assert found["device_fs"]["magma"] == "fuchsia.gpu.magma.Service"
    assert found["trusted_device_fs"]["magma"] == "fuchsia.gpu.magma.TrustedService"
    assert found["device_fs"]["paths"][-1] == "svc/magma/000/device"
    assert found["libraries"] == {
        "0-libvulkan_fake.so": f"{fuchsia.root}/component0/contents/bin/pkg-server"
    }
    assert found["log"] == [
        f"ERROR: {B} OpenExposedDir error: 8",
        f"INFO: Note: previous failed lookup for {B} is expected on production devices and is not"
        " an error",
    ]
    assert found["inspect"]["payload"]["root"]["icds"]["1"]["status"] == "created"


def test_text_says_what_becomes_of_each_driver(fuchsia: FuchsiaFolder):
    fuchsia.component(A).component(B)
    fuchsia.magma("gone", A, B, {"component_url": "cl", "flags": 2}).magma(name="001")
    lines = list(render_service_lines(fuchsia.report()))
    assert lines[0] == "Service core/vulkan_loader: OK"
    at = lines.index("  magma-000/device")
    assert lines[at + 1 : at + 7] == [
        "    gone  Missing: “components” in system.json does not list this URL",
        f"    {A}  Loads: 1-libvulkan_fake.so",
        f"    {B}  Not used: this device has a better driver that works",
        "    cl  Not for Vulkan (flags 2)",
        "  magma-001/device",
        "    does not list a driver",
    ]


def test_text_says_why_there_is_no_device(fuchsia: FuchsiaFolder):
    assert "  no devices: system.json does not list any" in render_service_lines(fuchsia.report())
    fuchsia.magma(A).goldfish().config(allow_magma_icds=False, allow_goldfish_icd=False)
    lines = list(render_service_lines(fuchsia.report()))
    assert (
        "  no devices: the configuration does not allow these kinds of devices (magma, goldfish)"
        in lines
    )
    assert lines[-1] == "  none"


def named(library: str) -> dict[str, object]:
    icd = {"api_version": "1.1.0", "library_path": library}
    return {"file_format_version": "1.0.0", "ICD": icd}


@pytest.mark.parametrize(
    ("library", "told"),
    [
        ("x.so", "Loads: 0-x.so"),
        (
            "../x.so",
            "Fails: programs cannot find it because its library_path is not a plain file name",
        ),
        ("x" * 63, "Fails: its library_path is too long for programs to request"),
    ],
)
def test_text_says_what_programs_get(fuchsia: FuchsiaFolder, library, told):
    report = fuchsia.component(manifest=named(library)).magma(A).report()
    assert f"    {A}  {told}" in render_service_lines(report)
    assert list(render_system_notes(report)) == [
        "Service core/vulkan_loader: OK",
        f"magma-000/device: {A}  {told}",
    ]
