"""Whether the dynamic linker opens a library with all that it needs: the engine against dlopen."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from vkconfig_py.language.sentences import render
from vkconfig_py.loader.api.advice import report_with_remedy
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Host, OverlayFile
from vkconfig_py.loader.base.verdicts import (
    Reason,
    Remedy,
    RemoveFile,
    SetVariable,
    UnsetVariable,
)
from vkconfig_py.loader.files.binaries import (
    LibraryReader,
    list_hwcaps_folders,
    read_cached_libraries,
)
from vkconfig_py.loader.files.linker import Linker, LinkRefusal
from vkconfig_py.loader.lint.linter import lint

_OPEN = """
import ctypes, sys
libc = ctypes.CDLL(None)
libc.dlopen.restype, libc.dlerror.restype = ctypes.c_void_p, ctypes.c_char_p
print("" if libc.dlopen(sys.argv[1].encode(), 1) else libc.dlerror().decode())
"""
SOURCES = {
    "x": "int x(void) { return 1; }",
    "y": "int x(void); int y(void) { return x(); }",
    "driver": "int x(void); int vk_icdGetInstanceProcAddr(void) { return x(); }",
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


def dlopen(library: Path, **variables: str) -> str:
    """Open a library as the loader does; return the linker's words, or how the program ended."""
    run = subprocess.run(
        [sys.executable, "-c", _OPEN, library],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, **variables},
    )
    return run.stdout.strip() if run.returncode >= 0 else f"signal {-run.returncode}"


def refusal(library: Path) -> LinkRefusal | None:
    return Linker(Host.read_current(), "", LibraryReader()).find_refusal(str(library))


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
    assert found is None or words in str(found.detail)


@pytest.mark.parametrize("cut", [70, 200, 600, 4096, 8192, 12000, -1])
def test_a_library_that_is_cut_off(built: Path, tmp_path: Path, cut: int) -> None:
    library = tmp_path / "cut.so"
    library.write_bytes((built / "direct.so").read_bytes()[:cut])
    said, found = dlopen(library), refusal(library)
    assert (found is None) == (said == "")
    assert found is None or found.crashes == said.startswith("signal"), said
    state = Linker(Host.read_current(), "", LibraryReader()).find_state(str(library))
    expected = "cut-short" if said.startswith("signal") else "unlinkable"
    assert state.reason == (expected if said else "")


@pytest.mark.parametrize("way", ["LD_LIBRARY_PATH", "LD_PRELOAD", "RPATH", "RUNPATH"])
def test_a_dependency_that_another_file_replaces_is_named(tmp_path: Path, way: str) -> None:
    """The file, what leads to it and the missing symbol: the linker names only the symbol."""
    old, (usual, *_) = (
        tmp_path / "old/libz.so.1",
        read_cached_libraries(Host.read_current())["libz.so.1"],
    )
    old.parent.mkdir()
    (tmp_path / "old.c").write_text("int old(void) { return 0; }")
    (tmp_path / "user.c").write_text("char *zlibVersion(void); char *(*user)(void) = zlibVersion;")
    build(tmp_path, "old", "old/libz.so.1", "-Wl,-soname,libz.so.1")
    tags = {"RPATH": "-Wl,--disable-new-dtags", "RUNPATH": "-Wl,--enable-new-dtags"}
    own = (tags[way], f"-Wl,-rpath,{old.parent}") if way in tags else ()
    build(tmp_path, "user", "user.so", "-Wl,--no-as-needed", usual, *own)
    values = {"LD_LIBRARY_PATH": str(old.parent), "LD_PRELOAD": str(old)}
    set_here = {way: values[way]} if way in values else {}
    library = tmp_path / "user.so"
    assert "zlibVersion" in dlopen(library, **set_here)
    state = Linker(Host(set_here), "", LibraryReader()).find_state(str(library))
    assert (state.reason, state.replacing, state.replaced_by) == ("unlinkable", str(old), way)
    for named in (str(old), "zlibVersion", way, usual, *([str(library)] if own else [])):
        assert named in render(state.detail)


def test_a_library_that_keeps_the_one_of_a_runpath_from_being_used_is_named(tmp_path: Path) -> None:
    """LD_LIBRARY_PATH comes before the RUNPATH of the object that asks."""
    for name, text in (("old", "old"), ("new", "wanted")):
        (tmp_path / f"{name}.c").write_text(f"int {text}(void) {{ return 0; }}")
        (tmp_path / name).mkdir()
        build(tmp_path, name, f"{name}/libown.so", "-Wl,-soname,libown.so")
    (tmp_path / "user.c").write_text("int wanted(void); int (*user)(void) = wanted;")
    old, new = str(tmp_path / "old/libown.so"), str(tmp_path / "new/libown.so")
    own = ("-Wl,--enable-new-dtags", f"-Wl,-rpath,{tmp_path}/new")
    build(tmp_path, "user", "user.so", "-Wl,--no-as-needed", new, *own)
    set_here = {"LD_LIBRARY_PATH": str(tmp_path / "old")}
    library = tmp_path / "user.so"
    assert "wanted" in dlopen(library, **set_here)
    state = Linker(Host(set_here), "", LibraryReader()).find_state(str(library))
    assert (
        render(state.detail)
        == f"{old} lacks wanted, but is used instead of {new} because of LD_LIBRARY_PATH"
    )
    assert (state.replacing, state.replaced_by) == (old, "LD_LIBRARY_PATH")


def test_a_replaced_library_of_an_older_version_is_named(built: Path, tmp_path: Path) -> None:
    folder = tmp_path / "usr/lib"
    folder.mkdir(parents=True)
    for name, target in (("new", folder), ("old", tmp_path / "app")):
        target.mkdir(exist_ok=True)
        shutil.copy(built / name / "libx.so", target)
    build(built, "y", "of_new.so", "-L", f"{built}/new", "-lx")
    shutil.copy(built / "of_new.so", folder)
    host = Host({"LD_LIBRARY_PATH": "/app"}, root=str(tmp_path))
    state = Linker(host, "", LibraryReader()).find_state("/usr/lib/of_new.so")
    assert (state.replacing, state.replaced_by) == ("/app/libx.so", "LD_LIBRARY_PATH")
    assert render(state.detail) == (
        "/app/libx.so lacks NEW_1, but is used instead of /usr/lib/libx.so because of "
        "LD_LIBRARY_PATH"
    )
    # Where the system's is as old, nothing is replaced.
    shutil.copy(built / "old/libx.so", folder)
    state = Linker(host, "", LibraryReader()).find_state("/usr/lib/of_new.so")
    assert (state.reason, state.replacing) == ("unlinkable", "")


@pytest.mark.parametrize(
    ("way", "value", "remedy"),
    [
        ("LD_LIBRARY_PATH", "/app:/other", SetVariable("LD_LIBRARY_PATH", "/other")),
        ("LD_LIBRARY_PATH", "/app", UnsetVariable("LD_LIBRARY_PATH")),
        ("LD_PRELOAD", "/app/libx.so /app/gone.so", SetVariable("LD_PRELOAD", "/app/gone.so")),
        ("RUNPATH", "/app", RemoveFile("/app/libx.so")),
    ],
)
def test_what_replaces_a_dependency_is_offered_to_go(
    built: Path, tmp_path: Path, way: str, value: str, remedy: Remedy
) -> None:
    folder, icds = tmp_path / "usr/lib", tmp_path / "usr/share/vulkan/icd.d"
    for made in (folder, icds, tmp_path / "app"):
        made.mkdir(parents=True)
    shutil.copy(built / "new/libx.so", folder)
    shutil.copy(built / "old/libx.so", tmp_path / "app")
    runs = ("-Wl,-rpath,/app",) if way == "RUNPATH" else ()
    tags = "-Wl,--enable-new-dtags"
    build(built, "driver", "driver.so", "-L", f"{built}/new", "-lx", tags, *runs)
    shutil.copy(built / "driver.so", folder)
    icd = {"library_path": "/usr/lib/driver.so", "api_version": "1.3.0"}
    (icds / "x.json").write_text(json.dumps({"file_format_version": "1.0.0", "ICD": icd}))
    host = Host({} if runs else {way: value}, root=str(tmp_path))
    report = discover(host)
    (driver,) = report.drivers
    assert driver.verdict.reason is Reason.LIBRARY_UNLINKABLE
    assert driver.verdict.remedy == remedy
    after = report_with_remedy(remedy, report)
    assert after is not None
    assert after.create_result == "VK_SUCCESS"
    none = next(x for x in lint(report) if x.code == "no-driver")
    assert none.remedy == remedy


def test_libraries_for_newer_processors_are_searched(built: Path, tmp_path: Path) -> None:
    *levels, plain = list_hwcaps_folders(Host.read_current(), str(tmp_path))
    assert plain == str(tmp_path)
    library = built / "direct_gone.so"
    for folder in levels:
        Path(folder).mkdir(parents=True)
        shutil.copy(built / "deps" / "libx.so", folder)
        host = Host.read_current().with_environment([("LD_LIBRARY_PATH", plain)])
        assert Linker(host, "", LibraryReader()).find_refusal(str(library)) is None
        shutil.rmtree(folder)
    narrow = Host.read_current()._replace(pointer_bits=32)
    assert list_hwcaps_folders(narrow, "/lib") == ("/lib",)


def test_what_the_program_brings_along_is_there(built: Path, tmp_path: Path) -> None:
    program = tmp_path / "program"
    source = tmp_path / "program.c"
    source.write_text("int gone; int main(void) { return gone; }")
    subprocess.run(["gcc", "-rdynamic", "-o", program, source], check=True)
    host = Host.read_current()._replace(executable=str(program))
    assert Linker(host, "", LibraryReader()).find_refusal(str(built / "data.so")) is None
    assert Linker(Host({}), "", LibraryReader()).find_refusal(str(built / "data.so")) is not None
    preloaded = tmp_path / "libbrings.so"
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", preloaded, source], check=True)
    with_it = Host({"LD_PRELOAD": str(preloaded)})
    assert Linker(with_it, "", LibraryReader()).find_refusal(str(built / "data.so")) is None


def test_a_library_that_is_only_supposed_fits(built: Path) -> None:
    file = OverlayFile((built / "direct_gone.so").read_bytes()[:20])
    library = str(built / "direct_gone.so")
    host = Host.read_current().with_overlay({library: file})
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
    host = Host.read_current()._replace(executable=str(tmp_path / "program"))
    state = Linker(host, "", LibraryReader()).find_state(library)
    assert state.is_found == (not said.strip()), (said, state)
    assert state.is_found == (program in ("linked", "rpath", "bare"))
