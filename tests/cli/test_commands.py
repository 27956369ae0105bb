"""The command line works without Qt, tells what it did, and keeps its exit codes."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.commands import VALIDATION, run_without_qt, save
from tests.framework.snapshot import take_snapshot
from tests.loader.machine import LIBRARY, document, layer_object
from vkconfig_py import __version__
from vkconfig_py.cli import main
from vkconfig_py.cli.commands.withdraw import ALREADY_REMOVED
from vkconfig_py.cli.parser import list_known_commands
from vkconfig_py.model.configuration.configuration import Configuration, LayerControl, LayerEntry


def test_the_report_draws_the_chain(machine, capsys):
    assert main(["show"]) == 0
    out = capsys.readouterr().out
    assert out.index("A program that requests Vulkan 1.0") < out.index("1  VK_LAYER_overlay")
    assert out.index("VK_LAYER_overlay") < out.index("Loader 1.") < out.index("gpu.json")
    assert out.index("Not in the chain") < out.index(VALIDATION)


def test_a_program_that_nobody_named_is_not_python(machine, capsys):
    assert main(["show"]) == 0
    assert "python" not in capsys.readouterr().out
    assert main(["show", "--program", "/bin/sh"]) == 0
    assert os.path.realpath("/bin/sh") in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("--view every", "--view requires -c NAME"),
        ("--preview", "--preview requires -c NAME"),
        ("--variables", "--variables requires -c NAME"),
        ("-c Debugging --probe", "--probe cannot be combined with -c"),
        ("-c Debugging --enable-layer x", "--enable-layer cannot be combined with -c"),
    ],
)
def test_options_of_a_report_and_of_a_chain_are_not_mixed(debugging, capsys, words, complaint):
    with pytest.raises(SystemExit) as refused:
        main(["show", *words.split()])
    assert refused.value.code == 2
    assert complaint in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "command"),
    [
        ("report --json", "show"),
        ("chain Debugging", "show -c NAME"),
        ("processes 4711", "ps"),
        ("journal --ours", "history"),
        ("runs vkcube", "history runs"),
        ("overrides --json", "status --overrides"),
        ("reports x", "fleet reports"),
        ("device choose 0", "only"),
    ],
)
def test_a_word_of_before_leads_to_the_command(capsys, words, command):
    with pytest.raises(SystemExit):
        main(words.split())
    assert f"Did you mean “{command}”?" in capsys.readouterr().err


def test_a_group_whose_actions_need_more_asks_for_one(capsys):
    with pytest.raises(SystemExit):
        main(["fleet"])
    assert "required: ACTION" in capsys.readouterr().err


def test_a_group_of_nouns_is_understood_in_the_plural(machine, capsys):
    assert main(["layers", "list"]) == 0
    told = capsys.readouterr().out
    assert main(["layer", "list"]) == 0
    assert capsys.readouterr().out == told


def test_the_report_takes_the_options_of_the_engine(machine, capsys):
    code = main(["show", "--json", "--enable-layer", VALIDATION, "--loader-version", "1.4.364"])
    report = json.loads(capsys.readouterr().out)
    assert code == 0
    assert report["create"] == "VK_SUCCESS"
    assert [layer["name"] for layer in report["callstack"]] == ["VK_LAYER_overlay", VALIDATION]


def test_a_failing_creation_is_in_the_picture(machine, capsys):
    assert main(["show", "--enable-layer", "VK_LAYER_gone"]) == 0
    assert "vkCreateInstance returns VK_ERROR_LAYER_NOT_PRESENT" in capsys.readouterr().out


def test_a_report_of_a_machine_without_anything_is_drawn(tmp_path, capsys):
    assert main(["show", "--root", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert "no driver found" in out


def test_the_sample_machine_can_be_looked_at(capsys):
    assert main(["show", "--demo"]) == 0
    assert "Problems" in capsys.readouterr().out
    assert main(["layer", "list", "--demo"]) == 0
    assert VALIDATION in capsys.readouterr().out
    assert main(["explain", "--demo", "api_dump"]) == 0
    assert capsys.readouterr().out.startswith("VK_LAYER_LUNARG_api_dump\nOff: ")


def test_looking_changes_nothing_outside_the_state_folder(debugging):
    home = Path(os.environ["XDG_CONFIG_HOME"])
    before = take_snapshot(debugging.root)
    for command in (
        ["show"],
        ["config", "list"],
        ["explain", "overlay"],
        ["status", "--overrides"],
        ["env", "-c", "debug"],
    ):
        assert main(command) == 0
    assert take_snapshot(debugging.root) == before
    assert take_snapshot(home)


def test_a_layer_is_explained_step_by_step(machine, capsys):
    assert main(["explain", "KHRONOS_validation"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"{VALIDATION}\nOff: not requested\n\n")
    assert str(machine.manifest(VALIDATION)) in out


def test_a_skipped_layer_is_explained_by_its_name(machine, capsys):
    machine.add_explicit_layer("VK_LAYER_broken", library_path=None)
    manifest = str(machine.manifest("VK_LAYER_broken"))
    for name in ("VK_LAYER_broken", "broken", manifest):
        assert main(["explain", name]) == 0
        assert capsys.readouterr().out.startswith(f"{manifest}\nSkipped: ")


@pytest.mark.parametrize("name", ["RX 7800", "radv"])
def test_the_name_of_a_device_that_was_probed_explains_its_driver(capsys, name):
    assert main(["explain", name, "--demo"]) == 0
    assert capsys.readouterr().out.splitlines()[0].endswith("/radeon_icd.x86_64.json")


def test_a_driver_is_explained(machine, capsys):
    assert main(["explain", "gpu.json"]) == 0
    assert capsys.readouterr().out.startswith(str(machine.manifest("gpu")))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (
            "lavapipe",
            "named “lavapipe”. To list the names: vkconfig-py layer list, driver list or device",
        ),
        ("VK_LAYER", "is ambiguous: VK_LAYER_overlay and VK_LAYER_KHR"),
    ],
)
def test_a_name_that_is_nothing_or_several_things_is_not_found(machine, capsys, name, words):
    assert main(["explain", name]) == 3
    assert words in capsys.readouterr().err


def test_configurations_are_listed(debugging, capsys):
    assert main(["config", "list"]) == 0
    own, other, *built_in = capsys.readouterr().out.splitlines()
    assert (own.split()[0], other.split()) == ("Debugging", ["Other", "starts", "/bin/sh"])
    assert built_in[0].split() == ["Validation", "built", "in"]
    assert main(["config", "list", "--json"]) == 0
    first, second, third, *_ = json.loads(capsys.readouterr().out)["configurations"]
    assert (first["name"], first["key"], first["selected"]) == ("Debugging", "debug", True)
    assert second["applied_to"] is None
    assert (second["built_in"], third["built_in"], third["edited"]) == (False, True, False)


def test_layers_are_listed_as_json(machine, capsys):
    assert main(["layer", "list", "--json"]) == 0
    layers = {layer["name"]: layer for layer in json.loads(capsys.readouterr().out)["layers"]}
    assert layers["VK_LAYER_overlay"]["outcome"] == "loads"
    assert layers[VALIDATION]["kind"] == "explicit"
    assert layers[VALIDATION]["version"].count(".") == 2


def test_each_layer_is_a_line_with_outcome_kind_version_and_manifest(machine, capsys):
    assert main(["layer", "list"]) == 0
    line = next(one for one in capsys.readouterr().out.splitlines() if VALIDATION in one)
    outcome, kind, name, version, manifest = line.split()
    assert (outcome, kind, name) == ("Off", "explicit", VALIDATION)
    assert re.fullmatch(r"\d+\.\d+\.\d+", version)
    assert manifest.endswith(".json")


def test_layers_are_listed_as_a_configuration_has_them(debugging, capsys):
    for name, outcome in (("Debugging", "loads"), ("Other", "off")):
        assert main(["layer", "list", "--json", "-c", name]) == 0
        rows = json.loads(capsys.readouterr().out)["layers"]
        assert [row["outcome"] for row in rows if row["name"] == VALIDATION] == [outcome]


def test_a_layer_is_explained_as_a_configuration_has_it(debugging, capsys):
    assert main(["explain", "KHRONOS_validation", "-c", "Debugging"]) == 0
    told = capsys.readouterr().out
    assert "Loads: turned on by this configuration" in told
    assert "Turned on by this configuration" in told
    assert main(["explain", "KHRONOS_validation", "-c", "Other", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["verdict"]["outcome"] == "off"
    assert main(["explain", VALIDATION, "-c", "Debugging", "--enable-layer", "L"]) == 2
    assert "what the program requests" in capsys.readouterr().err


def test_a_layer_is_explained_as_a_configuration_has_it_under_assumptions(debugging, capsys):
    explained = ["explain", VALIDATION, "-c", "Debugging"]
    assert main([*explained, "-p", "/bin/sh", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["verdict"]["outcome"] == "loads"
    assert main([*explained, "-p", "not-there"]) == 3
    assert "not-there was not found" in capsys.readouterr().err
    told = {}
    for assumed in ((), ("--elevated",)):  # such a program does not read the user's folders
        assert main([*explained, *assumed]) == 0
        told[assumed] = capsys.readouterr().out
    assert told[()] != told["--elevated",]


def test_programs_are_listed_in_sections(debugging, capsys):
    assert main(["run", "--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["Recent", "  sh  /bin/sh -c 'exit 9'"]
    assert main(["run", "--list", "--json"]) == 0
    first, *_ = json.loads(capsys.readouterr().out)["programs"]
    assert (first["section"], first["program"], first["arguments"]) == (
        "Recent", "/bin/sh", ["-c", "exit 9"]
    )  # fmt: skip


def test_a_damaged_configuration_is_told_and_the_rest_works(debugging, capsys):
    folder = Path(os.environ["XDG_CONFIG_HOME"]) / "vkconfig-py/configurations"
    (folder / "bad.json").write_bytes(b"{")
    assert main(["config", "list"]) == 0
    captured = capsys.readouterr()
    assert "Debugging" in captured.out
    assert str(folder / "bad.json") in captured.err


@pytest.mark.parametrize("command", ["apply", "run", "env", "verify"])
def test_an_unknown_configuration_is_not_found(debugging, capsys, command):
    assert main([command, "-c", "Nobody"]) == (125 if command == "run" else 3)
    assert "Available: “Debugging”, “Other”" in capsys.readouterr().err


def test_configurations_of_one_name_need_their_key(machine, capsys):
    save(Configuration(key="a", name="Same"), Configuration(key="b", name="Same"))
    assert main(["env", "-c", "Same"]) == 1
    assert "use a key: a, b" in capsys.readouterr().err
    assert main(["env", "-c", "a"]) == 0


def test_applying_and_withdrawing_leave_no_trace(debugging, capsys):
    before = take_snapshot(debugging.root)
    assert main(["apply", "-c", "debugging"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("“Debugging” is applied to every program: ")
    assert f"1  {VALIDATION}" in out
    assert main(["config", "list"]) == 0
    assert "applied to every program" in capsys.readouterr().out
    assert main(["show"]) == 0
    assert f"1  {VALIDATION}" in capsys.readouterr().out
    assert main(["withdraw"]) == 0
    assert capsys.readouterr().out == "Withdrawn: “Debugging”\n"
    assert take_snapshot(debugging.root) == before


def test_a_dry_run_prints_the_file_and_writes_nothing(debugging, capsys):
    before = take_snapshot(debugging.root)
    assert main(["apply", "-c", "Debugging", "--dry-run"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("New ")
    assert VALIDATION in out
    assert "\n“Debugging” would be applied to every program.\n" in out
    assert take_snapshot(debugging.root) == before


@pytest.mark.parametrize("name", ["Debugging", "Other"])
def test_a_dry_run_is_refused_where_applying_is(debugging, capsys, name):
    for by in ("settings", "override"):
        command = ["apply", "-c", name, "--by", by]
        code = main([*command, "--dry-run"])
        dry = capsys.readouterr()
        assert code == main(command)
        done = capsys.readouterr()
        assert dry.err.replace("would be applied", "was applied") == done.err
        assert "New " not in dry.out or not code
    assert main(["apply", "-c", "Debugging", "--by", "settings", "--dry-run", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert "does not read vk_loader_settings.json" in told["error"]
    assert (told["files"], told["dry_run"], told["exit_code"]) == ([], True, 1)


def test_the_way_of_applying_can_be_chosen(debugging, capsys):
    before = take_snapshot(debugging.root)
    assert main(["apply", "-c", "Debugging", "--by", "override"]) == 0
    assert "\nAn override layer, because loader" in capsys.readouterr().out
    assert main(["withdraw"]) == 0
    assert main(["apply", "-c", "Debugging", "--by", "settings"]) == 1
    assert "does not read vk_loader_settings.json" in capsys.readouterr().err
    assert take_snapshot(debugging.root) == before
    with pytest.raises(SystemExit):
        main(["apply", "-c", "Debugging", "--by", "magic"])


def test_one_of_several_applied_configurations_is_withdrawn(debugging, capsys):
    before = take_snapshot(debugging.root)
    program = str(debugging.program)
    assert main(["apply", "-c", "Debugging", "--program", program]) == 0
    assert main(["apply", "-c", "Other"]) == 0
    capsys.readouterr()
    assert main(["withdraw", "-c", "Other"]) == 0
    assert capsys.readouterr().out == "Withdrawn: “Other”\n"
    assert main(["show", "--program", program]) == 0
    assert f"1  {VALIDATION}" in capsys.readouterr().out
    assert main(["show", "--program", "/another"]) == 0
    assert f"1  {VALIDATION}" not in capsys.readouterr().out
    assert main(["withdraw", "-c", "Debugging"]) == 0
    assert take_snapshot(debugging.root) == before


def test_withdrawing_what_is_not_applied_is_told(debugging, capsys):
    assert main(["withdraw"]) == 0
    assert capsys.readouterr().out == "Nothing was applied.\n"
    assert main(["withdraw", "-c", "Debugging"]) == 3


def test_withdrawing_what_somebody_overwrote_tells_one_story(debugging, capsys):
    assert main(["apply", "-c", "Debugging"]) == 0
    file = Path(capsys.readouterr().out.splitlines()[0].partition(": ")[2])
    file.write_text("{}")
    assert main(["withdraw"]) == 0
    captured = capsys.readouterr()
    assert captured.out == f"{ALREADY_REMOVED}\n"
    assert str(file) in captured.err
    assert main(["withdraw"]) == 0
    assert capsys.readouterr().out == "Nothing was applied.\n"


def test_applying_says_what_it_takes_the_place_of(debugging, capsys):
    assert main(["apply", "-c", "Debugging"]) == 0
    assert "This replaces" not in capsys.readouterr().err
    save(Configuration("third", "Third", (LayerEntry(VALIDATION, LayerControl.OFF),)))
    for dry in (["--dry-run"], []):
        assert main(["apply", "-c", "Third", *dry]) == 0
        said = "This replaces “Debugging”, which is currently applied to every program."
        assert said in capsys.readouterr().err
    assert main(["withdraw"]) == 0


def test_applying_to_a_program_that_is_not_there_is_refused(debugging, capsys):
    assert main(["apply", "-c", "Debugging", "--program", "/gone/game"]) == 3
    assert "/gone/game does not exist" in capsys.readouterr().err


def test_applying_through_a_link_applies_to_what_the_loader_sees(debugging, capsys):
    link = debugging.root / "bin/link"
    link.symlink_to(debugging.program)
    assert main(["apply", "-c", "Debugging", "--program", str(link)]) == 0
    captured = capsys.readouterr()
    assert f"is applied to {debugging.program}" in captured.out
    assert "symbolic link" in captured.err
    assert main(["withdraw"]) == 0


def test_an_apply_that_the_system_refuses_says_where(debugging, capsys):
    (Path(os.environ["XDG_CONFIG_HOME"]) / "vulkan").write_bytes(b"in the way")
    assert main(["apply", "-c", "Debugging"]) == 1
    assert f"{os.environ['XDG_CONFIG_HOME']}/vulkan" in capsys.readouterr().err


@pytest.fixture
def running_vkconfig(tmp_path):
    """Run a process that has the name of VkConfig's window; return its number."""
    program = tmp_path / "vkconfig-gui"
    shutil.copy("/bin/sleep", program)
    with subprocess.Popen([str(program), "600"]) as process:
        comm = Path(f"/proc/{process.pid}/comm")
        while comm.read_text() != "vkconfig-gui\n":
            assert process.poll() is None
        yield process.pid
        process.kill()


def test_a_running_vkconfig_is_told_by_all_that_it_would_undo(debugging, running_vkconfig, capsys):
    for command in (
        ["status", "--overrides"],
        ["status", "--overrides", "--json"],
        ["apply", "-c", "debug", "--dry-run"],
    ):
        assert main(command) == 0
        done = capsys.readouterr()
        assert f"VkConfig is running (process {running_vkconfig}). It rewrites" in done.err
        # In JSON it is a note.
        assert ("VkConfig is running" in done.out) == ("--json" in command)


def test_a_wrong_command_line_is_a_usage_error(capsys):
    for arguments in (["nonsense"], ["explain"], ["env", "tcsh"], ["run", "-c", "x", "--"]):
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        # "run" ends with the code of its program, which may be 2.
        assert ended.value.code == (125 if arguments[0] == "run" else 2)
    assert "Options and examples: vkconfig-py" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("config list --nope", "config list"),
        ("run -c Debugging --", "run"),
        ("config delete Debugging --nope", "config delete"),
        ("config --nope", "config list"),
        ("show --nope", "show"),
    ],
)
def test_a_complaint_is_one_line_and_names_the_help_of_its_command(capsys, line, command):
    with pytest.raises(SystemExit):
        main(line.split())
    complaint, where = capsys.readouterr().err.splitlines()
    assert complaint.startswith(f"vkconfig-py {command}: error: ")
    assert where == f"Options and examples: vkconfig-py {command} --help"


@pytest.mark.parametrize("command", list_known_commands())
def test_every_command_has_help_with_the_exit_codes(capsys, command):
    with pytest.raises(SystemExit) as ended:
        main([*command.split(), "--help"])
    assert ended.value.code == 0
    out = capsys.readouterr().out
    assert f"usage: vkconfig-py {command}" in out
    assert "examples:\n  " in out
    assert "exit codes:\n  " in out


@pytest.mark.parametrize(
    ("command", "codes"),
    [
        ("status", ["0", "1", "2"]),
        ("verify", ["0", "1", "2", "3"]),
        ("run", ["125", "126", "127"]),
        ("bisect", ["0", "1", "2", "3", "126", "127", "130"]),
    ],
)
def test_help_shows_the_exit_codes_of_the_command_alone(capsys, command, codes):
    with pytest.raises(SystemExit):
        main([command, "--help"])
    rows = capsys.readouterr().out.partition("exit codes:\n")[2]
    assert re.findall(r"^  (\d+)  ", rows, re.MULTILINE) == codes


@pytest.mark.parametrize(
    ("line", "code", "similar"),
    [
        ("lits", 2, "config list"),
        ("import a.json", 2, "config import"),
        ("open a.json", 2, "config import"),
        ("configurations", 2, "config list"),
        ("config new Mine", 2, "create"),
        ("config show Debugging", 2, "vkconfig-py show"),
        ("show --jsn", 2, "--json"),
        ("layer on KHRONOS_validation -c debuging", 3, "Debugging"),
        ("layer on KRONOS_validation -c Debugging", 3, VALIDATION),
    ],
)
def test_a_mistyped_name_leads_to_the_one_that_is_meant(debugging, capsys, line, code, similar):
    try:
        ended = main(line.split())
    except SystemExit as exit_:
        ended = exit_.code
    assert ended == code
    assert f"Did you mean “{similar}”?" in capsys.readouterr().err


def test_the_name_of_a_configuration_in_place_of_a_command_leads_to_c(capsys):
    with pytest.raises(SystemExit):
        main(["config", "variables", "Validation"])
    assert "To select a configuration, use -c Validation" in capsys.readouterr().err


def test_a_name_that_is_like_no_other_gets_no_suggestion(capsys):
    with pytest.raises(SystemExit):
        main(["zzz"])
    assert capsys.readouterr().err == (
        "vkconfig-py: error: no command named “zzz”\nOptions and examples: vkconfig-py --help\n"
    )


def test_help_and_version_are_told(capsys):
    for argument, words in (("--help", "examples:"), ("--version", __version__)):
        with pytest.raises(SystemExit) as ended:
            main([argument])
        assert ended.value.code == 0
        assert words in capsys.readouterr().out


@pytest.mark.parametrize(
    "command",
    [
        ("show",),
        ("config", "list"),
        ("explain", "overlay"),
        ("apply", "-c", "debug"),
        ("status", "--overrides"),
        ("problems",),
    ],
    ids=" ".join,
)
def test_nothing_of_qt_is_needed(debugging, command):
    done = run_without_qt(*command)
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    assert run_without_qt("withdraw").returncode == 0


def test_a_report_does_not_import_what_it_does_not_need(machine):
    script = (
        "import sys; from vkconfig_py.cli import main; main(['show']);"
        "slow = {'dataclasses', 'pathlib', 'subprocess', 'ctypes', 'inspect', 'shutil'};"
        "print(sorted(slow & set(sys.modules)), file=sys.stderr)"
    )
    # From now on the versions of the loaders are known.
    assert run_without_qt("layer", "list").returncode == 0
    command = [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, '.'); {script}"]
    done = subprocess.run(command, capture_output=True, check=True, env=dict(os.environ))
    assert done.stderr == b"[]\n"


@pytest.mark.parametrize(
    ("command", "most"),
    # JSON has the remedies, too.
    [("show", 78), ("show --json", 81), ("layer list", 73), ("device list --again", 102)],
)
def test_a_command_that_looks_imports_few_modules(machine, command, most):
    script = (
        f"import sys; from vkconfig_py.cli import main; main({command.split()});"
        "ours = [name for name in sys.modules if name.startswith('vkconfig_py.')];"
        "print(len(ours), file=sys.stderr)"
    )
    # From now on the versions of the loaders are known.
    assert run_without_qt("layer", "list").returncode == 0
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert int(done.stderr.split()[-1]) <= most


def test_a_command_imports_the_module_of_no_other_and_the_help_of_all_none(machine):
    script = """
import contextlib, sys
from vkconfig_py.cli import main
for line in (["--help"], ["status", "--help"], ["status"]):
    with contextlib.suppress(SystemExit):
        main(line)
    print(*(name for name in sys.modules if ".cli.commands." in name), file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    own = "vkconfig_py.cli.commands.status"
    assert done.stderr.decode().splitlines() == ["", own, own]


def test_the_real_loader_is_asked(debugging, capsys):
    code = main(["verify", "-c", "Debugging"])
    captured = capsys.readouterr()
    assert (code, captured.err) == (0, "")
    assert captured.out.endswith("The real loader matches the prediction.\n")
    assert VALIDATION in captured.out
    assert main(["verify"]) == 0


def test_without_home_it_works_and_says_so(machine, monkeypatch, tmp_path, capsys):
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    assert main(["config", "list"]) == 0
    captured = capsys.readouterr()
    assert "My configuration" in captured.out
    assert "HOME is not set" in captured.err


def test_report_of_a_loader_of_2016_shows_the_chain_of_each_device(tmp_path, capsys):
    folder = tmp_path / "etc/vulkan"
    layer = layer_object("VK_LAYER_d", type="DEVICE", library_path="/lib/x.so")
    icd = {"library_path": "/lib/x.so", "api_version": "1.0.5"}
    files = {
        "explicit_layer.d/d.json": document(layer, version="1.0.0"),
        "icd.d/d.json": {"file_format_version": "1.0.0", "ICD": icd},
    }
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True)
        (folder / name).write_text(json.dumps(content))
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib/x.so").write_bytes(LIBRARY)
    options = ["show", "--root", str(tmp_path), "--loader-version", "1.0.11"]

    def told(*more: str) -> str:
        assert main([*options, *more]) == 0
        return capsys.readouterr().out.partition("Device chains\n")[2]

    assert told().startswith(" no layers\n")
    assert " 1  VK_LAYER_d  Loads   VK_DEVICE_LAYERS lists it\n" in told(
        "--set", "VK_DEVICE_LAYERS=VK_LAYER_d"
    )
    assert "✗  vkCreateDevice returns VK_ERROR_LAYER_NOT_PRESENT" in told(
        "--enable-device-layer", "VK_LAYER_none"
    )
