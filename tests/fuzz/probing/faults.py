"""Deliberate one-line faults in the native half, each of which random machines must find."""

from __future__ import annotations

from tests.fuzz.faults import Fault

FAULTS = (
    Fault(
        "native.libraries",
        "if code == INCOMPATIBLE_DRIVER:",
        "if code != SUCCESS:",
        "a driver whose negotiation fails in any way is refused",
    ),
    Fault(
        "native.libraries",
        "if not create or not enumerate_extensions:",
        "if not create:",
        "a driver need not list extensions",
    ),
    Fault(
        "native.libraries",
        "return self._find_driver_by_negotiation(get_instance_proc_addr, version or 1)",
        "return self._find_driver_by_negotiation(get_instance_proc_addr, version or 7)",
        "a driver without a version has the newest",
    ),
    Fault(
        "native.instance_creation",
        "passed_info.flags &= ~PORTABILITY_FLAG",
        "passed_info.flags &= 0",
        "drivers get no flags at all",
    ),
    Fault(
        "native.instance_creation",
        "passed_extensions.append(PROPERTIES2)",
        "pass",
        "drivers are not given what devices are sorted by",
    ),
    Fault(
        "native.instance_creation",
        "self._instance.drivers.insert(0, driver_instance)",
        "self._instance.drivers.append(driver_instance)",
        "drivers enumerate in the order in which they were opened",
    ),
    Fault(
        "native.instance_creation",
        "passed_application.apiVersion = pack_version(lowered_version)",
        "passed_application.apiVersion = pack_version((1, 0, 0))",
        "a driver of 1.0.x is asked for 1.0.0",
    ),
    Fault(
        "native.loader_instance",
        "for file in reversed(files):",
        "for file in files:",
        "layers are opened from the application's side",
    ),
    Fault(
        "native.loader_device",
        "for layer in reversed(layers):",
        "for layer in layers:",
        "the chain of a device stands upside down",
    ),
    Fault(
        "native.loader_device",
        "write_dispatch_table(device_handle.value, device.table.address)",
        "pass",
        "a VkDevice does not begin with its table",
    ),
    Fault(
        "native.loader_device",
        "return tuple(name for name in names if name in offered_names)",
        "return names",
        "drivers get device extensions that only layers offer",
    ),
    Fault(
        "native.extension_queries",
        "for extension in layer.device_extensions if self._adds_extensions(layer) else ():",
        "for extension in layer.device_extensions:",
        "explicit layers add their device extensions to every list",
    ),
    Fault(
        "native.loader",
        "return needed in self._instance.extensions",
        "return True",
        "functions of instance extensions are there without them",
    ),
    Fault(
        "native.libraries",
        "return negotiated if version > 1 else oldest_interface",
        "return negotiated",
        "what a layer of version 1 writes counts",
    ),
    Fault(
        "native.physical_devices",
        "if key not in self._known or self._makes_new_handles:",
        "if True:",
        "devices get new handles with every query",
    ),
    Fault(
        "native.global_functions",
        "for layer in self._layers:",
        "for layer in reversed(self._layers):",
        "pre-instance functions are called in the order of the list",
    ),
    Fault(
        "native.terminator_lookup",
        "_PHYSICAL_LOOKUP_INTERFACE = 4  # interface version of drivers",
        "_PHYSICAL_LOOKUP_INTERFACE = 6",
        "only newer drivers are asked for functions nobody knows",
    ),
    Fault(
        "rules.device_rules",
        "_TYPE_RANKS = {2: 0, 1: 1, 3: 2, 0: 3, 4: 4}",
        "_TYPE_RANKS = {2: 0, 1: 1, 3: 2, 4: 3, 0: 4}",
        "CPUs come before devices of no type",
    ),
)
