"""The program that Launch starts, kept from configuration to configuration."""

from __future__ import annotations

from pathlib import Path

import pytest

from vkconfig_py.model.configuration.chosen_program import (
    MAX_RECENT,
    change_program,
    choose_program,
    clear_program,
    set_own_program,
    use_last_program,
)
from vkconfig_py.model.configuration.configuration import (
    NO_PROGRAM,
    Configuration,
    Target,
    Variable,
)
from vkconfig_py.model.configuration.merge import apply_their_changes, merge_workspaces
from vkconfig_py.model.configuration.own_documents import parse_json, render_json
from vkconfig_py.model.configuration.workspace import Workspace, get_effective_configuration
from vkconfig_py.model.configuration.workspace_edits import WorkspaceChange, make_change
from vkconfig_py.model.configuration.workspace_files import (
    ORDER_FILE,
    load_workspace,
    save_workspace,
)
from vkconfig_py.model.session.edits import UndoHistory

CUBE = Target("/usr/bin/vkcube", ("--c", "600"))
GAME = Target("/opt/game")
PLAIN, OTHER = Configuration("a", "Plain"), Configuration("b", "Other")
OWN = Configuration("own", "Own", target=GAME)
BASE = Workspace((PLAIN, OTHER, OWN), "a")


def after(changed: WorkspaceChange | None) -> Workspace:
    assert changed is not None
    return changed.workspace


def test_a_chosen_program_is_started_with_every_configuration_that_names_none() -> None:
    chosen = after(choose_program(BASE, CUBE))
    assert chosen.configurations == BASE.configurations
    assert chosen.program == chosen._replace(selected_key="b").program == CUBE
    assert get_effective_configuration(chosen._replace(selected_key="b")).target == CUBE


def test_a_configuration_with_a_program_of_its_own_starts_that_one() -> None:
    chosen = after(choose_program(BASE, CUBE))._replace(selected_key="own")
    assert chosen.program == GAME
    left = after(use_last_program(chosen))
    assert left.program == CUBE
    assert left.recent_programs == (GAME, CUBE)


def test_choosing_for_a_configuration_with_its_own_changes_it_and_is_kept_for_others() -> None:
    chosen = after(choose_program(BASE._replace(selected_key="own"), CUBE))
    assert chosen.selected_configuration.target == CUBE
    assert chosen._replace(selected_key="a").program == CUBE


def test_the_program_of_now_can_become_the_own_one() -> None:
    own = after(set_own_program(after(choose_program(BASE, CUBE))))
    assert own.selected_configuration.target == CUBE
    assert after(use_last_program(own)).selected_configuration == PLAIN


@pytest.mark.parametrize("selected", ["a", "own"])
def test_a_cleared_program_is_gone_and_still_among_the_recent_ones(selected: str) -> None:
    chosen = after(choose_program(BASE._replace(selected_key=selected), CUBE))
    cleared = after(clear_program(chosen))
    assert cleared.program == NO_PROGRAM
    assert cleared.recent_programs[0] == CUBE
    assert clear_program(cleared) is None


def test_recent_programs_are_few_each_once_the_latest_first() -> None:
    space = BASE
    for number in range(MAX_RECENT + 3):
        space = after(choose_program(space, Target(f"/p{number}")))
    space = after(choose_program(space, Target("/p9")))
    assert space.recent_programs[0] == Target("/p9")
    assert (
        len(space.recent_programs)
        == len({one.program for one in space.recent_programs})
        == MAX_RECENT
    )


def test_typed_arguments_replace_the_program_among_the_recent_ones() -> None:
    chosen = after(choose_program(BASE, CUBE))
    changed = after(change_program(chosen, CUBE._replace(arguments=("--x",))))
    assert changed.program.arguments == ("--x",)
    assert changed.recent_programs == (changed.program,)


def test_variables_typed_with_a_program_are_those_of_the_configuration() -> None:
    chosen = after(choose_program(BASE, CUBE, (Variable("A", "b"),)))
    assert chosen.selected_configuration.environment == (Variable("A", "b"),)
    assert chosen.find_configuration("b") == OTHER


def test_undo_takes_a_choice_back_and_another_edit_leaves_it_alone() -> None:
    history = UndoHistory(BASE).push(after(choose_program(BASE, CUBE)), "program")
    renamed = after(make_change(history.present, PLAIN._replace(name="New"), "Rename"))
    history = history.push(renamed, "Rename").undo()
    assert history.present.program == CUBE
    assert history.undo().present.program == NO_PROGRAM
    assert history.undo().redo().present.program == CUBE


def test_each_of_two_windows_keeps_its_program_and_knows_what_the_other_chose() -> None:
    ours, theirs = (after(choose_program(BASE, one)) for one in (CUBE, GAME))
    merged = merge_workspaces(BASE, ours, theirs).workspace
    assert merged.program == CUBE
    assert merged.recent_programs == (CUBE, GAME)
    snapshot = apply_their_changes(ours, workspace_before=BASE, workspace_after=theirs)
    assert (snapshot.program, snapshot.recent_programs) == (CUBE, (CUBE,))


def test_the_program_is_that_of_the_next_start(tmp_path: Path) -> None:
    before = load_workspace(tmp_path).workspace
    save_workspace(tmp_path, before, after(choose_program(before, CUBE)))
    file = tmp_path / ORDER_FILE
    document = parse_json(file.read_bytes())
    document["program"]["later"] = {"version": 2}
    file.write_bytes(render_json(document))
    loaded = load_workspace(tmp_path).workspace
    assert loaded.program == CUBE._replace(extra=(("later", {"version": 2}),))
    save_workspace(tmp_path, loaded, loaded.with_added(OTHER))
    assert parse_json(file.read_bytes())["program"] == document["program"]


@pytest.mark.parametrize("program", [5, {"program": 5}, {"arguments": "x"}, [], None])
def test_a_program_that_cannot_be_read_is_none(tmp_path: Path, program: object) -> None:
    document = {
        "format": 1,
        "order": [],
        "program": program,
        "recent": [program, {"program": "/x"}],
    }
    (tmp_path / ORDER_FILE).write_bytes(render_json(document))
    loaded = load_workspace(tmp_path)
    assert loaded.problems == ()
    assert loaded.workspace.program == NO_PROGRAM
    assert loaded.workspace.recent_programs == (Target("/x"),)


def test_where_no_program_was_kept_yet_that_of_the_selected_one_is(tmp_path: Path) -> None:
    save_workspace(tmp_path, Workspace(), BASE._replace(selected_key="own"))
    document = parse_json((tmp_path / ORDER_FILE).read_bytes())
    del document["program"], document["recent"]
    (tmp_path / ORDER_FILE).write_bytes(render_json(document))
    loaded = load_workspace(tmp_path).workspace
    assert loaded._replace(selected_key="a").program == GAME
