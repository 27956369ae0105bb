"""Programs that create and destroy again and again: python -m tests.loader.native.endurance.

`memory DRIVER [LAYER]` prints the kilobytes of the process after each round of cycles; `threads`
lets four threads with different layers work at the same time, and prints what did not succeed.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.framework.amount import choose_amount
from tests.framework.chromium import fetch_chromium_loader
from tests.framework.recorder import Recorder
from tests.loader.native.client import Client
from tests.loader.native.test_device import OVERLAY, SELECT, VALIDATION
from vkconfig_py.loader.native.loader import Loader
from vkconfig_py.loader.wire.jobs import DriverFile, LoadPlan, PlannedLayer

ROUNDS, CYCLES = 5, choose_amount(20, long=50)
OF_A_THREAD = choose_amount(6, long=15)
_CHROMIUM = fetch_chromium_loader()
DRIVERS = {
    "mock": str(_CHROMIUM.with_name("libVkICD_mock_icd.so")),
    "lavapipe": "/usr/lib/x86_64-linux-gnu/libvulkan_lvp.so",
    "swiftshader": str(_CHROMIUM.with_name("libvk_swiftshader.so")),
}
# The mock driver keeps its objects in maps that threads change without a lock.
_FOR_THREADS = (DRIVERS["lavapipe"], DRIVERS["swiftshader"])
LAYERS = {"validation": VALIDATION}
# The validation layer looks up its data in a map without a lock, so one thread alone has it:
# KhronosGroup/Vulkan-ValidationLayers, issue 4391, “Occasional crash in GetLayerDataPtr”.
STACKS = ((), (OVERLAY, VALIDATION, SELECT), (SELECT, OVERLAY), (OVERLAY, SELECT))
_PAGE = os.sysconf("SC_PAGE_SIZE") // 1024


def main(arguments: list[str]) -> None:
    """Do what the arguments say and print the answer as JSON."""
    found = threads() if arguments == ["threads"] else memory(*arguments[1:])
    sys.stdout.write(f"{json.dumps(found)}\n")
    sys.stdout.flush()
    os._exit(0)  # destructors of drivers are not what is tested


def memory(driver: str, layer: str = "") -> list[int]:
    """Return the kilobytes after each round."""
    loader = _loader([DRIVERS[driver]], [LAYERS[layer]] if layer else [])
    found = []
    for _ in range(ROUNDS):
        for _ in range(CYCLES):
            _cycle(loader)
        gc.collect()
        loader.observer.findings.clear()
        loader.observer.steps.clear()
        found.append(int(Path("/proc/self/statm").read_text().split()[1]) * _PAGE)
    return found


def threads() -> list[str]:
    """Return what went wrong in one of four threads."""
    with ThreadPoolExecutor(len(STACKS)) as pool:
        return [line for lines in pool.map(_work, STACKS) for line in lines]


def _work(layers: Sequence[PlannedLayer]) -> list[str]:
    loader = _loader(_FOR_THREADS, layers)
    for _ in range(OF_A_THREAD):
        _cycle(loader)
    return [str(x) for x in loader.observer.findings if x.outcome in ("exception", "failed")]


def _loader(drivers: Sequence[str], layers: Sequence[PlannedLayer]) -> Loader:
    files = tuple(DriverFile("", library, (1, 3, 0)) for library in drivers)
    return Loader(LoadPlan(drivers=files, layers=tuple(layers)), Recorder())


def _cycle(loader: Loader) -> None:
    client = Client(loader.get_instance_proc_addr)
    assert client.create() == 0
    for physical_device in client.devices():
        device = client.create_device(physical_device)
        assert device > 0, device
        assert set(client.submit_nothing(device)) == {0}
        client.call("vkDestroyDevice", device, None)
    client.destroy()


if __name__ == "__main__":
    main(sys.argv[1:])
