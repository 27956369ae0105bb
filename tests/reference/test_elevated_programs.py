"""Elevated programs: the picture, and what both real loaders do for the same file.

A program of another group is elevated for root too, who can read the folders of these tests.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.framework.reference import Answer, RealLoader, ask, debian_loader
from tests.framework.system import Place, SystemBuilder
from tests.model.machine import drawn, look
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Application, OverlayFile
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.model.chain.applied_plan import plan_for_system
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot
from vkconfig_py.model.configuration.configuration import Configuration, Target
from vkconfig_py.model.plan.plan import Mechanism, PlanView

pytestmark = pytest.mark.skipif(
    os.geteuid() != 0, reason="only root makes programs of other groups"
)
MANGOHUD = "VK_LAYER_MANGOHUD_overlay"
VALIDATION = "VK_LAYER_KHRONOS_validation"


@pytest.fixture
def game(system: SystemBuilder) -> Path:
    """An elevated program, on a machine with layers in the home folder too."""
    for place in (Place.DATA_DIRS, Place.HOME_DATA):
        system.add_driver(f"gpu {place.name}", place=place)
    system.add_implicit_layer("VK_LAYER_home", place=Place.HOME_DATA)
    system.add_explicit_layer("VK_LAYER_mine", place=Place.HOME_DATA)
    path = system.root / "bin" / "game"
    system.add_program(path)
    os.chown(path, 0, 1)
    path.chmod(0o2755)
    return path


def chosen(game: Path, *on: str) -> Configuration:
    return drawn(*on, on=on)._replace(target=Target(str(game)))


def run(
    snapshot: ChainSnapshot, system: SystemBuilder, loader: RealLoader, *command: str
) -> Answer:
    """Start the program of a picture under what the picture's plan sets."""
    environment = {**system.environment}
    for variable in snapshot.plan.variables:
        if variable.value is None:
            environment.pop(variable.name, None)
        else:
            environment[variable.name] = variable.value
    program = snapshot.request.configuration.target.program
    return ask(loader, Application(), [*command, program], environment, system.root, system.root)


def test_a_launch_shows_the_chain_that_an_elevated_program_has(system, game, loader):
    configuration = chosen(game, "VK_LAYER_mine", MANGOHUD, VALIDATION, "VK_LAYER_home")
    snapshot = look(
        system.host(), configuration, profile=loader.profile, folder=f"{system.root}/private"
    )
    for file in snapshot.plan.files:
        system.add_file(file.path, file.content or b"")
    chain = snapshot.list_loading_layers()
    answer = run(snapshot, system, loader)
    if loader.version >= (1, 3):  # older ones log no chain
        assert chain == answer.chain()
    texts = [limit.text for limit in snapshot.plan.limits]
    if loader.profile.is_secure:
        assert {MANGOHUD, VALIDATION} <= set(chain)
        assert not {"VK_LAYER_home", "VK_LAYER_mine"} & set(chain)
        assert snapshot.plan.files == ()
        told = (
            "game runs with elevated privileges (setgid daemon): the loader ignores your "
            "folders and most variables"
        )
        assert snapshot.rows[0].reason == told
        assert texts[-1].startswith(
            "game runs with elevated privileges (setgid daemon): the loader ignores your folders"
        )
    else:  # built without secure_getenv: it reads what any program gets
        assert {"VK_LAYER_home", "VK_LAYER_mine"} <= set(chain)
        assert not any("setgid" in text for text in texts)
        assert snapshot.rows[0].reason.endswith(
            " · game runs with elevated privileges (setgid daemon)"
        )


def test_its_ordinary_twin_gets_more(system, game, loader):
    game.chmod(0o755)
    configuration = chosen(game, "VK_LAYER_mine", "VK_LAYER_home")
    snapshot = look(system.host(), configuration, profile=loader.profile)
    assert {"VK_LAYER_home", "VK_LAYER_mine"} <= set(snapshot.list_loading_layers())


def test_what_is_applied_for_an_elevated_program_is_refused_and_its_chain_shown(system, game):
    loader = debian_loader()
    view = PlanView(Mechanism.OVERRIDE, (str(game),))
    snapshot = look(system.host(), chosen(game, VALIDATION), view, loader.profile)
    first = snapshot.plan.limits[0]
    assert first.text == (
        "game runs with elevated privileges (setgid daemon): the loader ignores your "
        "folders and most variables"
    )
    assert (first.is_blocking, first.alternative) == (True, "an override in a system folder")
    assert VALIDATION not in snapshot.list_loading_layers()
    other = system.root / "bin" / "other"
    system.add_program(other)
    both = PlanView(Mechanism.OVERRIDE, (str(other), str(game)))
    plan = look(system.host(), chosen(other, "VK_LAYER_mine"), both, loader.profile).plan
    assert not any(limit.is_blocking for limit in plan.limits)
    assert any(
        limit.text.startswith("game runs with elevated privileges (setgid daemon)")
        for limit in plan.limits
    )
    assert f"--program {game} --output - | sudo install" in plan.command
    assert str(other) not in plan.command
    assert plan.summary_sentences == (
        (f"To reach this program, install an override in a system folder: {plan.command}"),
    )


def test_an_override_in_the_folder_that_is_named_reaches_it(system, game, tmp_path):
    loader = debian_loader()
    view = PlanView(Mechanism.OVERRIDE, (str(game),))
    snapshot = look(system.host(), chosen(game, VALIDATION), view, loader.profile)
    (file,) = plan_for_system(snapshot.request, DocumentCache()).files
    assert snapshot.plan.command.endswith(f" {file.path}")
    shared = tmp_path / "xdg"
    content = shared / Path(file.path).relative_to("/etc/xdg")
    content.parent.mkdir(parents=True)
    content.write_bytes(file.content or b"")
    inside = f'mount --bind "{shared}" /etc/xdg && exec "$0" "$@"'
    mounted = ("unshare", "--mount", "sh", "-c", inside)
    subprocess.run([*mounted, "true"], check=True, timeout=20)
    answer = run(snapshot, system, loader, *mounted)
    host = snapshot.report.host.with_overlay({file.path: OverlayFile(file.content or b"")})
    report = discover(host, Application(), loader.profile)
    assert VALIDATION in answer.chain()
    assert tuple(layer.manifest.name for layer in report.callstack) == answer.chain()
