"""What docstrings name exists."""

from __future__ import annotations

import builtins
import re
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1] / "vkconfig_py"
RAISES = re.compile(r"^( *)Raises:\n((?:\1    .*\n)+)", re.MULTILINE)
RAISED = re.compile(r"^ +([A-Z]\w*(?:, [A-Z]\w*)*): ", re.MULTILINE)
# Errors of the standard library that the package names as they are imported.
IMPORTED = {"ArgumentError", "ArgumentTypeError", "JSONDecodeError", "QueueFull", "SubprocessError"}


def test_errors_that_docstrings_name_exist():
    texts = {path: path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")}
    classes = {
        name for text in texts.values() for name in re.findall(r"^ *class (\w+)", text, re.M)
    }
    unknown = {
        (str(path.relative_to(PACKAGE)), name)
        for path, text in texts.items()
        for _indent, lines in RAISES.findall(text)
        for names in RAISED.findall(lines)
        for name in names.split(", ")
        if name not in classes | IMPORTED and not hasattr(builtins, name)
    }
    assert unknown == set()
