"""The machines of the statements as real files, so that real loaders are asked about them too."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from tests.framework.compare import assert_same
from tests.framework.memory import find_memory_folder
from tests.framework.native import NativeBuilds
from tests.framework.reference import Answer, RealLoader, ask
from tests.framework.system import SystemBuilder
from tests.loader.machine import LIBRARY, NEW, PROGRAM, Machine
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Application, Host
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.rules.loader_report import LoaderReport

_MOVABLE = {"executable", "working_directory"}
_FIXED_FOLDERS = ("/etc/", "/usr/")
_VARIABLES_WITH_PATHS = re.compile(r"XDG_|HOME$|LD_LIBRARY_PATH$|VK_\w*(FILES|FILENAMES|PATH)$")


class DiskMachine:
    """A machine in memory, written below a folder; every absolute path leads there."""

    def __init__(self, machine: Machine, root: Path, native: NativeBuilds) -> None:
        self.root = root
        self.program = self._below(machine.changes.get("executable", PROGRAM))
        self._folder = self._below(machine.changes.get("working_directory", "/run"))
        self._environment = {
            name: self._moved(value) if _VARIABLES_WITH_PATHS.match(name) else value
            for name, value in machine.environment.items()
        }
        self._folder.mkdir(parents=True, exist_ok=True)
        for path, file in machine.files.items():
            target = self._below(path)
            target.parent.mkdir(parents=True, exist_ok=True)
            if file.content == LIBRARY:
                shutil.copyfile(native.layer_and_driver, target)
            else:
                paths_in_quotes = rb'"' + bytes(root) + rb"/\1"
                target.write_bytes(re.sub(rb'"/(\w)', paths_in_quotes, file.content))
        self.program.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(native.asking_program, self.program)

    def host(self, _program: Path | None = None) -> Host:
        """Return the machine for the engine."""
        return Host.read_current()._replace(
            environment=self._environment,
            executable=str(self.program),
            working_directory=str(self._folder),
        )

    def run_reference(
        self, loader: RealLoader, application: Application, *, program: Path | None = None
    ) -> Answer:
        """Run a real loader on the machine."""
        command: list[str | Path] = [program or self.program]
        return ask(loader, application, command, self._environment, self.root, self._folder)

    def _below(self, path: str) -> Path:
        return self.root / path[1:]

    def _moved(self, value: str) -> str:
        parts = value.split(":")
        return ":".join(f"{self.root}{part}" if part.startswith("/") else part for part in parts)


class ComparedMachine(Machine):
    """A machine in memory that asks real loaders whatever the engine is asked.

    Attributes:
        loaders: all that are asked.
        compared: how often that was possible.
    """

    def __init__(self, loaders: Sequence[RealLoader], native: NativeBuilds) -> None:
        super().__init__()
        self.compared = 0
        self.loaders = loaders
        self._native = native
        self._asked: list[object] = []

    def report(self, *layers: str, profile: LoaderProfile = NEW, **asked: Any) -> LoaderReport:
        """Run the engine in memory; then, for every loader, loader and engine on the disk."""
        question = (self.host().with_environment(()), layers, asked)
        if self._is_movable() and question not in self._asked:
            self._asked.append(question)
            with tempfile.TemporaryDirectory(dir=find_memory_folder()) as folder:
                disk = DiskMachine(self, Path(os.path.realpath(folder)), self._native)
                for loader in self.loaders:
                    self._compare(disk, loader, layers, asked)
        return super().report(*layers, profile=profile, **asked)

    def _is_movable(self) -> bool:
        return self.changes.keys() <= _MOVABLE and not any(
            path.startswith(_FIXED_FOLDERS) for path in self.files
        )

    def _compare(
        self, disk: DiskMachine, loader: RealLoader, layers: tuple[str, ...], asked: dict[str, Any]
    ) -> None:
        self.compared += 1
        report = super().report(*layers, profile=loader.profile, **asked)
        assert_same(cast("SystemBuilder", disk), loader, report.application)
        again = discover(disk.host(), report.application, loader.profile)
        assert (_chain(again), again.create_result) == (_chain(report), report.create_result)


def _chain(report: LoaderReport) -> list[str]:
    """Return the layers of the chain, without the order, which depends on the disk."""
    return sorted(active.manifest.name for active in report.callstack)
