"""Help and complaints about the command line: in the user's language, in 100 columns."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from devtools.translations import make_pseudo
from vkconfig_py.language.choice import LANGUAGE_NAMES, LANGUAGE_VARIABLE
from vkconfig_py.loader.api.argument_parser import lay_out_help

SPOKEN = tuple(LANGUAGE_NAMES)
HELP = """
from vkconfig_py.language.choice import choose_language
from vkconfig_py.model.files import resources
import os, sys
choose_language(resources.find_resource("translations"), os.environ)
from vkconfig_py.cli.parser import list_known_commands, make_parser
print(make_parser().format_help())
for name in list_known_commands():
    parsers = [make_parser(name.split())]
    for parser in parsers:
        print(parser.format_help())
        parsers += parser.subparsers.values()
"""


@pytest.mark.parametrize("language", SPOKEN)
def test_the_help_of_every_command_fits_into_100_columns(language):
    text = said(HELP, language)
    assert [line for line in text.split("\n") if len(line) > 100] == []


def test_what_argparse_says_is_said_in_the_language_of_the_user(tmp_path):
    catalogue = tmp_path / "pseudo.qm"
    make_pseudo(catalogue)
    lines = ("", "explain", "nothing", "run --safe x", "run --safe", "history runs --compare 1",
             "ps stop a", "config list --json=a", "config target --own --last",
             "extend", "config list a",
             "config target --o", "extend --keep --for 1h", "diff --a")  # fmt: skip
    script = (
        "import sys\nfrom vkconfig_py.language.choice import choose_language\n"
        "from pathlib import Path\nimport os\nchoose_language(Path(), os.environ)\n"
        f"from vkconfig_py.cli.parser import parse\nfor line in {lines!r}:\n"
        "    try: parse(line.split())\n    except SystemExit: pass\n"
        "from vkconfig_py.cli.parser import make_parser\nprint(make_parser(['ps']).format_help())"
    )
    told = said(script, str(catalogue))
    assert len(re.findall(r"érrör: \[(?:årgûméñt \S+: \[|(?!årgûméñt))", told)) == len(lines)
    assert told.count("[Öptîöñš åñd éxåmpléš: ") == len(lines)
    assert told.count("[ûšågé: ") == 1
    assert "[öptîöñš··]:" in told
    assert re.findall(r"\b(?:show this|exit codes|examples|usage)\b", told) == []


def test_rows_of_help_stand_in_columns_and_paragraphs_are_filled():
    text = (
        "examples:\n  a b\tone two three\n  a\t\n  a long one that is long\tfour\n\nfive six seven"
    )
    assert list(lay_out_help(text, 22)) == [
        "examples:",
        "  a b   one two three",
        "  a",
        "  a long one that is long",
        "        four",
        "",
        "five six seven",
    ]


def said(script: str, language: str) -> str:
    environment = {**os.environ, LANGUAGE_VARIABLE: language, "PYTHONUTF8": "1", "COLUMNS": "120"}
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=environment,
        cwd=Path(__file__).parents[2],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=True,
    )
    return done.stdout
