"""How libraries are named, and what happens when one does not open."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.framework.compare import assert_same
from tests.framework.reference import RealLoader
from tests.framework.system import LibraryNaming, Place, SystemBuilder
from vkconfig_py.loader.base.host import Application

LAYER = "VK_LAYER_a"
REFUSED = ("needs", "further", "data", "function-now", "cut", "short")
OPENS = {LibraryNaming.ABSOLUTE, LibraryNaming.RELATIVE, LibraryNaming.BARE, LibraryNaming.TOKEN}


@pytest.mark.parametrize("named", list(LibraryNaming), ids=lambda named: named.name)
def test_library_of_an_implicit_layer(
    named: LibraryNaming, system: SystemBuilder, loader: RealLoader
) -> None:
    system.add_driver().add_implicit_layer(LAYER, named=named)
    system.add_implicit_layer("VK_LAYER_b")
    assert (LAYER in assert_same(system, loader).chain()) == (named in OPENS)


@pytest.mark.parametrize("named", list(LibraryNaming), ids=lambda named: named.name)
def test_library_of_a_layer_that_the_application_asks_for(
    named: LibraryNaming, system: SystemBuilder, loader: RealLoader
) -> None:
    system.add_driver().add_explicit_layer(LAYER, named=named)
    answer = assert_same(system, loader, Application(layers=(LAYER,)))
    assert (answer.create == "VK_SUCCESS") == (named in OPENS)


@pytest.mark.parametrize("named", list(LibraryNaming), ids=lambda named: named.name)
def test_library_of_a_driver(
    named: LibraryNaming, system: SystemBuilder, loader: RealLoader
) -> None:
    system.add_driver("special", named=named).add_driver("plain", place=Place.CONFIG_DIRS)
    devices = assert_same(system, loader).devices
    assert ("special" in devices) == (named in OPENS)


@pytest.mark.parametrize("named", list(LibraryNaming), ids=lambda named: named.name)
def test_library_of_the_only_driver(
    named: LibraryNaming, system: SystemBuilder, loader: RealLoader
) -> None:
    system.add_driver("special", named=named)
    assert_same(system, loader)


def test_bare_name_that_is_not_found(system: SystemBuilder, loader: RealLoader) -> None:
    system.add_driver().add_implicit_layer(LAYER, library_path="libdoes_not_exist.so")
    assert assert_same(system, loader).chain() == ()


def test_relative_path_with_a_folder_but_without_dots(
    system: SystemBuilder, loader: RealLoader
) -> None:
    system.add_driver().add_implicit_layer(LAYER, named=LibraryNaming.ABSOLUTE)
    library = system.root / "libraries" / f"lib{LAYER}.so"
    folder = system.manifest(LAYER).parent / "sub"
    folder.mkdir()
    library.rename(folder / library.name)
    system.add_implicit_layer(
        LAYER, named=LibraryNaming.MISSING, library_path=f"sub/{library.name}"
    )
    assert assert_same(system, loader).chain() == (LAYER,)


def test_library_path_with_dots_behind_a_link(system: SystemBuilder, loader: RealLoader) -> None:
    system.add_driver().add_implicit_layer(LAYER, named=LibraryNaming.BARE)
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


OLD_DRIVER = ("vkGetInstanceProcAddr", "vkCreateInstance", "vkEnumerateInstanceExtensionProperties")
NEGOTIATE = "vkNegotiateLoaderLayerInterfaceVersion"
LAYER_EXPORTS = [
    ((), {}, False),
    (("vkGetDeviceProcAddr",), {}, False),
    (("vkGetInstanceProcAddr",), {}, True),
    ((NEGOTIATE,), {}, True),
    (("vkGetInstanceProcAddr",), {"vkGetInstanceProcAddr": "gone"}, False),
    (("vkGetInstanceProcAddr",), {NEGOTIATE: "gone"}, True),
    ((NEGOTIATE,), {"vkGetInstanceProcAddr": "gone"}, True),
]


@pytest.mark.parametrize("asked", [False, True], ids=["implicit", "requested"])
@pytest.mark.parametrize(("exports", "functions", "loads"), LAYER_EXPORTS)
def test_a_layer_needs_an_entry_point(
    exports: tuple[str, ...],
    functions: dict[str, str],
    loads: bool,
    asked: bool,
    system: SystemBuilder,
    loader: RealLoader,
) -> None:
    system.add_driver().add_implicit_layer("VK_LAYER_b")
    members = {"functions": functions} if functions else {}
    system.add_probe_layer(LAYER, implicit=not asked, exports=exports, **members)
    answer = assert_same(system, loader, Application(layers=(LAYER,) if asked else ()))
    assert answer.create == ("VK_SUCCESS" if loads or not asked else "VK_ERROR_LAYER_NOT_PRESENT")
    assert (LAYER in answer.chain()) == loads


@pytest.mark.parametrize(
    ("exports", "loads"),
    [
        ((), False),
        (("vk_icdGetInstanceProcAddr",), True),
        (("vk_icdNegotiateLoaderICDInterfaceVersion",), False),
        (OLD_DRIVER, True),
        ((*OLD_DRIVER, "vk_icdNegotiateLoaderICDInterfaceVersion"), False),
        (("vkGetInstanceProcAddr", "vkCreateInstance"), False),
        (("vkGetInstanceProcAddr", "vkEnumerateInstanceExtensionProperties"), False),
    ],
)
def test_a_driver_needs_an_entry_point(
    exports: tuple[str, ...], loads: bool, system: SystemBuilder, loader: RealLoader
) -> None:
    system.add_probe_driver("special", exports=exports)
    answer = assert_same(system, loader)
    assert answer.create == ("VK_SUCCESS" if loads else "VK_ERROR_INCOMPATIBLE_DRIVER")


def test_functions_of_what_a_layer_needs_count_as_its_own(
    system: SystemBuilder, loader: RealLoader
) -> None:
    system.add_driver().add_probe_layer("VK_LAYER_b", exports=("vkGetInstanceProcAddr",))
    folder = system.root / "outer"
    folder.mkdir()
    (library,) = (system.root / "libraries").glob("*VK_LAYER_b*.so")
    (folder / "empty.c").write_text("int nothing;")
    outer = folder / "libouter.so"
    subprocess.run(
        ["gcc", "-shared", "-fPIC", "-Wl,--no-as-needed", "-o", outer, folder / "empty.c", library],
        check=True,
    )
    system.add_implicit_layer(LAYER, library_path=str(outer))
    assert assert_same(system, loader).chain() == (LAYER,)
