"""since.txt: which loader was the first to know each command.

The registry does not say when a command came, and a name that a loader does not know it treats in
another way (unknown_function_handling.c). So real loaders are asked, with a driver that knows
nothing itself: that of chromium-common, and builds of each release in a folder
(1.0.39/libvulkan.so.1 and so on) or what `dev.py loaders` has fetched. A command that came between
two of them counts from the later one; those that no loader has yet, for other systems among them,
never came.

    python -m devtools.registry.since LIBRARY     prints the names that one loader knows
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from devtools.console import ROOT, SetupError, say
from devtools.loaders import FOLDER, LIBRARY
from tests.framework.chromium import fetch_chromium_loader
from tests.framework.reference import loader_at
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.native.libraries import OpenedLibrary
from vkconfig_py.loader.native.loader_messages import Observer
from vkconfig_py.loader.native.vulkan_client import VulkanClient
from vkconfig_py.loader.native.vulkan_registry import commands, extension_kinds
from vkconfig_py.loader.profiles.releases import Version

_DRIVER = Path(__file__).with_name("ignorant_driver.c")


def lines(folder: Path = FOLDER) -> Iterable[str]:
    """Yield a version and the commands that it was the first to know; the oldest is left out."""
    libraries = sorted(folder.glob(f"*/{LIBRARY}"))
    if len(libraries) < 10:
        raise SetupError("Run 'dev.py loaders' first: loaders of many releases are asked.")
    loaders = sorted(
        (loader_at(str(library)).profile.version, known_to(library))
        for library in (*libraries, fetch_chromium_loader())
    )
    first = {name: _first(name, loaders) for name in commands()}
    for version, _ in loaders[1:]:
        if new := [name for name in commands() if first[name] == version]:
            yield " ".join((".".join(map(str, version)), *new))
    yield " ".join(("never", *(n for n in commands() if first[n] is None and _is_of_devices(n))))


def _first(name: str, loaders: Sequence[tuple[Version, frozenset[str]]]) -> Version | None:
    """Return the first loader, from old to new, that knows a name, None if there is none.

    For a command of a device's extension no later one may have forgotten it. Those of instances a
    build may leave out; global ones are looked up in another way, which has gates of its own.
    """
    if commands()[name].version == (1, 0):
        return loaders[0][0]
    having = [version for version, known in loaders if name in known]
    if not _is_of_devices(name):
        return having[0] if having else None
    lacking = [version for version, known in loaders if name not in known]
    return next((version for version in having if not lacking or version > lacking[-1]), None)


def _is_of_devices(name: str) -> bool:
    """Return whether a command is one of a device's extension."""
    command = commands()[name]
    return not command.version and extension_kinds()[command.extension] == "device"


def build_driver(folder: Path) -> Path:
    """Return the driver that knows nothing, compiled."""
    driver = folder / "ignorant.so"
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", driver, _DRIVER], check=True)
    return driver


def driver_extensions() -> tuple[str, str]:
    """Return the variable that tells the driver its extensions: all that are of instances."""
    kinds = extension_kinds().items()
    return "IGNORANT_DRIVER_EXTENSIONS", " ".join(n for n, kind in kinds if kind == "instance")


def known_to(library: Path) -> frozenset[str]:
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
            **dict([driver_extensions()]),
        }
        command = [sys.executable, "-m", "devtools.registry.since", str(library)]
        answer = subprocess.run(
            command, env=environment, check=True, capture_output=True, text=True
        ).stdout
    known = frozenset(answer.split())
    say(f"{library}: {len(known)} commands")
    return known


def known_through(get_instance_proc_addr: int) -> frozenset[str]:
    """Return the same of a loader in this process; its instance is left as it is."""
    caller = VulkanClient(get_instance_proc_addr, Observer())
    extensions = tuple(name for name, _ in caller.extensions())
    instance = caller.create(Application(api_version=(1, 0, 0), extensions=extensions))
    return frozenset(name for name in commands() if instance.function(name))


def _answer(path: str) -> None:
    library = OpenedLibrary(path)
    sys.stdout.write(" ".join(known_through(library.symbol("vkGetInstanceProcAddr"))))
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    _answer(sys.argv[1])
