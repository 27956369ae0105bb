"""What scripts start and set, beside what a real shell does with them."""

from __future__ import annotations

import shlex
import subprocess
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.programs.shell.scripts import list_started_programs
from vkconfig_py.model.programs.shell.syntax import (
    ANY_VARIABLE,
    StartedProgram,
    Unknown,
    UnknownCause,
)

ENVIRONMENT = {"PATH": "/usr/bin:/bin", "HOME": "/home/x", "S": "set", "EMPTY": ""}
_OF_SHELLS = {"PWD", "OLDPWD", "SHLVL", "_"}
SHELLS = ("/bin/dash", "/bin/bash")


def started(text: str, *arguments: str, folder: str = "/") -> tuple[StartedProgram, ...]:
    host = Host(environment=ENVIRONMENT, working_directory=folder)
    return list_started_programs(f"{folder}/s.sh", text, host, arguments, ENVIRONMENT)


def last(text: str, *arguments: str) -> StartedProgram:
    return started(text, *arguments)[-1]


def changes(one: StartedProgram) -> dict[str, object]:
    return {change.name: change.value for change in one.changes}


def environment_by_shell(shell: str, path: Path, arguments: tuple[str, ...]) -> dict[str, str]:
    ran = subprocess.run(
        [shell, path, *arguments],
        env=ENVIRONMENT, cwd=path.parent, capture_output=True, check=False, timeout=20,
    )  # fmt: skip
    pairs = (part.partition("=") for part in ran.stdout.decode().split("\0") if part)
    # bash exports functions as well, as variables that no other program reads.
    kept = (pair for pair in pairs if not pair[0].startswith("BASH_FUNC_"))
    return {name: value for name, _sign, value in kept if name not in _OF_SHELLS}


def assert_as_shells_do(body: str, *arguments: str, shells: tuple[str, ...] = SHELLS) -> None:
    """What is known of the environment of a last `exec env` is what each real shell gives it."""
    text = f"{body}\nexec env -0\n"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "s.sh")
        path.write_text(text)
        found = started(text, *arguments, folder=folder)
        if not found:  # the script ends before
            assert [environment_by_shell(shell, path, arguments) for shell in shells] == [{}] * len(
                shells
            ), text
            return
        one = found[-1]
        assert (one.words[:2], one.is_certain, one.is_final) == (("env", "-0"), True, True), text
        for shell in shells:
            real = environment_by_shell(shell, path, arguments)
            mine: dict[str, object] = {**ENVIRONMENT, **changes(one)}
            for name in {*real, *mine} - _OF_SHELLS:
                if not isinstance(mine.get(name, mine.get(ANY_VARIABLE)), Unknown):
                    assert mine.get(name) == real.get(name), (shell, name, text)


NAMES = st.sampled_from(["A", "B", "C", "S", "EMPTY", "LD_PRELOAD"])
PLAIN = st.text("ab./:-x", max_size=4)
QUOTED = st.text("ab $*;'\"\\#~", max_size=5).map(shlex.quote)


@st.composite
def values(draw: st.DrawFn) -> str:
    name = draw(NAMES)
    operator = draw(st.sampled_from([":-", "-", ":+", "+", "#", "##", "%", "%%"]))
    word = draw(st.sampled_from(["", "a", "*b", "a*", "$S", "${B}x", "?", "'q r'"]))
    forms = [f"${name}", f"${{{name}}}", f"${{{name}{operator}{word}}}", f"${{#{name}}}"]
    parts = draw(st.lists(st.one_of(PLAIN, QUOTED, st.sampled_from(forms)), max_size=3))
    # Within quotation marks shells differ in what quotes a default value has.
    trims = f"${{{name}{draw(st.sampled_from(['#', '##', '%', '%%']))}{word}}}"
    quoted = draw(st.sampled_from([*forms[:2], trims]))
    return "".join(parts) + (f'"{quoted} $1"' if draw(st.booleans()) else "")


@st.composite
def conditions(draw: st.DrawFn) -> str:
    left = draw(NAMES)
    value = draw(st.sampled_from(["a", "set", "b c", ""]))
    return draw(
        st.sampled_from(
            [
                f'[ -n "${left}" ]',
                f'[ -z "${{{left}}}" ]',
                f'[ "${left}" = "{value}" ]',
                f'test "x${left}" != "x{value}"',
                "[ $# -gt 1 ]",
                "true",
                "false",
                "! false",
                "[ -e /nowhere ]",
                '[ -f "$0" ]',
            ]
        )
    )


OPTIONS_AND_PREFIXES = [
    "set -e",
    "set -eu",
    "set -a",
    "set +a",
    "set -o allexport",
    "set -eo nounset",
    "set +eu",
    "A=1 export B=2",
    "A=1 eval 'B=2; export B'",
    "S=new :",
    "IFS= read -r A < /etc/passwd; export A",
    'while IFS= read -r C; do export "$C"; break; done <<E\nB=doc\nE',
    "g() { export B=$A; }; A=1 g",
    "g() { local A=x; export B=$A; }; g",
    "g() { local S; S=2; C=3; }; g",
    "A=~/x; B=x:~/y; C=~",
    'A=${1+"$@"}',
    'for A in $* "$@" ${1+"$@"} ${2-"p q"}; do B="$B:$A"; done',
    'B=$#; set -- x "$@"; A=$#; shift',
    "false || A=or",
    "true && false && A=and",
    "(exit 3)",
    "if (set -e; false; true); then A=yes; fi",
]


def statements(depth: int) -> st.SearchStrategy[str]:
    # Within `export` shells split differently, so what could be split is quoted there.
    plain = st.one_of(
        st.builds(lambda name, value: f"{name}={value}", NAMES, values()),
        st.builds(lambda name: f"export {name}", NAMES),
        st.builds(lambda name, value: f'export {name}="${value}"', NAMES, NAMES),
        st.builds(lambda name: f"unset {name}", NAMES),
        st.builds(lambda name, value: f"{name}=1 true; A={value}", NAMES, values()),
        st.builds(lambda name: f'{name}=$(dirname "$0")/x', NAMES),
        st.builds(lambda name: f'{name}="$(cd / && pwd)$(echo "a  b")"', NAMES),
        st.sampled_from(OPTIONS_AND_PREFIXES),
        # A shift beyond the last argument ends dash, and does not end bash.
        st.just("[ $# -eq 0 ] || shift") if depth else st.just("set -- p 'q r'"),
    )
    if not depth:
        return plain
    inner = st.lists(statements(depth - 1), min_size=1, max_size=2).map("\n".join)
    return st.one_of(
        plain,
        st.builds(lambda c, a, b: f"if {c}; then\n{a}\nelse\n{b}\nfi", conditions(), inner, inner),
        st.builds(lambda c, a: f"{c} && {{\n{a}\n}}", conditions(), inner),
        st.builds(lambda c, a: f"{c} || {{\n{a}\n}}", conditions(), inner),
        st.builds(
            lambda n, a: f"case \"${n}\" in\ns*) {a} ;;\n'' | a) B=two ;;\n*) C=$1\nesac",
            NAMES,
            inner,
        ),
        st.builds(lambda a: f'for A in x "y z" $S; do\n{a}\nB=$B$A\ndone', inner),
        st.builds(lambda a: f"f() {{\n{a}\nC=$1\n}}\nf '1 2' 3", inner),
        st.builds(lambda a: f"(\n{a}\n)", inner),
    )


@given(
    st.lists(statements(2), max_size=5).map("\n".join),
    st.lists(st.sampled_from(["a", "b c", "-x", ""]), max_size=3),
)
def test_what_is_known_of_a_script_is_what_real_shells_do(body: str, arguments: list[str]) -> None:
    assert_as_shells_do(body, *arguments)


@given(st.text("ab$\"'`(){};|&<>\\\n #=[]*~ifthendo", max_size=40))
def test_no_text_is_refused(text: str) -> None:
    assert isinstance(started(text, "a"), tuple)


def test_depth_and_length_are_bounded():
    assert started("$(" * 5_000)
    assert started("{ " * 5_000)
    assert started("${A:-" * 5_000)
    assert started("f() { f; }; f")[-1].is_certain is False
    assert started("while true; do A=$A$A$A$Ab; done")[-1].is_certain is False
    assert started(
        "A=aaaaaaaa; for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do A=$A$A; done; x"
    )


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("export A=$(hostname)\nx", UnknownCause.OUTPUT),
        ("A=1; export A; if grep -q x y; then A=2; fi\nx", UnknownCause.CONDITION),
        ("export A=$((1 + 2))\nx", UnknownCause.FORM),
        ("export A=$RANDOM\nx", UnknownCause.OUTPUT),
        ("read A; export A\nx", UnknownCause.OUTPUT),
        ("while sleep 1; do export A=$A:a; done\nx", UnknownCause.CONDITION),
        ("export A=1; . ./not-there\nx", UnknownCause.FILE),
        ('export A=1; eval "$(tool env)"\nx', UnknownCause.FORM),
        ("export A=/x/*\nx", UnknownCause.FORM),
    ],
)
def test_what_only_a_run_can_tell_is_said_with_its_line(text, cause):
    value = changes(last(text))["A"]
    assert isinstance(value, Unknown)
    assert (value.cause, value.file, value.line) == (cause, "//s.sh", 1)


def test_a_file_that_is_read_in_is_followed(tmp_path):
    (tmp_path / "more").write_text("A=$1\nexport A\nreturn 0\nA=2\n")
    one = started('. ./more given && export B=after\nexec x "$1"', "own", folder=str(tmp_path))[-1]
    assert changes(one) == {"A": "given", "B": "after"}
    assert one.words == ("x", "own")
    assert one.changes[0].file == f"{tmp_path}/more"


def test_what_stands_behind_exec_is_not_read():
    assert [one.words for one in started("exec x\n( \0 \x7fELF `")] == [("x",)]


def test_variables_for_one_command_are_gone_behind_it():
    first, second = started("A=1 x\ny")
    assert (changes(first), changes(second)) == ({"A": "1"}, {})


BASH = ("/bin/bash",)


@pytest.mark.parametrize(
    "body",
    [
        "set -euo pipefail\nexport A=$1",
        "export A=1 B=2\nexport -n A",
        "export A=1\ndeclare +x A",
        "f() { declare -x A=1; declare -gx B=2; local C=3; export C; }; f",
        "printf -v A %s hi; export A",
        "A=1; export A; ((A++))",
        "declare -i A=1+1; export A",
        "export A=1; A+=2; export A+=3",
        "type -P ls >/dev/null && export A=1; export B=$(type ls) C=$(type -t ls)",
        "export A=$(echo -e 'a\\tb')",
        "shift 5 || export A=$1",
        "for A in {a,b}; do export A$A=1; done",
        'E=(A=1 B=2); export "${E[@]}"',
        "case x in x) export A=1;& y) export B=1;; esac",
        "for ((i = 0; i < 2; i++)); do export A$i=1; done",
        "mapfile -t L < <(echo a); export A=${L[0]}",
        "export $(echo A=1 B=2)",
        "A=1 export B=2",
    ],
)
def test_forms_of_bash_are_right_or_unknown(body: str) -> None:
    text = f"{body}\nexec env -0\n"
    one = started(text, "a", "b c")[-1]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "s.sh")
        path.write_text(text)
        real = environment_by_shell("/bin/bash", path, ("a", "b c"))
    mine: dict[str, object] = {**ENVIRONMENT, **changes(one)}
    for name in {*real, *mine} - {*_OF_SHELLS, ANY_VARIABLE}:
        value = mine.get(name, mine.get(ANY_VARIABLE))
        assert isinstance(value, Unknown) or value == real.get(name), name


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('exec x "$@"', ("x",)),
        ('exec x "" "$@"', ("x", "")),
        ('set -- "a b" c; exec x ${2+"$1"} $*', ("x", "a b", "a", "b", "c")),
        ('set -- "a b"; exec x ${1+"$@"} ${2:-d "e f"}', ("x", "a b", "d", "e f")),
        ('set -eo pipefail "a b"; exec x "$@"', ("x", "a b")),
    ],
)
def test_words_are_split_as_shells_do(text: str, words: tuple[str, ...]) -> None:
    assert last(text).words == words


@pytest.mark.parametrize(
    "text",
    [
        "pushd /tmp; popd; exec ./x",
        "CDPATH=/; cd tmp; exec ./x",
        "cd -; exec ./x",
    ],
)
def test_a_folder_that_only_a_run_can_tell_is_unknown(text: str) -> None:
    assert isinstance(last(text).folder, Unknown)


def test_exec_with_c_starts_without_variables():
    assert changes(last("exec -c x")) == dict.fromkeys(ENVIRONMENT)


@pytest.mark.parametrize("text", ["set -e\nfalse\nexec x", "set -u\nexec x $NOPE", "exit\nexec x"])
def test_a_script_that_ends_before_starts_nothing(text: str) -> None:
    assert started(text) == ()


def test_where_shells_differ_in_going_on_nothing_is_certain():
    assert not last("for A in 1 2; do shift; done\nexec x", "a").is_certain
    assert not last("shopt -s execfail; exec /nowhere\nexec x").is_certain
