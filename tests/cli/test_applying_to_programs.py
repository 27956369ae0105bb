"""apply: the list of a configuration says to which programs it is applied."""

from __future__ import annotations

import json
import shutil

import pytest

from tests.cli.commands import VALIDATION, save
from tests.cli.generated import ONE
from tests.framework.manifests import list_layers
from tests.framework.snapshot import take_snapshot
from vkconfig_py.cli import context, main
from vkconfig_py.loader.api import discover as discover_module
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.manifests.layer import OVERRIDE_NAME
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE
from vkconfig_py.model.apply.apply_plan import read_applied_state
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerControl,
    LayerEntry,
    ProgramEntry,
)
from vkconfig_py.model.files.paths import find_state_paths
from vkconfig_py.model.plan.leases import UNTIL_WITHDRAWN


def save_with(*programs: ProgramEntry) -> None:
    layers = (LayerEntry(VALIDATION, LayerControl.ON, placed=True),)
    save(Configuration(key="checks", name="Checks", layers=layers, programs=programs))


def keys_of(text: str) -> list[str]:
    """Return the programs to which the override of a dry run is limited."""
    lines = [line[2:] for line in text.splitlines() if line.startswith("  ")]
    layers = list_layers("\n".join(lines))
    return next(x for x in layers if x["name"] == OVERRIDE_NAME).get("app_keys", [])


def test_the_programs_of_the_list_are_those_it_is_applied_to(machine, capsys):
    game, other = str(machine.program), str(machine.root / "other")
    link = machine.root / "link"
    link.symlink_to(game)
    shutil.copy(game, other)
    listed = (ProgramEntry(game), ProgramEntry(str(link)), ProgramEntry(other, enabled=False))
    save_with(*listed, ProgramEntry("/gone/game"))
    dry = ["apply", "-c", "Checks", "--by", "override", "--dry-run"]
    assert main(dry) == 0
    captured = capsys.readouterr()
    assert keys_of(captured.out) == [game]
    assert f"“Checks” would be applied to {game}.\n" in captured.out
    assert "/gone/game does not exist; it is omitted." in captured.err
    assert main([*dry, "--program", other]) == 0
    assert keys_of(capsys.readouterr().out) == [other]
    assert main([*dry, "--every-program"]) == 0
    assert keys_of(capsys.readouterr().out) == []
    with pytest.raises(SystemExit):
        main([*dry, "--every-program", "--program", other])


def test_a_list_that_leaves_nobody_is_not_applied_to_every_program(machine, capsys):
    for entry, why in (
        (
            ProgramEntry(str(machine.program), enabled=False),
            "All programs in the list are turned off.",
        ),
        (ProgramEntry("/gone"), "The loader cannot match any enabled program in the list."),
    ):
        save_with(entry)
        before = take_snapshot(machine.root)
        assert main(["apply", "-c", "Checks"]) == 1
        assert take_snapshot(machine.root) == before
        said = capsys.readouterr().err
        assert (
            f"“Checks”: {why} Specify programs with --program PATH, or use --every-program." in said
        )
    assert main(["apply", "-c", "Checks", "--every-program", "--dry-run"]) == 0


def test_a_settings_file_for_one_program_stays_for_it_when_opened_and_applied(machine, capsys):
    layer = {"name": VALIDATION, "path": "/x.json", "control": "on"}
    section = {"app_keys": [str(machine.program)], "stderr_log": [], "layers": [layer]}
    file = machine.root / "vk_loader_settings.json"
    file.write_text(json.dumps({"file_format_version": "1.0.0", "settings": section}))
    assert main(["config", "import", str(file), "--json"]) == 0
    (opened,) = json.loads(capsys.readouterr().out)["opened"]
    (made,) = opened["configurations"]
    assert main(["apply", "-c", made["name"], "--by", "override", "--dry-run"]) == 0
    assert keys_of(capsys.readouterr().out) == [str(machine.program)]


def test_what_is_applied_here_stays_until_it_is_withdrawn(machine, capsys):
    save_with()
    assert main(["apply", "-c", "Checks", "--by", "override"]) == 0
    (applied,) = read_applied_state(
        find_state_paths(Host.read_current().environment)
    ).configurations
    assert applied.lease == UNTIL_WITHDRAWN


def test_a_wrapper_is_applied_to_as_the_program_behind_it(machine, capsys):
    save_with()
    game, wrapper = str(machine.program), machine.root / "start"
    dry = ["apply", "-c", "Checks", "--by", "override", "--dry-run", "--program", str(wrapper)]
    wrapper.write_text(f'#!/bin/sh\nexec {game} "$@"\n')
    wrapper.chmod(0o755)
    assert main(dry) == 0
    captured = capsys.readouterr()
    assert keys_of(captured.out) == [game]
    assert (
        f"start is a script: line 2 hands off to {game}. The loader checks that program's path"
        in captured.err
    )


def test_a_wrapper_of_which_only_a_run_can_tell_is_not_applied_to_its_shell(machine, capsys):
    save_with()
    wrapper = machine.root / "start"
    wrapper.write_text('#!/bin/sh\nexec "$GAME"\n')
    wrapper.chmod(0o755)
    before = take_snapshot(machine.root)
    assert main(["apply", "-c", "Checks", "--program", str(wrapper)]) == 1
    assert take_snapshot(machine.root) == before
    told = capsys.readouterr().err
    assert "whose path is known only at run time. Specify the program that" in told


@pytest.mark.parametrize("with_setting", [False, True])
@pytest.mark.parametrize("by", ["override", "settings", "best"])
def test_one_apply_runs_the_engine_twice_at_most_and_reads_into_one_cache(
    four_layers, monkeypatch, capsys, with_setting, by
):
    caches = []
    run = discover_module._Discovery.__init__

    def counted(self, host, application, profile, cache, seen):
        caches.append(cache)
        run(self, host, application, profile, cache, seen)

    monkeypatch.setattr(discover_module._Discovery, "__init__", counted)
    monkeypatch.setattr(context, "read_versions", lambda found, file: (NEWEST_PROFILE,))
    name = "De/bug ging" if with_setting else "Plain"
    if not with_setting:
        save(Configuration("plain", "Plain", (LayerEntry(ONE, LayerControl.ON, placed=True),)))
    assert main(["apply", "-c", name, "--by", by, "--every-program"]) == 0
    assert f"“{name}” is applied to every program" in capsys.readouterr().out
    assert len(caches) <= 2
    assert len({id(cache) for cache in caches}) == 1


def test_what_was_applied_is_checked_with_the_real_loader_unless_it_is_not_wanted(machine, capsys):
    save_with()
    assert main(["apply", "-c", "Checks", "--every-program"]) == 0
    assert capsys.readouterr().out.endswith("The real loader matches the prediction.\n")
    assert main(["apply", "-c", "Checks", "--every-program", "--no-verify"]) == 0
    assert "real loader" not in capsys.readouterr().out
