"""Fetch more reference loaders: real Khronos loaders of many releases, for comparisons by hand.

The tests need the two loaders that Debian has. Whoever changes a rule that depends on the version
compares with releases on both sides of it: packages of the npm registry and of PyPI carry loaders
that their makers built. `dev.py loaders` downloads each package of loaders.txt, takes the one
library out, checks its digest and keeps it in .cache/loaders/<version>; nothing of a package is
installed or run.

Builds of your own, of 1.0.3 to the newest, are compared by `dev.py fuzz --loader PATH`; one before
1.1.120 does not tell its release: name the file libvulkan.so.1.0.39, or add `--version 1.0.39`.
Those before 1.0.40 search fixed folders: fuzz mounts folders of its machines there, in a mount
namespace of its own.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from devtools.console import ROOT, SetupError, say

LIBRARY = "libvulkan.so.1"
FOLDER = ROOT / ".cache" / "loaders"
_BROTLI = (
    "const fs = require('fs'), zlib = require('zlib');"
    "fs.writeFileSync(process.argv[2], zlib.brotliDecompressSync(fs.readFileSync(process.argv[1])))"
)


class Source(NamedTuple):
    """Where a loader comes from; a line of loaders.txt.

    Attributes:
        version: what vkEnumerateInstanceVersion of this library reports.
        package: "name@version" of the npm registry, or "name==version" of PyPI.
        digest: SHA-256 of the library.
    """

    version: str
    package: str
    digest: str


SOURCES = tuple(
    Source(*line.split())
    for line in Path(__file__).with_suffix(".txt").read_text("utf-8").splitlines()
)


def main(arguments: list[str]) -> int:
    """Fetch what is missing; say what could not be had."""
    parser = argparse.ArgumentParser(
        prog="dev.py loaders",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("versions", nargs="*", help="only these versions, such as 1.3.248")
    wanted = parser.parse_args(arguments).versions
    known = {source.version for source in SOURCES}
    if unknown := [version for version in wanted if version not in known]:
        raise SetupError(f"No package is known for {', '.join(unknown)}.", 2)
    failed = [s for s in SOURCES if (not wanted or s.version in wanted) and not _fetch(s)]
    say(f"{len(SOURCES) - len(failed) if not wanted else len(wanted) - len(failed)} in {FOLDER}")
    return 1 if failed else 0


def _fetch(source: Source) -> bool:
    try:
        fetch_library(source, FOLDER / source.version / LIBRARY, _unpack)
    except SetupError as error:
        say(f"    failed: {error}")
        return False
    return True


def fetch_library(source: Source, library: Path, unpack: Callable[[Source, Path], Path]) -> Path:
    """Return the file of a library, fetched with `unpack` if it is not there yet.

    Raises:
        SetupError: it cannot be had, or is not the one that is expected.
    """
    if library.exists():
        return library
    say(f"==> {source.version} from {source.package}")
    library.parents[1].mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=library.parents[1]) as temporary:
        try:
            found = unpack(source, Path(temporary))
        except (OSError, subprocess.CalledProcessError, LookupError, tarfile.TarError) as error:
            raise SetupError(_reason(error), 1) from error
        if hashlib.sha256(found.read_bytes()).hexdigest() != source.digest:
            raise SetupError("the library is not the one that is expected", 1)
        library.parent.mkdir(exist_ok=True)
        found.chmod(0o755)
        found.replace(library)
    return library


def _unpack(source: Source, folder: Path) -> Path:
    """Return the library, taken out of the package that is downloaded into the folder."""
    take: Callable[[str, Path], Path] = _from_wheel if "==" in source.package else _from_npm
    return take(source.package, folder)


def _from_npm(package: str, folder: Path) -> Path:
    run_in(["npm", "pack", "--silent", package], folder)
    archive = next(folder.glob("*.tgz"))
    try:
        packed = extract(archive, "package/bin/swiftshader.tar.br", folder)
    except LookupError:
        return extract(archive, "linux/build/Release/libvulkan.so.1.1", folder)
    run_in(["node", "-e", _BROTLI, str(packed), "inner.tar"], folder)
    return extract(folder / "inner.tar", LIBRARY, folder)


def _from_wheel(package: str, folder: Path) -> Path:
    options = ["--no-deps", "--only-binary", ":all:", "--python-version", "3.8"]
    platform = ["--platform", "manylinux2014_x86_64"]
    run_in(["python3", "-m", "pip", "download", "-q", *options, *platform, package], folder)
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
        name = next(n for n in wheel.namelist() if "/libvulkan-" in n)
        return _write(wheel.read(name), folder)


def extract(archive: Path, part: str, folder: Path) -> Path:
    """Take the first file whose path holds this part out of an archive."""
    with tarfile.open(archive) as tar:
        for member in tar:
            content = tar.extractfile(member) if part in member.name else None
            if content is not None:
                return _write(content.read(), folder)
    raise LookupError(f"{archive.name} holds no {part}")


def _write(content: bytes, folder: Path) -> Path:
    descriptor, name = tempfile.mkstemp(dir=folder)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
    return Path(name)


def run_in(command: Sequence[str], folder: Path) -> None:
    """Run a program in a folder.

    Raises:
        LookupError: it is not installed.
    """
    program = shutil.which(command[0])
    if program is None:
        raise LookupError(f"{command[0]} is not installed")
    subprocess.run([program, *command[1:]], cwd=folder, check=True, capture_output=True, text=True)


def _reason(error: Exception) -> str:
    if isinstance(error, subprocess.CalledProcessError):
        return f"{' '.join(error.cmd[:4])}: {(error.stderr or '').strip()[-400:]}"
    return str(error)
