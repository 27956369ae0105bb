"""What-if options."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from vkconfig_py.loader.api.options import (
    WhatIfError,
    add_program,
    add_what_if,
    parse_what_if,
    read_application,
    read_what_if,
)
from vkconfig_py.loader.api.what_if import WhatIf
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.profiles.profile import (
    NEWEST_PROFILE,
    LoaderVersionError,
    parse_loader_version,
)


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="p")
    add_what_if(made)
    add_program(made)
    return made


def assumed(*arguments: str) -> WhatIf:
    return read_what_if(parser().parse_args(arguments))


def test_nothing_given_assumes_nothing():
    assert assumed().is_empty


def test_every_option(tmp_path: Path):
    found = assumed(
        *("--loader-version", "1.3.239", "--pointer-bits", "32", "--program", "/bin/x"),
        *("--elevated", "--set", "A=1=2", "--unset", "B", "--set", "C=", "--root", f"{tmp_path}/"),
    )
    variables = (("A", "1=2"), ("B", None), ("C", ""))
    assert found == WhatIf((1, 3, 239), 32, "/bin/x", True, variables, str(tmp_path))


def test_what_the_program_asks_for():
    arguments = ["--app-name", "N", "--api-version", "1.2", "--enable-layer", "L", "--flags", "0x1"]
    found = read_application(parser().parse_args([*arguments, "--enable-extension", "E"]))
    assert found == Application("N", (1, 2, 0), ("L",), ("E",), 1)


def test_a_version_of_four_parts_begins_with_its_variant():
    found = read_application(parser().parse_args(["--api-version", "1.1.2.3"]))
    assert (found.api_version, found.api_variant) == ((1, 2, 3), 1)
    assert found.packed_parts == (129, 2, 3)
    assert read_application(parser().parse_args([])).packed_parts is None


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["--loader-version", "99999"],
            "is not a valid version (example: 1.3.239); known releases: 1.0.3 to 1.4.",
        ),
        (
            ["--loader-version", "2.0.0"],
            "loader 2.0.0 is not supported; known releases: 1.0.3 to 1.4.",
        ),
        (["--pointer-bits", "16"], "not a word size; it must be 32 or 64"),
        (["--set", "A"], "'A' is not of the form NAME=VALUE"),
        (["--set", "=1"], "'=1' is not of the form NAME=VALUE"),
        (["--unset", "A=1"], "is not a variable name"),
        (["--root", "/does/not/exist"], "'/does/not/exist' is not a folder"),
        (["--flags", "x"], "'x' is not a number"),
        (["--api-version", "x"], "'x' is not a valid version"),
        (["--api-version", "1.2.3.4.5"], "is not a valid version (example:"),
        (["--api-version", "1.1024.0"], "is out of range for a Vulkan version"),
        (["--api-version", "8.1.2.3"], "is out of range for a Vulkan version"),
    ],
)
def test_refusals_say_why(arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as ended:
        assumed(*arguments)
    assert ended.value.code == 2
    assert sentence in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("1.0", (1, 0, 69)),
        ("1.0.3", (1, 0, 3)),
        ("1.0.39", (1, 0, 39)),
        ("1.1.70", (1, 1, 70)),
        ("1.1.95", (1, 1, 95)),
        ("1.1.130", (1, 1, 130)),
        ("1.2.131", (1, 2, 131)),
        ("1.3", (1, 3, 302)),
        ("1.3.204", (1, 3, 204)),
        ("1.4.303", (1, 4, 303)),
        ("1.4", NEWEST_PROFILE.version),
        (NEWEST_PROFILE.version_text, NEWEST_PROFILE.version),
    ],
)
def test_loader_versions(text: str, version: tuple[int, int, int]):
    assert parse_loader_version(text) == version


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1",
        "2016",
        "1.0.2",
        "1.0.70",
        "1.1.131",
        "1.2.130",
        "1.3.303",
        "1.4.999",
        "1.5.1",
        "1.3.x",
        "1..3",
    ],
)
def test_loader_versions_that_are_not_known(text: str):
    with pytest.raises(LoaderVersionError, match=r"known"):
        parse_loader_version(text)


def test_what_if_as_text(tmp_path: Path):
    text = f"loader-version=1.3.239, pointer-bits=32,program=/x,elevated,unset=B,root={tmp_path}"
    found = parse_what_if(text)
    assert found == WhatIf((1, 3, 239), 32, "/x", True, (("B", None),), str(tmp_path))
    assert parse_what_if(r"set=A=1\,2,set=B=").variables == (("A", "1,2"), ("B", ""))
    assert parse_what_if("elevated=no").elevated is False
    assert parse_what_if("").is_empty


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("nonsense=1", "unknown assumption 'nonsense'; available: loader-version"),
        ("elevated=maybe", "yes or no"),
        ("loader-version=9", "not a valid version"),
        ("set=A", "NAME=VALUE"),
        ("root=/does/not/exist", "is not a folder"),
    ],
)
def test_what_ifs_that_cannot_be(text: str, sentence: str):
    with pytest.raises(WhatIfError, match=sentence):
        parse_what_if(text)
