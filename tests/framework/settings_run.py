"""A small program under a real validation layer that finds a settings file, or variables.

The program is native/draws.c over the mock driver; with its mistake it earns one error of the
validation layer in each of two command buffers. Everything it may read or write is in one folder.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple

from tests.framework.cache import PROJECT
from tests.framework.chromium import (
    INSTALLED_VALIDATION,
    fetch_chromium_loader,
    write_mock_driver,
    write_newer_validation_layer,
)
from tests.framework.draws import run_draws
from tests.framework.native import build_with_headers
from vkconfig_py.model.formats.layer_settings_txt import FILE_NAME

VALIDATION = "VK_LAYER_KHRONOS_validation"
MISTAKE = "VUID-vkCmdFillBuffer-dstBuffer-00029"
_TIMEOUT = 60


class Reader(Enum):
    """A real layer that reads settings."""

    OLDER = "older"  # Debian's 1.3.239, with code of its own
    NEWER = "newer"  # the one of chromium-common, with Vulkan-Utility-Libraries

    def manifest(self) -> Path:
        """Return the manifest that loads it."""
        return INSTALLED_VALIDATION if self is Reader.OLDER else write_newer_validation_layer()


class SettingsRun(NamedTuple):
    """How the program fared.

    Attributes:
        result: of the process, 0 or minus a signal.
        output: what the layer printed.
        files: of the working directory that were not there before, with what is in them.
    """

    result: int
    output: str
    files: Mapping[str, str]

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the lines of the output that are not empty."""
        return tuple(line for line in self.output.splitlines() if line.strip())

    @property
    def mistakes(self) -> int:
        """Return how often the layer complained about the mistake."""
        return sum(MISTAKE in line and "rror" in line for line in self.lines)


def make_environment(reader: Reader, folder: Path) -> dict[str, str]:
    """Return what the program's environment is in any case."""
    driver = str(write_mock_driver())
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(folder / "home"),
        "PYTHONPATH": str(PROJECT),
        "VK_DRIVER_FILES": driver,
        "VK_LAYER_PATH": str(reader.manifest()),
        "XDG_DATA_DIRS": str(folder / "nothing"),
    }


def make_command(layers: Sequence[str] = (VALIDATION,), *, mistake: bool = True) -> tuple[str, str]:
    """Return the program and what it wants on its standard input."""
    request = _make_request(layers, mistake=mistake)
    return f"{sys.executable} -P -m tests.framework.draws", json.dumps(request)


def _make_request(layers: Sequence[str], *, mistake: bool) -> dict[str, Any]:
    return {
        "layers": layers,
        "device": 0,
        "mistake": mistake,
        "draws": str(build_with_headers("draws.c")),
        "library": str(fetch_chromium_loader()),
    }


def run_with_settings(
    reader: Reader,
    folder: Path,
    content: bytes | str | None,
    *,
    environment: Mapping[str, str] | None = None,
    mistake: bool = True,
) -> SettingsRun:
    """Run the program with this settings file in its working directory, or with none."""
    working = folder / "working"
    working.mkdir(parents=True, exist_ok=True)
    for old in working.iterdir():
        old.unlink()
    if content is not None:
        data = content if isinstance(content, bytes) else content.encode("utf-8", "surrogateescape")
        (working / FILE_NAME).write_bytes(data)
    variables = make_environment(reader, folder) | dict(environment or {})
    del variables["PYTHONPATH"]  # for those that start the program themselves
    ran = run_draws(_make_request((VALIDATION,), mistake=mistake), variables, working, _TIMEOUT)
    output = (ran.stdout + ran.stderr).decode("utf-8", "replace").partition("\nanswer: ")[0]
    files = {
        path.name: path.read_text("utf-8", "replace")
        for path in working.iterdir()
        if path.name != FILE_NAME
    }
    return SettingsRun(ran.returncode, output, files)
