"""No code decides by text that people read."""

from __future__ import annotations

from textwrap import dedent

from devtools import suite, text_logic
from devtools.console import ROOT

SAMPLES = {
    "a constant": ("compared", "OFF = tr('Off')", "word == OFF"),
    "a negation": ("compared", "", "word != tr('Off')"),
    "membership": ("compared", "WORDS = (tr('Off'), tr('On'))", "word in WORDS"),
    "membership in a display": ("compared", "", "word in ('', render(word), 'x')"),
    "a part of a text": ("compared", "", "word in tr('Off')"),
    "an order": ("compared", "", "tr('Off') < word"),
    "an end": ("looked for", "", "word.endswith(tr('implicit'))"),
    "a beginning": ("cut", "", "tr('Off').startswith(word)"),
    "a prefix": ("looked for", "", "word.removeprefix(f'{tr(word)}: ')"),
    "a cut": ("cut", "", "counted('{n} layers', '{n} layer', 2).partition(' ')"),
    "a slice": ("cut", "", "tr('Off')[:1]"),
    "a pattern": ("cut", "", "re.sub('a', 'b', tr('Off'))"),
    "an order of a list": ("sorted by", "", "sorted(words, key=lambda one: (tr(one), one))"),
    "an order of texts": ("sorted by", "", "sorted([tr('Off'), tr('On')])"),
    "a key that is written": ("a key", "", "{tr('Off'): 1}"),
    "a key that is looked up": ("a key", "", "words[tr('Off')]"),
    "a key that is asked for": ("a key", "TONES = {'x': 1}", "TONES.get(tr('Off'))"),
    "each text once": ("a key", "", "dict.fromkeys([tr('Off'), tr('On')])"),
    "a value of an enum": (
        "the value of an enum",
        "class Kind(Enum):\n    OFF = tr('Off')",
        "None",
    ),
    "a variable": ("compared", "", "(said := tr('Off')) and said == word"),
    "the result of a function": (
        "compared",
        "def name() -> str:\n    return tr('Off')",
        "name() == word",
    ),
    "a field of a record": (
        "compared",
        "class Row(NamedTuple):\n    word: str\nROW = Row(tr('Off'))",
        "[one for one in rows if one.word == word]",
    ),
    "a title of a table": ("compared", "TITLES = {1: tr('One')}", "TITLES[1] == word"),
    "a joined text": ("compared", "", "', '.join([tr('Off')]) == word"),
}
SOUND = {
    "whether there is any": "tr('Off') and tr('Off') != ''",
    "what is searched": "word in tr('Off').casefold()",
    "data": "word == 'off' and word.removeprefix('of') in {word: 1}",
    "texts by a key": "{'off': tr('Off')}[word]",
    "keys of texts": "[key for key in {'off': tr('Off')} if key == word]",
    "a field that holds names, too": "[one for one in named if one.name == word]",
}


def found_in(declared: str, expression: str) -> list[str]:
    module = dedent("""
        import re
        from enum import Enum
        from typing import NamedTuple
        from vkconfig_py.language.sentences import counted, render, tr

        class Named(NamedTuple):
            name: str

        NAMED = (Named(tr("Other layers")), Named("VK_LAYER_a"))
    """)
    given = "word: str, words: list[str], rows: list[Row], named: list[Named]"
    body = f"def ask({given}) -> object:\n    return {expression}\n"
    tree = text_logic.CheckedPackage({"vkconfig_py.sample": f"{module}\n{declared}\n\n{body}"})
    return [what for _module, _line, what in tree.find_faults()]


def test_a_sample_of_each_kind_is_found():
    found = {name: found_in(declared, asked) for name, (_what, declared, asked) in SAMPLES.items()}
    assert found == {name: [what] for name, (what, _declared, _asked) in SAMPLES.items()}


def test_what_only_shows_or_searches_text_is_not_named():
    assert {name: found_in("", asked) for name, asked in SOUND.items()} == {
        name: [] for name in SOUND
    }


def test_text_is_followed_from_one_module_to_another():
    sentences = "from vkconfig_py.language.sentences import tr"
    tree = text_logic.CheckedPackage(
        {
            "vkconfig_py.a": "from vkconfig_py.b import OFF\ndef ask(w):\n    return w == OFF",
            "vkconfig_py.b": "from vkconfig_py.c import name\nOFF = name()",
            "vkconfig_py.c": f"{sentences}\ndef name() -> str:\n    return tr('Off')",
        }
    )
    assert list(tree.find_faults()) == [("vkconfig_py.a", 3, "compared")]


def test_dev_py_check_runs_it_on_a_checkout(tmp_path, monkeypatch, capsys):
    assert any("devtools.text_logic" in command for _name, command in suite._list_checks(ROOT))
    (tmp_path / "vkconfig_py").mkdir()
    (tmp_path / "vkconfig_py/part.py").write_text(
        "from vkconfig_py.language.sentences import tr\nX = tr('a')[:1]\n"
    )
    monkeypatch.setattr(text_logic, "ROOT", tmp_path)
    assert text_logic.main() == 1
    assert capsys.readouterr().out == (
        "vkconfig_py/part.py:2: displayed text is cut; decide by a value.\n"
    )
    (tmp_path / "vkconfig_py/part.py").write_text("X = 1\n")
    assert text_logic.main() == 0
