"""Fetch more reference loaders: real Khronos loaders of many releases, for comparisons by hand.

The tests need the two loaders that Debian has. Whoever changes a rule that depends on the version
compares with releases on both sides of it: packages of the npm registry and of PyPI carry loaders
that their makers built. `dev.py loaders` downloads each package, takes the one library out, checks
its digest and keeps it in .cache/loaders/<version>; nothing of a package is installed or run.
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
    """Where a loader comes from.

    Attributes:
        version: what vkEnumerateInstanceVersion of this library reports.
        package: "name@version" of the npm registry, or "name==version" of PyPI.
        digest: SHA-256 of the library.
    """

    version: str
    package: str
    digest: str


SOURCES = (
    Source(
        "1.1.121",
        "nvk@0.7.4",
        "7f7c2ea0b0525865add131eec1d7e4d9973e7260046cb23162461960c8105aea",
    ),
    Source(
        "1.1.126",
        "nvk@0.7.9",
        "9d9bad30dddf63ee184717415cdb472a9d492a21065e0f46b14090a2d5c2ac6b",
    ),
    Source(
        "1.2.141",
        "sapien==0.7.1.dev0",
        "3a348e2573770715b275abe4e07c60308e96d5cc8301e1aebfa69587f3210443",
    ),
    Source(
        "1.2.170",
        "sapien==1.1.1",
        "7d7a365a1bb0532cfe055e9b0a9210004013de1d46f05bac5d9acfcbed26419f",
    ),
    Source(
        "1.3.211",
        "@sparticuz/chrome-aws-lambda@14.0.0",
        "cce7eb9b0d6cc63b168e5e992306b94bb8ae9288a0da2bbe9c11124f16c4b30c",
    ),
    Source(
        "1.3.213",
        "@sparticuz/chromium@103.0.0",
        "f8ffdae4ce6f996655c909e46c8bb7c4b3621edf4d159bbda344a30ca3240022",
    ),
    Source(
        "1.3.219",
        "@sparticuz/chrome-aws-lambda@16.0.0",
        "58f7d77b213e537860e608aab8f1a633e276986914fad1d9eace7de71a58ad62",
    ),
    Source(
        "1.3.224",
        "@sparticuz/chromium@106.0.2",
        "c8555607cd8f55097313ad405a1819929d6e2afa094bef2be03f69b93ac30e2f",
    ),
    Source(
        "1.3.227",
        "@sparticuz/chromium@107.0.0",
        "03e5b3f4e2ca7b69be3da2ed7f7cc6d44293c4b68a4abd21adf8f95f31c25542",
    ),
    Source(
        "1.3.230",
        "@sparticuz/chromium@108.0.3",
        "f6e53819fe4b91cc9800ee192ce2f2f60a4a124901909dc7682b811d3f5a4ca6",
    ),
    Source(
        "1.3.231",
        "@sparticuz/chromium@109.0.6",
        "2b2f66fa52fd463f004d91dffa5665bee175cb1b3bf853947323129a685351c5",
    ),
    Source(
        "1.3.237",
        "@sparticuz/chromium@110.0.1",
        "74e64c614532cd6be58e9537ca681d20d6dbbf6f34c3d772c76f471797758649",
    ),
    Source(
        "1.3.239",
        "@sparticuz/chromium@111.0.0",
        "05dd38192b0aa5b99186ec389cf3ae922b78ee91ed4960b14dd116e32c7e345d",
    ),
    Source(
        "1.3.240",
        "@sparticuz/chromium@112.0.2",
        "1f30f39a31e213a1142a5b38bb1536e7cb0a17339b27064faf53b9fe746c5835",
    ),
    Source(
        "1.3.244",
        "@sparticuz/chromium@113.0.1",
        "e47acc304b578511899c86d28567bf13438e1f1c0da18bd53afa6c9eeb1a0964",
    ),
    Source(
        "1.3.248",
        "@sparticuz/chromium@114.0.0",
        "ae96344f6cb623f5ed65bfafabc2295a63f7b06665e9a0451d183018291eb13c",
    ),
    Source(
        "1.3.254",
        "@sparticuz/chromium@116.0.0",
        "303ea58f9dd8be6d731c96557c03058376cb973cc1831324e726795c0ad66347",
    ),
    Source(
        "1.3.261",
        "@sparticuz/chromium@117.0.0",
        "c9d58b547c2d35551cb5876a84216c2317838451f4b738addc6a5c824a70fb59",
    ),
    Source(
        "1.3.263",
        "@sparticuz/chromium@118.0.0",
        "5f553e0e2219bb19f8154a532aa4cd308779bd482db5e008115b4ceeeb591cd8",
    ),
    Source(
        "1.3.266",
        "@sparticuz/chromium@119.0.2",
        "0ba6a32ae064a8643a664f406a6a07f9b615f4ae5b7097f4d37e6a8fd186f321",
    ),
    Source(
        "1.3.271",
        "@sparticuz/chromium@121.0.0",
        "cb3619e2f273bc57c540c3fbf6cc14f16d443c2a92eb81f27b5e63ba4c73e380",
    ),
    Source(
        "1.3.275",
        "@sparticuz/chromium@122.0.0",
        "f02dc119bd836bbf47fa232145ba137f05403c8d67c738f71d2884f1f9e2cd50",
    ),
    Source(
        "1.3.278",
        "@sparticuz/chromium@123.0.1",
        "80e491ae9dafd1cd7476f49d61b340d205416bb06452941ae32d876371482764",
    ),
    Source(
        "1.3.285",
        "@sparticuz/chromium@126.0.0",
        "b543ec87259c541133a09ed8f02d2e03e3ba6145dacf91fe51dea9c4453100a6",
    ),
    Source(
        "1.3.287",
        "@sparticuz/chromium@127.0.0",
        "2232b0e5454caa03b6b08236b0b64f4b5a139fc007e7102db564e332aa691fbd",
    ),
    Source(
        "1.3.293",
        "@sparticuz/chromium@129.0.0",
        "63d256c2b7d3d7754a52f44a708a804a042c1b6782b5775f26be664de4d2dedd",
    ),
    Source(
        "1.3.295",
        "@sparticuz/chromium@130.0.0",
        "c42011bf9cc173308d236f15225c42adfe0bf404b50b7996c64d9308bafed69b",
    ),
    Source(
        "1.3.297",
        "@sparticuz/chromium@131.0.1",
        "ee9ddb18cbe2f09e609d94269ad4347dfbb00707b0b3e300fd4f4375bbadff1b",
    ),
    Source(
        "1.3.301",
        "@sparticuz/chromium@132.0.0",
        "4b4dd9ba8c15cb34c7907c15e3f9a4d4d9f1f684b0116bbab0bd6f06c5088f2e",
    ),
    Source(
        "1.3.302",
        "@sparticuz/chromium@133.0.0",
        "06c0b87bb62abe6aad28ff52cdd78ee1f60172838067349ca075eb63d3a45a7a",
    ),
    Source(
        "1.4.309",
        "@sparticuz/chromium@135.0.0-next.0",
        "7d0cce5447c7d6cc351cf24b093cd37370a4b3f7c52a46d8b26cc0eff8bf66a9",
    ),
    Source(
        "1.4.313",
        "@sparticuz/chromium@137.0.1",
        "c3a578169ed14f1ddf5cb390dc936c864149f25ab3516f4ff4c69bc4d6512cb2",
    ),
    Source(
        "1.4.315",
        "@sparticuz/chromium@138.0.2",
        "0e6c7444c43ef671b7d3232706a8b97fb47bb1ce900460f65513b1770dbf4a5d",
    ),
    Source(
        "1.4.324",
        "@sparticuz/chromium@140.0.0",
        "a8bd9ef064c6a95410991d70281d62a7e60a0d745d313c8ac7c8d9273a096831",
    ),
    Source(
        "1.4.326",
        "@sparticuz/chromium@141.0.0",
        "60a4d9129e8ad4377ed786791d8b262982d791bd07ea4afd44a2f83d28dfe889",
    ),
    Source(
        "1.4.330",
        "@sparticuz/chromium@143.0.4",
        "858e4d3fd0fc5d1409f9c9c076e7611c0967459bab153c5cb4ec81124a24e53c",
    ),
    Source(
        "1.4.345",
        "@sparticuz/chromium@147.0.2",
        "fe17a77c1f2df38d3b6a935140f746fd80aac564bb44eb3e4f6b75a504295a41",
    ),
    Source(
        "1.4.348",
        "@sparticuz/chromium@148.0.0",
        "db36e9ec5eb6244c78b75aa6f38e3672df2c5669d286c778a7f5816d5a40f974",
    ),
    Source(
        "1.4.349",
        "@sparticuz/chromium@149.0.0",
        "1dc3ea70bae736554c65afe3c512fc58664fe9222ba760f276abbe22e5b659b2",
    ),
    Source(
        "1.4.357",
        "@sparticuz/chromium@152.0.0",
        "d6768a0edc319dcdb16a98fc787fb2f1ec39f0fd9c7592f6e1488e1d4e712b34",
    ),
    Source(
        "1.4.360",
        "@sparticuz/chromium@153.0.0",
        "8ee5ac00fd7968e863b05e0f6808057db16a00ad322777e5a05bed51d4f84085",
    ),
)


def main(arguments: list[str]) -> int:
    """Fetch what is missing; say what could not be had."""
    parser = argparse.ArgumentParser(prog="dev.py loaders", description=__doc__)
    parser.add_argument("versions", nargs="*", help="only these versions, such as 1.3.248")
    wanted = parser.parse_args(arguments).versions
    known = {source.version for source in SOURCES}
    if unknown := [version for version in wanted if version not in known]:
        raise SetupError(f"No package is known for {', '.join(unknown)}.", 2)
    failed = [s for s in SOURCES if (not wanted or s.version in wanted) and not _fetch(s)]
    say(f"{len(SOURCES) - len(failed) if not wanted else len(wanted) - len(failed)} in {FOLDER}")
    return 1 if failed else 0


def _fetch(source: Source) -> bool:
    library = FOLDER / source.version / LIBRARY
    if library.exists():
        return True
    say(f"==> {source.version} from {source.package}")
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=FOLDER) as temporary:
        try:
            found = _unpack(source, Path(temporary))
        except (OSError, subprocess.CalledProcessError, LookupError, tarfile.TarError) as error:
            say(f"    failed: {_reason(error)}")
            return False
        if hashlib.sha256(found.read_bytes()).hexdigest() != source.digest:
            say("    failed: the library is not the one that is expected")
            return False
        library.parent.mkdir(exist_ok=True)
        found.chmod(0o755)
        found.replace(library)
    return True


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
