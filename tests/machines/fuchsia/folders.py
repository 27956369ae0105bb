"""Fuchsia systems under construction: components as folders, and what system.json says of them."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import weakref
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from tests.framework.elf_files import LIBRARY, make_elf_file
from tests.framework.memory import find_memory_folder
from vkconfig_py.machines.fuchsia.report import FuchsiaReport, inspect_system
from vkconfig_py.machines.fuchsia.service import Service, run_to_idle, start
from vkconfig_py.machines.fuchsia.system import open_system

# What the service's own test has for a component, and what its manifest becomes.
METADATA = {
    "file_path": "bin/pkg-server",
    "library_path": "pkg-server2",
    "manifest_path": "data/libvulkan_fake.json",
    "version": 1,
}
MANIFEST = {
    "ICD": {"api_version": "1.1.0", "library_path": "libvulkan_fake.so"},
    "file_format_version": "1.0.0",
}
A, B, C = (f"fuchsia-pkg://fuchsia.com/{name}#meta/vulkan.cm" for name in "abc")
VULKAN, OPENCL = 1, 2


class FuchsiaFolder:
    """A folder with system.json, and the components that it names."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.description: dict[str, Any] = {"devices": [], "components": {}}

    @classmethod
    def temporary(cls) -> Self:
        """Return one in a folder that goes with it."""
        folder = tempfile.mkdtemp(prefix="vkconfig-py-", dir=find_memory_folder())
        made = cls(Path(os.path.realpath(folder)) / "system")
        weakref.finalize(made, shutil.rmtree, folder, ignore_errors=True)
        return made

    def component(
        self,
        url: str = A,
        metadata: object = METADATA,
        manifest: object = MANIFEST,
        library: bytes | None = make_elf_file(kind=LIBRARY, needed=("libc.so", "libzircon.so")),
    ) -> Self:
        """Add a component; None leaves the file out, bytes are written as they are."""
        name = f"component{len(self.description['components'])}"
        self.file(f"{name}/metadata/metadata.json", metadata)
        has = metadata if isinstance(metadata, Mapping) else METADATA
        self.file(f"{name}/contents/{has.get('manifest_path', 'm.json')}", manifest)
        self.file(f"{name}/contents/{has.get('file_path', 'lib.so')}", library)
        self.description["components"][url] = name
        return self

    def magma(self, *icds: object, name: str = "000") -> Self:
        """Add a device with these ICDs: URLs that support Vulkan, or whole entries."""
        entries = [{"component_url": x, "flags": VULKAN} if isinstance(x, str) else x for x in icds]
        self.description["devices"].append({"kind": "magma", "name": name, "icds": entries})
        return self

    def goldfish(self, name: str = "000") -> Self:
        self.description["devices"].append({"kind": "goldfish", "name": name})
        return self

    def config(self, **members: object) -> Self:
        self.description["config"] = members
        return self

    def service(self, **members: object) -> Self:
        self.description["service"] = members
        return self

    def file(self, path: str, content: object) -> Self:
        """Write a file below the folder: bytes, JSON, or nothing for None."""
        target = Path(f"{self.root}/{path}")
        target.parent.mkdir(parents=True, exist_ok=True)
        if content is not None:
            target.write_bytes(
                content if isinstance(content, bytes) else json.dumps(content).encode()
            )
        return self

    def write(self) -> str:
        self.file("system.json", self.description)
        return str(self.root)

    def start(self) -> Service:
        """Return the service as it is started."""
        return start(open_system(self.write()).system)

    def idle(self) -> Service:
        """Return the service once nothing is under way."""
        return run_to_idle(self.start())

    def report(self, **environment: str) -> FuchsiaReport:
        return inspect_system(self.write(), environment)
