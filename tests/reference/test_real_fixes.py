"""What the lint says of a machine is what real loaders do, and a fix changes it for real."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.framework import reference
from tests.framework.reference import Answer, RealLoader
from tests.framework.snapshot import take_snapshot
from tests.framework.system import LibraryNaming, ManifestKind, Place, SystemBuilder
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.base.verdicts import Problem
from vkconfig_py.loader.lint.linter import lint
from vkconfig_py.model.files.paths import StatePaths
from vkconfig_py.model.problems.fixes import apply_fix, plan_fix, revert_fix

A, B = "VK_LAYER_a", "VK_LAYER_b"
ASKS_FOR_A = Application(layers=(A,))
SUCCESS, NOT_PRESENT = "VK_SUCCESS", "VK_ERROR_LAYER_NOT_PRESENT"
PATIENCE = 2.0  # a loader that answers at all does so in a hundredth of it


@pytest.fixture
def machine(system: SystemBuilder) -> SystemBuilder:
    """Return a machine with a driver and an explicit layer."""
    return system.add_driver().add_explicit_layer(A)


def edit(machine: SystemBuilder, name: str, old: str, new: str) -> None:
    """Change the text of a manifest."""
    file = machine.manifest(name)
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def _invalid(machine: SystemBuilder) -> None:
    machine.add_file(machine.folder(ManifestKind.EXPLICIT, Place.DATA_DIRS) / "x.json", "\n{")


def _misspelt(machine: SystemBuilder) -> None:
    edit(machine, A, '"library_path"', '"libary_path"')


def _no_switch(machine: SystemBuilder) -> None:
    machine.add_implicit_layer(B, disable_environment=None)


def _refused_override(machine: SystemBuilder) -> None:
    machine.add_override("VK_LAYER_gone", override_paths=[str(machine.root / "nowhere")])


def _dangling(machine: SystemBuilder) -> None:
    folder = machine.folder(ManifestKind.EXPLICIT, Place.DATA_DIRS)
    (folder / "x.json").symlink_to("gone")


def _missing_library(machine: SystemBuilder) -> None:
    machine.add_implicit_layer(B, named=LibraryNaming.MISSING)


def _ask(machine: SystemBuilder, loader: RealLoader) -> Answer:
    return machine.run_reference(loader, ASKS_FOR_A)


def _seen(machine: SystemBuilder) -> dict[str, tuple[object, ...]]:
    """Return everything on the machine, without what the asking program writes."""
    own = {"answer.json", "entered.txt", machine.root.name}
    return {p: state for p, state in take_snapshot(machine.root).items() if Path(p).name not in own}


def _problem(machine: SystemBuilder, loader: RealLoader, codes: tuple[str, ...]) -> Problem:
    report = discover(machine.host(), ASKS_FOR_A, loader.profile)
    return next(problem for problem in lint(report) if problem.code in codes)


@pytest.mark.parametrize(
    ("spoil", "codes", "fails", "listed"),
    [
        (_invalid, ("aborts-all", "ends-search", "invalid-json"), None, None),
        (_misspelt, ("misspelt-key",), NOT_PRESENT, A),
        (_no_switch, ("no-disable-environment",), SUCCESS, B),
        (_refused_override, ("meta-component-missing",), NOT_PRESENT, A),
        (_dangling, ("dangling-link",), SUCCESS, A),
        (_missing_library, ("library-missing",), SUCCESS, None),
    ],
)
def test_a_fix_is_a_fix_for_the_real_loader(
    machine: SystemBuilder,
    loader: RealLoader,
    tmp_path: Path,
    spoil: Callable[[SystemBuilder], None],
    codes: tuple[str, ...],
    fails: str | None,
    listed: str | None,
) -> None:
    spoil(machine)
    paths = StatePaths(tmp_path / "configurations", tmp_path / "state", tmp_path / "run")
    before, spoilt = _ask(machine, loader), _seen(machine)
    if fails is not None:
        assert before.create == fails
    problem = _problem(machine, loader, codes)
    remedies = (problem.remedy, *problem.other_remedies)
    fixes = [fix for fix in (plan_fix(remedy, paths) for remedy in remedies) if not fix.refusal]
    for fix in fixes[-1:] if spoil is _refused_override else fixes[:1]:
        done = apply_fix(fix, paths)
        assert done.key, done.sentence
        after = _ask(machine, loader)
        assert after.create == SUCCESS
        if listed:
            assert listed in {layer.name for layer in after.layers}
        assert revert_fix(done.key, paths).key
    again = _ask(machine, loader)
    assert again._replace(log="") == before._replace(log="")
    assert _seen(machine) == spoilt


def test_a_pipe_stops_every_program(
    machine: SystemBuilder, loader: RealLoader, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe = machine.folder(ManifestKind.EXPLICIT, Place.DATA_DIRS) / "x.json"
    os.mkfifo(pipe)
    assert _problem(machine, loader, ("hangs-all",)).file == str(pipe)
    assert discover(machine.host(), None, loader.profile).create_result == "no answer"
    monkeypatch.setattr(reference, "TIMEOUT", PATIENCE)
    with pytest.raises(subprocess.TimeoutExpired):
        _ask(machine, loader)
