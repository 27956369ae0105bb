"""The two sides: the same program with a C loader and with the native half of the engine.

Each lives in a fork of this process.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from tests.framework.probe_life import Life, live, of_c_loader
from tests.framework.reference import RealLoader
from tests.fuzz.probing.machine import Standing
from vkconfig_py.loader.assembling import assemble
from vkconfig_py.loader.assembly import Assembly
from vkconfig_py.loader.binding.loader import Loader
from vkconfig_py.loader.binding.observer import Observer
from vkconfig_py.loader.discover import discover


def live_with_loader(standing: Standing, loader: RealLoader, folder: Path) -> Life:
    """Let the program use a C loader."""
    library = of_c_loader(loader.profile.library)
    return live(library, standing.machine.wishes, standing.variables(), folder)


def live_with_engine(standing: Standing, loader: RealLoader, folder: Path) -> Life:
    """Let the program use the engine's own loader."""
    application = standing.machine.wishes.application
    report = discover(standing.host(sys.executable), application, loader.profile)
    opened = _open(assemble(report))
    return live(opened, standing.machine.wishes, standing.variables(), folder)


def _open(assembly: Assembly) -> Callable[[], int]:
    def open_it() -> int:
        loader = Loader(assembly, Observer())
        _alive.append(loader)
        return loader.get_instance_proc_addr

    return open_it


_alive: list[Loader] = []  # of the forks: a program uses its loader to its end
