"""What libraries export, read from their dynamic symbols without opening them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.framework.android_dump import ARM, ARM64, RISCV64, X86, X86_64, make_library
from tests.framework.compiled import compile_once
from vkconfig_py.loader.files.elf import ElfError, find_texts, read_exports, read_text_at_pointer

SOURCE = """
struct module { unsigned tag; unsigned short one, two; const char *id; };
extern int wanted(void);
static const char name[] = "vulkan";
struct module HMI = {1, 2, 3, name};
const char *text = "VK_LAYER_test_text";
int shown(void) { return wanted(); }
__attribute__((visibility("hidden"))) int hidden(void) { return 0; }
"""


@pytest.mark.parametrize("hashing", ["gnu", "sysv", "both"])
def test_exports_of_compiled_libraries(tmp_path: Path, hashing: str):
    (tmp_path / "a.c").write_text(SOURCE)
    options = ("-shared", "-fPIC", "-nostdlib", f"-Wl,--hash-style={hashing},-soname,liba.so.1")
    assert compile_once(tmp_path, "a.so", "gcc", *options, "-o", "a.so", "a.c") == ""
    file = str(tmp_path / "a.so")
    size = Path(file).stat().st_size
    exports = read_exports(file, 0, size)
    assert set(exports.addresses) == {"HMI", "shown", "text"}
    assert (exports.machine, exports.pointer_bits, exports.soname) == (62, 64, "liba.so.1")
    assert read_text_at_pointer(file, 0, size, exports.addresses["HMI"] + 8) == "vulkan"
    assert find_texts(file, 0, size, b"VK_LAYER_") == ("VK_LAYER_test_text",)


@pytest.mark.parametrize("kind", [ARM, ARM64, X86, X86_64, RISCV64])
def test_exports_of_other_machines(tmp_path: Path, kind: tuple[int, int]):
    file = tmp_path / "a.so"
    file.write_bytes(make_library(["shown"], kind, imports=["wanted"]))
    exports = read_exports(str(file), 0, file.stat().st_size)
    assert (exports.machine, exports.pointer_bits) == kind
    assert list(exports.addresses) == ["shown"]


def test_a_library_within_an_archive_is_read_at_its_place(tmp_path: Path):
    file = tmp_path / "archive"
    whole = make_library(["shown"], texts=["VK_LAYER_a_x"])
    file.write_bytes(bytes(5000) + whole + b"more")
    assert list(read_exports(str(file), 5000, len(whole)).addresses) == ["shown"]
    assert find_texts(str(file), 5000, len(whole), b"VK_") == ("VK_LAYER_a_x",)


def test_texts_begin_where_no_word_does(tmp_path: Path):
    file = tmp_path / "a.so"
    parts = [b"VK_A", b"xVK_B", b"_VK_C", b"%VK_D", b"VK_\xff", b"VK_" + b"e" * 5000, b"VK_A"]
    file.write_bytes(bytes(64) + b"\0".join(parts) + b"\0")
    assert find_texts(str(file), 0, file.stat().st_size, b"VK_") == ("VK_A", "VK_D")


def test_a_pointer_that_leads_nowhere_has_no_text(tmp_path: Path):
    file = tmp_path / "a.so"
    file.write_bytes(make_library(module_id="vulkan"))
    size = file.stat().st_size
    for address in (0, 1 << 40, 0x100):
        assert read_text_at_pointer(str(file), 0, size, address) is None


def test_names_that_are_too_long_together_are_refused(tmp_path: Path, monkeypatch):
    from vkconfig_py.loader.files import elf

    monkeypatch.setattr(elf, "_MAX_NAME_BYTES", 10)
    file = tmp_path / "a.so"
    file.write_bytes(make_library(["first", "second"]))
    with pytest.raises(ElfError, match="too long"):
        read_exports(str(file), 0, file.stat().st_size)
