"""Make the tables of the Vulkan registry that the native half of the engine reads.

The registry is read by the package vulkan-object, which costs a second and 64 MB: far too much for
a program that starts in a third of a second. So it is asked here, in a throw-away environment, and
what the engine needs is committed as text.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path

from devtools.console import ROOT, print_now
from devtools.packages import ensure_packages
from devtools.venv import list_required_packages, make_environment

LOCK = ROOT / "requirements" / "registry.txt"
FOLDER = ROOT / "vkconfig_py" / "loader" / "native" / "registry"


def main(arguments: list[str]) -> int:
    """Write the tables to FOLDER, or to the folder that is named; --since asks real loaders."""
    if arguments[:1] == ["--since"]:
        return _write_since(*map(Path, arguments[1:2]))
    folder = Path(arguments[0]) if arguments else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    ensure_packages(list_required_packages())
    with tempfile.TemporaryDirectory() as temporary:
        interpreter = make_environment(Path(temporary) / "venv", LOCK)
        environment = os.environ | {"PYTHONPATH": str(ROOT)}
        command = [str(interpreter), "-m", "devtools.registry.tables", str(folder)]
        code = subprocess.run(command, env=environment, check=False).returncode
    if not code:
        print_now(
            "".join(f"{f.stat().st_size:9,} {f.name}\n" for f in sorted(folder.glob("*.txt")))
        )
    return code


def _write_since(*loaders: Path) -> int:
    from devtools.registry import since  # needs the tables that main() makes

    head = (FOLDER / "commands.txt").read_text(encoding="utf-8").partition("\n")[0]
    lines = (head, *since.make_lines(*loaders))
    (FOLDER / "since.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return 0
