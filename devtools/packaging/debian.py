"""A Debian package: the program and its libraries in /usr/lib/vkconfig-py, known to the desktop.

/usr/lib and not /opt: policy 9.1.1 follows the hierarchy standard, in which /opt is for what no
package of the system manages, while commands, pages and icons of this one stand in the system's
own folders.
"""

from __future__ import annotations

import email.utils
import gzip
import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from devtools.console import ROOT, SetupError, announce_step, run_quietly
from devtools.packaging.program_folder import (
    PYTHONS,
    make_program_folder,
    normalize_files,
    write_shared_files,
)
from devtools.packaging.qt_parts import OPTIONAL_PLUGINS
from vkconfig_py import __version__
from vkconfig_py.cli.shell_files import ZSH_DEBIAN_FOLDER

NAME = "vkconfig-py"
_VERSION = f"{__version__}-1"
_HOME = f"usr/lib/{NAME}"
_DOCUMENTS = f"usr/share/doc/{NAME}"
_SOURCES = ROOT / "packaging/debian"


def make_debian_package(output: Path, python: Path, moment: int) -> Path:
    """Build the package for the architecture of this machine and return its file.

    Args:
        output: folder for it.
        python: an interpreter with pip.
        moment: time of all files in it.
    """
    architecture = _run_command(["dpkg", "--print-architecture"]).strip()
    file = output / f"{NAME}_{_VERSION}_{architecture}.deb"
    with tempfile.TemporaryDirectory() as temporary:
        tree = Path(temporary, "tree")
        make_program_folder(tree / _HOME, python)
        with announce_step("Building the Debian package"):
            _strip(tree)
            _copy_files(tree, moment)
            _write_control(tree, architecture)
            normalize_files(tree, moment)
            environment = {**os.environ, "SOURCE_DATE_EPOCH": str(moment)}
            command = ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(tree), str(file)]
            run_quietly(command, environment)
    return file


def _copy_files(tree: Path, moment: int) -> None:
    """Put what stands outside the program's own folder."""
    commands = tree / "usr/bin"
    commands.mkdir(parents=True)
    for command in (NAME, f"{NAME}-gui"):
        shutil.copy(_SOURCES / NAME, commands / command)
        (commands / command).chmod(0o755)
    documents = tree / _DOCUMENTS
    documents.mkdir(parents=True)
    shutil.copy(_SOURCES / "copyright", documents / "copyright")
    changes = (_SOURCES / "changelog").read_text(encoding="utf-8")
    date = email.utils.formatdate(moment)
    changes = changes.format(version=_VERSION, date=date)
    _write_compressed(documents / "changelog.Debian.gz", changes.encode())
    _write_compressed(documents / "changelog.gz", (ROOT / "CHANGELOG.md").read_bytes())
    _copy_file(_SOURCES / "vkconfig-py.rtupdate", tree / "usr/share/python3/runtime.d", is_run=True)
    write_shared_files(tree / "usr/share", ZSH_DEBIAN_FOLDER)
    _write_manual_page(tree / "usr/share/man/man1")
    overrides = tree / "usr/share/lintian/overrides" / NAME
    overrides.parent.mkdir(parents=True)
    shutil.copy(_SOURCES / "lintian-overrides", overrides)


def _write_manual_page(pages: Path) -> None:
    """Compress the page, and give it to both commands."""
    page = pages / f"{NAME}.1"
    compressed = page.with_name(f"{page.name}.gz")
    _write_compressed(compressed, page.read_bytes())
    page.unlink()
    page.with_name(f"{NAME}-gui.1.gz").symlink_to(compressed.name)


def _copy_file(source: Path, folder: Path, *, is_run: bool = False) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(source, folder / source.name)
    (folder / source.name).chmod(0o755 if is_run else 0o644)


def _write_compressed(file: Path, content: bytes) -> None:
    # Without a name and time of its own the same text gives the same bytes.
    file.write_bytes(gzip.compress(content, mtime=0))


def _write_control(tree: Path, architecture: str) -> None:
    installed = [path for path in tree.rglob("*") if path.is_file() and not path.is_symlink()]
    sums = "".join(
        f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(tree)}\n"
        for path in sorted(installed)
    )
    control = (_SOURCES / "control").read_text(encoding="utf-8")
    kilobytes = sum(-(-path.stat().st_size // 1024) for path in installed)
    depends = ", ".join((_render_python_range(), *_list_needed_packages(tree)))
    folder = tree / "DEBIAN"
    folder.mkdir()
    (folder / "md5sums").write_text(sums, encoding="utf-8")
    (folder / "control").write_text(
        control.format(
            version=_VERSION, architecture=architecture, kilobytes=kilobytes, depends=depends
        ),
        encoding="utf-8",
    )
    for script in ("postinst", "prerm"):
        _copy_file(_SOURCES / script, folder, is_run=True)


def _render_python_range() -> str:
    """Return the versions of Python that the libraries inside are made for."""
    major, minor = PYTHONS[-1].split(".")
    return f"python3 (>= {PYTHONS[0]}), python3 (<< {major}.{int(minor) + 1})"


def _list_needed_packages(tree: Path) -> list[str]:
    """Return the packages whose libraries Qt, its plugins and the other libraries link to.

    dpkg-shlibdeps finds them, with the version from which each has the symbols that are used. Names
    of Debian 12: later releases provide them.
    """
    home = tree / _HOME
    libraries = _find_native_libraries(home)
    qt = home / "PySide6/Qt"
    optional = {qt / "plugins" / name for name in OPTIONAL_PLUGINS}
    asked = [f"-e{file}" for file in libraries if file not in optional]
    own = [f"-l{folder}" for folder in (qt / "lib", home / "PySide6", home / "shiboken6")]
    with tempfile.TemporaryDirectory() as temporary:
        # It wants to be started where a source package is.
        control = Path(temporary, "debian/control")
        control.parent.mkdir()
        control.write_text(f"Source: {NAME}\n\nPackage: {NAME}\nArchitecture: any\n", "utf-8")
        # Of our own libraries no package is known; one that is found nowhere is an error still.
        command = ["dpkg-shlibdeps", "-O", "--ignore-missing-info", *own, *asked]
        answer = _run_command(command, Path(temporary))
    return answer.strip().partition("shlibs:Depends=")[2].split(", ")


def _find_native_libraries(home: Path) -> list[Path]:
    """Return the libraries of the wheels; those of the sample machine are data."""
    ours = home / NAME.replace("-", "_")
    files = [path for path in sorted(home.rglob("*.so*")) if path.is_file()]
    return [file for file in files if not file.is_relative_to(ours)]


def _strip(tree: Path) -> None:
    """Drop symbols that only debuggers read; libraries of some wheels still have them."""
    for file in _find_native_libraries(tree / _HOME):
        run_quietly(["strip", "--strip-unneeded", str(file)])


def _run_command(command: Sequence[str], folder: Path = ROOT) -> str:
    done = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True)
    if done.returncode:
        raise SetupError(f"{done.stderr.strip()}\n{command[0]} failed (see above).")
    return done.stdout
