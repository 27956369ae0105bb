"""Several named ways to start a program, shared by every configuration."""

from __future__ import annotations

from pathlib import Path

from tests.framework.german import speak_german
from vkconfig_py.language.sentences import tr
from vkconfig_py.model.configuration.chosen_program import (
    add_set,
    choose_program,
    choose_program_set,
    choose_set,
    delete_set,
    import_sets,
    rename_set,
    replace_option_set,
)
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    OptionSet,
    ProgramOptions,
    Target,
    Variable,
)
from vkconfig_py.model.configuration.merge import merge_workspaces
from vkconfig_py.model.configuration.option_sets import DEFAULT_SETS, get_display_name, get_sets
from vkconfig_py.model.configuration.workspace import (
    Workspace,
    get_effective_configuration,
    make_portable,
)
from vkconfig_py.model.configuration.workspace_edits import WorkspaceChange
from vkconfig_py.model.configuration.workspace_files import (
    OPTIONS_FILE,
    load_workspace,
    save_workspace,
)

GAME = "/opt/game"
FAST = OptionSet("Fast", ("-f",), "/tmp", (Variable("A", "set"), Variable("B", None)), "~/l.log")
SLOW = OptionSet("Slow", ("-s",))
PLAIN = Configuration("a", "Plain", environment=(Variable("A", "own"), Variable("C", "own")))
BASE = Workspace(
    (PLAIN, Configuration("b", "Other")),
    "a",
    last_program=Target(GAME, ("-typed",)),
    program_options=(ProgramOptions(GAME, (FAST, SLOW)),),
)


def after(changed: WorkspaceChange | None) -> Workspace:
    assert changed is not None
    return changed.workspace


def test_a_chosen_set_decides_how_every_configuration_starts_the_program() -> None:
    chosen = after(choose_set(BASE, "Fast"))
    for key in ("a", "b"):
        target = get_effective_configuration(chosen._replace(selected_key=key)).target
        assert target == Target(GAME, ("-f",), "/tmp", "Fast", "~/l.log")
    assert chosen.configurations == BASE.configurations


def test_variables_of_the_set_win_over_those_of_the_configuration() -> None:
    found = get_effective_configuration(after(choose_set(BASE, "Fast"))).environment
    assert found == (Variable("C", "own"), Variable("A", "set"), Variable("B", None))


def test_what_is_changed_in_a_set_counts_where_it_is_chosen() -> None:
    chosen = after(choose_set(BASE, "Slow"))
    changed = after(replace_option_set(chosen, GAME, SLOW._replace(arguments=("--slower",))))
    assert get_effective_configuration(changed).target.arguments == ("--slower",)


def test_a_renamed_set_stays_chosen_and_a_taken_name_gets_a_number() -> None:
    chosen = after(choose_set(BASE, "Slow"))
    renamed = after(rename_set(chosen, GAME, "Slow", "Fast"))
    assert [one.name for one in get_sets(renamed.program_options, GAME)] == ["Fast", "Fast 2"]
    assert get_effective_configuration(renamed).target.options == "Fast 2"
    assert rename_set(chosen, GAME, "Slow", "  ") is None


def test_a_deleted_set_leaves_the_program_without_one() -> None:
    chosen = after(choose_set(BASE, "Fast"))
    deleted = after(delete_set(chosen, GAME, "Fast"))
    assert get_effective_configuration(deleted).target == Target(GAME)
    assert get_effective_configuration(deleted).environment == PLAIN.environment


def test_a_set_that_another_window_deleted_leaves_what_it_had() -> None:
    chosen = after(choose_set(BASE, "Slow"))
    gone = chosen._replace(program_options=())
    assert get_effective_configuration(gone).target == Target(GAME, ("-s",))


def test_a_program_is_chosen_with_one_of_its_sets() -> None:
    cube = after(choose_program_set(BASE, "/usr/bin/vkcube", DEFAULT_SETS["vkcube"][0].name))
    assert cube.program.arguments == ("--c", "100")
    assert choose_program_set(BASE, GAME, "Fast") == choose_set(BASE, "Fast")
    assert choose_program_set(BASE, "/opt/other", "Fast") is None


def test_a_new_set_is_chosen_for_the_chosen_program_alone() -> None:
    new = after(add_set(BASE, GAME, FAST))
    assert new.program.options == "Fast 2"
    other = after(add_set(BASE, "/opt/other", FAST))
    assert other.program == BASE.program
    assert get_sets(other.program_options, "/opt/other") == (FAST,)


def test_known_programs_have_sets_until_the_user_changes_theirs() -> None:
    cube = after(choose_program(BASE, Target("/usr/bin/vkcube")))
    first = DEFAULT_SETS["vkcube"][0]
    assert get_sets(cube.program_options, "/usr/bin/vkcube") == DEFAULT_SETS["vkcube"]
    assert (
        get_effective_configuration(after(choose_set(cube, first.name))).target.arguments
        == first.arguments
    )
    left = after(delete_set(cube, "/usr/bin/vkcube", first.name))
    assert get_sets(left.program_options, "/usr/bin/vkcube") == DEFAULT_SETS["vkcube"][1:]


def test_a_bare_name_has_the_sets_of_the_program_of_that_name() -> None:
    assert get_sets(BASE.program_options, "game") == (FAST, SLOW)
    assert get_sets(BASE.program_options, "/usr/games/game") == ()


def test_an_exported_configuration_has_what_its_set_says() -> None:
    own = PLAIN._replace(target=Target(GAME, options="Fast"))
    exported = make_portable(own, BASE)
    assert exported.target == Target(GAME, ("-f",), "/tmp", "", "~/l.log")
    assert Variable("B", None) in exported.environment
    assert make_portable(PLAIN, BASE) == PLAIN


def test_imported_sets_stand_beside_those_that_are_here() -> None:
    foreign = ProgramOptions(GAME, (SLOW._replace(arguments=("other",)), OptionSet("New")))
    found = import_sets(BASE, (foreign,))
    assert get_sets(found.program_options, GAME) == (FAST, SLOW, OptionSet("New"))


def test_two_windows_that_change_sets_of_a_program_keep_both() -> None:
    ours = after(replace_option_set(BASE, GAME, FAST._replace(arguments=("ours",))))
    theirs = after(add_set(after(delete_set(BASE, GAME, "Slow")), GAME, OptionSet("Theirs")))
    merged = merge_workspaces(BASE, ours, theirs).workspace
    sets = get_sets(merged.program_options, GAME)
    assert [(one.name, one.arguments) for one in sets] == [("Fast", ("ours",)), ("Theirs", ())]


def test_sets_are_saved_in_a_file_of_their_own_and_one_that_is_damaged_is_told(
    tmp_path: Path,
) -> None:
    assert not save_workspace(tmp_path, Workspace(), BASE).errors
    assert load_workspace(tmp_path).workspace.program_options == BASE.program_options
    (tmp_path / OPTIONS_FILE).write_text("{")
    loaded = load_workspace(tmp_path)
    assert loaded.workspace.program_options == ()
    assert [Path(one.path).name for one in loaded.problems] == [OPTIONS_FILE]


def test_sets_that_programs_have_by_default_are_shown_in_the_language_of_the_user() -> None:
    names = {one.name for sets in DEFAULT_SETS.values() for one in sets}
    assert {get_display_name(name) for name in names} == names
    with speak_german():
        assert all(tr(name) != name for name in names)
