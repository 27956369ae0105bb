"""The report on sentences that read oddly."""

import re

from devtools.words import PATTERNS, read_sentences


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
