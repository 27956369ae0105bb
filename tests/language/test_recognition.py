"""English that came as text alone is told where it is known, and shown as it came where not."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import vkconfig_py.loader
from tests.framework.german import german
from tests.loader.lint.lint_machines import MACHINES, look
from vkconfig_py.language.recognition import recognised, retold
from vkconfig_py.language.sentences import render
from vkconfig_py.loader.base.verdicts import Reason
from vkconfig_py.loader.explain.known_texts import DETAILS, OF_PROBES


def test_a_known_text_is_told_with_its_values():
    text = "it needs libx.so, which needs liby.so: not there"
    assert recognised(text, DETAILS) is text
    with german():
        assert recognised(text, DETAILS) == text
        assert render(recognised(text, DETAILS)) == (
            "libx.so wird benötigt und braucht liby.so: nicht vorhanden"
        )
        assert render(recognised("it needs libx.so, which is not there", DETAILS)) != text
        assert recognised("libx.so: wrong ELF class", DETAILS) == "libx.so: wrong ELF class"


# Words of English that no name of a layer, file or variable here is.
_ENGLISH = re.compile(r"\b(the|is|and|of|it|this|not|no|by|for|that)\b")
_OF_SYSTEM = re.compile(r"[(:] ?Too many levels of symbolic links")  # strerror


@pytest.mark.parametrize("code", [one for one in MACHINES if one != Reason.LIBRARY_NEEDS_MISSING])
def test_every_problem_of_another_machine_is_told(code, tmp_path):
    problems = look(code, tmp_path)
    with german():
        for text in (text for one in problems for text in (one.title, one.consequence)):
            said = _OF_SYSTEM.sub("", retold(text))
            assert said != text
            assert not _ENGLISH.search(said), said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("3 of 5 layers work; not a and b.", "3 von 5 Layern funktionieren; nicht a und b."),
        ("1 problem", "1 Problem"),
        ("1,234 machines", "1.234 Rechner"),
        ("x: “library” instead of “name”", "x: „library“ statt „name“"),
        ("Somebody else's words.", "Somebody else's words."),
    ],
)
def test_a_sentence_is_known_by_what_stands_between_its_values(text, said):
    assert retold(text) is text
    with german():
        assert retold(text) == said


def test_every_detail_that_the_engine_notes_is_known():
    noted = set()
    files = Path(vkconfig_py.loader.__file__).parent.rglob("*.py")
    for file in (one for one in files if one.name != "known_texts.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            match node:
                case ast.Call(ast.Name("message"), [ast.Constant(str(text)), *_]):
                    noted.add(text)
    assert noted
    assert noted <= {*DETAILS, *OF_PROBES}


@pytest.mark.parametrize(
    "text",
    [
        "1.2.3 more",
        ", more",
        "- problems",
        "1,2 machines",
        "1.5 problems",
        # Parts of sentences with many values, again and again.
        "64-bit programs use x. " * 400 + "y runs Windows programs of both word sizes",
    ],
)
def test_what_only_looks_like_a_sentence_of_ours_is_left_as_it_came(text):
    with german():
        assert retold(text) == text
