"""Drivers and layers with knobs, as files of an assembly."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.framework.probe_parts import (
    DRIVER_EXPORTS,
    LAYER_EXPORTS,
    ProbeDevice,
    probe_driver_library,
    probe_layer_library,
    render_knobs,
)
from vkconfig_py.loader.wire.jobs import DriverFile, PlannedLayer


def driver_part(
    folder: Path, name: str = "driver", exports: str = "all", device: bool = True, **knobs: object
) -> DriverFile:
    """Return a driver with one device, which has the name of the driver."""
    devices = [ProbeDevice(name)] if device else []
    library = _place(folder, name, probe_driver_library(DRIVER_EXPORTS[exports]), knobs, devices)
    return DriverFile(f"{name}.json", library, (1, 3, 0))


def layer_part(folder: Path, name: str, exports: str = "all", **knobs: object) -> PlannedLayer:
    """Return a layer."""
    return PlannedLayer(
        name, _place(folder, name, probe_layer_library(LAYER_EXPORTS[exports]), knobs)
    )


def _place(folder, name, library, knobs, devices=()):
    target = folder / f"{name}.so"
    shutil.copy(library, target)
    Path(f"{target}.conf").write_text(render_knobs(knobs, devices))
    return str(target)
