"""What tests of the command line share: the command without Qt, saved configurations."""

from __future__ import annotations

import subprocess
import sys

from tests.framework.patience import PATIENCE
from vkconfig_py.loader.host import Host
from vkconfig_py.model.documents.configuration import Configuration
from vkconfig_py.model.documents.persistence import save_workspace
from vkconfig_py.model.documents.workspace import Workspace
from vkconfig_py.model.paths import state_paths

VALIDATION = "VK_LAYER_KHRONOS_validation"


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
    paths = state_paths(Host.current().environment)
    workspace = Workspace(configurations, configurations[0].key)
    assert save_workspace(paths.configurations, Workspace(), workspace) == ()


def run_without_qt(*arguments: str, **named) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-c", WITHOUT_QT, *arguments]
    return subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False, **named)
