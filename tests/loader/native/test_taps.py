"""Taps see what layers do, and neither layers nor application see the taps."""

from __future__ import annotations

import sys
from itertools import permutations

import pytest

from tests.framework.amount import choose_amount
from tests.framework.probe_client import ClientRequest
from tests.framework.probe_life import run_program
from tests.framework.probe_parts import ProbeDevice
from tests.framework.recorder import Recorder
from tests.fuzz.probing.generate import generate
from tests.fuzz.probing.machine import build
from tests.loader.native.client import Client
from tests.loader.native.parts import driver_part, layer_part
from tests.loader.native.test_device import OVERLAY, SELECT, VALIDATION
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.native.loader import Loader
from vkconfig_py.loader.native.loader_messages import Observer
from vkconfig_py.loader.native.tracing_layers import ENUMERATE_DEVICE_EXTENSIONS, TracingLayers
from vkconfig_py.loader.probe.probe_run import make_load_plan
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.wire.jobs import LoadPlan

_NAMES = ("VK_LAYER_upper", "VK_LAYER_middle", "VK_LAYER_lower")


_EXTENSIONS = ("VK_EXT_debug_report:9", "VK_KHR_surface:25", "VK_EXT_debug_utils:2")


def _machine(system, *knobs, devices=None):
    system.add_probe_driver(knobs={"extensions": _EXTENSIONS}, devices=devices)
    for name, of_layer in zip(_NAMES, knobs, strict=True):
        system.add_probe_layer(name, knobs=of_layer)


def _assembly(system, **wishes):
    application = Application(api_version=(1, 3, 0), layers=_NAMES, **wishes)
    return make_load_plan(discover(system.host(), application))


_STACKS = {
    "nothing special": ({}, {}, {}),
    "lookups without an instance": (
        {"asks_without_instance": "vkCreateDevice,vkEnumerateInstanceVersion,vkQueueSubmit"},
        {"asks_with_instance": 1, "asks_instance": "vkQueueSubmit,vkNothing,vkCreateDevice"},
        {"asks_without_instance": "vkCreateDevice,vkEnumerateInstanceVersion,vkQueueSubmit"},
    ),
    "lookups of physical devices and devices": (
        {"asks_physical": "vkGetPhysicalDeviceProperties,vkProbeFunction1EXT,vkCreateDevice"},
        {"asks_device": "vkQueueSubmit,vkGetDeviceProcAddr,vkProbeFunction2EXT,vkNothing"},
        {"physical_functions": "1", "device_functions": "2", "asks_device": "vkQueueSubmit"},
    ),
    "an old layer": ({"interface": 1}, {}, {"interface": 1}),
    "no lookup of physical devices": ({"negotiates": "instance,device"}, {}, {}),
    "devices counted meanwhile": ({"counts_devices": 1}, {}, {"counts_devices": 1}),
    "devices changed": ({"changes_devices": "add"}, {"changes_devices": "reverse"}, {}),
    "a device below": ({"uses_callback": 1}, {"uses_callback": 1}, {}),
    "extensions changed": (
        {"adds_extensions": "VK_EXT_debug_utils", "adds_device_extensions": "VK_D"},
        {"drops_extensions": "VK_EXT_debug_utils", "device_extensions": "VK_E:3"},
        {"drops_device_extensions": "VK_D"},
    ),
    "failures on the way": ({}, {"create_after": -4}, {}),
    "a failing device": ({}, {"create_device": -8}, {}),
    "functions that are not there": (
        {"missing": "vkEnumeratePhysicalDevices"},
        {"missing_of_device": "vkQueueSubmit"},
        {},
    ),
}


def _plain(assembly):
    def open_it():
        _alive.append(Loader(assembly, Observer()))
        return _alive[-1].get_instance_proc_addr

    return open_it


def _tapped(assembly):
    def open_it():
        taps = TracingLayers()
        loader = Loader(assembly, Observer(), between=taps.insert_around)
        _alive.append((taps, loader))
        return loader.get_instance_proc_addr

    return open_it


_alive = []  # of the forks: a program uses its loader to its end


@pytest.mark.parametrize("stack", _STACKS.values(), ids=_STACKS)
def test_nobody_sees_the_taps(system, tmp_path, stack):
    _machine(system, *stack)
    assembly = _assembly(system)
    wishes = ClientRequest(assembly.application, ("VK_C",))
    without = run_program(_plain(assembly), wishes, system.environment, tmp_path)
    assert run_program(_tapped(assembly), wishes, system.environment, tmp_path) == without
    assert without.list_notes(_NAMES[0], "vkCreateInstance")


@pytest.mark.parametrize("number", range(choose_amount(15, long=60)))
def test_nobody_sees_the_taps_on_random_machines(tmp_path, number):
    machine = generate(5, number)
    existing_content = build(machine, tmp_path / "machine")
    report = discover(existing_content.host(sys.executable), machine.wishes.application)
    assembly = make_load_plan(report)
    plain, tapped = (
        run_program(opened(assembly), machine.wishes, existing_content.variables(), tmp_path)
        for opened in (_plain, _tapped)
    )
    assert tapped == plain


def _observe(assembly, device_extensions=()):
    """Return what taps saw of a program that makes a device and submits to it."""
    taps, recorder = TracingLayers(), Recorder()
    loader = Loader(assembly, recorder, between=taps.insert_around)
    client = Client(loader.get_instance_proc_addr)
    application = assembly.application
    assert client.create(layers=application.layers, extensions=application.extensions) == 0
    first = client.devices()[0]
    device = client.create_device(first, device_extensions)
    assert device > 0
    client.submit_nothing(device)
    client.call("vkDestroyDevice", device, None)
    client.destroy()
    assert not [finding for finding in recorder.findings if finding.outcome == "exception"]
    return taps.record.list_layer_calls()


def _in_order(layer_calls, command):
    seen = [layer_call for layer_call in layer_calls if layer_call.command == command]
    assert all(layer_call.seconds >= layer_call.own_seconds > 0 for layer_call in seen)
    times = [layer_call.seconds for layer_call in seen]
    assert times == sorted(times, reverse=True)
    return tuple(layer_call.layer for layer_call in seen)


def test_without_layers_there_are_no_taps():
    assert TracingLayers().insert_around([], 0) == []


def test_layers_are_entered_from_the_application_to_the_driver(system):
    _machine(system, {}, {}, {})
    layer_calls = _observe(_assembly(system))
    assert _in_order(layer_calls, "vkCreateInstance") == _NAMES
    assert _in_order(layer_calls, "vkCreateDevice") == _NAMES
    assert _in_order(layer_calls, "vkQueueSubmit") == ()


def test_layers_that_take_no_part_are_not_entered(system):
    takes_part = {"changes_devices": "reverse"}
    _machine(system, takes_part, {}, takes_part)
    layer_calls = _observe(_assembly(system))
    assert _in_order(layer_calls, "vkEnumeratePhysicalDevices") == (_NAMES[0], _NAMES[2])


def test_what_layers_do_to_extensions_of_the_instance(system):
    _machine(
        system,
        {"adds_extensions": "VK_EXT_debug_utils"},
        {"drops_extensions": "VK_EXT_debug_report", "adds_extensions": "VK_KHR_surface"},
        {},
    )
    layer_calls = _observe(_assembly(system, extensions=("VK_EXT_debug_report",)))
    changes = {
        p.layer: (p.added, p.removed) for p in layer_calls if p.command == "vkCreateInstance"
    }
    assert changes == {
        _NAMES[0]: (("VK_EXT_debug_utils",), ()),
        _NAMES[1]: (("VK_KHR_surface",), ("VK_EXT_debug_report",)),
        _NAMES[2]: ((), ()),
    }


def test_what_layers_do_to_extensions_of_devices(system):
    _machine(
        system,
        {"adds_device_extensions": "VK_KHR_maintenance1"},
        {"device_extensions": "VK_EXT_tooling_info:1"},
        {"drops_device_extensions": "VK_KHR_maintenance1"},
        devices=[ProbeDevice(extensions=("VK_KHR_maintenance1:2",))],
    )
    layer_calls = _observe(_assembly(system))
    changes = {
        (p.command, p.layer): (p.added, p.removed) for p in layer_calls if p.added or p.removed
    }
    assert changes == {
        ("vkCreateDevice", _NAMES[0]): (("VK_KHR_maintenance1",), ()),
        ("vkCreateDevice", _NAMES[2]): ((), ("VK_KHR_maintenance1",)),
        (ENUMERATE_DEVICE_EXTENSIONS, _NAMES[1]): (("VK_EXT_tooling_info",), ()),
    }


@pytest.mark.parametrize("layers", list(permutations((SELECT, OVERLAY, VALIDATION))), ids=range(6))
def test_real_layers_are_entered_in_their_order(lavapipe, layers):
    layer_calls = _observe(LoadPlan(drivers=(lavapipe,), layers=layers))
    for command in ("vkCreateInstance", "vkCreateDevice", "vkQueueSubmit"):
        takes_part = [x.name for x in layers if command == "vkCreateInstance" or x != SELECT]
        assert list(_in_order(layer_calls, command)) == takes_part
    takes_part = [layer.name for layer in layers if layer != OVERLAY]
    assert list(_in_order(layer_calls, "vkEnumeratePhysicalDevices")) == takes_part


def test_taps_stay_around_layers_of_an_instance_whose_devices_have_others(tmp_path):
    layers = tuple(layer_part(tmp_path, name, physical_unknown=1) for name in _NAMES)
    plan = LoadPlan(
        drivers=(driver_part(tmp_path),),
        layers=layers[:2],
        device_layers=layers[1:],
        profile=LoaderProfile((1, 0, 11)),
    )
    layer_calls = _observe(plan)
    assert _in_order(layer_calls, "vkCreateInstance") == _NAMES[:2]
    assert _in_order(layer_calls, "vkCreateDevice") == _NAMES[1:2]
