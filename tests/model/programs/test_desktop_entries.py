"""Applications of the desktop, as the Desktop Entry Specification says."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.programs import desktop_entries
from vkconfig_py.model.programs.desktop_entries import (
    DesktopEntry,
    Sandbox,
    find_entries,
    parse_entry,
    split_exec,
)

HEAD = "[Desktop Entry]\nType=Application\nName=Game\n"


def entry(*lines: str, **options: object) -> DesktopEntry | None:
    return parse_entry(HEAD + "\n".join(lines), **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("game", ["game"]),
        ("  game   -w  ", ["game", "-w"]),
        ('game "a b" c', ["game", "a b", "c"]),
        (r'"/opt/my \"game\" \$x \\"', ['/opt/my "game" $x \\']),
        ('a"b c"d', ["ab cd"]),
        ('game ""', ["game", ""]),
        ('game "open', []),
        ("", []),
    ],
)
def test_exec_is_split_at_blanks_outside_of_double_quotes(line, words):
    assert split_exec(line) == words


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("game %f %F %u %U", ("game",)),
        ("game %i --title %c --at %k", ("game", "--title", "Game", "--at", "/x/game.desktop")),
        ("game --scale=100%% --file=%u", ("game", "--scale=100%", "--file=")),
        ("game %d%D %m", ("game", "")),
    ],
)
def test_codes_for_files_are_dropped(line, command):
    found = entry(f"Exec={line}", path="/x/game.desktop")
    assert found is not None
    assert found.command == command


def test_variables_in_front_of_the_program_are_known():
    found = entry("Exec=env A=b C= game -w", "Path=/opt/game", "Terminal=true")
    assert found is not None
    assert found.variables == (("A", "b"), ("C", ""))
    assert found.command == ("game", "-w")
    assert (found.folder, found.needs_terminal) == ("/opt/game", True)
    with_option = entry("Exec=env -i A=b game")
    assert with_option is not None
    assert with_option.command == ("env", "-i", "A=b", "game")


@pytest.mark.parametrize(
    "lines",
    [
        ["Exec=game", "NoDisplay=true"],
        ["Exec=game", "Hidden=true"],
        ["Exec=game", "OnlyShowIn=KDE;"],
        ["Exec=game", "NotShowIn=GNOME;XFCE;"],
        ["Name[x]=no program"],
        ["Exec="],
        ["Exec=%U"],
    ],
)
def test_what_no_menu_shows_is_left_out(lines):
    assert entry(*lines, desktops=("GNOME",)) is None


def test_links_and_actions_are_no_applications():
    assert parse_entry("[Desktop Entry]\nType=Link\nName=x\nExec=y\n") is None
    found = entry("Exec=game", "[Desktop Action new]", "Exec=other", "Name=Other")
    assert found is not None
    assert (found.name, found.command) == ("Game", ("game",))


@pytest.mark.parametrize(
    ("locale", "name"),
    [
        ("de_AT.UTF-8", "Spiel (AT)"),
        ("de_DE.UTF-8", "Spiel"),
        ("sr@latin", "Igra"),
        ("fr", "Game"),
        ("", "Game"),
    ],
)
def test_names_are_those_of_the_language(locale, name):
    lines = ["Exec=game", "Name[de]=Spiel", "Name[de_AT]=Spiel (AT)", "Name[sr@latin]=Igra"]
    found = entry(*lines, locale=locale)
    assert found is not None
    assert found.name == name


@pytest.mark.parametrize(
    ("lines", "sandbox", "command"),
    [
        (
            ["Exec=/usr/bin/flatpak run --file-forwarding org.x.Game @@u %U @@", "X-Flatpak=x"],
            Sandbox.FLATPAK,
            ("/usr/bin/flatpak", "run", "--file-forwarding", "org.x.Game"),
        ),
        (
            ["Exec=env BAMF_DESKTOP_FILE_HINT=/x /snap/bin/game %U"],
            Sandbox.SNAP,
            ("/snap/bin/game",),
        ),
        (["Exec=game @@"], Sandbox.NONE, ("game", "@@")),
    ],
)
def test_programs_in_a_sandbox_are_known(lines, sandbox, command):
    found = entry(*lines)
    assert found is not None
    assert (found.sandbox, found.command) == (sandbox, command)


@given(st.text(max_size=200))
def test_any_text_is_an_entry_or_none(text):
    assert isinstance(parse_entry(text), DesktopEntry | None)
    assert isinstance(parse_entry(HEAD + "Exec=" + text), DesktopEntry | None)


WORDS = st.text(st.characters(exclude_characters="\n\r\0", codec="utf-8"), max_size=8)


@given(st.lists(WORDS, min_size=1, max_size=4))
def test_quoted_words_come_back(words):
    def quoted(word: str) -> str:
        return '"' + "".join(f"\\{c}" if c in '"`$\\' else c for c in word) + '"'

    assert split_exec(" ".join(map(quoted, words))) == words


@pytest.fixture
def machine(tmp_path):
    program = tmp_path / "bin/game"
    program.parent.mkdir()
    program.write_bytes(b"\x7fELF")
    program.chmod(0o755)
    environment = {
        "HOME": "/home/u",
        "PATH": "/bin",
        "XDG_DATA_DIRS": "/usr/share",
        "XDG_CURRENT_DESKTOP": "GNOME",
    }
    return Host(environment=environment, root=str(tmp_path))


def write(machine: Host, file: str, *lines: str) -> None:
    path = Path(f"{machine.root}{file}")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(HEAD + "\n".join(lines))


def test_an_entry_of_the_user_replaces_or_hides_that_of_the_system(machine):
    own, shared = "/home/u/.local/share/applications", "/usr/share/applications"
    write(machine, f"{shared}/a.desktop", "Exec=game")
    write(machine, f"{own}/a.desktop", "Exec=game --mine")
    write(machine, f"{shared}/kde/b.desktop", "Exec=game --b")
    write(machine, f"{own}/kde-b.desktop", "Hidden=true")
    commands = [one.command for one in find_entries(machine)]
    assert commands == [("/bin/game", "--mine")]


def test_what_is_not_installed_is_left_out(machine):
    shared = "/usr/share/applications"
    write(machine, f"{shared}/a.desktop", "Exec=gone")
    write(machine, f"{shared}/b.desktop", "Exec=game", "TryExec=/opt/gone")
    write(machine, f"{shared}/c.desktop", "Exec=game", "TryExec=game")
    Path(f"{machine.root}{shared}/loop.desktop").symlink_to("loop.desktop")
    os.mkfifo(f"{machine.root}{shared}/pipe.desktop")
    assert len(find_entries(machine)) == 1
    assert shlex.join(find_entries(machine)[0].command) == "/bin/game"


def test_flatpaks_are_found_where_no_profile_named_their_folder(machine):
    write(machine, "/var/lib/flatpak/exports/share/applications/x.desktop", "Exec=game")
    assert len(find_entries(machine)) == 1


def test_of_a_huge_folder_a_part_is_read(machine, monkeypatch):
    monkeypatch.setattr(desktop_entries, "_MAX_FILES", 20)
    for number in range(50):
        write(machine, f"/usr/share/applications/{number}.desktop", f"Exec=game {number}")
    assert len(find_entries(machine)) == 20


def test_a_machine_without_applications_has_none(machine):
    assert find_entries(machine) == ()
    assert find_entries(machine._replace(environment={})) == ()
