"""Sentences are collected from the code, and a test catalogue shows which are not."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest

from devtools import translations
from devtools.translations import CatalogueSentence
from vkconfig_py.language.sentences import Catalogue, counted, set_catalogue, tr

VERDICT = "the loader settings file turns it on"


def test_catalogues_hold_what_the_code_says_and_nothing_is_left_to_translate():
    assert list(translations.list_outdated()) == []


def test_german_is_typed_as_german_is():
    wrong = {
        form: faults
        for message in translations.read_catalogue(translations.FOLDER / "vkconfig-py_de.ts")
        for form in message.forms
        if (faults := [*_typing_faults(message.source, form)])
    }
    assert not wrong


def _typing_faults(source, form):
    if form.count("„") != form.count("“") or "”" in form:
        yield "quotation marks are „…“"
    if re.search(r"[^\s('„&~]…", form) and not form.startswith("…"):
        yield "a blank stands before …"
    if ("  " in form and "  " not in source) or (
        form.strip(" ") != form and source.strip() == source
    ):
        yield "blanks"
    ends = [text.rstrip("“)")[-1:] for text in (source.replace("”", "“"), form)]
    is_short = len(form) < 10 or "}" in form[-2:]  # of months and numbers
    if "." in ends and ends[0] != ends[1] and not is_short:
        yield "ends in a full stop as the English does"
    if re.search(r"\b(Exit-Code|Merkmal|ausgelassen|benutz(t|en))\b|\d Bytes\b", form):
        yield "another word: Exit-Status, Feature, weggelassen, verwenden, Byte"


def test_a_process_speaks_the_catalogue_that_a_variable_names(tmp_path):
    catalogue = tmp_path / "pseudo.qm"
    translations.make_pseudo(catalogue)
    code = (
        "import sys; sys.argv[1:] = {arguments}\n"
        "from vkconfig_py.__main__ import _choose_language\n_choose_language()\n"
        "from vkconfig_py.loader.explain.verdict_sentences import render_outcome\n"
        "from vkconfig_py.loader.base.verdicts import Outcome\nprint(render_outcome(Outcome.LOADS))"
    )
    said = [
        subprocess.run(
            [sys.executable, "-c", code.format(arguments=arguments)],
            env={**os.environ, "VKCONFIG_PY_LANGUAGE": str(catalogue), "PYTHONUTF8": "1"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for arguments in ([], ["show", "--json"])
    ]
    assert said == [translations.make_pseudo_text("Loads"), "Loads"]


@pytest.mark.parametrize(
    ("message", "faults"),
    [
        (CatalogueSentence("{a} is {b}", "", ("{b} ist {a}",), False), 0),
        (CatalogueSentence("{a} is {b}", "", ("{a} ist b",), False), 1),
        (CatalogueSentence("{a} is {b}", "", ("{a} ist {c}",), False), 1),
        (CatalogueSentence("Open", "", ("",), False), 1),
        (CatalogueSentence("{n} layers", "{n} layer", ("ein Layer", "{n} Layer"), True), 0),
        (CatalogueSentence("{n} of {a}", "{n} of {a}", ("einer", "{n} von {a}"), True), 1),
    ],
)
def test_a_translation_has_the_values_of_its_sentence(message, faults):
    assert len(list(message.list_faults())) == faults


def test_a_language_with_three_forms_of_numbers_is_begun_and_told_as_far_as_it_goes(
    tmp_path, monkeypatch
):
    (tmp_path / "vkconfig_py").mkdir()
    (tmp_path / "vkconfig_py/one.py").write_text(
        'a = counted("{n} files", "{n} file", 3)\nb = tr("Open {path}")\n'
    )
    monkeypatch.setattr(translations, "ROOT", tmp_path)
    monkeypatch.setattr(translations, "FOLDER", tmp_path)
    assert translations.main(["--new", "pl"]) == 0
    file = tmp_path / "vkconfig-py_pl.ts"
    tree = ElementTree.parse(file)
    forms = list(tree.iter("numerusform"))
    for form, text in zip(forms, ("{n} plik", "{n} pliki", "{n} plików"), strict=True):
        form.text = text
    tree.write(file, encoding="utf-8", xml_declaration=True)
    assert translations.main([]) == 0
    assert [*translations.list_outdated()] == [
        "vkconfig-py_pl.ts: 1 not translated yet, the first “Open {path}”"
    ]
    set_catalogue(Catalogue(file.with_suffix(".qm").read_bytes()))
    try:
        told = [counted("{n} files", "{n} file", number) for number in (1, 2, 5, 12, 22, 25)]
        assert told == ["1 plik", "2 pliki", "5 plików", "12 plików", "22 pliki", "25 plików"]
        assert tr("Open {path}", path="x") == "Open x"
    finally:
        set_catalogue(None)


def test_what_is_collected_has_numbers_meanings_and_no_remains(tmp_path, monkeypatch):
    package = tmp_path / "vkconfig_py"
    package.mkdir()
    (package / "one.py").write_text(
        'a = tr("A {name} that "\n       "goes on", name=1)\nb = tr("Open", "the command")\n'
        'c = counted("{n} files", "{n} file", 3)\nd = [tr(\'"quoted"\')]\n'
        "e = f\"{a} {tr('Within', 'an f-string')}\"\n"
    )
    monkeypatch.setattr(translations, "ROOT", tmp_path)
    file = tmp_path / "vkconfig-py_de.ts"
    gone = "<context><name/><message><source>Gone</source><translation>Weg</translation></message>"
    file.write_text(f'<TS version="2.1" language="de_DE">{gone}</context></TS>')
    translations.update_catalogue(file)
    found = {(m.source, m.comment, m.has_number) for m in translations.read_catalogue(file)}
    assert found == {
        ("A {name} that goes on", "", False),
        ("Open", "the command", False),
        ("{n} files", "{n} file", True),
        ('"quoted"', "", False),
        ("Within", "an f-string", False),
    }
    assert ElementTree.parse(file).getroot().get("language") == "de_DE"
