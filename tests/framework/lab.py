"""Folders of saved reports as a lab would collect them: real reports, the same ones each time.

The engine makes a few reports of the sample machine under other loaders, variables and files. Each
machine of a lab is one of these, most of them the common one, with its own name, time and devices.

`python -m tests.framework.lab FOLDER NUMBER` writes one to try the table of reports with.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.api.report_json import report_to_json
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.lint.linter import lint
from vkconfig_py.model.files import resources
from vkconfig_py.model.session.sample_machine import DemoMachine, open_demo_machine

RADEON, LLVMPIPE, GEFORCE = "AMD Radeon RX 6800", "llvmpipe (LLVM 19.1, 256 bits)", "GeForce RTX"
DAMAGED = b'{"basis": "files", "loader": {"version"'
FOREIGN = b'{"file_format_version": "1.0.0", "layer": {}}'
_CHANGES: Mapping[str, Mapping[str, str | None]] = {
    "common": {},
    "quiet": {"MANGOHUD": None},
    "checked": {"VK_INSTANCE_LAYERS": "VK_LAYER_KHRONOS_validation"},
    "filtered": {"VK_LOADER_LAYERS_DISABLE": "~implicit~"},
    "without_nvidia": {"VK_LOADER_DRIVERS_DISABLE": "nvidia*"},
    "without_drivers": {"VK_DRIVER_FILES": "/nowhere.json"},
}
_OLD_LOADERS = ((1, 3, 239), (1, 4, 304))


class SampleReports:
    """Reports to take from, by what is special about them."""

    def __init__(self) -> None:
        sample = open_demo_machine(resources.find_resource("demo"))
        try:
            self.reports = {name: _make_report(sample, name) for name in _CHANGES}
            for version in _OLD_LOADERS:
                text = ".".join(map(str, version))
                old = sample._replace(profile=sample.profile._replace(version=version))
                self.reports[f"loader {text}"] = _make_report(old, "common")
        finally:
            sample.close()

    def write_many(self, folder: Path, count: int, seed: int = 1) -> None:
        """Write so many reports: nine of ten are common; one of 200 is no report."""
        chance = random.Random(seed)
        special = [name for name in self.reports if name != "common"]
        common = _texts(self.reports["common"])
        for number in range(1, count + 1):
            path = folder / f"rack{number % 20 + 1}" / f"node{number}.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            if number % 200 == 0:
                path.write_bytes(DAMAGED if number % 400 else FOREIGN)
                continue
            body = common
            if chance.random() < 0.1:
                body = _texts(self.reports[chance.choice(special)])
            minute = chance.randrange(60)
            origin = {
                "machine": f"node{number}",
                "time": f"2026-01-{number % 28 + 1:02}T10:{minute:02}:00Z",
                "engine": "0.1.0",
            }
            if chance.random() < 0.7:
                origin["devices"] = make_devices(*chance.choice(_DEVICES))
            path.write_text(f"{json.dumps(origin)[:-1]}, {body[1:]}", encoding="utf-8")

    def write_one(self, path: Path, like: str = "common", **members: Any) -> Path:
        """Write one report with these members."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({**self.reports[like], **members}), encoding="utf-8")
        return path


_DEVICES = (*((RADEON, LLVMPIPE),) * 18, (LLVMPIPE,), (GEFORCE, LLVMPIPE))


def make_devices(*names: str) -> Any:
    """Return what a report with --probe says about devices, as far as it is kept."""
    return [{"name": name, "type": "discrete", "api_version": "1.4.318"} for name in names]


def _texts(report: Mapping[str, Any]) -> str:
    return json.dumps(report, indent=1)


def _make_report(sample: DemoMachine, name: str) -> dict[str, Any]:
    host = sample.host.with_environment(_CHANGES[name].items())
    cache = DocumentCache()
    discovered = discover(host, profile=sample.profile, cache=cache)
    discovered = discovered._replace(problems=lint(discovered, cache, ()))
    # The sample machine is in a folder with a random name; a lab has no such folder.
    text = json.dumps(report_to_json(discovered)).replace(str(sample.folder), "")
    report: dict[str, Any] = json.loads(text)
    return report


if __name__ == "__main__":
    SampleReports().write_many(Path(sys.argv[1]), int(sys.argv[2]))
