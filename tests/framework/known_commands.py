"""Which commands a loader knows: asked with a driver that knows nothing itself.

The registry does not say when a command came, and a name that a loader does not know it treats in
another way (unknown_function_handling.c).

    python -m tests.framework.known_commands LIBRARY     prints the names that one loader knows
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from devtools.console import ROOT, print_now
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.native.libraries import OpenedLibrary
from vkconfig_py.loader.native.loader_messages import Observer
from vkconfig_py.loader.native.vulkan_client import VulkanClient
from vkconfig_py.loader.native.vulkan_registry import list_commands, list_extension_kinds

_DRIVER = Path(__file__).with_name("native") / "ignorant_driver.c"


def build_driver(folder: Path) -> Path:
    """Return the driver that knows nothing, compiled."""
    driver = folder / "ignorant.so"
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", driver, _DRIVER], check=True)
    return driver


def render_driver_extensions() -> tuple[str, str]:
    """Return the variable that tells the driver its extensions: all that are of instances."""
    kinds = list_extension_kinds().items()
    return "IGNORANT_DRIVER_EXTENSIONS", " ".join(
        name for name, kind in kinds if kind == "instance"
    )


def list_known_commands(library: Path) -> frozenset[str]:
    """Return the names that a loader has a function for."""
    with tempfile.TemporaryDirectory() as folder:
        icd = {"library_path": str(build_driver(Path(folder))), "api_version": "1.3.0"}
        manifest = Path(folder, "ignorant.json")
        manifest.write_text(json.dumps({"file_format_version": "1.0.0", "ICD": icd}))
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": folder,
            "PYTHONPATH": str(ROOT),
            "VK_ICD_FILENAMES": str(manifest),
            "XDG_DATA_DIRS": folder,
            # A loader that searches fixed folders takes functions that layers of this machine name
            # for its own.
            "VK_LAYER_PATH": folder,
            "VK_LOADER_LAYERS_DISABLE": "~all~",
            "NODEVICE_SELECT": "1",
            **dict([render_driver_extensions()]),
        }
        command = [sys.executable, "-m", "tests.framework.known_commands", str(library)]
        completed = subprocess.run(
            command, env=environment, check=True, capture_output=True, text=True
        ).stdout
    known_names = frozenset(completed.split())
    print_now(f"{library}: {len(known_names)} commands")
    return known_names


def list_commands_through(get_instance_proc_addr: int) -> frozenset[str]:
    """Return the same of a loader in this process; its instance is left as it is."""
    caller = VulkanClient(get_instance_proc_addr, Observer())
    extensions = tuple(name for name, _ in caller.list_extensions())
    instance = caller.create(Application(api_version=(1, 0, 0), extensions=extensions))
    return frozenset(name for name in list_commands() if instance.find_function(name))


def _answer(path: str) -> None:
    library = OpenedLibrary(path)
    sys.stdout.write(" ".join(list_commands_through(library.find_symbol("vkGetInstanceProcAddr"))))
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    _answer(sys.argv[1])
