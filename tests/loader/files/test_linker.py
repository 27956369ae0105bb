"""Whether the dynamic linker opens a library with all that it needs: the engine against dlopen."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from vkconfig_py.loader.base.host import Host, OverlayFile
from vkconfig_py.loader.files.binaries import LibraryReader, with_levels
from vkconfig_py.loader.files.linker import Linker, Refusal

_OPEN = """
import ctypes, sys
libc = ctypes.CDLL(None)
libc.dlopen.restype, libc.dlerror.restype = ctypes.c_void_p, ctypes.c_char_p
print("" if libc.dlopen(sys.argv[1].encode(), 1) else libc.dlerror().decode())
"""
SOURCES = {
    "x": "int x(void) { return 1; }",
    "y": "int x(void); int y(void) { return x(); }",
    "z": "int y(void); int z(void) { return y(); }",
    "data": "extern int gone; int *where = &gone;",
    "function": "int gone(void); int asks(void) { return gone(); }",
    "pointer": "int gone(void); int (*where)(void) = gone;",
    "hidden": "extern int gone; static int *where = &gone;"
    "__attribute__((constructor)) static void asks(void) { ++where; }",
    "weak": "int gone(void) __attribute__((weak)); int asks(void) { return gone ? gone() : 0; }",
}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build libraries that the linker opens, and such that it refuses."""
    root = tmp_path_factory.mktemp("built")
    for name, text in SOURCES.items():
        (root / f"{name}.c").write_text(text)
    for name in ("deps", "old", "new"):
        (root / name).mkdir()
        (root / f"{name}.map").write_text(f"{name.upper()}_1 {{ global: x; }};")
    deps, own = f"-Wl,-rpath,{root}/deps", ("-L", f"{root}/deps")
    build(root, "x", "deps/libx.so")
    build(root, "y", "deps/liby.so", *own, "-lx")
    build(root, "y", "direct.so", *own, "-lx", deps)
    build(root, "y", "direct_gone.so", *own, "-lx")
    further = (*own, "-ly", deps, f"-Wl,-rpath-link,{root}/deps")
    build(root, "z", "runpath.so", *further, "-Wl,--enable-new-dtags")
    build(root, "z", "rpath.so", *further, "-Wl,--disable-new-dtags")
    for name in ("data", "function", "hidden", "pointer", "weak"):
        build(root, name, f"{name}.so")
        build(root, name, f"{name}_now.so", "-Wl,-z,now")
    for name in ("old", "new"):
        versions = f"-Wl,--version-script={root}/{name}.map"
        build(root, "x", f"{name}/libx.so", versions, "-Wl,-soname,libx.so")
    for name in ("old", "new", "deps"):
        newer = ("-L", f"{root}/new", "-lx", f"-Wl,-rpath,{root}/{name}")
        build(root, "y", f"version_of_{name}.so", *newer)
    return root


def build(root: Path, source: str, target: str, *more: str) -> None:
    command = ["gcc", "-shared", "-fPIC", "-o", root / target, root / f"{source}.c", *more]
    subprocess.run(command, check=True)


def dlopen(library: Path) -> str:
    """Open a library as the loader does; return the linker's words, or how the program ended."""
    run = subprocess.run(
        [sys.executable, "-c", _OPEN, library],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return run.stdout.strip() if run.returncode >= 0 else f"signal {-run.returncode}"


def refusal(library: Path) -> Refusal | None:
    return Linker(Host.current(), "", LibraryReader()).find_refusal(str(library))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("direct", ""),
        ("direct_gone", "libx.so"),
        ("runpath", "libx.so"),
        ("rpath", ""),
        ("data", "gone"),
        ("data_now", "gone"),
        ("function", ""),
        ("function_now", "gone"),
        ("hidden", "gone"),  # exports nothing: an empty hash table
        ("pointer", "gone"),
        ("weak", ""),
        ("weak_now", ""),
        ("version_of_new", ""),
        ("version_of_old", "NEW_1"),
        ("version_of_deps", ""),  # what defines no version has any
    ],
)
def test_what_the_linker_refuses_is_refused(built: Path, name: str, words: str) -> None:
    library = built / f"{name}.so"
    said, found = dlopen(library), refusal(library)
    assert (words in said, bool(said)) == (True, bool(words)), said
    assert (found is not None) == bool(words)
    assert found is None or words in found.why


@pytest.mark.parametrize("cut", [70, 200, 600, 4096, 8192, 12000, -1])
def test_a_library_that_is_cut_off(built: Path, tmp_path: Path, cut: int) -> None:
    library = tmp_path / "cut.so"
    library.write_bytes((built / "direct.so").read_bytes()[:cut])
    said, found = dlopen(library), refusal(library)
    assert (found is None) == (said == "")
    assert found is None or found.crashes == said.startswith("signal"), said
    state = Linker(Host.current(), "", LibraryReader()).state(str(library))
    expected = "cut-short" if said.startswith("signal") else "unlinkable"
    assert state.reason == (expected if said else "")


def test_libraries_for_newer_processors_are_searched(built: Path, tmp_path: Path) -> None:
    *levels, plain = with_levels(Host.current(), str(tmp_path))
    assert plain == str(tmp_path)
    library = built / "direct_gone.so"
    for folder in levels:
        Path(folder).mkdir(parents=True)
        shutil.copy(built / "deps" / "libx.so", folder)
        host = Host.current().with_environment([("LD_LIBRARY_PATH", plain)])
        assert Linker(host, "", LibraryReader()).find_refusal(str(library)) is None
        shutil.rmtree(folder)
    narrow = Host.current()._replace(pointer_bits=32)
    assert with_levels(narrow, "/lib") == ("/lib",)


def test_what_the_program_brings_along_is_there(built: Path, tmp_path: Path) -> None:
    program = tmp_path / "program"
    source = tmp_path / "program.c"
    source.write_text("int gone; int main(void) { return gone; }")
    subprocess.run(["gcc", "-rdynamic", "-o", program, source], check=True)
    host = Host.current().with_executable(str(program))
    assert Linker(host, "", LibraryReader()).find_refusal(str(built / "data.so")) is None
    assert Linker(Host({}), "", LibraryReader()).find_refusal(str(built / "data.so")) is not None
    preloaded = tmp_path / "libbrings.so"
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", preloaded, source], check=True)
    with_it = Host({"LD_PRELOAD": str(preloaded)})
    assert Linker(with_it, "", LibraryReader()).find_refusal(str(built / "data.so")) is None


def test_a_library_that_is_only_supposed_fits(built: Path) -> None:
    file = OverlayFile((built / "direct_gone.so").read_bytes()[:20])
    library = str(built / "direct_gone.so")
    host = Host.current().with_overlay({library: file})
    assert Linker(host, "", LibraryReader()).find_refusal(library) is None


@pytest.mark.parametrize("program", ["linked", "rpath", "runpath", "bare", "old", "plain"])
def test_what_the_program_has_open_and_its_rpath_count(
    built: Path, tmp_path: Path, program: str
) -> None:
    (tmp_path / "open.c").write_text(
        "#include <dlfcn.h>\n#include <stdio.h>\nint main(int count, char **words) {"
        ' puts(dlopen(words[1], RTLD_LAZY) ? "" : dlerror()); }'
    )
    deps, old = f"-Wl,-rpath,{built}/deps", f"-Wl,-rpath,{built}/old"
    needs_x = ("-Wl,--no-as-needed", "-lx")
    options = {
        "linked": ("-L", f"{built}/deps", *needs_x, deps, "-Wl,--enable-new-dtags"),
        "rpath": (deps, "-Wl,--disable-new-dtags"),
        "runpath": (deps, "-Wl,--enable-new-dtags"),
        "bare": (f"-Wl,-rpath,{built}:{built}/deps", "-Wl,--disable-new-dtags"),
        "old": ("-L", f"{built}/old", *needs_x, old, "-Wl,--enable-new-dtags"),
        "plain": (),
    }
    command = ["gcc", "-o", tmp_path / "program", tmp_path / "open.c", *options[program]]
    subprocess.run(command, check=True)
    library = {"bare": "direct_gone.so", "old": f"{built}/version_of_new.so"}.get(
        program, f"{built}/direct_gone.so"
    )
    run = [tmp_path / "program", library]
    said = subprocess.run(run, capture_output=True, text=True, check=True, timeout=60).stdout
    host = Host.current().with_executable(str(tmp_path / "program"))
    state = Linker(host, "", LibraryReader()).state(library)
    assert state.found == (not said.strip()), (said, state)
    assert state.found == (program in ("linked", "rpath", "bare"))
