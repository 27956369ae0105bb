"""The same dump through our loader and through C loaders, each in a process of its own.

A loader is named by its library, or by the assembly that ours is to make of it.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from devtools.console import ROOT
from tests.framework.ready_python import run_python
from tests.framework.recorder import Recorder
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.base.records import decode, encode
from vkconfig_py.loader.native import surfaces
from vkconfig_py.loader.native.callbacks import CallbackArena
from vkconfig_py.loader.native.device_dump import dump, summarize_devices
from vkconfig_py.loader.native.libraries import OpenedLibrary
from vkconfig_py.loader.native.loader import Loader
from vkconfig_py.loader.native.vulkan_client import ClientDevice, VulkanClient
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE
from vkconfig_py.loader.wire.jobs import LoadPlan

TIMEOUT = 120.0
MEMORY_BUDGET = "VkPhysicalDeviceMemoryBudgetPropertiesEXT"


class DumpResult(NamedTuple):
    """What a child has written.

    Attributes:
        values: of the dump.
        summary: of each device, as JSON values.
        steps: that the observer was told of.
        files: that were mapped into the process, while there was an instance or at its end.
        output: what drivers and layers printed.
    """

    values: dict[str, Any]
    summary: list[dict[str, Any]]
    steps: list[str]
    files: list[str]
    output: str

    def text(self, *names: str) -> str:
        """Return some of the dump as the text that is compared byte by byte.

        Budgets of memory are left out: they depend on what else runs.
        """
        values = {name: self.values[name] for name in names}
        if isinstance(devices := values.get("devices"), list):
            values["devices"] = [_drop_budgets(device) for device in devices]
        return json.dumps(values, indent=1)


def dump_through(
    loader: Path | str | LoadPlan,
    application: Application,
    environment: Mapping[str, str],
    folder: Path,
    *,
    is_executable: bool = True,
) -> DumpResult:
    """Take the dump in a child with just this environment.

    Args:
        loader: path of a library, or what ours is to be made of.
        application: what vkCreateInstance is asked for.
        environment: all variables of the child.
        folder: for the files that pass between here and there.
        is_executable: whether ours may have thunks; if not, it makes do with callbacks.
    """
    question, answer = folder / "question.json", folder / "answer.json"
    is_own_engine = isinstance(loader, LoadPlan)
    question.write_text(
        json.dumps(
            {
                "library": "" if is_own_engine else str(loader),
                "assembly": encode(loader) if isinstance(loader, LoadPlan) else None,
                "application": encode(application),
                "is_executable": is_executable,
            }
        )
    )
    answer.unlink(missing_ok=True)
    result = run_python(
        *("-m", "tests.framework.dumps", str(question), str(answer)),
        ready=("vkconfig_py.loader", "tests.framework.recorder"),
        environment=environment,
        folder=ROOT,
        timeout=TIMEOUT,
    )
    output = (result.stdout + result.stderr).decode("utf-8", "replace")
    assert result.returncode == 0, f"exit {result.returncode}\n{output[-4000:]}"
    return DumpResult(**json.loads(answer.read_text()), output=output)


def _drop_budgets(device: dict[str, Any]) -> dict[str, Any]:
    memory = device["memory2"]
    if isinstance(memory, dict):
        memory = {name: value for name, value in memory.items() if name != MEMORY_BUDGET}
    return device | {"memory2": memory}


class SurfacesResult(NamedTuple):
    """What a child found out about surfaces.

    Attributes:
        devices: each with its surfaces, as JSON values.
        files: that were mapped into the process.
    """

    devices: list[dict[str, Any]]
    files: list[str]


def read_surfaces_through(
    loader: str | LoadPlan,
    environment: Mapping[str, str],
    folder: Path,
    lacking: Mapping[str, Sequence[str]],
) -> SurfacesResult:
    """Ask all devices about surfaces in a child with just this environment.

    Args:
        loader: path of a library, or what ours is to be made of.
        environment: all variables of the child.
        folder: for the files that pass between here and there.
        lacking: extensions that drivers do not have, by the first word of their devices' names.
    """
    question, answer = folder / "surfaces_question.json", folder / "surfaces.json"
    made_of = encode(loader) if isinstance(loader, LoadPlan) else loader
    question.write_text(json.dumps({"loader": made_of, "lacking": lacking}))
    result = run_python(
        *("-m", "tests.framework.dumps", "--surfaces", str(question), str(answer)),
        ready=("vkconfig_py.loader", "tests.framework.recorder"),
        environment=environment,
        folder=ROOT,
        timeout=TIMEOUT,
    )
    output = (result.stdout + result.stderr).decode("utf-8", "replace")
    assert result.returncode == 0, f"exit {result.returncode}\n{output[-4000:]}"
    return SurfacesResult(**json.loads(answer.read_text()))


def _run_surfaces_child(question: Path, answer: Path) -> None:
    request = json.loads(question.read_text())
    observer = Recorder()
    keep: list[Any] = []
    if isinstance(request["loader"], str):
        library = OpenedLibrary(request["loader"])
        keep.append(library)
        address = library.find_symbol("vkGetInstanceProcAddr")
    else:
        loader = Loader(decode(LoadPlan, request["loader"]), observer)
        keep.append(loader)
        address = loader.get_instance_proc_addr
    client = VulkanClient(address, observer)
    names = surfaces.choose_extensions(frozenset(name for name, _ in client.list_extensions()))
    with client.create(Application("surfaces", (1, 3, 0), extensions=names)) as instance:
        devices = [surfaces.start_answer(device) for device in summarize_devices(instance)]

        def find_extensions(handle: int) -> frozenset[str]:
            word = ClientDevice(instance, handle).properties.deviceName.decode().split()[0]
            return frozenset(names).difference(request["lacking"].get(word, ()))

        for number, answers in enumerate(
            surfaces.read_surfaces(instance, find_extensions, NEWEST_PROFILE)
        ):
            for device, surface in zip(devices, answers, strict=True):
                device["surfaces"][number] |= surface
        files = sorted(_list_mapped())
    answer.write_text(json.dumps({"devices": devices, "files": files}))
    os._exit(0)  # without the destructors of drivers


def _run_child(question: Path, answer: Path) -> None:
    request = json.loads(question.read_text())
    application = decode(Application, request["application"])
    observer = Recorder()
    keep: list[Any] = []
    if request["assembly"]:
        arena = None if request["is_executable"] else CallbackArena()
        loader = Loader(decode(LoadPlan, request["assembly"]), observer, arena)
        keep.append(loader)
        address = loader.get_instance_proc_addr
    else:
        library = OpenedLibrary(request["library"])
        keep.append(library)
        address = library.find_symbol("vkGetInstanceProcAddr")
    values = dump(address, application, observer)
    summary, files = [], set()
    if values["create"] == "VK_SUCCESS" and isinstance(values["devices"], list):
        with VulkanClient(address, observer).create(application) as instance:
            summary = [encode(device) for device in summarize_devices(instance)]
            files = _list_mapped()
    answered = {
        "values": values,
        "summary": summary,
        "steps": observer.steps,
        "files": sorted(files | _list_mapped()),
    }
    answer.write_text(json.dumps(answered))
    os._exit(0)  # without the destructors of drivers


def _list_mapped() -> set[str]:
    lines = Path("/proc/self/maps").read_text().splitlines()
    return {name for line in lines if (name := line.split(maxsplit=5)[-1]).startswith("/")}


if __name__ == "__main__":
    run = _run_surfaces_child if sys.argv[1] == "--surfaces" else _run_child
    run(*map(Path, sys.argv[-2:]))
