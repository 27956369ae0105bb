"""Machines of probe parts that a program lives on: short questions and what the parts noted.

Every program runs in a fork, so that whatever a replaced rule does to it counts as a failure. The
same program may use a C loader: nothing but the address of vkGetInstanceProcAddr differs.
"""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import tempfile
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests.framework.memory import find_memory_folder
from tests.framework.native import build_native
from tests.framework.probe_abi import Layer
from tests.framework.probe_life import make_c_loader_opener, run_in_fork
from tests.framework.probe_parts import Knob
from tests.framework.recorder import Recorder
from tests.framework.reference import RealLoader
from tests.framework.system import SystemBuilder
from tests.loader.machine import NEW
from tests.loader.native.client import Client
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.native.loader import Loader
from vkconfig_py.loader.probe.probe_run import make_load_plan

Script = Callable[["Program"], Any]


class Told(NamedTuple):
    """What came of a program.

    Attributes:
        answer: what its script returned.
        notes: of drivers and layers, in the order in which things happened.
        findings: of the embedded loader, as "subject, step, outcome, detail".
    """

    answer: Any
    notes: tuple[dict[str, Any], ...]
    findings: tuple[str, ...]

    def by(self, part: str, at: str) -> list[dict[str, Any]]:
        """Return the notes of one function of a driver or layer."""
        return [note for note in self.notes if (note.get("by"), note.get("at")) == (part, at)]

    def order(self, *at: str) -> list[str]:
        """Return which parts noted one of these functions, in their order."""
        return [note["by"] for note in self.notes if note.get("at") in at]


class Parts:
    """A machine of probe drivers and layers; empty at first."""

    def __init__(self, loader: RealLoader | None = None) -> None:
        folder = tempfile.mkdtemp(prefix="vkconfig-py-", dir=find_memory_folder())
        weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        self._folder = Path(os.path.realpath(folder))
        self._loader = loader
        self.system = SystemBuilder(self._folder / "machine", build_native())

    @property
    def is_embedded(self) -> bool:
        """Return whether programs use the embedded loader."""
        return self._loader is None

    def driver(
        self,
        name: str = "driver",
        exports: str | Sequence[str] = "all",
        *,
        api: str = "1.3.0",
        **knobs: Knob,
    ) -> Parts:
        """Add a driver with one device of its name; `api` is what its manifest says."""
        self.system.add_probe_driver(name, exports=exports, knobs=knobs, api_version=api)
        return self

    def layer(
        self,
        name: str,
        exports: str | Sequence[str] = "all",
        manifest: dict[str, Any] | None = None,
        *,
        implicit: bool = True,
        **knobs: Knob,
    ) -> Parts:
        """Add a layer, which is on by itself unless it is explicit."""
        self.system.add_probe_layer(
            name, implicit=implicit, exports=exports, knobs=knobs, **manifest or {}
        )
        return self

    def listed(self) -> set[str]:
        """Return the names of the layers that the loader lists."""
        return set(self.before(lambda vulkan: vulkan.layers()).answer)

    def before(self, script: Script) -> Told:
        """Run a program that has no instance."""
        return self._run(script, Application("program"))

    def create(self, *layers: str, **asked: Any) -> Told:
        """Run a program that makes an instance; its answer is the result."""
        return self._run(Program.start, _application(layers, **asked))

    def use(self, script: Script, *layers: str, **asked: Any) -> Told:
        """Run a program that has an instance and destroys it in the end."""

        def whole(vulkan: Program) -> Any:
            code = vulkan.start()
            if code:
                return f"vkCreateInstance: {code}"
            answer = script(vulkan)
            vulkan.destroy()
            return answer

        return self._run(whole, _application(layers, **asked))

    def _run(self, script: Script, application: Application) -> Told:
        assembly = None
        if self._loader is None:
            assembly = make_load_plan(discover(self.system.host(), application, NEW))

        def live(notes: int) -> None:
            recorder = Recorder()
            loader = Loader(assembly, recorder) if assembly else None
            address = loader.get_instance_proc_addr if loader else self._c_loader()
            answer = script(Program(address, application))
            said = [f"{x.subject}, {x.step}, {x.outcome}, {x.detail}" for x in recorder.findings]
            assert not [x for x in recorder.findings if x.outcome == "exception"], said
            line = {"answer": answer, "findings": said}
            os.write(notes, json.dumps(line).encode() + b"\n")

        life = run_in_fork(live, self.system.environment, self._folder)
        assert life.ended == "", f"{life.ended}: {life.log[-300:]}"
        *notes, last = life.notes
        return Told(last["answer"], tuple(notes), tuple(last["findings"]))

    def _c_loader(self) -> int:
        assert self._loader is not None
        return make_c_loader_opener(self._loader.profile.library)()


class Program(Client):
    """A client that knows what it will ask for."""

    def __init__(self, address: int, application: Application) -> None:
        super().__init__(address)
        self._application = application

    def layers(self) -> list[str]:
        """Return the names that vkEnumerateInstanceLayerProperties gives."""
        name, count = "vkEnumerateInstanceLayerProperties", ctypes.c_uint32()
        assert self.call(name, ctypes.byref(count), None) == 0
        found = (Layer * count.value)()
        assert self.call(name, ctypes.byref(count), found) == 0
        return [layer.name.decode() for layer in found]

    def start(self) -> int:
        """Make the instance."""
        asked = self._application
        return self.create(
            layers=asked.layers, extensions=asked.extensions, api_version=asked.api_version
        )


def _application(
    layers: Sequence[str],
    api: tuple[int, int, int] = (1, 3, 0),
    extensions: Sequence[str] = (),
) -> Application:
    return Application("program", api, tuple(layers), tuple(extensions))
