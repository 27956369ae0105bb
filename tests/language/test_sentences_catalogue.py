"""Catalogues as lrelease writes them, and what is not one."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devtools.translations import compile_catalogue
from vkconfig_py.language.sentences import QM_MAGIC, Catalogue, CatalogueError, find_plural_form

TEXTS = {
    ("A plain sentence.", ""): ("Ein einfacher Satz.",),
    ("Open", ""): ("Offen",),
    ("Open", "the command"): ("Öffnen",),
    ("{path} is “gone” …", ""): ("{path} ist „weg“ …",),
    ("{n} layers", "{n} layer"): ("{n} Layer von einem", "{n} Layer von vielen"),
    ("Not yet", ""): ("",),
}


def compiled(folder: Path, language: str, texts=TEXTS) -> bytes:
    """Return a catalogue made by lrelease."""
    root = ElementTree.Element("TS", version="2.1", language=language)
    context = ElementTree.SubElement(root, "context")
    ElementTree.SubElement(context, "name")
    for (source, comment), forms in texts.items():
        message = ElementTree.SubElement(context, "message")
        ElementTree.SubElement(message, "source").text = source
        if comment:
            ElementTree.SubElement(message, "comment").text = comment
        translation = ElementTree.SubElement(message, "translation")
        if len(forms) == 1:
            translation.text = forms[0]
        else:
            message.set("numerus", "yes")
            for form in forms:
                ElementTree.SubElement(translation, "numerusform").text = form
    file = folder / "texts.ts"
    ElementTree.ElementTree(root).write(file, encoding="utf-8", xml_declaration=True)
    compile_catalogue(file, folder / "texts.qm")
    return (folder / "texts.qm").read_bytes()


@pytest.fixture(scope="module")
def content(tmp_path_factory) -> bytes:
    return compiled(tmp_path_factory.mktemp("catalogue"), "de_DE")


def test_sentences_are_found_by_text_and_meaning(content):
    catalogue = Catalogue(content)
    assert catalogue.language == "de_DE"
    assert catalogue.find_translation("A plain sentence.") == "Ein einfacher Satz."
    assert catalogue.find_translation("Open") == "Offen"
    assert catalogue.find_translation("Open", "the command") == "Öffnen"
    assert catalogue.find_translation("{path} is “gone” …") == "{path} ist „weg“ …"


def test_what_nobody_translated_is_not_found(content):
    catalogue = Catalogue(content)
    assert catalogue.find_translation("Not yet") is None
    assert catalogue.find_translation("Nobody wrote this.") is None
    assert catalogue.find_translation("Open", "another meaning") is None
    assert catalogue.find_translation("") is None


def test_a_number_decides_the_form(content):
    catalogue = Catalogue(content)
    forms = [
        catalogue.find_translation("{n} layers", "{n} layer", number) for number in (0, 1, 2, 21)
    ]
    many, one = "{n} Layer von vielen", "{n} Layer von einem"
    assert forms == [many, one, many, many]


def test_forms_follow_the_rules_of_the_language(tmp_path):
    texts = {("{n} layers", "{n} layer"): ("слой", "слоя", "слоёв")}
    catalogue = Catalogue(compiled(tmp_path, "ru_RU", texts))
    forms = {
        n: catalogue.find_translation("{n} layers", "{n} layer", n)
        for n in (1, 2, 5, 11, 21, 22, 112)
    }
    assert {n for n, form in forms.items() if form == "слой"} == {1, 21}
    assert {n for n, form in forms.items() if form == "слоя"} == {2, 22}
    assert {n for n, form in forms.items() if form == "слоёв"} == {5, 11, 112}


def test_leading_digits_and_alternatives_count():
    # Hebrew-like and Scottish Gaelic-like rules: (n = 1 or n = 11), then 3 to 10 before thousands.
    rules = bytes([0x01, 1, 0xFE, 0x01, 11, 0xFF, 0x44, 3, 10])
    assert [find_plural_form(rules, n) for n in (1, 11, 2, 3, 10, 7_000)] == [0, 0, 2, 1, 1, 1]


def test_rules_that_end_within_a_comparison_take_the_first_form():
    assert find_plural_form(bytes([0x01, 1, 0xFF, 0x04, 3]), 4) == 0


@pytest.mark.parametrize("damaged", [b"", b"no catalogue", QM_MAGIC + b"\x42\x00\x00\x00\xff"])
def test_another_file_is_no_catalogue(damaged):
    with pytest.raises(CatalogueError):
        Catalogue(damaged)


@given(data=st.data())
def test_a_damaged_catalogue_finds_less_and_never_fails_otherwise(content, data):
    at = data.draw(st.integers(len(QM_MAGIC), len(content) - 1))
    damaged = bytearray(content)
    damaged[at] = data.draw(st.integers(0, 255))
    try:
        catalogue = Catalogue(bytes(damaged))
    except CatalogueError:
        return
    for source, comment in TEXTS:
        assert isinstance(catalogue.find_translation(source, comment, 3), (str, type(None)))
