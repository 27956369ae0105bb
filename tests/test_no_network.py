"""The program never speaks to another machine: nothing that could is imported anywhere in it."""

import ast
import re
from pathlib import Path

import vkconfig_py

# Local sockets, which no other machine reaches, are in QtNetwork, too.
LOCAL = {"PySide6.QtNetwork.QLocalServer", "PySide6.QtNetwork.QLocalSocket"}
SPEAKING = {"http", "urllib.request", "ftplib", "smtplib", "ssl", "PySide6.QtNetwork", "requests"}
MAY_SPEAK = re.compile(r"\b(http|urllib|ftplib|smtplib|ssl|QtNetwork)\b|\b(from|import) requests\b")


def test_no_module_imports_what_speaks_over_a_network():
    found = []
    for file in sorted(Path(vkconfig_py.__file__).parent.rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        if not MAY_SPEAK.search(text):
            continue
        for node in ast.walk(ast.parse(text)):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [f"{node.module}.{alias.name}" for alias in node.names]
            found += [
                f"{file.name}: {name}"
                for name in names
                if name not in LOCAL
                and any(name == one or name.startswith(f"{one}.") for one in SPEAKING)
            ]
    assert found == []
