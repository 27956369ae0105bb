"""English that came as text alone is told where it is known, and shown as it came where not."""

from __future__ import annotations

import ast
from pathlib import Path

import vkconfig_py.loader
from tests.framework.german import german
from vkconfig_py.language.recognition import recognised
from vkconfig_py.language.sentences import told
from vkconfig_py.loader.explain.known_texts import DETAILS, OF_PROBES


def test_a_known_text_is_told_with_its_values():
    text = "it needs libx.so, which needs liby.so: not there"
    assert recognised(text, DETAILS) is text
    with german():
        assert recognised(text, DETAILS) == text
        assert told(recognised(text, DETAILS)) == (
            "libx.so wird benötigt und braucht liby.so: nicht vorhanden"
        )
        assert told(recognised("it needs libx.so, which is not there", DETAILS)) != text
        assert recognised("libx.so: wrong ELF class", DETAILS) == "libx.so: wrong ELF class"


def test_every_detail_that_the_engine_notes_is_known():
    noted = set()
    files = Path(vkconfig_py.loader.__file__).parent.rglob("*.py")
    for file in (one for one in files if one.name != "known_texts.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            match node:
                case ast.Call(ast.Name("noted"), [ast.Constant(str(text)), *_]):
                    noted.add(text)
    assert noted
    assert noted <= {*DETAILS, *OF_PROBES}
