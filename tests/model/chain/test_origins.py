"""Where a variable of the session comes from."""

import pytest

from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.chain.loader_variables import SET_IN_SESSION, VariableOrigin, find_origins


@pytest.fixture
def home(tmp_path):
    folder = tmp_path / "home" / "me"
    folder.mkdir(parents=True)
    return folder


def origin(tmp_path, name, value, processes=None, **more):
    host = Host(environment={"HOME": "/home/me", name: value, **more}, root=str(tmp_path))
    return find_origins(host, [name, "NOT_SET"], processes or tmp_path / "no-proc")[name]


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("/etc/environment", 'MANGOHUD="1"'),
        ("/etc/environment", "MANGOHUD=1 # on"),
        ("/etc/security/pam_env.conf", "MANGOHUD DEFAULT=1"),
        ("/home/me/.config/environment.d/50-games.conf", "MANGOHUD=1"),
        ("/etc/profile.d/games.sh", "export MANGOHUD=1"),
        ("/home/me/.profile", "  export MANGOHUD='1'; true"),
        ("/home/me/.bashrc", "declare -x MANGOHUD=1"),
        ("/home/me/.zshenv", "MANGOHUD=1 && export MANGOHUD"),
        ("/home/me/.config/fish/config.fish", "set -gx MANGOHUD 1"),
    ],
)
def test_the_file_and_line_that_set_it_are_found(tmp_path, file, line):
    path = tmp_path / file[1:]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"# first\nOTHER=2\n{line}\n")
    assert origin(tmp_path, "MANGOHUD", "1") == VariableOrigin("set in", file, 3)


def test_the_last_file_that_sets_it_counts(tmp_path, home):
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/environment").write_text("A=1\n")
    (home / ".profile").write_text("A=1\nA=1\n")
    assert origin(tmp_path, "A", "1") == VariableOrigin("set in", "/home/me/.profile", 2)


def test_the_home_folder_stands_in_its_place(tmp_path, home):
    (home / ".profile").write_text('A="$HOME/layers"\n')
    assert origin(tmp_path, "A", "/home/me/layers").file == "/home/me/.profile"
    (home / ".profile").write_text("A=~/layers\n")
    assert origin(tmp_path, "A", "/home/me/layers").file == "/home/me/.profile"


def test_a_computed_value_is_only_probable(tmp_path, home):
    (home / ".profile").write_text("A=$(cat x)\n")
    assert origin(tmp_path, "A", "1").text == "probably set in"


def test_another_value_is_named_but_not_blamed(tmp_path, home):
    (home / ".profile").write_text("A=2\n")
    found = origin(tmp_path, "A", "1")
    assert found == VariableOrigin(
        f"{SET_IN_SESSION}; a different value is set in", "/home/me/.profile", 1
    )


def test_nothing_is_known_of_what_no_trace_is_left_of(tmp_path, home):
    (home / ".profile").mkdir()  # not a file
    assert origin(tmp_path, "A", "1") == VariableOrigin(str(SET_IN_SESSION), "", 0)


def test_a_file_that_cannot_be_named_is_passed_over(tmp_path):
    host = Host(environment={"HOME": "/" + "x" * 300, "A": "1"}, root=str(tmp_path))
    assert find_origins(host, ["A"], tmp_path / "none")["A"].text == str(SET_IN_SESSION)


def test_without_a_home_the_files_of_the_system_are_looked_at(tmp_path):
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/environment").write_text("A=1\n")
    host = Host(environment={"A": "1"}, root=str(tmp_path))
    assert find_origins(host, ["A"], tmp_path / "none")["A"].file == "/etc/environment"


def processes(tmp_path, *chain):
    """Make processes, the first is this one: (pid, name, environment)."""
    folder = tmp_path / "proc"
    for place, (number, name, environment) in enumerate(chain):
        parent = chain[place + 1][0] if place + 1 < len(chain) else "0"
        for called in (number, "self") if not place else (number,):
            (folder / called).mkdir(parents=True)
            pairs = [f"{key}={value}".encode() for key, value in environment.items()]
            (folder / called / "environ").write_bytes(b"\0".join(pairs) + b"\0")
            (folder / called / "status").write_text(
                f"Name:\t{name}\nPid:\t{number}\nPPid:\t{parent}\n"
            )
    return folder


def test_the_process_that_started_without_it_set_it(tmp_path):
    folder = processes(
        tmp_path,
        ("30", "python", {"A": "1"}),
        ("20", "steam", {"A": "1"}),
        ("10", "bash", {"B": "1"}),
        ("5", "systemd", {}),
    )
    assert origin(tmp_path, "A", "1", folder).text == "set by bash, process 10"


def test_what_every_process_started_with_comes_from_the_session(tmp_path):
    folder = processes(tmp_path, ("30", "python", {"A": "1"}), ("20", "bash", {"A": "1"}))
    assert origin(tmp_path, "A", "1", folder).text == str(SET_IN_SESSION)


def test_an_environment_that_is_not_this_process_s_is_not_traced(tmp_path):
    folder = processes(tmp_path, ("30", "python", {"A": "2"}), ("20", "bash", {}))
    assert origin(tmp_path, "A", "1", folder).text == str(SET_IN_SESSION)


def test_a_process_that_ended_meanwhile_ends_the_trace(tmp_path):
    folder = processes(tmp_path, ("30", "python", {"A": "1"}), ("20", "bash", {"A": "1"}))
    (folder / "self" / "status").unlink()
    assert origin(tmp_path, "A", "1", folder).text == str(SET_IN_SESSION)


def test_processes_of_somebody_else_end_the_trace(tmp_path):
    folder = processes(tmp_path, ("30", "python", {"A": "1"}), ("20", "bash", {"A": "1"}))
    (folder / "20" / "environ").unlink()
    (folder / "20" / "status").unlink()
    assert origin(tmp_path, "A", "1", folder).text == str(SET_IN_SESSION)
