"""What tests of the command line share: the command without Qt, saved configurations."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

import pytest

from tests.framework.known_loaders import know_loaders
from tests.framework.patience import PATIENCE
from tests.framework.ready_python import run_python
from tests.framework.rights import limit_rights
from tests.framework.system import SystemBuilder
from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerControl,
    LayerEntry,
    Target,
    Variable,
)
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.configuration.workspace_files import load_workspace, save_workspace
from vkconfig_py.model.files.paths import find_state_paths

VALIDATION = "VK_LAYER_KHRONOS_validation"


PROGRAM = ("vkconfig_py.loader", "vkconfig_py.model", "vkconfig_py.cli")

WITHOUT_QT = """
import sys
class NoQt:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("PySide6", "shiboken6"):
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, NoQt())
from vkconfig_py.cli import main
code = main(sys.argv[1:])
assert not any(name.startswith("PySide6") for name in sys.modules)
sys.exit(code)
"""


def save(*configurations: Configuration) -> None:
    paths = find_state_paths(Host.read_current().environment)
    before = load_workspace(paths.configurations).saved_workspace
    keys = {one.key for one in configurations}
    others = (one for one in before.configurations if one.key not in keys)
    workspace = Workspace((*configurations, *others), configurations[0].key, before.sources)
    assert save_workspace(paths.configurations, before, workspace).errors == ()


def make_machine(system: SystemBuilder, monkeypatch: pytest.MonkeyPatch) -> SystemBuilder:
    """Give a machine two layers and a driver, and its variables to this process."""
    system.add_explicit_layer(VALIDATION).add_implicit_layer("VK_LAYER_overlay")
    system.add_driver("gpu")
    for name, value in system.environment.items():
        monkeypatch.setenv(name, value)
    know_loaders(os.environ)
    return system


def save_two_configurations() -> None:
    layers = (LayerEntry(VALIDATION, LayerControl.ON, placed=True),)
    variables = (Variable("SET_BY_US", "a b"), Variable("NOT_FOR_IT", None))
    save(
        Configuration(key="debug", name="Debugging", layers=layers, environment=variables),
        Configuration(key="other", name="Other", target=Target("/bin/sh", ("-c", "exit 9"))),
    )


def run_bound(
    *arguments: str, largest_file: int | None = None, **named: Any
) -> subprocess.CompletedProcess[str]:
    """Run a command with the rights of an ordinary user."""
    if largest_file is None:
        done = run_python("-c", WITHOUT_QT, *arguments, ready=PROGRAM, is_bound=True)
        texts = done.stdout.decode(), done.stderr.decode()
        return subprocess.CompletedProcess(done.args, done.returncode, *texts)
    # Also what is printed would go into files of a limited size there.
    command = limit_rights([sys.executable, "-c", WITHOUT_QT, *arguments], largest_file)
    return subprocess.run(
        command,
        stdout=named.pop("stdout", subprocess.PIPE),
        stderr=subprocess.PIPE,
        text=True,
        timeout=PATIENCE,
        check=False,
        **named,
    )


def run_without_qt(
    *arguments: str, env: Mapping[str, str] | None = None, stdin: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    return run_python("-c", WITHOUT_QT, *arguments, ready=PROGRAM, environment=env, stdin=stdin)
