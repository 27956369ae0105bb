"""Make what people install: a Debian package, a folder that needs no Python, a Flatpak manifest."""

from __future__ import annotations

import argparse
import os
import subprocess
from pathlib import Path

from devtools.console import ROOT, print_now
from devtools.packages import PACKAGING, ensure_packages
from devtools.venv import RUN_LOCK, ensure_venv, list_required_packages

KINDS = ("deb", "flatpak", "pyinstaller")


def main(arguments: list[str]) -> int:
    """Make one kind of package and print its path."""
    parser = argparse.ArgumentParser(prog="dev.py package")
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--output", type=Path, default=ROOT / "dist", metavar="DIR")
    options = parser.parse_args(arguments)
    ensure_packages(PACKAGING + list_required_packages())
    options.output.mkdir(parents=True, exist_ok=True)
    print_now(f"    {_make_package(options.kind, options.output.resolve())}")
    return 0


def _make_package(kind: str, output: Path) -> Path:
    # Imported here: PyInstaller's own process imports a module of this package, and no more.
    if kind == "deb":
        from devtools.packaging.debian import make_debian_package

        return make_debian_package(output, ensure_venv(RUN_LOCK), _get_commit_time())
    if kind == "flatpak":
        from devtools.packaging.flatpak import make_flatpak_sources

        return make_flatpak_sources(output, ensure_venv(RUN_LOCK), _get_commit_time())
    from devtools.packaging.frozen import make_frozen_folder

    return make_frozen_folder(output, _get_commit_time())


def _get_commit_time() -> int:
    """Return the time that files of packages bear: two builds of one commit are equal."""
    if named := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(named)
    command = ["git", "log", "-1", "--format=%ct"]
    return int(subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout)
