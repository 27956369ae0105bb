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

Two of loaders.txt are for Windows: `dev.py windows` fetches them and lets Wine run them.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import subprocess
import tarfile
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from devtools.console import ROOT, SetupError, print_now

LIBRARY, WINDOWS_LIBRARY = "libvulkan.so.1", "vulkan-1.dll"
FOLDER = ROOT / ".cache" / "loaders"
_LINUX = "manylinux2014_x86_64"
_WINDOWS = "-windows"  # ends the versions of libraries that Wine runs
_BROTLI = (
    "const fs = require('fs'), zlib = require('zlib');"
    "fs.writeFileSync(process.argv[2], zlib.brotliDecompressSync(fs.readFileSync(process.argv[1])))"
)


class LoaderSource(NamedTuple):
    """Where a loader comes from; a line of loaders.txt.

    Attributes:
        version: what vkEnumerateInstanceVersion of this library reports, and for which system.
        package: "name@version" of the npm registry, or "name==version" of PyPI.
        digest: SHA-256 of the library.
    """

    version: str
    package: str
    digest: str

    @property
    def is_windows(self) -> bool:
        """Return whether the library is one for Windows."""
        return self.version.endswith(_WINDOWS)


SOURCES = tuple(
    LoaderSource(*line.split())
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
    sources = [s for s in SOURCES if (s.version in wanted if wanted else not s.is_windows)]
    failed = 0
    for source in sources:
        try:
            fetch_loader(source)
        except SetupError as error:
            print_now(f"    failed: {error}")
            failed += 1
    print_now(f"{len(sources) - failed} in {FOLDER}")
    return 1 if failed else 0


def list_windows_libraries() -> list[Path]:
    """Return the loaders for Windows, fetched if they are not there yet."""
    return [fetch_loader(source) for source in SOURCES if source.is_windows]


def fetch_loader(source: LoaderSource) -> Path:
    """Return the file of a library, fetched if it is not there yet.

    Raises:
        SetupError: it cannot be had, or is not the one that is expected.
    """
    library = FOLDER / source.version / (WINDOWS_LIBRARY if source.is_windows else LIBRARY)
    if library.exists():
        return library
    print_now(f"==> {source.version} from {source.package}")
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=FOLDER) as temporary:
        try:
            content = _unpack(source, Path(temporary))
        except subprocess.CalledProcessError as error:
            raise SetupError(
                f"{' '.join(error.cmd[:4])}: {error.stderr.strip()[-400:]}", 1
            ) from error
        except (OSError, LookupError, tarfile.TarError) as error:
            raise SetupError(str(error), 1) from error
    if hashlib.sha256(content).hexdigest() != source.digest:
        raise SetupError("the library is not the one that is expected", 1)
    library.parent.mkdir(exist_ok=True)
    library.write_bytes(content)
    library.chmod(0o755)
    return library


def _unpack(source: LoaderSource, folder: Path) -> bytes:
    """Return the library, taken out of the package that is downloaded into the folder."""
    if "==" in source.package:
        python, platform = ("3.12", "win_amd64") if source.is_windows else ("3.8", _LINUX)
        options = ["--no-deps", "--only-binary", ":all:", "--python-version", python]
        command = ["python3", "-m", "pip", "download", "-q", *options, "--platform", platform]
        _run_in([*command, source.package], folder)
        part = f"/{WINDOWS_LIBRARY}" if source.is_windows else "/libvulkan-"
        with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
            return wheel.read(next(name for name in wheel.namelist() if part in name))
    _run_in(["npm", "pack", "--silent", source.package], folder)
    archive = next(folder.glob("*.tgz"))
    if source.is_windows:
        return _extract(archive, WINDOWS_LIBRARY)
    try:
        packed = _extract(archive, "package/bin/swiftshader.tar.br")
    except LookupError:
        return _extract(archive, "linux/build/Release/libvulkan.so.1.1")
    (folder / "inner.tar.br").write_bytes(packed)
    _run_in(["node", "-e", _BROTLI, "inner.tar.br", "inner.tar"], folder)
    return _extract(folder / "inner.tar", LIBRARY)


def _extract(archive: Path, part: str) -> bytes:
    """Return the first file whose path holds this part."""
    with tarfile.open(archive) as tar:
        for member in tar:
            content = tar.extractfile(member) if part in member.name else None
            if content is not None:
                return content.read()
    raise LookupError(f"{archive.name} holds no {part}")


def _run_in(command: Sequence[str], folder: Path) -> None:
    """Run a program in a folder."""
    program = shutil.which(command[0])
    if program is None:
        raise LookupError(f"{command[0]} is not installed")
    subprocess.run([program, *command[1:]], cwd=folder, check=True, capture_output=True, text=True)
