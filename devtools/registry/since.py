"""since.txt: which loader was the first to know each command of an extension.

The registry does not say when a command came, and a name that a loader does not know it treats in
another way (unknown_function_handling.c). So real loaders are asked, with a driver that knows
nothing itself: those that `dev.py loaders` has fetched, and that of chromium-common. A command that
came between two of them counts from the later one; those that no loader has yet, for other systems
among them, never came.

    python -m devtools.registry.since LIBRARY     prints the names that one loader knows
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from devtools.console import ROOT, SetupError, say
from devtools.loaders import FOLDER, LIBRARY
from tests.framework.chromium import fetch_chromium_loader
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.native.create_info import unpack
from vkconfig_py.loader.native.libraries import Library
from vkconfig_py.loader.native.loader_messages import Observer
from vkconfig_py.loader.native.vulkan_client import Version, VulkanClient
from vkconfig_py.loader.native.vulkan_registry import commands, extension_kinds

_DRIVER = Path(__file__).with_name("ignorant_driver.c")


def lines() -> Iterable[str]:
    """Yield a version and the commands that it was the first to know; the oldest is left out."""
    fetched = sorted(FOLDER.glob(f"*/{LIBRARY}"))
    if len(fetched) < 10:
        raise SetupError("Run 'dev.py loaders' first: loaders of many releases are asked.")
    loaders = sorted(known_to(library) for library in (*fetched, fetch_chromium_loader()))
    of_devices = {name for name in commands() if is_asked(name)}
    seen = set(loaders[0][1])
    for version, known in loaders[1:]:
        new = of_devices & known - seen
        seen |= known
        if new:
            yield " ".join((".".join(map(str, version)), *(n for n in commands() if n in new)))
    yield " ".join(("never", *(n for n in commands() if n in of_devices - seen)))


def is_asked(name: str) -> bool:
    """Return whether a name is known or not by its loader alone, not by what is enabled."""
    command = commands()[name]
    return not command.version and extension_kinds()[command.extension] != "instance"


def build_driver(folder: Path) -> Path:
    """Return the driver that knows nothing, compiled."""
    driver = folder / "ignorant.so"
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", driver, _DRIVER], check=True)
    return driver


def driver_extensions() -> tuple[str, str]:
    """Return the variable that tells the driver its extensions: all that are of instances."""
    kinds = extension_kinds().items()
    return "IGNORANT_DRIVER_EXTENSIONS", " ".join(n for n, kind in kinds if kind == "instance")


def known_to(library: Path) -> tuple[Version, frozenset[str]]:
    """Return the version of a loader and the names it has a function for."""
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
            "VK_LOADER_LAYERS_DISABLE": "~all~",
            "NODEVICE_SELECT": "1",
            **dict([driver_extensions()]),
        }
        command = [sys.executable, "-m", "devtools.registry.since", str(library)]
        answer = subprocess.run(
            command, env=environment, check=True, capture_output=True, text=True
        ).stdout
    version, *names = answer.split()
    say(f"{library}: {len(names)} commands")
    major, minor, patch = map(int, version.split("."))
    return (major, minor, patch), frozenset(names)


def known_through(get_instance_proc_addr: int) -> tuple[Version, frozenset[str]]:
    """Return the same of a loader in this process; its instance is left as it is."""
    caller = VulkanClient(get_instance_proc_addr, Observer())
    extensions = tuple(name for name, _ in caller.extensions())
    instance = caller.create(Application(api_version=(1, 0, 0), extensions=extensions))
    known = frozenset(name for name in commands() if instance.function(name))
    return unpack(caller.version()), known


def _answer(path: str) -> None:
    library = Library(path)
    version, known = known_through(library.symbol("vkGetInstanceProcAddr"))
    sys.stdout.write(" ".join((".".join(map(str, version)), *known)))
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    _answer(sys.argv[1])
