"""What tests of applying share: a home with its own state folder, plans made by hand."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.framework.snapshot import take_snapshot
from vkconfig_py.model.apply.apply_plan import apply_plan, read_applied
from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.files.paths import StatePaths
from vkconfig_py.model.plan.plan import AppliedConfiguration, Mechanism, Plan, PlannedFile

OLD_TIME = 1_600_000_000_123_456_789
NOTHING = Plan(mechanism=Mechanism.OVERRIDE)


@dataclass(frozen=True)
class Desk:
    """A home, and the program's own folders outside of it."""

    home: Path
    paths: StatePaths

    @property
    def folder(self) -> Path:
        return self.home / ".config/vulkan/implicit_layer.d"

    @property
    def file(self) -> Path:
        return self.folder / "VkLayer_override.json"

    def age(self) -> None:
        """Give every folder and file an old time, so that a change of it shows."""
        for base, _, files in os.walk(self.home, topdown=False):
            for name in files:
                os.utime(Path(base, name), ns=(OLD_TIME, OLD_TIME), follow_symlinks=False)
            os.utime(base, ns=(OLD_TIME, OLD_TIME))

    def seen(self) -> dict[str, tuple[object, ...]]:
        return take_snapshot(self.home)


def make_desk(tmp_path: Path) -> Desk:
    home = tmp_path / "home"
    home.mkdir()
    own = tmp_path / "own"
    return Desk(home, StatePaths(own / "configurations", own / "state", own / "run"))


def plan_of(path: Path, content: bytes = b'{"ours": 1}') -> Plan:
    return Plan(mechanism=Mechanism.OVERRIDE, files=(PlannedFile(str(path), content),))


def applied_as(name: str, *programs: str) -> AppliedConfiguration:
    return AppliedConfiguration(Configuration(key=name, name=name), programs, 1_700_000_000.5)


ONE = applied_as("one")
TWO = applied_as("two", "/usr/bin/vkcube")


def foreign(desk: Desk, name: str = "VkLayer_override.json", content: bytes = b"theirs") -> Path:
    desk.folder.mkdir(parents=True, exist_ok=True)
    path = desk.folder / name
    path.write_bytes(content)
    return path


def round_trip(desk: Desk, plan: Plan) -> None:
    desk.age()
    before = desk.seen()
    assert apply_plan(plan, (ONE,), desk.paths).error == ""
    assert desk.seen() != before
    assert apply_plan(NOTHING, (), desk.paths).error == ""
    assert desk.seen() == before
    assert read_applied(desk.paths) == ()


def both(desk: Desk, content: bytes) -> Plan:
    layers = desk.home / ".local/share/vulkan/settings.d/vk_layer_settings.txt"
    files = (
        PlannedFile(str(desk.file), content),
        PlannedFile(str(layers), content, has_fixed_name=True),
    )
    return Plan(mechanism=Mechanism.OVERRIDE, files=files)


def breaking(monkeypatch: pytest.MonkeyPatch, at: int, *, for_good: bool) -> list[str]:
    """Have the system refuse the n-th change of one of its files, or all from then on.

    Return a list that gets the names of those that were refused.
    """
    calls = iter(range(10_000))
    broken: list[str] = []

    def refusing(real: Callable[..., object]) -> Callable[..., object]:
        def change(name: str, *arguments: object, **named: object) -> object:
            is_ours = re.search(r"applied\.|/?\d{19}\.json|file-[0-9a-f]+", name)
            if not is_ours and (next(calls) == at or (broken and for_good)):
                broken.append(name)
                raise OSError(errno.EIO, os.strerror(errno.EIO), name)
            return real(name, *arguments, **named)

        return change

    monkeypatch.setattr(os, "rename", refusing(os.rename))
    monkeypatch.setattr(os, "unlink", refusing(os.unlink))
    return broken
