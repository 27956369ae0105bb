"""The report on sentences that read oddly."""

import ast
import re
import string

from devtools.console import ROOT
from devtools.words import MAKERS, PATTERNS, read_sentences


def test_sentences_are_found_with_their_places(tmp_path, monkeypatch):
    monkeypatch.setattr("devtools.words.ROOT", tmp_path)
    lines = ['tr("One of {name}", name=1)', 'counted("{n} files", "one file", 2)', 'print("no")']
    (tmp_path / "module.py").write_text("\n".join(lines), encoding="utf-8")
    assert list(read_sentences(tmp_path)) == [
        ("module.py:1", "One of {name}"),
        ("module.py:2", "{n} files"),
        ("module.py:2", "one file"),
    ]


def test_each_pattern_knows_its_kind():
    odd = {
        "one": "give one another name",
        "here": "nothing is searched here",
        "of": "a configuration of VkConfig",
        "there-is": "There is no layer",
        "clause": "what has expired",
        "negation": "is no manifest",
        "keep": "kept off",
        "ask": "the loader answers",
        "own": "a file of its own",
        "say": "the row says why",
    }
    plain = "No layer named “x”. Available: y"
    assert odd.keys() == PATTERNS.keys()
    for name, sentence in odd.items():
        assert re.search(PATTERNS[name], sentence), name
        assert not re.search(PATTERNS[name], plain), name


def test_every_placeholder_of_a_sentence_gets_a_value():
    for file in sorted((ROOT / "vkconfig_py").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and getattr(node.func, "id", "") in MAKERS):
                continue
            values = {keyword.arg for keyword in node.keywords}
            if None in values or not values:  # passed through; without values braces are text
                continue
            texts = node.args[: MAKERS[node.func.id]]
            plain = [text.value for text in texts if isinstance(text, ast.Constant)]
            names = {
                name.partition(".")[0].partition("[")[0]
                for text in plain
                for _, name, _, _ in string.Formatter().parse(text)
                if name
            }
            known = values | ({"n"} if node.func.id.startswith("counted") else set())
            assert names <= known, f"{file}:{node.lineno}: {names - known}"
