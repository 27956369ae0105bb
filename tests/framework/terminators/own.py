"""This project's loader for the asking program: drivers by their manifests, no layers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.native.loader import Loader
from vkconfig_py.loader.native.loader_messages import Observer
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.wire.jobs import DriverFile, LoadPlan

_ALIVE: list[Loader] = []


def get_entry_point(version: tuple[int, ...], manifests: Sequence[str]) -> int:
    """Return the address of vkGetInstanceProcAddr."""
    major, minor, patch = version
    drivers = tuple(_make_driver(manifest) for manifest in manifests)
    assembly = LoadPlan(
        drivers=drivers,
        layers=(),
        implicit_only=(),
        listed=(),
        application=Application(),
        profile=LoaderProfile((major, minor, patch)),
        environment={},
        device_configurations=None,
        refusal="",
    )
    _ALIVE.append(Loader(assembly, Observer()))
    return _ALIVE[-1].get_instance_proc_addr


def _make_driver(manifest: str) -> DriverFile:
    icd = json.loads(Path(manifest).read_text())["ICD"]
    major, minor, patch = map(int, icd["api_version"].split("."))
    return DriverFile(manifest, icd["library_path"], (major, minor, patch), is_portability=False)
