"""Debian's Vulkan for 32-bit programs: loader and vulkaninfo, with a C library to build with.

`python -m tests.framework.narrow` fetches them into the project's cache: packages of the i386
architecture, downloaded with package lists of their own and unpacked; nothing is installed and
nobody has to be root. The kernel runs such programs once they name a dynamic linker that is there,
so copies of them name the one of the cache.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.framework.cache import cache_folder
from tests.framework.debian_packages import FetchError, run_fetching
from tests.framework.native import NativeBuilds
from tests.framework.reference import RealLoader
from vkconfig_py.loader.profiles.profile import LoaderProfile

_PACKAGES = (
    "libc6",
    "libc6-dev",
    "libgcc-s1",
    "libstdc++6",
    "linux-libc-dev",
    "libvulkan1",
    "vulkan-tools",
    # what vulkaninfo is linked to
    "libwayland-client0",
    "libffi8",
    "libx11-6",
    "libxcb1",
    "libxau6",
    "libxdmcp6",
    "libbsd0",
    "libmd0",
)
_SOURCES = Path(__file__).parent / "native"
_SYSTEM, _OWN = "usr/lib/i386-linux-gnu", "lib/i386-linux-gnu"
_LINKER = f"{_OWN}/ld-linux.so.2"
_INTERPRETER = 3  # PT_INTERP


def fetch_32_bit_packages() -> Path:
    """Return the folder that they are unpacked in, fetching them first if they are not there."""
    folder = cache_folder("i386")
    root = folder / "root"
    if not root.exists():
        with tempfile.TemporaryDirectory(dir=folder) as temporary:
            unpacked = Path(temporary) / "root"
            unpacked.mkdir()
            for package in _download(Path(temporary)):
                run_fetching(["dpkg-deb", "--extract", str(package), str(unpacked)])
            if not root.exists():  # another process may have been faster
                unpacked.rename(root)
    return root


def get_32_bit_loader() -> RealLoader:
    """Return Debian's loader for 32-bit programs."""
    library = fetch_32_bit_packages() / _SYSTEM / "libvulkan.so.1"
    text = library.resolve().name.partition(".so.")[2]
    major, minor, patch = map(int, text.split("."))
    return RealLoader("debian 32-bit", LoaderProfile((major, minor, patch), str(library), 32), text)


def put_program(name: str, target: Path) -> Path:
    """Put a copy of vulkaninfo or vkcube at a path, so that it runs from there.

    narrow_library_path() has to be in its LD_LIBRARY_PATH.
    """
    root = fetch_32_bit_packages()
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(root / "usr/bin" / name, target)
    set_linker(target, root / _LINKER)
    return target


def get_32_bit_library_path() -> str:
    """Return the value of LD_LIBRARY_PATH with which 32-bit programs find everything."""
    root = fetch_32_bit_packages()
    return f"{root / _OWN}:{root / _SYSTEM}"


def build_32_bit() -> NativeBuilds:
    """Build the driver, the layer and the asking program for 32 bits, if they are not there."""
    root = fetch_32_bit_packages()
    texts = [path.read_bytes() for path in sorted(_SOURCES.glob("*.[ch]"))]
    # The programs name the linker by its path, which is another one in another copy of the project.
    sources = b"".join((*texts, os.fsencode(root)))
    folder = cache_folder(f"i386/native-{hashlib.sha256(sources).hexdigest()[:16]}")
    library = ("-shared", "-fPIC", "-fvisibility=hidden")
    start = (str(root / _SYSTEM / "crt1.o"), str(root / _SYSTEM / "crti.o"))
    program = (
        *start,
        "-fno-pie",
        "-no-pie",
        f"-Wl,--dynamic-linker={root / _LINKER}",
        f"-Wl,-rpath={root / _OWN}",
    )
    return NativeBuilds(
        layer=_build_file(folder / "layer.so", ("layer.c",), library),
        driver=_build_file(folder / "driver.so", ("driver.c",), library),
        layer_and_driver=_build_file(folder / "both.so", ("layer.c", "driver.c"), library),
        asking_program=_build_file(
            folder / "asker", ("asker.c",), program, (str(root / _SYSTEM / "crtn.o"),)
        ),
    )


def set_linker(program: Path, linker: Path) -> None:
    """Let a program name another dynamic linker: at its end, for the place for it is too short."""
    data = bytearray(program.read_bytes())
    wide = data[4] == 2
    start, size, count = (
        (*struct.unpack_from("<Q", data, 32), *struct.unpack_from("<HH", data, 54))
        if wide
        else (*struct.unpack_from("<I", data, 28), *struct.unpack_from("<HH", data, 42))
    )
    text = os.fsencode(linker) + b"\0"
    for place in range(start, start + size * count, size):
        if struct.unpack_from("<I", data, place) == (_INTERPRETER,):
            offset, length = (8, 32) if wide else (4, 16)
            struct.pack_into("<Q" if wide else "<I", data, place + offset, len(data))
            struct.pack_into("<Q" if wide else "<I", data, place + length, len(text))
    mode = program.stat().st_mode
    program.write_bytes(bytes(data) + text)
    program.chmod(mode)


def _build_file(
    target: Path, sources: tuple[str, ...], options: tuple[str, ...], last: tuple[str, ...] = ()
) -> Path:
    if target.exists():
        return target
    root, partial = fetch_32_bit_packages(), target.with_name(f"{target.name}.{os.getpid()}")
    include = root / "usr/include"
    run_fetching(
        [
            *("gcc", "-m32", "-O1", "-nostdlib", "-o", str(partial)),
            *("-isystem", str(include / "i386-linux-gnu"), "-isystem", str(include)),
            *(str(_SOURCES / source) for source in sources),
            *options,
            str(root / _OWN / "libc.so.6"),
            str(root / _SYSTEM / "libc_nonshared.a"),
            str(root / _OWN / "libgcc_s.so.1"),
            f"-Wl,-rpath-link={root / _OWN}",
            *last,
        ]
    )
    partial.replace(target)
    return target


def _download(folder: Path) -> list[Path]:
    """Download the packages with package lists of their own, next to those of the system."""
    for name in ("state/lists/partial", "cache/archives/partial", "packages"):
        (folder / name).mkdir(parents=True)
    (folder / "status").touch()
    command = [
        "apt-get",
        "-q",
        *("-o", f"Dir::State={folder / 'state'}", "-o", f"Dir::State::status={folder / 'status'}"),
        *("-o", f"Dir::Cache={folder / 'cache'}", "-o", "APT::Sandbox::User="),
        *("-o", "APT::Architecture=i386", "-o", "APT::Architectures=i386"),
    ]
    # One list of several may be out of step on its server; the download shows whether it is needed.
    subprocess.run([*command, "update"], check=False, capture_output=True)
    run_fetching(
        [*command, "download", *(f"{name}:i386" for name in _PACKAGES)], folder / "packages"
    )
    return sorted((folder / "packages").glob("*.deb"))


if __name__ == "__main__":
    try:
        sys.stdout.write(f"{fetch_32_bit_packages()}\n")
    except FetchError as failure:
        sys.exit(str(failure))
