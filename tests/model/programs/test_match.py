"""Would this program match? Checked with what the loader checks."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.configuration.configuration import Configuration, ProgramEntry, Target
from vkconfig_py.model.programs.matching import (
    MatchVerdict,
    describe_program,
    describe_programs,
    explain_match,
    find_listed,
    find_reach,
)
from vkconfig_py.model.programs.program_paths import (
    ProgramMatch,
    find_compared_program,
    render_launcher_note,
)
from vkconfig_py.model.programs.shell.scripts import list_started_programs


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("game", "other", "sh", "python3"):
        binary(tmp_path / "bin" / name)
    (tmp_path / "bin" / "plain").write_text("no program")
    (tmp_path / "bin" / "link").symlink_to("game")
    return tmp_path


def binary(path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"\x7fELF")
    path.chmod(0o755)
    return str(path)


def script(folder: Path, *lines: str, shell: str = "sh") -> str:
    path = folder / "bin" / "start"
    path.write_text("\n".join([f"#!{folder}/bin/{shell}", *lines, ""]))
    path.chmod(0o755)
    return str(path)


def host(folder: Path) -> Host:
    return Host(environment={"PATH": f"{folder}/bin"}, working_directory=str(folder))


def ask(folder: Path, asked: str, *programs: str, off: tuple[str, ...] = ()):
    entries = [ProgramEntry(path) for path in programs]
    entries += [ProgramEntry(path, enabled=False) for path in off]
    return explain_match(asked, entries, host(folder))


def test_a_program_of_the_list_matches_by_its_own_path(folder):
    game = f"{folder}/bin/game"
    answer = ask(folder, game, game)
    assert answer.verdict is MatchVerdict.MATCHES
    assert answer.compared_path == game
    assert answer.sentence == f"The loader checks {game}, which is in the list."
    assert (answer.notes, answer.offer) == ((), "")


def test_without_programs_a_configuration_is_for_every_one(folder):
    assert ask(folder, "game").verdict is MatchVerdict.MATCHES


def test_a_list_with_no_program_turned_on_is_not_for_every_one(folder):
    answer = ask(folder, "game", off=(f"{folder}/bin/other",))
    assert answer.verdict is MatchVerdict.DOES_NOT
    assert answer.offer == f"{folder}/bin/game"


def test_a_link_is_compared_by_what_it_leads_to(folder):
    game, link = f"{folder}/bin/game", f"{folder}/bin/link"
    answer = ask(folder, link, game)
    assert (answer.verdict, answer.compared_path) == (MatchVerdict.MATCHES, game)
    assert answer.notes == (f"link is a symbolic link; the loader checks {game}.",)
    answer = ask(folder, game, link)
    assert answer.sentence == (f"The loader checks {game}, which matches {link} in the list.")


def test_blanks_count_only_where_they_are_part_of_the_path(folder):
    odd = binary(folder / "bin" / "game ")
    game = f"{folder}/bin/game"
    assert ask(folder, odd, odd).compared_path == odd
    assert ask(folder, f" {game}  ", game).compared_path == game
    assert ask(folder, "  ").verdict is MatchVerdict.NOTHING


def test_a_program_that_is_not_in_the_list_can_be_added_by_its_real_path(folder):
    game, other = f"{folder}/bin/game", f"{folder}/bin/other"
    answer = ask(folder, "link", other)
    assert answer.verdict is MatchVerdict.DOES_NOT
    assert answer.sentence == (f"The loader checks {game}, which is not in the list.")
    assert answer.offer == game


def test_one_that_is_turned_off_can_be_turned_on(folder):
    game, other = f"{folder}/bin/game", f"{folder}/bin/other"
    answer = ask(folder, game, other, off=(game,))
    assert answer.sentence == f"{game} is in the list but turned off."
    assert answer.offer == game


def test_another_file_of_the_same_name_is_named(folder):
    elsewhere = binary(folder / "opt" / "Game")
    answer = ask(folder, "game", elsewhere)
    assert answer.notes == (f"{elsewhere}, which is in the list, is a different file.",)


def test_what_cannot_be_started_says_why(folder):
    plain = f"{folder}/bin/plain"
    assert ask(folder, plain, plain).sentence == f"{plain} is not executable."
    assert ask(folder, "/nowhere").sentence == "/nowhere does not exist."
    assert ask(folder, "nothing").verdict is MatchVerdict.CANNOT_RUN
    assert ask(folder, f"{folder}/bin").sentence == f"{folder}/bin is a folder."
    assert ask(folder, "  ").verdict is MatchVerdict.NOTHING


def test_a_windows_program_never_matches(folder):
    path = folder / "bin/Game.exe"
    path.write_bytes(b"MZ" + bytes(62))
    path.chmod(0o755)
    assert "is a Windows program" in describe_program(str(path), host(folder)).sentence


def test_a_script_is_compared_by_its_interpreter(folder):
    path = script(folder, "import game", shell="python3")
    answer = ask(folder, path, path)
    assert answer.compared_path == f"{folder}/bin/python3"
    assert answer.verdict is MatchVerdict.MATCHES
    assert "so every script that " in answer.notes[0]


def test_a_wrapper_is_compared_by_the_program_that_it_hands_over_to(folder):
    game = f"{folder}/bin/game"
    path = script(folder, "export A=1", f'exec -a name "{game}" "$@" # go')
    answer = ask(folder, path, game)
    assert (answer.verdict, answer.compared_path) == (MatchVerdict.MATCHES, game)
    assert answer.notes == (f"start is a script: line 3 hands off to {game}.",)
    answer = ask(folder, path, f"{folder}/bin/other")
    assert (answer.verdict, answer.offer) == (MatchVerdict.DOES_NOT, game)


def test_wrappers_that_start_each_other_are_followed_and_a_circle_is_no_program(folder):
    last = f"{folder}/bin/last"
    path = script(folder, f"exec {last}")
    shell_script(last, f"exec {folder}/bin/link")
    assert ask(folder, path, "/x").compared_path == f"{folder}/bin/game"
    shell_script(last, f"exec {path}")
    loop = f"{path} → {last} → {path}"
    said = f"{path} does not start a program because of a script loop: {loop}"
    found = find_compared_program(path, host(folder))
    assert (found.can_run, found.real_path, found.error) == (False, "", said)
    answer = ask(folder, path, "/x")
    assert (answer.verdict, answer.sentence) == (MatchVerdict.CANNOT_RUN, f"{said}.")
    assert find_listed([ProgramEntry(path)], host(folder)).notes == (f"{said}; it is omitted.",)


def test_of_many_scripts_one_behind_the_other_only_a_run_can_tell(folder):
    game = f"{folder}/bin/game"
    way = [f"{folder}/bin/w{number}" for number in range(9)]
    for path, behind in zip(way, [*way[1:], game], strict=True):
        shell_script(path, f"exec {behind}")
    assert find_compared_program(way[1], host(folder)).real_path == game
    found = find_compared_program(way[0], host(folder))
    assert (found.real_path, found.why_unmatched) == (
        "",
        "w0 starts a chain of more than 8 scripts; the final program is known only at run time",
    )


def shell_script(path: str, text: str) -> None:
    Path(path).write_text(f"#!{Path(path).parent}/sh\n{text}\n")
    Path(path).chmod(0o755)


def test_a_wrapper_whose_program_is_a_variable_says_that_only_a_run_can_tell(folder):
    path = script(folder, 'exec "$HERE/game"')
    answer = ask(folder, path, "/x")
    assert "known only at run time" in answer.notes[0]
    assert (answer.verdict, answer.compared_path, answer.offer) == (MatchVerdict.ONLY_A_RUN, "", "")


@pytest.mark.parametrize(
    "lines",
    [
        ['game "$@"'],
        ["if [ $# -gt 0 ]; then export A=1; fi", "game --now > log 2>&1", "exit $?"],
        ["exec nice -n 5 game"],
        ["exec env -u B A=1 timeout -k 5 10s taskset 0x3 stdbuf -oL setsid game"],
        ['here=$(dirname "$(readlink -f "$0")")', 'export LD_LIBRARY_PATH="$here/lib"', "game"],
        ["exec ionice -c2 -n 7 nohup chrt -f 10 \\", '    game "$@" &'],
        ["case $1 in", "a) export A=1 ;;", "esac", "game"],
        ["cd /elsewhere", "exec game"],
        ["start() { echo; }", "start", "game"],
        ["if true; then exec game; fi", "exec other"],
        ["[ -x /nowhere ] && exec other", "exec game"],
        ["run() { exec game; }", "run"],
        ["PATH=/elsewhere:$PATH", "game"],
        ["cat <<END", "other", "END", "game"],
        ['sh -c "exec game"'],
        ['awk "', '  closed"', "game"],
    ],
)
def test_a_program_that_a_script_starts_plainly_is_the_one_that_is_compared(folder, lines):
    for starter in ("nice", "env", "timeout", "taskset", "stdbuf", "setsid", "ionice", "chrt"):
        binary(folder / "bin" / starter)
    game = f"{folder}/bin/game"
    answer = ask(folder, script(folder, *lines), game)
    assert (answer.verdict, answer.compared_path) == (MatchVerdict.MATCHES, game)
    answer = ask(folder, script(folder, *lines), f"{folder}/bin/other")
    assert (answer.verdict, answer.offer) == (MatchVerdict.DOES_NOT, game)


@pytest.mark.parametrize(
    "lines",
    [
        ["if sleep 1; then exec game; fi"],
        ["while sleep 1; do game; done"],
        ['[ -n "$ANY" ] && exec game', "exec other"],
        ["case $1 in a) exec game ;; esac", "other"],
        ["run() { exec game; }", "sleep 1 && run"],
        ["game | tee log"],
        [". ./settings", "other"],
        ["game", "other"],
        ['cd "$ELSEWHERE"', "./game"],
        ["PATH=$ELSEWHERE:$PATH", "game"],
        ['sh -c "$ANY"'],
        ['eval "$@"'],
        ["found=$(game --list)", "other"],
        ["sleep 1", '"', "  not closed"],
    ],
)
def test_where_a_script_may_start_other_programs_only_a_run_can_tell(folder, lines):
    for name in ("tee", "sleep", "cat", "awk"):
        binary(folder / "bin" / name)
    answer = ask(folder, script(folder, *lines), f"{folder}/bin/game")
    assert answer.verdict is MatchVerdict.ONLY_A_RUN
    assert answer.offer in ("", f"{folder}/bin/other")


def test_a_text_that_names_no_shell_is_run_by_one(folder):
    path = folder / "bin" / "start"
    path.write_text("game\n")
    path.chmod(0o755)
    assert ask(folder, str(path), f"{folder}/bin/game").verdict is MatchVerdict.MATCHES
    path.write_text("$game\n")
    assert ask(folder, str(path), f"{folder}/bin/game").verdict is MatchVerdict.ONLY_A_RUN


def test_a_shell_is_never_offered_for_a_script_of_it(folder):
    answer = ask(folder, script(folder, "echo nothing"), f"{folder}/bin/game")
    assert (answer.verdict, answer.offer) == (MatchVerdict.DOES_NOT, "")
    assert ask(folder, script(folder, "$1"), f"{folder}/bin/game").offer == ""


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("exec env A=1 game", True),
        ("exec 3>&1", False),
        ("exec >log", False),
        ("echo exec game", False),
        ('exec "unfinished', True),
        ("exec", False),
    ],
)
def test_lines_that_hand_over_are_told_from_others(folder, line, found):
    path = script(folder, line)
    started = list_started_programs(path, Path(path).read_text(), host(folder), (), {})
    assert bool(started) is found


def test_only_shell_scripts_are_read_for_what_they_hand_over_to(folder):
    path = script(folder, "exec game")
    path = script(folder, "exec game", shell="python3")
    assert ask(folder, path, f"{folder}/bin/game").compared_path == f"{folder}/bin/python3"


def test_well_known_launchers_say_that_they_are_not_the_program(folder):
    flatpak = binary(folder / "bin" / "flatpak")
    assert "sandbox" in ask(folder, flatpak, flatpak).notes[0]
    assert render_launcher_note("/usr/bin/vkcube") == ""


def test_a_program_with_more_rights_says_what_the_loader_leaves_out(folder):
    game = folder / "bin" / "game"
    game.chmod(0o4755)  # its owner, who is the one that asks, gains nothing by that
    assert "no effect for root" in ask(folder, str(game), str(game)).notes[0]
    game.chmod(0o755)
    assert ask(folder, str(game), str(game)).notes == ()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes programs of other users")
def test_a_program_of_another_user_s_rights_says_what_the_loader_skips(folder):
    game = folder / "bin" / "game"
    os.chown(game, 1, 1)
    game.chmod(0o4755)
    (note,) = ask(folder, str(game), str(game)).notes
    assert note == (
        "game runs with elevated privileges (setuid daemon): the loader ignores your "
        "folders and most variables."
    )


def test_programs_of_a_list_say_what_is_compared(folder):
    paths = ("bin/game", "bin/link", "bin/gone")
    start, wrapper, unclear = (folder / "bin" / name for name in ("start", "wrap", "unclear"))
    for path, text in ((wrapper, "exec game"), (unclear, "exec $GAME")):
        Path(script(folder, text)).rename(path)
    script(folder)
    entries = [ProgramEntry(f"{folder}/{path}") for path in paths]
    entries += [ProgramEntry(str(path)) for path in (start, wrapper, unclear)]
    lines = describe_programs(entries, host(folder))
    assert [line.text for line in lines] == [
        "",
        f"the loader checks {folder}/bin/game",
        "does not exist",
        f"a script: the loader checks {folder}/bin/sh",
        f"a script: the loader checks {folder}/bin/game",
        "a script: the program that it starts is known only at run time",
    ]
    assert [line.is_unmatched for line in lines] == [False, False, True, False, False, True]
    listed = find_listed(entries, host(folder))
    assert listed.programs == (f"{folder}/bin/game", f"{folder}/bin/sh")
    assert (
        f"{unclear} is omitted: it is a script, and the program that it starts is known only "
        "at run time."
    ) in (listed.notes)


def test_every_place_knows_a_wrapper_by_the_program_that_it_comes_to(folder):
    link, game = f"{folder}/bin/link", f"{folder}/bin/game"
    path = script(folder, f"exec {link}")
    found = find_compared_program(path, host(folder))
    assert (found.name, found.path, found.real_path) == ("start", path, game)
    assert found.sentence == (
        f"start is a script: line 2 hands off to {link}. link is a symbolic link; "
        f"the loader checks {game}"
    )
    found = find_compared_program(script(folder, f"exec {game}"), host(folder))
    assert found.sentence == (
        f"start is a script: line 2 hands off to {game}. The loader checks that program's path"
    )
    configuration = Configuration("key", "Name", target=Target(path))
    assert find_reach(configuration, host(folder)).target == found._replace(arguments=())


def test_a_wrapper_of_which_only_a_run_can_tell_is_compared_with_nothing(folder):
    found = find_compared_program(script(folder, 'exec "$HERE/game"'), host(folder))
    assert (found.can_run, found.real_path) == (True, "")
    assert found.why_unmatched == (
        "start is a script: line 2 may start a program whose path is known only at run time"
    )


@pytest.mark.parametrize(("last", "compared"), [("/bin/game", "/bin/game"), ("/$VERSION", "")])
def test_a_python_script_stays_one_where_python_itself_is_a_shell_script(folder, last, compared):
    shim = folder / "bin" / "python3"
    shim.write_text(f'#!{folder}/bin/sh\nexec {folder}{last} "$@"\n')
    path = folder / "bin" / "tool"
    for first in (f"#!{shim}", "#!/usr/bin/env python3"):
        path.write_text(f"{first}\nimport os\nother\n")
        path.chmod(0o755)
        found = find_compared_program(str(path), host(folder))
        assert found.sentence.startswith(
            f"tool is a script run by {shim}, which is also a script. python3 "
        )
        assert found.real_path == (f"{folder}{compared}" if compared else "")
        assert "line 3" not in found.sentence


@pytest.mark.parametrize(
    ("arguments", "changes"),
    [
        (["env", "A=1", "game"], {"A": "1"}),
        (["env", "-u", "PATH", "-i", "--chdir=/", "A=", "GAME"], {"PATH": None, "A": ""}),
        (["nice", "-n5", "env", "A=1", "taskset", "-c", "0", "game"], {"A": "1"}),
        (["sh", "-c", "A=$0$1 exec game", "x", "y"], {"A": "xy"}),
        (["sh", "-e", "start", "value"], {"A": "value"}),
        (["timeout", "-s", "INT", "5", "start", "v"], {"A": "v"}),
    ],
)
def test_wrappers_are_followed_with_what_they_are_given(folder, arguments, changes):
    for name in ("env", "nice", "taskset", "timeout"):
        binary(folder / "bin" / name)
    path = script(folder, "export A=$1", 'exec game "$@"')
    named = {"start": path, "GAME": f"{folder}/bin/game"}
    arguments = [named.get(one, one) for one in arguments]
    found = find_compared_program(arguments[0], host(folder), arguments[1:])
    assert (found.real_path, found.final_arguments[0]) == (f"{folder}/bin/game",) * 2
    assert {one.name: one.value for one in found.variable_changes} == changes


def test_scripts_that_start_themselves_with_other_arguments_are_no_circle(folder):
    lines = ('if [ "$1" = go ]; then exec game; fi', 'exec "$0" go')
    found = find_compared_program(script(folder, *lines), host(folder), ())
    assert found.real_path == f"{folder}/bin/game"


def test_the_wrapper_of_mangohud_is_read(folder):
    real = Path("/usr/bin/mangohud")
    if not real.exists():
        pytest.skip("mangohud is not installed")
    binary(folder / "bin" / "env")
    wrapper = folder / "bin" / "mangohud"
    wrapper.write_text(real.read_text().replace("#!/bin/sh", f"#!{folder}/bin/sh"))
    wrapper.chmod(0o755)
    found = find_compared_program("mangohud", host(folder), ("--dlsym", "game", "-x"))
    assert found.final_arguments == (f"{folder}/bin/game", "-x")
    assert {one.name: one.value for one in found.variable_changes} == {
        "MANGOHUD": "1",
        "LD_LIBRARY_PATH": "/usr/$LIB/mangohud/",
        "LD_PRELOAD": "libMangoHud_dlsym.so:libMangoHud.so",
    }


def followed_by_wrapper(folder: Path, first: str, *lines: str) -> ProgramMatch:
    path = folder / "start"
    path.write_text("\n".join([first, *lines, ""]))
    path.chmod(0o755)
    there = Host(environment={"PATH": "/usr/bin:/bin"}, working_directory=str(folder))
    return find_compared_program(str(path), there, ("/usr/bin/env",))


@pytest.mark.parametrize(
    ("first", "line"),
    [
        ("#!/bin/sh -a", 'A=1; exec "$@"'),
        ("#!/usr/bin/env -S A=1 sh", 'exec "$@"'),
        ("#!/bin/sh", "exec env -S 'A=\"1\" true'"),
        ("#!/bin/sh", "exec flock -w 3 lock env A=1 true"),
        ("#!/bin/sh", "exec setpriv --reuid 1 prlimit --core=0 unshare --user env A=1 true"),
        ("#!/bin/sh", "exec sh -a -c 'A=1; exec true'"),
        ("#!/bin/sh", "exec xargs -n 1 env A=1 true"),
    ],
)
def test_options_of_shells_and_wrappers_are_followed(tmp_path, first, line):
    changes = followed_by_wrapper(tmp_path, first, line).variable_changes
    assert [(one.name, one.value) for one in changes] == [("A", "1")]


def test_a_script_without_its_interpreter_cannot_run(tmp_path):
    found = followed_by_wrapper(tmp_path, "#!/usr/bin/nosuchsh", "exec true")
    assert found.error.endswith("its interpreter /usr/bin/nosuchsh does not exist")


def test_a_script_whose_program_does_not_exist_says_so(tmp_path):
    assert followed_by_wrapper(tmp_path, "#!/bin/sh", "A=1 exec /nosuchgame").error == (
        "/nosuchgame does not exist"
    )


def test_a_script_that_ends_before_starts_no_program(tmp_path):
    found = followed_by_wrapper(tmp_path, "#!/bin/sh -e", "false", 'exec "$@"')
    assert (found.starts_nothing, found.final_arguments) == (True, ())


def test_stdbuf_sets_what_is_preloaded(tmp_path):
    found = followed_by_wrapper(tmp_path, "#!/bin/sh", "exec stdbuf -oL true")
    assert "LD_PRELOAD" in [one.name for one in found.variable_changes]
