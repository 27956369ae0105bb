"""dev.py fuzz --hostile: damaged registry exports, libraries and archives through their readers.

Each input is read or refused by the one error that its reader names, in little memory and time.
"""

from __future__ import annotations

import argparse
import io
import struct
import tempfile
import tracemalloc
import zipfile
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.framework import mach_o_files, pe_files
from tests.framework.compiled import compile_once
from tests.framework.elf_files import make_elf_file
from tests.fuzz.reading import TIME_LIMIT, time_limit
from vkconfig_py.loader.files import elf, image_kinds
from vkconfig_py.loader.files.elf import ElfError
from vkconfig_py.loader.files.image_kinds import (
    FIRST_READ_SIZE,
    MachOError,
    PeError,
    compute_header_length,
    parse_pe,
    read_kind,
)
from vkconfig_py.loader.platforms.reg_file import RegFileError, parse_reg
from vkconfig_py.machines.android.files import ApkError, list_entries

MOST_MEMORY = 200 << 20
INPUTS = 100_000
_CHUNK = 1000


class HostileFormat(NamedTuple):
    """A kind of file that may come from anywhere.

    Attributes:
        seeds: sound files, to be damaged.
        read: reads a file by its path; raises nothing but `refusals`.
        words: texts that mean something in such a file.
    """

    name: str
    seeds: Callable[[], list[bytes]]
    read: Callable[[Path], object]
    refusals: tuple[type[Exception], ...]
    words: tuple[bytes, ...] = ()


class Tried(NamedTuple):
    """Result of a series of inputs.

    Attributes:
        taken: how many were read, not refused.
        peak: bytes of memory in use at most, seeds and inputs included.
    """

    inputs: int
    taken: int
    peak: int


class HostileInputError(AssertionError):
    """An input that its reader does not answer as it must."""

    @classmethod
    def of(cls, form: str, seed: int, number: int, why: str) -> HostileInputError:
        return cls(f"{form}, seed {seed}, input {number}: {why}")


def try_inputs(form: HostileFormat, seed: int, numbers: Iterable[int]) -> Tried:
    """Put damaged files to their reader.

    Raises:
        HostileInputError: another exception, too much memory or time.
    """
    seeds = form.seeds()
    inputs = taken = 0
    tracemalloc.start()
    try:
        with tempfile.TemporaryDirectory() as folder:
            for number in numbers:
                random = Random(f"{form.name} {seed} {number}")
                # One path for all would be one entry of the caches by path and time.
                path = Path(folder, str(number))
                path.write_bytes(damaged(random, seeds, form.words))
                inputs += 1
                taken += _is_taken(form, seed, number, path)
                path.unlink()
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    return Tried(inputs, taken, peak)


def _is_taken(form: HostileFormat, seed: int, number: int, path: Path) -> bool:
    try:
        with time_limit(TIME_LIMIT):
            form.read(path)
        is_taken = True
    except form.refusals:
        is_taken = False
    except Exception as error:
        raise HostileInputError.of(form.name, seed, number, repr(error)) from error
    peak = tracemalloc.get_traced_memory()[1]
    if peak > MOST_MEMORY:
        raise HostileInputError.of(form.name, seed, number, f"{peak >> 20} MB")
    return is_taken


# -- damage

_NUMBERS = (0, 1, 2, 7, 8, 16, 63, 64, 0x7F, 0x80, 0xFF, 0x1000, 0x7FFF, 0xFFFF)
_LARGE = (0x10000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x7FFFFFFFFFFFFFFF, 0xFFFFFFFFFFFFFFFF)
_FORMS = ("B", "H", "I", "I", "Q")


def damaged(random: Random, seeds: list[bytes], words: tuple[bytes, ...]) -> bytes:
    """Return a file with some damage."""
    data = bytearray(random.choice(seeds))
    for _ in range(random.choice((1, 1, 2, 3, 5, 12))):
        _damage(random, data, seeds, words)
    return bytes(data)


def _damage(random: Random, data: bytearray, seeds: list[bytes], words: tuple[bytes, ...]) -> None:
    # Headers come first, and say more than what follows.
    most = min(len(data), random.choice((64, 512, 4096, len(data) or 1)))
    at = random.randrange(most + 1)
    way = random.randrange(10 if words else 9)
    if way < 3:
        form = random.choice(_FORMS)
        place = at // struct.calcsize(form) * struct.calcsize(form)
        number = random.choice((*_NUMBERS, *_LARGE, len(data), at, random.getrandbits(32)))
        bits = struct.calcsize(form) * 8
        packed = struct.pack(random.choice("<>") + form, number & (1 << bits) - 1)
        data[place : place + len(packed)] = packed
    elif way == 3:
        data[at : at + 1] = bytes((random.randrange(256),))
    elif way == 4:
        if data:
            data[at % len(data)] ^= 1 << random.randrange(8)
    elif way == 5:
        del data[at : at + random.choice((1, 2, 4, 16, 200))]
    elif way == 6:
        del data[random.randrange(len(data) + 1) :]
    elif way == 7:
        part = data[at : at + random.randint(1, 64)]
        data[at:at] = part * random.choice((1, 2, 5, 2000))
    elif way == 8:
        other = random.choice(seeds)
        start = random.randrange(len(other))
        data[at : at + 64] = other[start : start + random.randint(1, 256)]
    else:
        data[at:at] = random.choice(words) * random.choice((1, 1, 2, 300))


# -- readers and what they are given


def _read_elf(path: Path) -> None:
    status = path.stat()
    asked = (str(path), status.st_mtime_ns, status.st_size)
    if status.st_size:
        elf.read_elf(*asked)
    elf.list_imported_symbols(str(path))
    elf.find_required_symbols(*asked)
    elf.find_defined_symbols(*asked, ("vkGetInstanceProcAddr", "main", "missing"))
    # Those of files and of archives' entries take a place and a size.
    part = (str(path), 0, status.st_size)
    elf.find_texts(*part, b"vk")
    for address in elf.read_exports(*part).addresses.values():
        elf.read_text_at_pointer(*part, address)


def _read_pe(path: Path) -> None:
    _read_kind(path)
    parse_pe(path.read_bytes())


def _read_mach_o(path: Path) -> None:
    _read_kind(path)
    data = path.read_bytes()
    for image in image_kinds.read_images(data):
        image_kinds.list_exported_symbols(data, image)


def _read_kind(path: Path) -> None:
    data = path.read_bytes()
    read_kind(data[: compute_header_length(data[:FIRST_READ_SIZE])])


_SOURCE = """
int needed(void);
int data = 1;
int vkGetInstanceProcAddr(void) { return needed(); }
int vkNegotiateLoaderLayerInterfaceVersion(void) { return data; }
"""


def _elf_seeds() -> list[bytes]:
    options = ("-shared", "-fPIC", "-Os", "-nostdlib", "-s", "-Wl,-z,noseparate-code,-z,norelro")
    versions = "-Wl,--version-script=versions"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "small.c").write_text(_SOURCE)
        (folder / "versions").write_text("V1 { *; };\n")
        made = []
        for hashing in ("gnu", "both"):
            target = f"{hashing}.so"
            command = ("gcc", *options, versions, f"-Wl,--hash-style={hashing}", "-o", target)
            complaints = compile_once(folder, target, *command, "small.c")
            if complaints:
                raise OSError(complaints)
            made.append((folder / target).read_bytes())
    return [*made, make_elf_file(needed=("a", "b"), rpath="/x"), make_elf_file(32, runpath="/x")]


_NAMES = ("vkGetInstanceProcAddr", "vkNegotiateLoaderLayerInterfaceVersion", "data")


def _pe_seeds() -> list[bytes]:
    return [
        pe_files.make_pe_file(exports=_NAMES),
        pe_files.make_pe_file(pe_files.I386, _NAMES),
        pe_files.make_pe_file(pe_files.AMD64, _NAMES, calls_x64=True),
    ]


def _mach_o_seeds() -> list[bytes]:
    symbols = dict.fromkeys(_NAMES, mach_o_files.GLOBAL)
    trie = mach_o_files.make_export_trie(_NAMES)
    thin = mach_o_files.make_mach_o_file(mach_o_files.X86_64, symbols=symbols)
    new = mach_o_files.make_mach_o_file(symbols=symbols, trie=trie)
    return [
        thin,
        new,
        mach_o_files.make_mach_o_file(mach_o_files.X86, symbols=symbols, order=">"),
        mach_o_files.make_mach_o_file(old_trie=trie),
        mach_o_files.make_universal_file({mach_o_files.X86_64: thin, mach_o_files.ARM64: new}),
        mach_o_files.make_universal_file({mach_o_files.ARM64: new}, bits=64),
    ]


_LIBRARIES = "lib/arm64-v8a"


def _read_apk(path: Path) -> None:
    list_entries(str(path), _LIBRARIES)


def _apk_seeds() -> list[bytes]:
    made = []
    for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        content = io.BytesIO()
        with zipfile.ZipFile(content, "w", method) as archive:
            for name in ("a", f"{_LIBRARIES}/libVkLayer_a.so", f"{_LIBRARIES}/deeper/b"):
                archive.writestr(zipfile.ZipInfo(name), name, method)
        made.append(content.getvalue())
    return made


_EXPORT = r"""Windows Registry Editor Version 5.00

[HKEY_LOCAL_MACHINE\SOFTWARE\Khronos\Vulkan\Drivers]
"C:\\Windows\\System32\\driver.json"=dword:00000000
@="text \"quoted\""

[HKEY_LOCAL_MACHINE\SYSTEM\Select]
"Current"=dword:00000001

[HKEY_LOCAL_MACHINE\SYSTEM\ControlSet001\Control\Class\{4d36e968-e325-11ce-bfc1-08002be10318}\0000]
"VulkanDriverName"=hex(7):43,00,3a,00,5c,00,61,00,2e,00,6a,00,73,00,6f,00,6e,\
  00,00,00,00,00
"gone"=-

[-HKEY_CURRENT_USER\SOFTWARE\Khronos]
"""
_WORDS = (
    *(b"[", b"]", b"\\", b'"', b"=", b"@", b";", b"\r", b"\n", b"-", b"\0"),
    *(b"hex:", b"hex(7):", b"dword:", b"[HKEY_USERS\\", b'"a"=hex:\\\n', b"aa,", b"\xff\xfe"),
)


def _reg_seeds() -> list[bytes]:
    old = _EXPORT.replace("Windows Registry Editor Version 5.00", "REGEDIT4")
    return [
        b"\xff\xfe" + _EXPORT.replace("\n", "\r\n").encode("utf-16-le"),
        _EXPORT.encode(),
        old.encode("cp1252"),
    ]


FORMATS = (
    HostileFormat(
        "registry export",
        _reg_seeds,
        lambda path: parse_reg(path.read_bytes(), str(path)),
        (RegFileError,),
        _WORDS,
    ),
    HostileFormat("ELF", _elf_seeds, _read_elf, (ElfError,)),
    HostileFormat("PE", _pe_seeds, _read_pe, (PeError,)),
    HostileFormat("APK", _apk_seeds, _read_apk, (ApkError,)),
    HostileFormat("Mach-O", _mach_o_seeds, _read_mach_o, (MachOError,)),
)


# -- the command


def main(options: argparse.Namespace, say: Callable[[str], None]) -> int:
    """Try all formats in several processes."""
    failed = False
    with ProcessPoolExecutor(options.jobs) as pool:
        for index, form in enumerate(FORMATS):
            try:
                say(_describe(form.name, pool.map(_try_chunk, _chunks(index, options))))
            except HostileInputError as error:
                say(str(error))
                failed = True
    return 1 if failed else 0


def _chunks(index: int, options: argparse.Namespace) -> Iterator[tuple[int, int, range]]:
    for start in range(0, options.hostile, _CHUNK):
        yield index, options.seed, range(start, min(start + _CHUNK, options.hostile))


def _try_chunk(task: tuple[int, int, range]) -> Tried:
    index, seed, numbers = task
    return try_inputs(FORMATS[index], seed, numbers)


def _describe(name: str, parts: Iterable[Tried]) -> str:
    tried = list(parts)
    inputs = sum(part.inputs for part in tried)
    taken = sum(part.taken for part in tried)
    peak = max(part.peak for part in tried)
    return f"{name}: {inputs} inputs, {taken} read, {inputs - taken} refused, {peak >> 20} MB"
