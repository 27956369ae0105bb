"""Registry exports, read as regedit reads them."""

from __future__ import annotations

import tracemalloc
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vkconfig_py.loader.base.windows_facts import Registry, RegistryValue, ValueKind
from vkconfig_py.loader.platforms import reg_file
from vkconfig_py.loader.platforms.reg_file import (
    CreateKey,
    DeleteKey,
    DeleteValue,
    RegFileError,
    RegistryChange,
    SetValue,
    apply_changes,
    parse_reg,
    render_reg,
)

HEADER = "Windows Registry Editor Version 5.00\r\n\r\n"
KEY = r"HKEY_LOCAL_MACHINE\SOFTWARE\Khronos\Vulkan\Drivers"
EMPTY = Registry({})


def read(body: str, header: str = HEADER):
    return parse_reg(f"\ufeff{header}{body}".encode("utf-16-le"), "a.reg")


def values(body: str, key: str = KEY):
    """Values of the file's one key; no line may be a problem."""
    file = read(f"[{key}]\r\n{body}")
    assert file.problems == ()
    return file.registry.get_values(key)


def problems(body: str):
    return [(problem.line, problem.text) for problem in read(f"[{KEY}]\n{body}").problems]


def utf16(text: str) -> bytes:
    return text.encode("utf-16-le")


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (b"\xff\xfe" + utf16(f'{HEADER}[{KEY}]\r\n"C:\\\\é.json"=dword:0'), "utf-16-le"),
        (utf16(f'{HEADER}[{KEY}]\r\n"C:\\\\é.json"=dword:0'), "utf-16-le"),
        (f'\ufeff{HEADER}[{KEY}]\n"C:\\\\é.json"=dword:0'.encode(), "utf-8"),
        (f'{HEADER}[{KEY}]\n"C:\\\\é.json"=dword:0\n'.encode(), "utf-8"),
        (f'{HEADER}[{KEY}]\r"C:\\\\é.json"=dword:0\r'.encode("cp1252"), "cp1252"),
        (f'REGEDIT4\r\n[{KEY}]\r\n"C:\\\\é.json"=dword:0'.encode("cp1252"), "cp1252"),
        (f'\n \nREGEDIT4\n[{KEY}]\n"C:\\\\é.json"=dword:0'.encode("cp1252"), "cp1252"),
    ],
    ids=["bom", "utf-16", "utf-8-bom", "utf-8", "ansi", "regedit4", "empty-lines-first"],
)
def test_every_encoding_and_line_end_is_read(data, encoding):
    file = parse_reg(data, "a.reg")
    assert file.registry.get_values(KEY) == (
        RegistryValue("C:\\é.json", ValueKind.DWORD, bytes(4)),
    )
    assert file.encoding == encoding


def test_an_assumed_code_page_is_said_with_the_first_line_that_needs_it():
    data = f'REGEDIT4\n[{KEY}]\n"a"="a"\n"é"="é"\n'.encode("cp1252")
    assert [tuple(p) for p in parse_reg(data, "a.reg").problems] == [
        (4, "The file does not specify its code page; cp1252 is assumed.")
    ]
    polish = parse_reg(f'REGEDIT4\n[{KEY}]\n"ł"=dword:0'.encode("cp1250"), "a.reg", ansi="cp1250")
    assert polish.registry.get_values(KEY)[0].name == "ł"


def test_version_4_in_utf_8_is_ansi_as_regedit_takes_it():
    file = parse_reg(f'REGEDIT4\n[{KEY}]\n"é"=dword:0'.encode(), "a.reg")
    assert file.registry.get_values(KEY)[0].name == "Ã©"


@pytest.mark.parametrize(
    ("line", "kind", "data"),
    [
        ('"x"="text"', 1, utf16("text\0")),
        ('"x"=""', 1, utf16("\0")),
        (r'"x"="a\\b\"c"', 1, utf16('a\\b"c\0')),
        (r'"x"="C:\vendor a\vk.json"', 1, utf16("C:\\vendor a\\vk.json\0")),
        ('"x" = "spaced" ; comment', 1, utf16("spaced\0")),
        ('"x"=dword:0000000a', 4, b"\x0a\0\0\0"),
        ('"x"=dword:1 ; comment', 4, b"\1\0\0\0"),
        ('"x"=hex:01,0A,f', 3, b"\x01\x0a\x0f"),
        ('"x"=hex: 01, 02,', 3, b"\1\2"),
        ('"x"=hex:', 3, b""),
        ('"x"=hex:01,02 ; 03\\', 3, b"\1\2"),
        ('"x"=hex(0):', 0, b""),
        ('"x"=hex(2):25,00,00,00', 2, b"%\0\0\0"),
        ('"x"=hex(4):0a,00,00,00', 4, b"\x0a\0\0\0"),
        ('"x"=hex(5):00,00,00,01', 5, b"\0\0\0\1"),
        ('"x"=hex(7):61,00,62', 7, b"a\0b"),
        ('"x"=hex(b):01,00,00,00,00,00,00,00', 11, b"\1" + bytes(7)),
        ('"x"=hex(100):01', 256, b"\1"),
        ('"x"=hex:01,\\\r\n  02,\\\r\n\t03', 3, b"\1\2\3"),
        ('"x"=hex:01,\\ ; one\n; between\n\n  02', 3, b"\1\2"),
        ('"x"=hex:01,\\\n', 3, b"\1"),
        ('  "x"=hex:01', 3, b"\1"),
    ],
)
def test_every_type_of_data_is_read(line, kind, data):
    assert values(line) == (RegistryValue("x", kind, data),)


def test_what_follows_the_bracket_of_a_key_does_not_matter():
    assert read(f'[{KEY}] ; comment\n"x"=dword:0').registry.get_values(KEY) is not None


def test_the_default_value_has_an_empty_name():
    assert values('@="d"') == (RegistryValue("", 1, utf16("d\0")),)
    assert values('@ = "d"') == values('@="d"')


def test_strings_in_hex_data_of_version_4_are_ansi():
    old = parse_reg(f"REGEDIT4\n[{KEY}]\n@=hex(7):e9,00,62,00,00".encode(), "a.reg")
    assert old.registry.get_values(KEY) == (RegistryValue("", 7, utf16("é\0b\0\0")),)
    binary = parse_reg(f"REGEDIT4\n[{KEY}]\n@=hex:e9".encode(), "a.reg")
    assert binary.registry.get_values(KEY) == (RegistryValue("", 3, b"\xe9"),)


@pytest.mark.parametrize(
    "key",
    [
        KEY.lower(),
        KEY.replace("HKEY", "hkey"),
        f"{KEY}\\",
        f"{KEY}\\\\",
        KEY.replace("\\", "\\\\"),
    ],
)
def test_a_key_is_found_however_it_is_spelt(key):
    assert read(f'[{key}]\n"x"=dword:0').registry.get_values(KEY) is not None


def test_deletions_are_made_in_their_order():
    body = f"""[{KEY}]
"a"=dword:0
"b"=dword:0
"A"=-
[{KEY}\\below]
[-{KEY}\\BELOW]
[{KEY}]
"c"=dword:0
"c"=dword:1
"never"=-
[-HKEY_CURRENT_USER\\none\\such]
"""
    file = read(body)
    assert [(v.name, v.data[0]) for v in file.registry.get_values(KEY)] == [("b", 0), ("c", 1)]
    assert file.registry.get_values(f"{KEY}\\below") is None
    assert file.registry.get_values("HKEY_CURRENT_USER") is None
    assert file.problems == ()


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("x=1", "The line is neither a key nor a value."),
        ('"x=dword:0', "The string has no closing quotation mark."),
        ('"x"="open', "The string has no closing quotation mark."),
        ('"x" dword:0', "The value name is not followed by an equals sign."),
        ('"x"=DWORD:0', "The data is not a string, dword or hex value."),
        ('"x"=dword:123456789', "The data is not a string, dword or hex value."),
        ('"x"=hex(0x7):00', "The data is not a string, dword or hex value."),
        ('"x"="a" b', "Unexpected text after the value."),
        ('"x"=-a', "Unexpected text after the value."),
        ('"x"=hex:zz', "The data is not a list of hexadecimal bytes."),
        ('"x"=hex:0102', "The data is not a list of hexadecimal bytes."),
        ('"x"=hex:01,,02', "The data is not a list of hexadecimal bytes."),
        ('"x"=hex:01\\\n02', "A comma is missing before the backslash."),
        ("[HKLM\\SOFTWARE]", "The key does not begin with a root such as HKEY_LOCAL_MACHINE."),
        ("[HKEY_USERS", "The key has no closing bracket."),
        (f"[HKEY_USERS\\{'a' * 256}]", "Key names must have 1 to 255 characters."),
        ("[HKEY_USERS" + "\\a" * 512 + "]", "The key has more than 512 levels."),
        (f'"{"a" * 16384}"=-', "The value name has more than 16,383 characters."),
    ],
)
def test_a_line_that_cannot_be_read_is_named_and_skipped(line, text):
    assert (4, text) in problems(line)
    last = '"last"=dword:0'
    assert problems(f"{line}\n[{KEY}]\n{last}") == problems(line)
    assert read(f"[{KEY}]\n{line}\n[{KEY}]\n{last}").registry.get_values(KEY) == values(last)


def test_a_value_that_is_not_continued_is_named_and_the_next_one_is_read():
    body = '"x"=hex:01,\\\n"y"=dword:0'
    assert problems(body) == [(4, "The line after the backslash does not continue the value.")]
    assert read(f"[{KEY}]\n{body}").registry.get_values(KEY) == values('"y"=dword:0')


def test_values_without_a_key_are_named():
    file = read(f'"a"=dword:0\n[-{KEY}]\n"b"=hex:01,\\\n  02\n[HKLM]\n"c"=-')
    texts = [(problem.line, problem.text) for problem in file.problems]
    assert texts == [
        (3, "The value does not belong to a key."),
        (5, "The value does not belong to a key."),
        (7, "The key does not begin with a root such as HKEY_LOCAL_MACHINE."),
        (8, "The value does not belong to a key."),
    ]
    assert file.registry == EMPTY


def test_a_file_that_ends_inside_a_character_is_read_up_to_there():
    file = parse_reg(b"\xff\xfe" + utf16(f'{HEADER}[{KEY}]\r\n"x"=dword:0') + b"a", "a.reg")
    assert [tuple(p) for p in file.problems] == [(4, "The file ends in the middle of a character.")]
    assert len(file.registry.get_values(KEY)) == 1


@pytest.mark.parametrize(
    ("data", "line"),
    [(b"", 1), (b"\0" * 9, 1), (b"\xff\xfe", 1), (b"\n\n[a]", 3), (b"REGEDIT\n", 1), (b"{}", 1)],
)
def test_a_file_that_is_no_export_is_refused_with_its_name_and_line(data, line):
    with pytest.raises(RegFileError, match=rf"^dir/a\.reg, line {line}: not a registry") as raised:
        parse_reg(data, "dir/a.reg")
    assert (raised.value.path, raised.value.line) == ("dir/a.reg", line)


def test_a_file_that_is_too_large_is_refused(monkeypatch):
    monkeypatch.setattr(reg_file, "MAX_FILE_SIZE", 1 << 20)
    with pytest.raises(RegFileError, match="larger than 1 MB"):
        parse_reg(bytes((1 << 20) + 1), "a.reg")


SYSTEM = r"HKEY_LOCAL_MACHINE\SYSTEM"
DEVICE = r"Control\Class\{4d36e968-e325-11ce-bfc1-08002be10318}\0000"


def control_set(number: int) -> str:
    return f'[{SYSTEM}\\ControlSet{number:03}\\{DEVICE}]\n"set"=dword:{number}\n'


def current_set(body: str):
    found = read(body).registry.get_values(f"{SYSTEM}\\CurrentControlSet\\{DEVICE}")
    return found and found[0].data[0]


def test_the_control_set_of_an_offline_hive_is_the_one_that_select_names():
    select = f'[{SYSTEM}\\Select]\n"Current"=dword:2\n'
    both = control_set(1) + control_set(2)
    assert current_set(both + select) == 2
    assert current_set(both + select.replace("2", "1")) == 1
    assert current_set(both + select.replace("2", "3")) is None
    assert current_set(both) is None
    assert current_set(control_set(7)) == 7


def test_an_export_of_a_running_system_keeps_its_control_set():
    live = control_set(1).replace("ControlSet001", "CurrentControlSet")
    select = f'[{SYSTEM}\\Select]\n"Current"=dword:2\n'
    assert current_set(live + control_set(2) + select) == 1


DEEP = f"\\{'a' * 20}" * 500


@pytest.mark.parametrize(
    "body",
    [
        "x\n" * 30_000,
        "".join(f"[HKEY_USERS\\{'a' * 200}{n}]\n" for n in range(6_000)),
        "".join(f'[HKEY_USERS\\{n}{chr(0x10400)}]\n"{n}"=hex:00\n' for n in range(6_000)),
        "".join(f"[HKEY_USERS\\{n}{DEEP}]\n" for n in range(40)),
        '"' + "\\a" * 1_000_000,
        '"a"="' + "a" * 6_000_000,
        '"a"=hex:' + "aa," * 2_000_000,
        '"a"=hex:' + "a," * 150_000 + "\\\n" + "a," * 150_000,
        '"a"=hex:' + "00,\\\n" * 40_000,
        "[" + "\\" * 1_000_000 + "]",
    ],
    ids=["lines", "long-keys", "keys", "deep", "escapes", "line", "hex", "digits", "parts", "path"],
)
def test_a_hostile_file_takes_little_memory(body, monkeypatch):
    monkeypatch.setattr(reg_file, "_MAX_REGISTRY_SIZE", 2 << 20)
    data = f"REGEDIT4\n[{KEY}]\n{body}".encode()
    tracemalloc.start()
    try:
        file = parse_reg(data, "a.reg", ansi="utf-8")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < (12 << 20) + 6 * len(data)
    assert len(file.problems) <= reg_file._MAX_PROBLEMS + 2


def test_lines_that_are_not_listed_are_counted():
    file = read("x\n" * 1000)
    assert len(file.problems) == reg_file._MAX_PROBLEMS + 1
    assert file.problems[-1].text == "800 more lines could not be read."


def test_a_registry_that_is_too_large_is_read_up_to_there(monkeypatch):
    monkeypatch.setattr(reg_file, "_MAX_REGISTRY_SIZE", 1 << 20)
    file = read("".join(f"[HKEY_USERS\\{n}]\n" for n in range(10_000)))
    assert file.problems[-1].text == "It is larger than 1 MB; the rest is not read."
    assert 1000 < len(file.registry.list_subkeys("HKEY_USERS")) < 10_000


# -- written


def test_changes_are_written_as_regedit_writes_them():
    data = render_reg(
        (
            SetValue(KEY, RegistryValue(r"C:\a.json", ValueKind.DWORD, bytes(4))),
            SetValue(KEY, RegistryValue("", ValueKind.SZ, utf16('say "a"\0'))),
            SetValue(KEY, RegistryValue("m", ValueKind.MULTI_SZ, utf16("long" * 4 + "\0\0"))),
            DeleteValue(KEY, "old"),
            DeleteKey(f"{KEY}\\below"),
            CreateKey(f"{KEY}\\below"),
        )
    )
    assert data[:2] == b"\xff\xfe"
    assert data.decode("utf-16") == (
        f"{HEADER}[{KEY}]\r\n"
        '"C:\\\\a.json"=dword:00000000\r\n'
        '@="say \\"a\\""\r\n'
        '"m"=hex(7):6c,00,6f,00,6e,00,67,00,6c,00,6f,00,6e,00,67,00,6c,00,6f,00,6e,00,\\\r\n'
        "  67,00,6c,00,6f,00,6e,00,67,00,00,00,00,00\r\n"
        '"old"=-\r\n'
        "\r\n"
        f"[-{KEY}\\below]\r\n"
        "\r\n"
        f"[{KEY}\\below]\r\n"
        "\r\n"
    )


@pytest.mark.parametrize("name", ["a\nb", "a\rb", "a\0b"])
def test_a_name_that_the_format_cannot_express_is_refused(name):
    with pytest.raises(ValueError, match="cannot be the name of a key or value"):
        render_reg((DeleteValue(KEY, name),))
    with pytest.raises(ValueError, match="cannot be the name of a key or value"):
        render_reg((DeleteKey(f"HKEY_USERS\\{name}"),))


letters = st.characters(exclude_characters="\0\r\n\\", max_codepoint=0x1FFFF)
key_names = st.text(letters, min_size=1, max_size=12)
keys = st.builds(
    lambda root, names: "\\".join((root, *names)),
    st.sampled_from(["HKEY_CURRENT_USER", "HKEY_LOCAL_MACHINE"]),
    st.lists(st.sampled_from(["a", "A", "b", "SYSTEM"]) | key_names, max_size=3),
)
names = st.sampled_from(["", "x", "X"]) | st.text(st.characters(exclude_characters="\0\r\n"))
registry_values = st.builds(
    RegistryValue,
    names,
    st.sampled_from([*map(int, ValueKind), 0x20001]),
    st.binary(max_size=60) | st.text(max_size=60).map(lambda text: utf16_of(f"{text}\0")),
)


def utf16_of(text: str) -> bytes:
    return text.encode("utf-16-le", "surrogatepass")


some_changes = st.lists(
    st.builds(SetValue, keys, registry_values)
    | st.builds(DeleteValue, keys, names)
    | st.builds(CreateKey, keys)
    | st.builds(DeleteKey, keys),
    max_size=12,
)


@given(some_changes)
def test_what_is_written_is_read_as_the_same_changes(some):
    file = parse_reg(render_reg(some), "a.reg")
    assert file.problems == ()
    # A file can name a value only below its key, which regedit creates.
    expected: list[RegistryChange] = []
    for one in some:
        expected += [one] if isinstance(one, DeleteKey) else [CreateKey(one.key), one]
    assert dict(file.registry.items()) == dict(apply_changes(EMPTY, expected).items())


@given(st.binary(max_size=300) | st.text(max_size=200).map(lambda text: f"{HEADER}{text}".encode()))
def test_any_file_is_read_or_refused(data):
    with suppress(RegFileError):
        parse_reg(data, "a.reg")
