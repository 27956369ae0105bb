"""The two sides: the same program with a C loader and with the native half of the engine.

Each lives in a fork of this process.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from tests.framework.probe_life import ProgramRun, make_c_loader_opener, run_program
from tests.framework.reference import RealLoader
from tests.fuzz.probing.machine import Standing
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.native.loader import Loader
from vkconfig_py.loader.native.loader_messages import Observer
from vkconfig_py.loader.probe.probe_run import make_load_plan
from vkconfig_py.loader.wire.jobs import LoadPlan


def live_with_loader(existing_content: Standing, loader: RealLoader, folder: Path) -> ProgramRun:
    """Let the program use a C loader."""
    library = make_c_loader_opener(loader.profile.library)
    return run_program(
        library, existing_content.machine.wishes, existing_content.variables(), folder
    )


def live_with_engine(existing_content: Standing, loader: RealLoader, folder: Path) -> ProgramRun:
    """Let the program use the engine's own loader."""
    application = existing_content.machine.wishes.application
    report = discover(existing_content.host(sys.executable), application, loader.profile)
    opened = _open(make_load_plan(report))
    return run_program(
        opened, existing_content.machine.wishes, existing_content.variables(), folder
    )


def _open(assembly: LoadPlan) -> Callable[[], int]:
    def open_it() -> int:
        loader = Loader(assembly, Observer())
        _alive.append(loader)
        return loader.get_instance_proc_addr

    return open_it


_alive: list[Loader] = []  # of the forks: a program uses its loader to its end
