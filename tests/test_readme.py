"""The command lines of the documents run as printed, on a machine where nothing was set up."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.commands import PROGRAM
from tests.framework.known_loaders import know_loaders
from tests.framework.patience import PATIENCE
from tests.framework.ready_python import run_python
from vkconfig_py.cli.parser import find_command_parser, list_known_commands, make_parser
from vkconfig_py.model.text.help_pages import make_anchor

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = ("README.md", "docs/command_line.md")
COOKBOOK = ROOT / "docs" / "cookbook.md"
LAYER = """{"file_format_version": "1.2.0", "layer": {"name": "VK_LAYER_mine", "type": "GLOBAL",
"library_path": "libmine.so", "api_version": "1.3.0", "implementation_version": "1",
"description": "mine"}}"""
OVERRIDE = {
    "name": "VK_LAYER_LUNARG_override",
    "type": "GLOBAL",
    "api_version": "1.3.0",
    "implementation_version": "1",
    "description": "LunarG Override Layer",
    "component_layers": ["VK_LAYER_KHRONOS_validation"],
    "disable_environment": {"DISABLE_VK_LAYER_LUNARG_override": "1"},
}
# Files that a reader has at hand where the documents name them.
SETTINGS = "khronos_validation.report_flags = error\n"
FILES = {"my_layer.json": LAYER, "vk_layer_settings.txt": SETTINGS}
FOLDERS = ("collected/", "mnt", "pulled", "my_driver_package")  # of reports, of other systems
OWN_MANIFEST = "VkLayer_mine.json"
REPORTS = ("before.json", "after.json")
DONE, TOLD, BAD_USAGE, NOT_HERE, NOT_STARTED = 0, 1, 2, 3, 125
# What the machine has decides these; each still ends with a sentence and without a traceback.
DEPENDS = {
    "probe": {DONE, TOLD},
    "device": {DONE, TOLD},
    "verify": {DONE, TOLD},
    "problems": {DONE, TOLD},
    "lint": {TOLD},
    "diff": {DONE, TOLD, NOT_HERE},  # there may be no look of that moment
    "history": {DONE, TOLD},  # nothing may have been written since
    "explain": {DONE, NOT_HERE},
    "generate": {DONE, NOT_HERE},
    "apply": {DONE, TOLD, NOT_HERE},
    "undo": {DONE, NOT_HERE},
    "redo": {DONE, NOT_HERE},
    "doctor": {DONE, TOLD},
    "ps": {DONE, TOLD},
    "bisect": {TOLD},  # it works, or it fails without layers too: there is nothing to find
    "extend": {DONE, NOT_HERE},
    "install-desktop": {DONE, TOLD},  # a checkout has no command that a menu could start
}


def command_lines() -> list[str]:
    """Return what the blocks of the documents call, without comments, each line once."""
    text = "\n".join((ROOT / name).read_text(encoding="utf-8") for name in DOCUMENTS)
    blocks = re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
    lines = [line.partition("#")[0].strip() for block in blocks for line in block.splitlines()]
    return [*dict.fromkeys(line for line in lines if line.startswith("vkconfig-py "))]


@pytest.fixture
def fresh(tmp_path):
    """A home with nothing in it, and a folder with the files that the documents name."""
    for name in ("home", "run", "here"):
        (tmp_path / name).mkdir(mode=0o700)
    for name, text in FILES.items():
        (tmp_path / "here" / name).write_text(text)
    # No test asks a machine that is not its own.
    (tmp_path / "run/ssh").write_text("#!/bin/sh\nexit 255\n")
    (tmp_path / "run/ssh").chmod(0o755)
    keep = {name: os.environ[name] for name in ("PATH", "LANG", "TMPDIR") if name in os.environ}
    return tmp_path / "here", {
        **keep,
        "PATH": f"{tmp_path / 'run'}:{os.environ['PATH']}",
        "HOME": str(tmp_path / "home"),
        "XDG_RUNTIME_DIR": str(tmp_path / "run"),
    }


@pytest.fixture
def known(fresh):
    """The same, where an earlier start has asked the loaders for their versions."""
    know_loaders(fresh[1])
    return fresh


def run(words: list[str], fresh) -> subprocess.CompletedProcess[str]:
    folder, environment = fresh
    assert words[0] == "vkconfig-py"
    done = run_python(
        *("-m", "vkconfig_py", *words[1:]), ready=PROGRAM, environment=environment, folder=folder
    )
    told = done.stdout.decode(), done.stderr.decode()
    return subprocess.CompletedProcess(words, done.returncode, *told)


def paste(line: str, fresh) -> subprocess.CompletedProcess[str]:
    """Run a line as a shell does that has the command."""
    if not {*"|<>$&*~"} & {*line} and (words := shlex.split(line))[0] == "vkconfig-py":
        return run(words, fresh)
    folder, environment = fresh
    command = Path(environment["XDG_RUNTIME_DIR"], "vkconfig-py")
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m vkconfig_py "$@"\n')
    command.chmod(0o755)
    return subprocess.run(
        ["bash", "-c", line],
        cwd=folder,
        env={**environment, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=PATIENCE,
        check=False,
    )


@pytest.mark.parametrize("line", command_lines())
def test_a_line_of_the_documents_runs_as_printed(known, line):
    words = shlex.split(line)
    for name in {*FOLDERS} & {*words}:
        (known[0] / name).mkdir()
    for name in {*REPORTS} & {*words}:
        (known[0] / name).write_text(run(["vkconfig-py", "show", "--json"], known).stdout)
    if OWN_MANIFEST in words:
        write_own_manifest(known[0] / OWN_MANIFEST)
    done = run(words, known)
    assert_sound(done, words)
    if words[1] == "run":  # ends as the program does, which may find no display
        assert done.returncode not in (BAD_USAGE, NOT_HERE), done.stderr
    elif "--host" in words:
        assert "The connection to box ended" in done.stderr
    else:
        assert done.returncode in DEPENDS.get(words[1], {DONE}), done.stderr


def write_own_manifest(file: Path) -> None:
    """Write the manifest of a layer that loads."""
    layer = {
        "name": "VK_LAYER_ME_mine",
        "type": "GLOBAL",
        "library_path": "/usr/lib/x86_64-linux-gnu/libVkLayer_khronos_validation.so",
        "api_version": "1.3.0",
        "implementation_version": "1",
        "description": "mine",
    }
    file.write_text(json.dumps({"file_format_version": "1.1.0", "layer": layer}))


def assert_sound(done: subprocess.CompletedProcess[str], words: list[str]) -> None:
    """What a line names may be missing on this machine, which a sentence then says."""
    assert "Traceback" not in done.stderr
    # What the folder of another machine lacks is told in the same way as a wrong command line.
    assert "--root" in words or "Options and examples: " not in done.stderr
    assert "no configuration “" not in done.stderr
    assert done.returncode == 0 or done.stdout + done.stderr


def examples() -> list[str]:
    """Return the examples of help and manual page that the documents do not have."""
    commands = [find_command_parser(name.split()) for name in list_known_commands()]
    lines = [line for parser in (make_parser(), *commands) for line in parser.examples]
    called = dict.fromkeys(line for line in lines if "vkconfig-py " in line)
    return [line for line in called if line not in command_lines()]


@pytest.mark.parametrize("line", examples())
def test_an_example_of_the_help_runs_as_pasted(known, line):
    words = shlex.split(line)
    for name in {*FOLDERS} & {*words}:
        (known[0] / name).mkdir()
    assert_sound(paste(line, known), words)


def recipes() -> dict[str, list[str]]:
    """Return the lines of each recipe, by its heading."""
    sections = COOKBOOK.read_text(encoding="utf-8").split("\n## ")[1:]
    blocks = {text.partition("\n")[0]: text.split("```") for text in sections}
    return {title: parts[1].splitlines()[1:] for title, parts in blocks.items()}


# What the answer to a question has; the devices and the releases are those of the machine.
ANSWERS = {
    "MangoHud does not appear": "MANGOHUD is not set",
    "Which layer crashes my program": "vkcube",
    "Order two layers": "VK_LAYER_MANGOHUD_overlay\n  VK_LAYER_KHRONOS_validation\n",
    "One GPU only": "",
    "Which present modes and color spaces my GPU has": "Can present",
    "An override was left behind": "VkConfig 2, since ",
    "Validation for one run": "validation message",
    "A report for a bug": "vulkan-report.md\n",
    "Settings for a game in Steam": "fps_limit=60 %command%\n",
    "Frame generation for one game": "multiplier = 3",
    "An overlay, changed while the program runs": "",
    "Frames captured into a file": "of this run was found",
    "My layer in every program": "VK_LAYER_ME_mine",
    "What changed since yesterday": "First scan of this machine",
    "Which loader version does what": "1.3.204",
}


@pytest.mark.parametrize("title", ANSWERS)
def test_a_recipe_runs_as_pasted_and_answers_its_question(fresh, title):
    left = Path(fresh[1]["HOME"], ".local/share/vulkan/implicit_layer.d/VkLayer_override.json")
    if title == "An override was left behind":
        left.parent.mkdir(parents=True)
        left.write_text(json.dumps({"file_format_version": "1.1.2", "layer": OVERRIDE}))
    if title == "Frame generation for one game":
        conf = Path(fresh[1]["HOME"], ".config/lsfg-vk/conf.toml")
        conf.parent.mkdir(parents=True)
        conf.write_text("version = 2\n[[profile]]\nmultiplier = 3\npacing = 'fast'\n")
    if title == "Frames captured into a file":  # without its library, so it captures nothing
        layers = Path(fresh[1]["HOME"], ".local/share/vulkan/explicit_layer.d")
        layers.mkdir(parents=True)
        shutil.copy(ROOT / "tests/data/sdk/VkLayer_gfxreconstruct.json", layers)
    if title == "My layer in every program":
        write_own_manifest(fresh[0] / OWN_MANIFEST)
    told = ""
    for line in recipes()[title]:
        done = paste(line, fresh)
        assert "Traceback" not in done.stderr
        if shlex.split(line)[1] == "run":  # ends as the program does, which may find no display
            assert done.returncode not in (BAD_USAGE, NOT_HERE, NOT_STARTED), done.stderr
        else:
            assert done.returncode in DEPENDS.get(shlex.split(line)[1], {DONE}), done.stderr
        told += done.stdout + done.stderr
    assert ANSWERS[title] in told
    assert not left.exists()


def test_the_cookbook_has_short_recipes_that_the_readme_leads_to():
    assert [*recipes()] == [*ANSWERS]
    assert max(len(lines) for lines in recipes().values()) <= 3
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [*re.findall(r"cookbook\.md#([\w-]+)", text)] == [
        make_anchor(title) for title in ANSWERS
    ]


def test_the_documents_show_every_command():
    shown = {shlex.split(line)[1] for line in command_lines()}
    commands = [name.split() for name in list_known_commands()]
    assert not {command[0] for command in commands} - shown
    text = (ROOT / "docs" / "command_line.md").read_text(encoding="utf-8")
    assert [command for command in commands if not re.search(rf"\b{command[-1]}\b", text)] == []
