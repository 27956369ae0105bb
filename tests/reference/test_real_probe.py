"""A report with a probe says what a real loader does, on made-up machines and on this one."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

import pytest

from tests.framework.amount import combine
from tests.framework.probe_parts import PRE_INSTANCE, ProbeDevice
from tests.framework.reference import RealLoader, chromium_loader, debian_loader
from tests.framework.system import ManifestKind, SystemBuilder
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.api.probed_report import add_probe_results
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.probe.probe_run import probe
from vkconfig_py.loader.probe.reference_client import parse_callstack
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.loader.wire.jobs import State
from vkconfig_py.loader.wire.results import Limits

Build = Callable[[SystemBuilder], SystemBuilder]
A, B = "VK_LAYER_a", "VK_LAYER_b"
GPUS = (ProbeDevice("cpu"), ProbeDevice("gpu", type=2, vendor=1, id=7))
REFUSED = {"negotiate": -9}
LOADERS = {"debian": debian_loader, "chromium": chromium_loader}
VERSIONS = {"1.0": None, "1.1": (1, 1, 0)}


@pytest.fixture(params=LOADERS)
def loader(request: pytest.FixtureRequest) -> RealLoader:
    return LOADERS[request.param]()


def compare(system: SystemBuilder, loader: RealLoader, application: Application) -> LoaderReport:
    """Compare both answers; return ours."""
    report = discover(system.host(), application, loader.profile)
    merged = add_probe_results(report, probe(report, limits=Limits(60.0, 4 << 30)))
    answer = system.run_reference(loader, application)
    assert merged.create_result == answer.create
    # The loader tells the chain before it calls it: one that fails was built all the same.
    built = tuple(layer.name for layer in parse_callstack(answer.log) or ())
    assert tuple(active.manifest.name for active in merged.callstack) == built
    if merged.probe_results is None or merged.probe_results.chain_answer is None:
        return merged
    extensions = merged.extensions
    if not isinstance(extensions, str):
        extensions = tuple(map(tuple, extensions))
    assert extensions == answer.extensions
    assert merged.instance_version == answer.version
    if answer.create == "VK_SUCCESS":
        names = merged.devices
        if names is not None and not isinstance(names, str):
            names = tuple(device.name for device in names)
        assert names == answer.devices
    return merged


@pytest.mark.parametrize("asked", [(), (A,)], ids=["none", "component"])
def test_an_instance_finds_layers_where_the_calls_before_it_fail(
    asked: tuple[str, ...], system: SystemBuilder, loader: RealLoader
) -> None:
    system.add_probe_driver().add_probe_layer(A, implicit=True)
    system.add_meta_layer("VK_LAYER_meta", (A,), kind=ManifestKind.IMPLICIT)
    system.with_env(VK_LAYER_PATH=str(system.root / "nowhere.json"))
    application = Application(layers=asked)
    merged = compare(system, loader, application)
    assert merged.create_result == "VK_SUCCESS"
    answer = system.run_reference(loader, application)
    offered = {name: merged.layer_extensions[name] for name in answer.layer_extensions}
    assert offered == answer.layer_extensions


MACHINES: dict[str, Build] = {
    "sound": lambda s: s.add_probe_driver(devices=GPUS).add_probe_layer(A, implicit=True),
    "two drivers": lambda s: s.add_probe_driver("x").add_probe_driver("y", devices=GPUS),
    "one refuses": lambda s: s.add_probe_driver("x", knobs=REFUSED).add_probe_driver("y"),
    "all refuse": lambda s: s.add_probe_driver("x", knobs=REFUSED),
    "one fails": lambda s: s.add_probe_driver("x", knobs={"create": -3}).add_probe_driver("y"),
    "all fail": lambda s: s.add_probe_driver("x", knobs={"create": -4}),
    "no device": lambda s: s.add_probe_driver("x", devices=()),
    "incomplete driver": lambda s: s.add_probe_driver(
        "x", knobs={"missing": ("vkCreateDevice",)}
    ).add_probe_driver("y"),
    "driver without exports": lambda s: s.add_probe_driver("x", exports="nothing"),
    "extensions of drivers": lambda s: s.add_probe_driver(
        "x", knobs={"extensions": ("VK_KHR_surface:25", "VK_KHR_device_group_creation:1")}
    ),
    "extensions fail": lambda s: s.add_probe_driver("x", knobs={"extensions_result": -4}),
    "implicit layer without exports": lambda s: s.add_probe_driver().add_probe_layer(
        B, implicit=True, exports="nothing"
    ),
    "requested layer without exports": lambda s: s.add_probe_driver().add_probe_layer(
        A, exports="nothing"
    ),
    "layer fails": lambda s: s.add_probe_driver().add_probe_layer(A, knobs={"create": -3}),
    "layer hides devices": lambda s: s.add_probe_driver(devices=GPUS).add_probe_layer(
        A, knobs={"changes_devices": "drop"}
    ),
    "layer before an instance": lambda s: s.add_probe_driver().add_probe_layer(
        B, implicit=True, pre_instance_functions=PRE_INSTANCE, knobs={"pre_adds": 3}
    ),
    "driver crashes": lambda s: s.add_probe_driver("x", knobs={"create_does": "crash"}),
    "layer aborts": lambda s: s.add_probe_driver().add_probe_layer(
        A, knobs={"negotiate_does": "abort"}
    ),
}


@pytest.mark.parametrize(
    ("machine", "loader", "version"), combine(MACHINES, LOADERS, VERSIONS), indirect=["loader"]
)
def test_what_is_opened_does_what_a_real_loader_sees(
    system: SystemBuilder, loader: RealLoader, machine: str, version: str
) -> None:
    MACHINES[machine](system)
    layers = (A,) if A in system._manifests else ()
    compare(system, loader, Application(api_version=VERSIONS[version], layers=layers))


VALIDATION, OVERLAY = "VK_LAYER_KHRONOS_validation", "VK_LAYER_MESA_overlay"
HERE = {
    "drivers alone": ((), {"NODEVICE_SELECT": "1"}),
    "implicit layers": ((), {}),
    "validation": ((VALIDATION,), {}),
    "MangoHud": ((), {"MANGOHUD": "1"}),
    "vkBasalt": ((), {"ENABLE_VKBASALT": "1"}),
    "overlay over validation": ((OVERLAY, VALIDATION), {}),
    "validation over overlay, with MangoHud": ((VALIDATION, OVERLAY), {"MANGOHUD": "1"}),
    "nullhw": (("VK_LAYER_INTEL_nullhw",), {}),
}


@pytest.mark.parametrize(("name", "loader"), combine(HERE, LOADERS), indirect=["loader"])
def test_drivers_and_layers_of_this_machine(
    system: SystemBuilder, loader: RealLoader, name: str
) -> None:
    layers, variables = HERE[name]
    # All drivers once; to open each of them again for every layer tells nothing of layers.
    drivers = {} if name == "drivers alone" else {"VK_LOADER_DRIVERS_SELECT": "lvp_icd*"}
    system.with_env(XDG_DATA_DIRS="/usr/share", **drivers, **variables)
    merged = compare(system, loader, Application(api_version=(1, 3, 0), layers=layers))
    assert merged.create_result == "VK_SUCCESS"
    assert merged.mismatches == ()
    assert set(layers) <= {active.manifest.name for active in merged.callstack}
    assert merged.probe_results is not None
    chain, answer = merged.probe_results.chain, merged.probe_results.chain_answer
    assert chain is not None
    assert answer is not None
    # nullhw expects a device of Intel, also below a C loader.
    expected = State.CRASHED if name == "nullhw" else State.HEALTHY
    assert chain.health.state is expected
    entered = tuple(one.layer for one in answer.layer_calls if one.command == "vkCreateInstance")
    assert entered == tuple(active.manifest.name for active in merged.callstack)


def test_a_probe_of_the_validation_layer_leaves_no_cache_of_it(tmp_path):
    """The layer writes one below XDG_CACHE_HOME or HOME, as root through links of a user."""
    run = tmp_path / "run"
    run.mkdir(mode=0o700)
    own = {
        "HOME": str(tmp_path),
        "XDG_RUNTIME_DIR": str(run),
        "PATH": os.environ["PATH"],
        "VK_LOADER_DRIVERS_SELECT": "lvp_icd*",  # one on which the layer can be tried is enough
    }
    command = [sys.executable, "-m", "vkconfig_py", "probe", "VK_LAYER_KHRONOS_validation"]
    done = subprocess.run(command, env=own, capture_output=True, check=False)
    assert b"VK_LAYER_KHRONOS_validation" in done.stdout
    assert [path.name for path in tmp_path.rglob("shader_validation_cache*")] == []
