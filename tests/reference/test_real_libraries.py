"""How libraries are named, and what happens when one does not open."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.framework.compare import assert_same
from tests.framework.reference import RealLoader
from tests.framework.system import Named, Place, SystemBuilder
from vkconfig_py.loader.base.host import Application

LAYER = "VK_LAYER_a"
REFUSED = ("needs", "further", "data", "function-now", "cut", "short")
OPENS = {Named.ABSOLUTE, Named.RELATIVE, Named.BARE, Named.TOKEN}


@pytest.mark.parametrize("named", list(Named), ids=lambda named: named.name)
def test_library_of_an_implicit_layer(
    named: Named, system: SystemBuilder, loader: RealLoader
) -> None:
    system.add_driver().add_implicit_layer(LAYER, named=named)
    system.add_implicit_layer("VK_LAYER_b")
    assert (LAYER in assert_same(system, loader).chain()) == (named in OPENS)


@pytest.mark.parametrize("named", list(Named), ids=lambda named: named.name)
def test_library_of_a_layer_that_the_application_asks_for(
    named: Named, system: SystemBuilder, loader: RealLoader
) -> None:
    system.add_driver().add_explicit_layer(LAYER, named=named)
    answer = assert_same(system, loader, Application(layers=(LAYER,)))
    assert (answer.create == "VK_SUCCESS") == (named in OPENS)


@pytest.mark.parametrize("named", list(Named), ids=lambda named: named.name)
def test_library_of_a_driver(named: Named, system: SystemBuilder, loader: RealLoader) -> None:
    system.add_driver("special", named=named).add_driver("plain", place=Place.CONFIG_DIRS)
    devices = assert_same(system, loader).devices
    assert ("special" in devices) == (named in OPENS)


@pytest.mark.parametrize("named", list(Named), ids=lambda named: named.name)
def test_library_of_the_only_driver(
    named: Named, system: SystemBuilder, loader: RealLoader
) -> None:
    system.add_driver("special", named=named)
    assert_same(system, loader)


def test_bare_name_that_is_not_found(system: SystemBuilder, loader: RealLoader) -> None:
    system.add_driver().add_implicit_layer(LAYER, library_path="libdoes_not_exist.so")
    assert assert_same(system, loader).chain() == ()


def test_relative_path_with_a_folder_but_without_dots(
    system: SystemBuilder, loader: RealLoader
) -> None:
    system.add_driver().add_implicit_layer(LAYER, named=Named.ABSOLUTE)
    library = system.root / "libraries" / f"lib{LAYER}.so"
    folder = system.manifest(LAYER).parent / "sub"
    folder.mkdir()
    library.rename(folder / library.name)
    system.add_implicit_layer(LAYER, named=Named.MISSING, library_path=f"sub/{library.name}")
    assert assert_same(system, loader).chain() == (LAYER,)


def test_library_path_with_dots_behind_a_link(system: SystemBuilder, loader: RealLoader) -> None:
    system.add_driver().add_implicit_layer(LAYER, named=Named.BARE)
    (system.root / "far/away").mkdir(parents=True)
    (system.root / "link").symlink_to(system.root / "far/away")
    (system.root / "bare").rename(system.root / "far/bare")
    system.with_env(LD_LIBRARY_PATH=f"{system.root}/link/../bare")
    assert assert_same(system, loader).chain() == (LAYER,)


def refused_library(how: str, folder: Path) -> Path:
    """Build a library that the dynamic linker does not open, or that ends the program."""
    library, gone, between = (folder / f"lib{name}.so" for name in ("refused", "gone", "between"))
    source = folder / "source.c"
    folder.mkdir()

    def build(target: Path, text: str, *more: str) -> None:
        source.write_text(text)
        command = ["gcc", "-shared", "-fPIC", "-Wl,--no-as-needed", "-o", target, source]
        subprocess.run([*command, "-L", folder, *more], check=True)

    build(gone, "int gone(void) { return 1; }")
    if how == "data":
        build(library, "extern int nowhere; int *where = &nowhere;")
    elif how == "function-now":
        build(library, "int f(void); int g(void) { return f(); }", "-Wl,-z,now")
    elif how == "further":
        # The folder of the first one is not handed on to the second.
        build(between, "int x;", "-lgone")
        own = (f"-Wl,-rpath,{folder}", f"-Wl,-rpath-link,{folder}", "-Wl,--enable-new-dtags")
        build(library, "int y;", "-lbetween", *own)
    else:
        build(library, "int y = 1;", *(["-lgone"] if how == "needs" else []))
    cut = {"cut": 4096, "short": 200}.get(how)
    if cut is not None:
        library.write_bytes(library.read_bytes()[:cut])
    return library


@pytest.mark.parametrize("how", REFUSED)
def test_a_layer_whose_library_the_linker_refuses(
    how: str, system: SystemBuilder, loader: RealLoader
) -> None:
    library = refused_library(how, system.root / "refused")
    system.add_driver().add_implicit_layer(LAYER, library_path=str(library))
    system.add_implicit_layer("VK_LAYER_b")
    answer = assert_same(system, loader)
    assert answer.create == ("SIGBUS" if how == "cut" else "VK_SUCCESS")


@pytest.mark.parametrize("how", REFUSED)
def test_a_driver_whose_library_the_linker_refuses(
    how: str, system: SystemBuilder, loader: RealLoader
) -> None:
    library = refused_library(how, system.root / "refused")
    system.add_driver("plain").add_driver("special", library_path=str(library))
    answer = assert_same(system, loader)
    assert answer.create == ("SIGBUS" if how == "cut" else "VK_SUCCESS")
