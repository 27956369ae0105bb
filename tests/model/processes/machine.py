"""A machine of folders, and a process that has some of its libraries mapped."""

from __future__ import annotations

import json
import os
import time

from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.files.processes import MappedFile, ProcessFacts
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.model.processes.running_now import InstalledMachine, compare_process

SHARED = b"\x7fELF\x02\x01\x01" + bytes(9) + b"\x03\x00\x3e\x00\x01\x00\x00\x00" + bytes(40)


class ProcessMachine:
    """Folders with one loader, layers and a driver, and a process that has some of them."""

    def __init__(self, root):
        self.root = root
        self.lib = root / "lib"
        self.lib.mkdir()
        self.loader = self.library("libvulkan.so.1.3.239")
        self.driver = self.library("libgpu.so")
        self.drivers = root / "icd.json"
        content = {"library_path": str(self.driver), "api_version": "1.3.0"}
        self.drivers.write_text(json.dumps({"file_format_version": "1.0.0", "ICD": content}))
        self.environment = {"HOME": str(root), "VK_DRIVER_FILES": str(self.drivers)}
        profile = LoaderProfile((1, 3, 239), str(self.loader), 64)
        self.installed = InstalledMachine(Host({}, prefix=str(root)), (profile,))
        self.started = time.time() + 100

    def library(self, name):
        file = self.lib / name
        file.write_bytes(SHARED)
        return file

    def layer(self, name, *, implicit=True):
        library = self.library(f"lib{name}.so")
        kind = "implicit" if implicit else "explicit"
        folder = self.root / f".local/share/vulkan/{kind}_layer.d"
        folder.mkdir(parents=True, exist_ok=True)
        layer = {
            "name": f"VK_LAYER_{name}", "type": "GLOBAL", "library_path": str(library),
            "api_version": "1.3.0", "implementation_version": "1", "description": "x",
        }  # fmt: skip
        if implicit:
            layer["disable_environment"] = {f"NO_{name}": "1"}
        file = folder / f"{name}.json"
        file.write_text(json.dumps({"file_format_version": "1.1.0", "layer": layer}))
        return file, library

    def compare(self, *libraries, **facts):
        return compare_process(
            self.facts(*libraries, **facts), self.installed, DocumentCache()
        ).process

    def facts(self, *libraries, **more):
        files = []
        for one in libraries:
            status = os.stat(one)
            files.append(MappedFile(str(one), status.st_dev, status.st_ino))
        known = ProcessFacts(
            7, 1000, 50, self.started, "game", "/opt/game", environment=self.environment,
            mapped_files=tuple(files),
        )  # fmt: skip
        return known._replace(**more)
