"""Workshop: builds machines and asks both sides, thousands of times with the same tools."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.framework.memory import find_memory_folder
from tests.framework.native import build_native
from tests.framework.reference import RealLoader
from tests.fuzz.answers import (
    TIMEOUT,
    Desk,
    Facts,
    ask,
    differences,
    facts_of_report,
    may_be_quiet,
    predict,
)
from tests.fuzz.machine import Libraries, Machine, Tree, build
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.loader.rules.outcome import HANG_RESULT

HANG_SEEN = 2.0  # seconds after which a loader that the engine says to hang is taken to do so


class Comparison(NamedTuple):
    """One machine under one loader, seen from both sides.

    Attributes:
        report: None if the engine raised an exception.
    """

    machine: Machine
    loader: RealLoader
    report: LoaderReport | None
    predicted: Facts
    actual: Facts
    differing: tuple[str, ...]


class Workshop:
    """A folder with everything needed to try machines one after the other."""

    def __init__(self, folder: Path) -> None:
        folder.chmod(0o755)  # an elevated program reads it with other rights
        self.folder = folder
        self._libraries = Libraries(build_native(), folder / "stock")
        self._desk = Desk.at(folder / "desk")

    @contextmanager
    def built(self, machine: Machine, *, keeps_elevation: bool = False) -> Iterator[Tree]:
        """Build a machine; the tree is gone afterwards.

        An elevated program is made a usual one where nobody could start it, unless it is kept.
        """
        root = str(self.folder / "m")
        try:
            yield self._build(machine, root, keeps_elevation=keeps_elevation)
        finally:
            shutil.rmtree(root)

    def keep(self, machine: Machine, name: str) -> Tree:
        """Build a machine in a folder of its own, which stays."""
        return self._build(machine, str(self.folder / name))

    def _build(self, machine: Machine, root: str, *, keeps_elevation: bool = False) -> Tree:
        if machine.elevated and not (keeps_elevation or self._libraries.can_elevate):
            machine = machine._replace(elevated=False)
        return build(machine, root, self._libraries)

    def ask(
        self,
        tree: Tree,
        loader: RealLoader,
        shell: str = "",
        line: str = "",
        patience: float = TIMEOUT,
    ) -> Facts:
        """Ask a real loader, by a program that is started in a shell if one is given."""
        return ask(tree, loader, self._desk, shell, line, patience)

    def compare(self, tree: Tree, loader: RealLoader) -> Comparison:
        """Ask both sides about a machine that stands."""
        try:
            report = predict(tree, loader)
        except Exception as error:  # noqa: BLE001 - whatever it is, the machine is worth showing
            told = {"exception": f"{type(error).__name__}: {error}"}
            actual = self.ask(tree, loader)
            return Comparison(tree.machine, loader, None, told, actual, ("exception",))
        predicted = facts_of_report(report, tree)
        patience = HANG_SEEN if predicted["create"] == HANG_RESULT else TIMEOUT
        actual = self.ask(tree, loader, patience=patience)
        differing = differences(predicted, actual, may_be_quiet(tree, loader, predicted))
        return Comparison(tree.machine, loader, report, predicted, actual, differing)

    def try_machine(self, machine: Machine, loader: RealLoader) -> Comparison:
        """Build a machine and ask both sides."""
        with self.built(machine) as tree:
            return self.compare(tree, loader)


@contextmanager
def workshop() -> Iterator[Workshop]:
    """Open a workshop in memory if the system has a place there."""
    with tempfile.TemporaryDirectory(prefix="vkfuzz-", dir=find_memory_folder()) as folder:
        yield Workshop(Path(folder))
