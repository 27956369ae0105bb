"""Files for editors, hooks and the host of the repository: they parse, and name what is there."""

from __future__ import annotations

import configparser
import os
import re
import subprocess
from pathlib import Path

import pytest
import yaml

from vkconfig_py.cli.parser import list_known_commands

ROOT = Path(__file__).resolve().parents[1]
TEMPLATES = sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml"))


def parse(path):
    return yaml.safe_load((ROOT / path).read_text(encoding="utf-8"))


def test_the_workflow_runs_what_is_there():
    (job,) = parse(".github/workflows/test.yml")["jobs"].values()
    assert job["steps"][-1]["run"] == ".ci/run"
    assert os.access(ROOT / ".ci/run", os.X_OK)


def test_the_hooks_are_steps_of_the_check():
    (source,) = parse(".pre-commit-config.yaml")["repos"]
    tools = [
        hook["entry"].removeprefix(".venv/bin/python -m ").split()[0] for hook in source["hooks"]
    ]
    steps = (ROOT / "devtools/suite.py").read_text(encoding="utf-8")
    assert tools == ["ruff", "ruff", "devtools.lengths", "devtools.text_logic"]
    assert all(f'"{tool}"' in steps for tool in tools)


def test_editors_wrap_where_ruff_does():
    editors = configparser.ConfigParser()
    editors.read_string("[top]\n" + (ROOT / ".editorconfig").read_text(encoding="utf-8"))
    length = re.search(
        r"line-length = (\d+)", (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    )
    assert editors["*.py"]["max_line_length"] == length[1]


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_forms_are_whole(path):
    form = parse(path)
    if path.name == "config.yml":
        return
    assert form["name"]
    assert form["description"]
    asked = [part for part in form["body"] if part["type"] != "markdown"]
    assert all(part["id"] and part["attributes"]["label"] for part in asked)


@pytest.mark.parametrize("name", ["ISSUE_TEMPLATE/bug.yml", "pull_request_template.md"])
def test_templates_ask_for_a_command_that_exists(name):
    text = (ROOT / ".github" / name).read_text(encoding="utf-8")
    (command,) = set(re.findall(r"`vkconfig-py ([a-z][a-z-]*)", text))
    assert command == "bug-report"
    assert command in list_known_commands()


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not a checkout")
def test_nothing_is_tracked_that_tools_leave():
    asked = ["git", "ls-files", "--cached", "--ignored", "--exclude-standard"]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
