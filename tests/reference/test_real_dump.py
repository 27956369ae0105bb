"""The complete dump of real devices: through our loader it is what C loaders give, to the byte."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.framework import chromium
from tests.framework.dumps import DumpResult, dump_through
from tests.framework.reference import RealLoader, chromium_loader, debian_loader
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Application, Host
from vkconfig_py.loader.probe.probe_run import make_load_plan

DRIVERS = Path("/usr/share/vulkan/icd.d")
INSTALLED = ("lvp", "intel", "intel_hasvk", "radeon")
APPLICATION = Application(name="dump", api_version=(1, 3, 0))
# What a loader has itself, beside the extensions of drivers.
OWN_EXTENSIONS = {
    "debian": {"VK_EXT_debug_report", "VK_EXT_debug_utils", "VK_KHR_portability_enumeration"},
    "chromium": {
        "VK_EXT_debug_report",
        "VK_EXT_debug_utils",
        "VK_KHR_portability_enumeration",
        "VK_LUNARG_direct_driver_loading",
    },
}


def driver_files() -> list[Path]:
    """Return the drivers of one instance: all that are installed, SwiftShader and the mock."""
    installed = [DRIVERS / f"{name}_icd.x86_64.json" for name in INSTALLED]
    return [*installed, chromium.get_swiftshader_driver(), chromium.write_mock_driver()]


class Machine:
    """Real drivers on this machine, and nothing else of it.

    Attributes:
        environment: all variables of the child.
    """

    def __init__(self, folder: Path, drivers: list[Path], **variables: str) -> None:
        self.folder = folder
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "VK_DRIVER_FILES": ":".join(map(str, drivers)),
            "VK_LOADER_LAYERS_DISABLE": "~implicit~",
            **variables,
        }

    def through_c(self, loader: RealLoader, application: Application = APPLICATION) -> DumpResult:
        return dump_through(loader.profile.library, application, self.environment, self.folder)

    def through_ours(
        self,
        loader: RealLoader,
        application: Application = APPLICATION,
        *,
        is_executable: bool = True,
    ) -> DumpResult:
        """Take the dump through our loader in the version of a real one."""
        host = Host.read_current()
        inherited = [(name, None) for name in host.environment]
        host = host.with_environment(inherited).with_environment(self.environment.items())
        assembly = make_load_plan(discover(host, application, loader.profile))
        return dump_through(
            assembly,
            application,
            self.environment,
            self.folder,
            is_executable=is_executable,
        )


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    return Machine(tmp_path_factory.mktemp("dump"), driver_files())


@pytest.fixture(scope="module", params=["debian", "chromium"])
def both(request: pytest.FixtureRequest, machine: Machine) -> tuple[str, DumpResult, DumpResult]:
    """The dump through a C loader, and through ours in its version."""
    loader = {"debian": debian_loader, "chromium": chromium_loader}[request.param]()
    return request.param, machine.through_c(loader), machine.through_ours(loader)


def test_the_dump_is_identical_to_the_byte(both: tuple[str, DumpResult, DumpResult]) -> None:
    _, theirs, ours = both
    assert ours.values.keys() == theirs.values.keys()
    assert ours.text(*theirs.values) == theirs.text(*theirs.values)
    assert ours.summary == theirs.summary


def test_the_dump_is_complete(both: tuple[str, DumpResult, DumpResult]) -> None:
    """So that two empty answers cannot be equal."""
    _, _, ours = both
    names = [device["properties"]["deviceName"] for device in ours.values["devices"]]
    assert len(names) == 3
    assert names[0] == "Vulkan Mock Device"
    assert names[1].startswith("SwiftShader")
    assert names[2].startswith("llvmpipe")
    assert len(ours.text("devices")) > 1_000_000
    for device in ours.values["devices"]:
        assert device["layers"] == []
        for answer in device.values():
            assert not isinstance(answer, str), answer


def test_no_c_loader_is_in_the_process_of_ours(both: tuple[str, DumpResult, DumpResult]) -> None:
    _, theirs, ours = both
    assert [path for path in theirs.files if "libvulkan.so" in path]
    assert [path for path in ours.files if "libvulkan.so" in path] == []
    for driver in ("libvulkan_lvp", "libvk_swiftshader", "libVkICD_mock_icd"):
        assert [path for path in ours.files if driver in path]


def test_the_extensions_are_those_of_the_drivers_and_of_the_loader(
    both: tuple[str, DumpResult, DumpResult],
) -> None:
    name, theirs, ours = both
    assert ours.text("extensions") == theirs.text("extensions")
    assert dict(theirs.values["extensions"]).keys() >= OWN_EXTENSIONS[name]


def test_both_c_loaders_agree_on_the_devices(machine: Machine) -> None:
    older, newer = machine.through_c(debian_loader()), machine.through_c(chromium_loader())
    assert older.text("devices", "groups") == newer.text("devices", "groups")


@pytest.mark.parametrize("loader", [debian_loader, chromium_loader], ids=["debian", "chromium"])
@pytest.mark.parametrize(
    "application",
    [
        Application(name="none"),
        Application(name="1.0", api_version=(1, 0, 0)),
        Application(
            name="1.0 with chains",
            api_version=(1, 0, 0),
            extensions=(
                "VK_KHR_get_physical_device_properties2",
                "VK_KHR_device_group_creation",
                "VK_KHR_external_memory_capabilities",
            ),
        ),
        Application(name="1.1", api_version=(1, 1, 0)),
        Application(name="1.4", api_version=(1, 4, 0)),
    ],
    ids=lambda application: application.name,
)
def test_applications_of_every_version_see_the_same(machine, loader, application) -> None:
    theirs = machine.through_c(loader(), application)
    ours = machine.through_ours(loader(), application)
    assert ours.values["create"] == "VK_SUCCESS"
    assert ours.text("create", "devices", "groups") == theirs.text("create", "devices", "groups")


@pytest.mark.parametrize("loader", [debian_loader, chromium_loader], ids=["debian", "chromium"])
@pytest.mark.parametrize("name", ["lvp_icd.x86_64.json", "intel_icd.x86_64.json"])
def test_a_driver_alone(tmp_path, loader, name) -> None:
    """One has a device, the other has none on a machine without its graphics card."""
    machine = Machine(tmp_path, [DRIVERS / name])
    theirs, ours = machine.through_c(loader()), machine.through_ours(loader())
    assert ours.text("create", "devices", "groups") == theirs.text("create", "devices", "groups")


@pytest.mark.parametrize("loader", [debian_loader, chromium_loader], ids=["debian", "chromium"])
@pytest.mark.parametrize(
    "variables",
    [
        {"VK_LOADER_DISABLE_SELECT": "1"},
        {"VK_LOADER_DEVICE_SELECT": "10005:0"},
        {"VK_LOADER_DEVICE_SELECT": "1ae0:c0de"},
    ],
    ids=lambda variables: "=".join(*variables.items()),
)
def test_variables_that_order_devices(tmp_path, loader, variables) -> None:
    machine = Machine(tmp_path, driver_files(), **variables)
    theirs, ours = machine.through_c(loader()), machine.through_ours(loader())
    assert ours.text("devices", "groups") == theirs.text("devices", "groups")


@pytest.mark.parametrize("loader", [debian_loader, chromium_loader], ids=["debian", "chromium"])
@pytest.mark.parametrize(
    "layers",
    [
        ("VK_LAYER_KHRONOS_validation",),
        ("VK_LAYER_MESA_overlay",),
        ("VK_LAYER_MESA_overlay", "VK_LAYER_KHRONOS_validation"),
        ("VK_LAYER_KHRONOS_validation", "VK_LAYER_MESA_overlay"),
    ],
    ids=lambda layers: " ".join(name.split("_", 3)[-1] for name in layers),
)
def test_through_layers(machine, loader, layers) -> None:
    application = APPLICATION._replace(layers=layers)
    theirs = machine.through_c(loader(), application)
    ours = machine.through_ours(loader(), application)
    assert [layer["layerName"] for layer in ours.values["devices"][0]["layers"]] == list(layers)
    assert ours.text(*theirs.values) == theirs.text(*theirs.values)


@pytest.mark.parametrize("loader", [debian_loader, chromium_loader], ids=["debian", "chromium"])
def test_through_the_newer_validation_layer(tmp_path, loader) -> None:
    folder = chromium.write_newer_validation_layer().resolve().parent
    machine = Machine(tmp_path, driver_files(), VK_LAYER_PATH=str(folder))
    application = APPLICATION._replace(layers=("VK_LAYER_KHRONOS_validation",))
    theirs = machine.through_c(loader(), application)
    ours = machine.through_ours(loader(), application)
    assert [path for path in ours.files if path.startswith(f"{folder}/libVkLayer")]
    assert ours.text(*theirs.values) == theirs.text(*theirs.values)


def test_where_memory_may_not_be_executable(machine, both) -> None:
    """Callbacks take the place of thunks, with the same answers."""
    name, theirs, _ = both
    loader = {"debian": debian_loader, "chromium": chromium_loader}[name]()
    ours = machine.through_ours(loader, is_executable=False)
    assert ours.text(*theirs.values) == theirs.text(*theirs.values)


def _choose_swiftshader(folder: Path) -> Machine:
    """Return a machine with two drivers whose settings file lets programs have one device."""
    share = folder / ".local/share/vulkan"
    for source in (chromium.get_swiftshader_driver(), chromium.write_mock_driver()):
        manifest = json.loads(source.read_text("utf-8"))
        manifest["ICD"]["library_path"] = str(source.parent / manifest["ICD"]["library_path"])
        _write(share / "icd.d" / source.name, manifest)
    machine = Machine(folder, [], XDG_DATA_DIRS=str(folder))
    del machine.environment["VK_DRIVER_FILES"]
    listed = machine.through_c(chromium_loader()).summary
    (device,) = (one for one in listed if one["name"].startswith("SwiftShader"))
    chosen = {
        "deviceUUID": list(bytes.fromhex(device["device_uuid"])),
        "driverUUID": list(bytes.fromhex(device["driver_uuid"])),
        "driverVersion": device["driver_version"],
    }
    settings = {"file_format_version": "1.0.0", "settings": {"device_configurations": [chosen]}}
    _write(share / "loader_settings.d/vk_loader_settings.json", settings)
    return machine


def _write(file: Path, document: dict[str, Any]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(document), "utf-8")


def test_groups_of_devices_that_are_not_chosen(tmp_path) -> None:
    """The newest loader leaves them out; before, a group may hold a device that is not listed."""
    machine, loader = _choose_swiftshader(tmp_path), chromium_loader()
    theirs, ours = machine.through_c(loader), machine.through_ours(loader)
    assert ours.text("devices", "groups") == theirs.text("devices", "groups")
    assert [group["devices"] for group in ours.values["groups"]] == [[0]]
    older = RealLoader("1.4.330", loader.profile._replace(version=(1, 4, 330)))
    groups = machine.through_ours(older).values["groups"]
    assert sorted((group["devices"] for group in groups), key=str) == [[0], [None]]
