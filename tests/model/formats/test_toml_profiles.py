"""A TOML file with tables for programs: which counts, and edits that leave all else as it is."""

from __future__ import annotations

import tomllib
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vkconfig_py.model.formats.layer_files import edit_own_file, parse_own_file
from vkconfig_py.model.formats.toml_profiles import UneditableFileError, list_profiles
from vkconfig_py.model.layer_settings.declared import OwnSettings
from vkconfig_py.model.layer_settings.described_layers import find_description
from vkconfig_py.model.layer_settings.own_file import ReadingProgram

CONTENT = b"""version = 2 # of the file

[global]
# dll = 'x'
allow_fp16 = true # good

[[profile]]
name = "4x # [Fast]"
active_in = [ # see the page
    'vkcube',
    'vkcubepp'
]
multiplier = 4
flow_scale = 0.85 # c

[profile.notes]
multiplier = 9

[[profile]]
name = '''2x = "x"'''
active_in = 'GenshinImpact.exe'
multiplier = 2"""
CUBE = ReadingProgram("/usr/bin/vkcube")


def describe(version: int) -> OwnSettings:
    names = {1: "VK_LAYER_LS_frame_generation", 2: "VK_LAYER_LSFGVK_frame_generation"}
    layer = find_description(names[version])
    assert layer is not None
    assert layer.own_settings is not None
    return layer.own_settings


def read(content: bytes, reader: ReadingProgram, version: int = 2) -> dict[str, tuple[int, str]]:
    file = parse_own_file(describe(version), "/conf.toml", content, reader)
    return {key: (value.line, value.text) for key, value in file.values.items()}


def edit(
    content: bytes, values: dict[str, str], reader: ReadingProgram = CUBE, version: int = 2
) -> bytes:
    return edit_own_file(describe(version), content, values, reader=reader)


def test_what_counts_in_a_program_is_read_with_its_lines() -> None:
    values = read(CONTENT, CUBE)
    assert values["allow_fp16"] == (5, "true")
    assert values["multiplier"] == (13, "4")
    assert values["flow_scale"] == (14, "0.85")
    assert read(CONTENT, ReadingProgram("/usr/bin/other")) == {"allow_fp16": (5, "true")}


@pytest.mark.parametrize(
    ("reader", "multiplier"),
    [
        (ReadingProgram("/opt/myvkcube"), "4"),  # the end of a path
        (ReadingProgram("/opt/wine", "GenshinImpact"), "2"),
        (ReadingProgram("/opt/wine", "genshinimpact"), "2"),
        (ReadingProgram("/opt/x", profile='2x = "x"'), "2"),
        (ReadingProgram("/opt/vkcube", profile='2x = "x"'), "2"),
        (ReadingProgram("/opt/vkcube", profile="gone"), "4"),
    ],
)
def test_a_table_is_found_as_the_layer_finds_it(reader: ReadingProgram, multiplier: str) -> None:
    assert read(CONTENT, reader)["multiplier"][1] == multiplier


def test_a_process_is_known_by_the_beginning_of_its_name() -> None:
    content = b'version = 2\n[[profile]]\nactive_in = "a-long-program-"\nmultiplier = 3\n'
    assert read(content, ReadingProgram("/opt/a-long-program-name"))["multiplier"] == (4, "3")
    content = b'version = 1\n[[game]]\nexe = "GenshinImpact.e"\nmultiplier = 3\n'
    assert read(content, ReadingProgram("/opt/wine", "GenshinImpact"), 1)["multiplier"] == (4, "3")


def test_of_equal_programs_version_1_takes_the_last_table() -> None:
    content = (
        b'version = 1\n[[game]]\nexe = "x"\nmultiplier = 3\n[[game]]\nexe = "x"\nmultiplier = 4\n'
    )
    assert read(content, ReadingProgram("/usr/bin/x"), 1)["multiplier"] == (7, "4")


def test_an_edit_changes_values_alone() -> None:
    edited = edit(CONTENT, {"multiplier": "3", "performance_mode": "true", "allow_fp16": "false"})
    assert edited == CONTENT.replace(b"= 4", b"= 3").replace(
        b"allow_fp16 = true", b"allow_fp16 = false"
    ).replace(b"0.85 # c", b"0.85 # c\nperformance_mode = true")


def test_line_ends_stay() -> None:
    content = CONTENT.replace(b"\n", b"\r\n")
    assert edit(content, {"gpu": '"x"'}) == content.replace(b"0.85 # c", b'0.85 # c\r\ngpu = "x"')


def test_a_program_without_a_table_gets_one() -> None:
    edited = edit(CONTENT, {"multiplier": "3"}, ReadingProgram("/usr/bin/my game"))
    assert edited.startswith(CONTENT)
    assert tomllib.loads(edited.decode())["profile"][-1] == {
        "name": "my game",
        "active_in": "/usr/bin/my game",
        "multiplier": 3,
    }
    windows = edit(b"", {"multiplier": "3"}, ReadingProgram("/opt/wine", "My Game"))
    assert windows == (
        b'version = 2\n\n[[profile]]\nname = "My Game.exe"\nactive_in = "My Game.exe"\n'
        b"multiplier = 3\n"
    )
    windows = edit(b"", {"multiplier": "3"}, ReadingProgram("/opt/wine", "GenshinImpact"), 1)
    assert windows == b'version = 1\n\n[[game]]\nexe = "GenshinImpact.e"\nmultiplier = 3\n'


@pytest.mark.parametrize(
    ("content", "line", "reason"),
    [
        (b"version = 2\n[global\n", 2, "it is not valid TOML"),
        (b"\n\nversion = 1\n", 3, "its version is not 2"),
        (b"[global]\nversion = 2\n", 1, "its version is not 2"),
        (b"version = true\n", 1, "its version is not 2"),
        (b"version = 2\nname = '\xff'\n", 1, "it is not valid TOML"),
        (
            b"version = 2\nprofile = [{active_in = 'vkcube', multiplier = 2}]\n",
            1,
            "it writes profile in a form that is not edited",
        ),
        (b"version = 2\nglobal.allow_fp16 = true\n", 1, "it has a form that is not edited"),
    ],
)
def test_what_cannot_be_edited_is_refused_with_its_line(
    content: bytes, line: int, reason: str
) -> None:
    with pytest.raises(UneditableFileError) as refused:
        edit(content, {"multiplier": "3", "allow_fp16": "false"})
    assert refused.value.line == line
    assert refused.value.reason.startswith(reason)


def test_settings_of_programs_need_a_program() -> None:
    with pytest.raises(UneditableFileError, match="only for programs"):
        edit(CONTENT, {"multiplier": "3"}, ReadingProgram())
    assert b"allow_fp16 = false" in edit(CONTENT, {"allow_fp16": "false"}, ReadingProgram())


def test_a_member_counts_in_its_own_table_alone() -> None:
    content = (
        b"version = 2\n[[profile]]\nactive_in = 'vkcube'\ndll = '/x'\n[global]\nmultiplier = 3\n"
    )
    assert read(content, CUBE) == {
        "active_in": (3, "'vkcube'"),
        "profile.dll": (4, "'/x'"),
        "global.multiplier": (6, "3"),
    }


def test_each_table_is_listed() -> None:
    tables = describe(2).profiles
    assert tables is not None
    listed = list_profiles(CONTENT, tables)
    assert [one.title for one in listed] == ["4x # [Fast]", '2x = "x"']
    assert [one.programs for one in listed] == [("vkcube", "vkcubepp"), ("GenshinImpact.exe",)]
    assert [one.title for one in list_profiles(b"version = 2\n", tables)] == [""]


PIECES = (
    "[global]",
    "[ global ] # [x]",
    "[[profile]]",
    "[[ profile ]] # a",
    '[["profile"]]',
    "[profile.notes]",
    "\t[other]",
    "[[other]]",
    '[a."b]c"]',
    "active_in = ['vkcube', # ]\n 'b']",
    "active_in='vkcube'",
    "name = 'x'",
    "multiplier=4 # c",
    "'multiplier' = 3",
    '"flow_scale"=.5',
    "multiplier = [1,\n2,\n]",
    "x = '''a\nmultiplier = 9\n'''",
    'y = """\n[[profile]]\n""""',
    "z = {multiplier = 1, b = [1,2]}",
    "'a\"b' = 1",
    'f = """a\\\\""" # x',
    "global.allow_fp16 = true",
    "profile.x = 1",
    "profile = [{active_in='vkcube'}]",
    "profile = []",
    "global = 1",
    "allow_fp16 = true",
    "# [[profile]]",
    "  ",
)


@given(
    st.lists(st.sampled_from(PIECES), max_size=9),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from(
        [CUBE, ReadingProgram("/bin/x"), ReadingProgram("/wine", "G"), ReadingProgram("", "", "x")]
    ),
    st.dictionaries(
        st.sampled_from(["multiplier", "gpu", "allow_fp16", "dll"]), st.just('"v"'), min_size=1
    ),
)
def test_an_edit_says_what_it_should_or_is_refused(
    pieces: list[str], newline: str, reader: ReadingProgram, values: dict[str, str]
) -> None:
    content = "\n".join(["version = 2", *pieces]).replace("\n", newline).encode()
    with suppress(UneditableFileError):
        edited = edit(content, values, reader)
        read_values = read(edited, reader)
        assert {key: read_values[key][1] for key in values} == values
        comments = (piece for piece in pieces if piece.startswith("#"))
        assert all(comment.encode() in edited for comment in comments)


def test_values_nested_too_deeply_are_refused() -> None:
    with pytest.raises(UneditableFileError):
        edit(b"version = 2\nx = " + b"[" * 9000 + b"]" * 9000, {"multiplier": "3"})
