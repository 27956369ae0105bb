"""Drivers and layers that are really opened, in a copy of this process.

The copy has whatever rule the proof has replaced; without its rule a loader may well crash.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.framework.memory import find_memory_folder
from tests.framework.native import build_native
from tests.framework.system import SystemBuilder
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.probe.child import ProbeObserver, answer
from vkconfig_py.loader.probe.probe_run import make_load_plan
from vkconfig_py.loader.wire.jobs import (
    Answer,
    ChainAnswer,
    ChainJob,
    DriverAnswer,
    DriverJob,
    Job,
    LayerAnswer,
    LayerJob,
    LoadPlan,
    answer_from_json,
    answer_to_json,
)

LAYER = "VK_LAYER_a"


def driver(name: str = "driver", **part: Any) -> DriverAnswer:
    """Open one driver."""
    with _machine() as system:
        made = _assembly(system.add_probe_driver(name, **part))
        found = _apart(DriverJob(made.drivers[0], made.profile))
    assert isinstance(found, DriverAnswer)
    return found


def layer(**part: Any) -> LayerAnswer:
    """Open one layer over a driver."""
    with _machine() as system:
        made = _assembly(system.add_probe_driver().add_probe_layer(LAYER, **part), LAYER)
        found = _apart(LayerJob(made.layers[0], made.drivers[0], made.profile))
    assert isinstance(found, LayerAnswer)
    return found


def chain(build: Callable[[SystemBuilder], object], *layers: str) -> ChainAnswer:
    """Build a machine and everything that a program meets on it."""
    with _machine() as system:
        build(system)
        found = _apart(ChainJob(_assembly(system, *layers)))
    assert isinstance(found, ChainAnswer)
    return found


@contextmanager
def _machine() -> Iterator[SystemBuilder]:
    with tempfile.TemporaryDirectory(dir=find_memory_folder()) as folder:
        yield SystemBuilder(Path(folder) / "machine", build_native())


def _assembly(system: SystemBuilder, *layers: str) -> LoadPlan:
    return make_load_plan(
        discover(system.host(), Application(api_version=(1, 3, 0), layers=layers))
    )


def _apart(job: Job) -> Answer:
    """Answer a job in a fork."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            found = answer(job, ProbeObserver(lambda _step: None))
            os.write(writing, json.dumps(answer_to_json(found)).encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        text = pipe.read()
    _, status = os.waitpid(child, 0)
    assert text, f"no answer, status {status}"
    return answer_from_json(json.loads(text))
