"""Real programs under different configurations: what is said of each equals /proc."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.session import Session
from tests.framework.patience import PATIENCE, wait_for
from tests.framework.reference import chromium_loader
from vkconfig_py.model.configuration.configuration import Configuration, LayerControl

MANGOHUD, VALIDATION = "VK_LAYER_MANGOHUD_overlay", "VK_LAYER_KHRONOS_validation"
SELECT = "VK_LAYER_MESA_device_select"
CUBE = ("/usr/bin/vkcube", "--c", "1000000")
OURS = (sys.executable, "-m", "vkconfig_py")
# Layers and drivers of the packages that these tests install, by the names of their files.
OF_VULKAN = re.compile(r"/(libVkLayer_\w+|libMangoHud|libvkbasalt|libvulkan_\w+)\.so")
Start = Callable[..., int]


@pytest.fixture
def start(plain: Session) -> Iterator[Start]:
    """Return a function that starts a command and returns the number of its vkcube."""
    children: list[subprocess.Popen[bytes]] = []

    def run(*command: str, **variables: str) -> int:
        before = _cubes(plain)
        environment = {**plain.environment(), **variables}
        silent = subprocess.DEVNULL
        children.append(subprocess.Popen(command, env=environment, stdout=silent, stderr=silent))
        fresh: set[int] = wait_for(lambda: _cubes(plain) - before, f"{command} to draw")
        pid = fresh.pop()
        os.kill(pid, signal.SIGSTOP)  # what it has loaded is asked, and it would draw all the time
        return pid

    yield run
    for pid in _cubes(plain):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGTERM)
            os.kill(pid, signal.SIGCONT)
    for child in children:
        child.terminate()
        child.wait(PATIENCE)


def _cubes(session: Session) -> set[int]:
    """Return our programs that draw, without what they start themselves.

    The threads that draw are those of a device: the loader has opened all layers by then.
    """
    mine = f"HOME={session.home}\0".encode()
    found: dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if (folder / "comm").read_text() != "vkcube\n":
                continue
            threads = [one.read_text() for one in folder.glob("task/*/comm")]
            draws = any(name.startswith("llvmpipe") for name in threads)
            if draws and mine in (folder / "environ").read_bytes():
                parent = re.search(r"^PPid:\s*(\d+)$", (folder / "status").read_text(), re.M)
                found[int(folder.name)] = int(parent[1]) if parent else 0
        except OSError:
            continue
    # MangoHud starts commands: until such a child is another program it looks like its parent.
    return {pid for pid, parent in found.items() if parent not in found}


def _by_kernel(pid: int) -> set[str]:
    return set(OF_VULKAN.findall(Path(f"/proc/{pid}/maps").read_text()))


def _asked(session: Session, *words: str) -> dict[int, dict[str, Any]]:
    done = subprocess.run(
        [*OURS, "ps", "--json", *words],
        env=session.environment(),
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    return {one["pid"]: one for one in json.loads(done.stdout)["processes"]}


def _loaded(one: dict[str, Any], kind: str = "layer") -> list[str]:
    return [part["name"] for part in one["parts"] if part["kind"] == kind and part["loaded"]]


def _files(one: dict[str, Any]) -> set[str]:
    libraries = [part["library"] for part in one["parts"] if part["loaded"]]
    return {name for library in libraries for name in OF_VULKAN.findall(f"/{library}")}


def _configurations() -> Sequence[Configuration]:
    nothing = Configuration("n", "Nothing")
    for layer in (MANGOHUD, SELECT, VALIDATION):
        nothing = nothing.with_control(layer, LayerControl.OFF)
    mango = Configuration("m", "Mango").with_control(MANGOHUD, LayerControl.ON)
    return mango, Configuration("v", "Check").with_control(VALIDATION, LayerControl.ON), nothing


def test_five_programs_and_one_in_a_sandbox_are_as_the_kernel_says(
    plain: Session, start: Start
) -> None:
    plain.save(*_configurations())
    newer = chromium_loader().profile
    empty = plain.folder / "empty"
    empty.mkdir()
    hidden = "/usr/share/vulkan/implicit_layer.d"
    sandbox = (
        *("bwrap", "--dev-bind", "/", "/", "--proc", "/proc", "--unshare-pid"),
        *("--ro-bind", str(empty), hidden, *CUBE),
    )
    mango = start(*OURS, "run", "-c", "Mango", "--", *CUBE)
    check = start(*OURS, "run", "-c", "Check", "--", *CUBE)
    nothing = start(*OURS, "run", "-c", "Nothing", "--", *CUBE)
    other = start(*CUBE, LD_LIBRARY_PATH=str(Path(newer.library).parent))
    asks = start(*CUBE, "--validate")
    boxed = start(*sandbox)
    every = (mango, check, nothing, other, asks, boxed)
    found = _asked(plain)
    for pid in every:
        assert _files(found[pid]) == _by_kernel(pid)
        if pid != asks:
            assert found[pid]["agreement"] == "as-predicted", found[pid]
    assert set(_loaded(found[mango])) == {MANGOHUD, SELECT}
    assert set(_loaded(found[check])) == {VALIDATION, SELECT}
    assert _loaded(found[nothing]) == _loaded(found[boxed]) == []
    assert found[boxed]["root"] == f"/proc/{boxed}/root"
    assert found[other]["loader"]["version"] == newer.version_text
    assert found[asks]["agreement"] == "different"
    assert found[asks]["sentence"] == (
        "Expected 1 layer; loaded 2. KHRONOS_validation: not predicted, but requested by "
        "the program."
    )
    # One alone is told the same.
    assert _asked(plain, str(mango))[mango] == found[mango]

    # What is applied now holds for those that start now; of the others it is told.
    applied = [*OURS, "apply", "-c", "Check", "--every-program", "--json"]
    done = subprocess.run(
        applied, env=plain.environment(), capture_output=True, timeout=PATIENCE, check=True
    )
    override = json.loads(done.stdout)["file"]
    late = start(*CUBE)
    found = _asked(plain)
    assert found[late]["agreement"] == "as-predicted", found[late]
    assert set(_loaded(found[late])) == {VALIDATION, SELECT} == set(_loaded(found[check]))
    assert _files(found[late]) == _by_kernel(late)
    assert found[other]["agreement"] == "different"
    assert found[other]["sentence"].startswith(
        f"Expected 2 layers; loaded 1. KHRONOS_validation: {override} was changed at "
    )
