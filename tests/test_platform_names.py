"""The rules are the same code for every operating system: few places name one."""

from __future__ import annotations

import ast
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "vkconfig_py"

# Folders and modules that may, and why.
NAMES_SYSTEMS = {
    "loader/platforms": "what differs, as data",
    "loader/base/host.py": "the enumeration, and which one this machine is",
    "loader/profiles": "the system on which a release was looked at",
    "machines": "which system a folder or file comes from",
    "loader/probe": "processes of the running system",
    "loader/native": "window systems of Vulkan",
    "loader/explain/compare.py": "reports of before had no system: they are of Linux",
    "loader/api/report_json.py": "reports of before had no system: they are of Linux",
    "cli/display.py": "whether the running system needs a display server",
    "model/apply/found_overrides.py": "processes of the running system",
    "model/launch/menu_entry.py": "menu entries and icons as desktops of Linux keep them",
    "model/session/running_watch.py": "whether the running system has /proc",
    "model/configuration/configuration_json.py": "which built-in configurations are offered",
    "model/files/config_home.py": "the folder of preferences, before there is a Host",
    "model/files/paths.py": "own folders of the running system",
    "model/formats": "what each system reads",
    "model/plan": "what each system reads",
    "model/layer_settings/setting_paths.py": "the folders that layers take for their defaults",
}


def naming(path: Path) -> list[int]:
    """Return the lines of a module that name an operating system."""
    text = path.read_bytes()
    if not any(word in text for word in (b"Platform.", b"sys.platform", b"os.name")):
        return []
    tree = ast.parse(text)
    return sorted(node.lineno for node in ast.walk(tree) if _names(node))


def _names(node: ast.AST) -> bool:
    if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
        return False
    whose, what = node.value.id, node.attr
    return (whose == "Platform" and what.isupper()) or (whose, what) in {
        ("sys", "platform"),
        ("os", "name"),
    }


def may_name(module: str) -> bool:
    return any(module == one or module.startswith(f"{one}/") for one in NAMES_SYSTEMS)


def test_no_rule_asks_which_system_it_is():
    found = {
        name: lines
        for path in PACKAGE.rglob("*.py")
        if not may_name(name := str(path.relative_to(PACKAGE))) and (lines := naming(path))
    }
    assert not found


def test_every_place_that_may_name_a_system_is_there():
    for place in NAMES_SYSTEMS:
        assert (PACKAGE / place).exists(), place


def test_names_are_found(tmp_path):
    path = tmp_path / "a.py"
    path.write_text(
        "import os, sys\nif host.platform is Platform.LINUX: pass\nsys.platform\nos.name"
    )
    assert naming(path) == [2, 3, 4]
