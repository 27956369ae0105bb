"""Libraries are opened by libc's own dlopen."""

from __future__ import annotations

import subprocess

import pytest

from vkconfig_py.loader.native.libraries import LibraryError, OpenedLibrary, find_library_path


def _build(tmp_path, source, *options):
    target = tmp_path / "library.so"
    subprocess.run(
        ["gcc", "-shared", "-fPIC", "-xc", "-", "-o", str(target), *options],
        input=source.encode(),
        check=True,
    )
    return target


def test_symbols_and_their_library_are_found(tmp_path):
    path = str(_build(tmp_path, "int answer(void) { return 42; }"))
    library = OpenedLibrary(path)
    assert find_library_path(library.find_symbol("answer")) == path
    assert library.find_symbol("question") == 0
    library.close()
    library.close()


def test_symbols_that_nobody_calls_may_be_missing(tmp_path):
    path = _build(tmp_path, "void gone(void); void call(void) { gone(); }", "-Wl,-z,lazy")
    assert OpenedLibrary(str(path)).find_symbol("call")


def test_missing_library_gives_the_words_of_the_dynamic_linker(tmp_path):
    with pytest.raises(LibraryError, match="cannot open shared object file") as caught:
        OpenedLibrary(str(tmp_path / "none.so"))
    assert not caught.value.wrong_class


def test_library_of_the_other_pointer_width_is_told_apart(tmp_path):
    from tests.framework.native import build_for_32_bit

    with pytest.raises(LibraryError) as caught:
        OpenedLibrary(str(build_for_32_bit()))
    assert caught.value.wrong_class


def test_address_outside_of_any_library_has_no_path():
    assert find_library_path(16) == ""
