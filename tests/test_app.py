from __future__ import annotations

import subprocess
import sys

import pytest

import vkconfig_py
from vkconfig_py import app
from vkconfig_py.cli.display import find_display_problem
from vkconfig_py.cli.parser import list_command_sections
from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.session.single_instance import StartRequest


def test_options_are_read():
    assert app.parse_options(["--demo", "--color-scheme", "dark"]) == app.Options(True, "dark")
    assert app.parse_options(["--color-scheme=light"]) == app.Options(False, "light")


def test_what_is_started_from_the_window_gets_none_of_the_tokens_that_raised_it():
    host = Host({"XDG_ACTIVATION_TOKEN": "a", "DESKTOP_STARTUP_ID": "b_TIME1", "LANG": "C"})
    assert app.remove_activation_token(host).environment == {"LANG": "C"}


def test_files_are_those_of_the_folder_of_the_start():
    host = Host(
        {"XDG_ACTIVATION_TOKEN": "one", "DESKTOP_STARTUP_ID": "two"}, working_directory="/there"
    )
    request = app.make_request(app.Options(files=("./a.json", "/b.json")), host)
    assert request == StartRequest(("/there/a.json", "/b.json"), folder="/there", token="one")


def test_files_stand_anywhere_among_the_options():
    options = app.parse_options(["a.json", "--config=Mine", "--", "-b.json"])
    assert options == app.Options(files=("a.json", "-b.json"), configuration="Mine")
    assert not options.needs_own_window
    assert app.parse_options(["-c", "Mine"]).configuration == "Mine"
    assert app.parse_options(["--new-window", "a.json"]).needs_own_window


def test_a_command_is_never_taken_for_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("show", "notes"):
        (tmp_path / name).write_text("")
    arguments = ("show", "./show", "notes", "none", "a.json")
    are_files = [False, True, True, False, True]
    assert [app.is_file_argument(argument) for argument in arguments] == are_files


@pytest.mark.parametrize("arguments", [["--demo2"], ["--color-scheme"], ["--color-scheme", "red"]])
def test_options_that_are_not_known_are_named(arguments, capsys):
    assert app.main(arguments) == app.USAGE_EXIT_CODE
    assert arguments[0] in capsys.readouterr().err


def test_files_that_do_not_exist_open_no_window(tmp_path, capsys):
    assert app.main([str(tmp_path), str(tmp_path / "gone.json"), "./a.json"]) == app.USAGE_EXIT_CODE
    told = capsys.readouterr().err.splitlines()
    path = tmp_path / "gone.json"
    assert told == [f"vkconfig-py: file not found: {one}" for one in (path, "./a.json")]


def test_the_version_is_printed(capsys):
    assert app.main(["--version"]) == 0
    assert capsys.readouterr().out == f"vkconfig-py {vkconfig_py.__version__}\n"


def test_help_names_commands_and_examples(capsys):
    assert app.main(["--help"]) == 0
    out = capsys.readouterr().out
    *usual, more = list_command_sections()
    for section in usual:
        assert f"\n{section.title}\n" in out
        for name, text in section.commands.items():
            assert f"  {name} " in out
            assert text in " ".join(out.split())
    assert "vkconfig-py help --all" in out
    assert f"\n{more.title}\n" not in out
    assert out.count("\n  vkconfig-py ") == 8
    assert max(map(len, out.splitlines())) <= 100


def test_the_whole_help_has_rare_commands_and_options_of_the_window(capsys):
    assert app.main(["help", "--all"]) == 0
    out = capsys.readouterr().out
    assert "--demo" in out
    assert [name for name in list_command_sections()[-1].commands if f"  {name} " not in out] == []
    assert app.main(["help", "layer", "set"]) == 0
    assert "usage: vkconfig-py layer set " in capsys.readouterr().out
    with pytest.raises(SystemExit):
        app.main(["help", "layre"])
    assert "Did you mean “layer”?" in capsys.readouterr().err


def test_without_a_display_the_sentence_and_the_report_come(monkeypatch, capfd):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    assert app.main([]) == app.NO_WINDOW
    captured = capfd.readouterr()
    assert "No display" in captured.err
    assert captured.out
    assert app.main(["--demo"]) == app.NO_WINDOW
    assert "VK_LAYER_DEMO_latency_meter" in capfd.readouterr().out


def test_without_a_display_the_table_of_reports_comes_as_text(monkeypatch, capfd, tmp_path):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "node7.json").write_text("{}")
    assert app.main(["fleet", "reports", str(tmp_path), "--window"]) == app.NO_WINDOW
    captured = capfd.readouterr()
    assert "No display" in captured.err
    assert captured.out.startswith("node7  node7.json\n")


def test_a_display_that_does_not_answer_is_named():
    host = Host(environment={"DISPLAY": ":9876"})
    assert "no X server responds at DISPLAY=:9876" in find_display_problem(host)


def test_a_display_that_is_no_name_is_named():
    assert "not a valid display name" in find_display_problem(Host(environment={"DISPLAY": ":x"}))


def test_libraries_that_are_missing_are_named(tmp_path):
    host = Host(environment={"QT_QPA_PLATFORM": "offscreen"}, root=str(tmp_path))
    assert "libEGL.so.1" in find_display_problem(host)
    assert "libxcb-cursor" not in find_display_problem(host).split(" On Debian")[0]


def test_an_offscreen_platform_needs_no_display():
    host = Host.read_current().with_environment(
        [("QT_QPA_PLATFORM", "offscreen"), ("DISPLAY", None)]
    )
    assert "No display" not in find_display_problem(host)


def test_pyside_leaves_the_import_statement_alone():
    program = """
import builtins, linecache, sys
plain = builtins.__import__
from vkconfig_py import app
with app.restore_import():
    import PySide6.QtCore
assert builtins.__import__ is plain
import vkconfig_py.gui
assert not [file for file in linecache.cache if "vkconfig_py" in file]
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_libraries_that_a_frozen_program_brings_are_not_missing(tmp_path, monkeypatch):
    host = Host(environment={"QT_QPA_PLATFORM": "offscreen"}, root=str(tmp_path))
    assert "libxkbcommon.so.0" in find_display_problem(host)
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    brought = tmp_path / "PySide6/Qt/lib/libxkbcommon.so.0"
    brought.parent.mkdir(parents=True)
    brought.touch()
    assert "libxkbcommon.so.0" not in find_display_problem(host)
    assert "libEGL.so.1" in find_display_problem(host)
