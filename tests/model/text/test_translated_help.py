"""Help pages in other languages: what a page has in English, in the same order, and every label.

A page that changes in English and not in the other language fails here.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest

from devtools import translations
from vkconfig_py.model.files import resources
from vkconfig_py.model.text.help_pages import PAGE_NAMES, HelpTarget, make_anchor, read_pages

FOLDER = resources.find_resource("help")
TRANSLATED = sorted(
    str(file.relative_to(FOLDER)) for file in FOLDER.glob("*/*.md") if file.parent.name != "images"
)
# Words that are no labels of the window where they stand.
_OTHERS = {
    "walkthrough.md": {"Launcher", "Launch", "Layers", "Preferences"},  # of VkConfig
    "problem_codes.md": {"None"},  # no fix
}
_CODE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_COMMENT = re.compile(r" +# .*")
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_LABEL = re.compile(r"(?<![*\w])\*([^*|]+)\*(?![*\w])")


def _text(name):
    return (FOLDER / name).read_text(encoding="utf-8")


def _english(name):
    return _text(name.partition("/")[2])


def _parts(text):
    """What a page has in every language, by what to call it."""
    prose = _CODE.sub("", text)
    lines = prose.splitlines()
    return {
        "headings (level and number)": [line.split()[0] for line in lines if line.startswith("#")],
        "blocks of code": [_COMMENT.sub("", code) for code in _CODE.findall(text)],
        "pictures and links": [
            link if "://" in link else link.partition("#")[0] for link in _LINK.findall(prose)
        ],
        "codes in a line": sorted(re.findall(r"`([^`]+)`", re.sub(r"\s+", " ", prose))),
        "paragraphs in each section": [
            len(re.findall(r"\n\s*\n(?=\S)", section.strip()))
            for section in re.split(r"^#+ ", prose, flags=re.MULTILINE)
        ],
        "lines of lists": [line[:2] for line in lines if re.match(r"([-*]|\d+\.) ", line)],
        "cells of tables": [line.count("|") for line in lines if line.startswith("|")],
    }


@pytest.mark.parametrize("name", TRANSLATED)
def test_a_page_has_what_the_english_one_has(name):
    ours = _parts(_text(name).replace("](../", "]("))  # it stands one folder deeper
    english = _parts(_english(name))
    for what, expected in english.items():
        found = ours[what]
        missing = [*(Counter(expected) - Counter(found))]
        more = [*(Counter(found) - Counter(expected))]
        assert found == expected, (
            f"docs/{name}: {what} are not those of the English page, which may have changed: "
            f"missing {missing}, more {more}, or in another order"
        )


@pytest.mark.parametrize("name", TRANSLATED)
def test_a_page_links_to_pages_and_pictures_of_its_language(name):
    language = name.partition("/")[0]
    for target in _LINK.findall(_text(name)):
        file = target.removeprefix("../").partition("#")[0]
        if file.removesuffix(".md") in PAGE_NAMES or file.startswith("images/"):
            assert target.startswith("../") != (FOLDER / language / file).is_file(), target


@pytest.mark.parametrize("name", TRANSLATED)
def test_a_link_leads_to_the_same_section_as_in_english_on_the_web_and_in_the_program(name):
    language, _slash, file = name.partition("/")
    shown = _read_shown(language)
    for ours, theirs in zip(*(_places(one, file) for one in (name, file)), strict=True):
        own = _headings(f"{language}/{ours.page}.md")
        number = _headings(f"{theirs.page}.md").index(theirs.anchor)
        assert own[number] == ours.anchor, f"docs/{name}: #{ours.anchor} is #{own[number]}"
        assert f"#{theirs.anchor})" in shown[file.removesuffix(".md")].markdown


@cache
def _read_shown(language):
    return {page.name: page for page in read_pages(FOLDER, language)}


def _places(name, file):
    """Where links with anchors lead to, of those to pages of the help."""
    found = (
        HelpTarget.parse(target, file.removesuffix(".md")) for target in _LINK.findall(_text(name))
    )
    return [place for place in found if place is not None and place.anchor]


def _headings(name):
    prose = _CODE.sub("", _text(name))
    return [make_anchor(line.lstrip("# ")) for line in prose.splitlines() if line.startswith("#")]


@pytest.mark.parametrize("name", TRANSLATED)
def test_a_page_names_labels_as_the_window_does(name):
    known = _read_forms(name.partition("/")[0])
    named = {_bare(label) for label in _labels(_text(name))}
    labels = _labels(_english(name)) - _OTHERS.get(name.partition("/")[2], set())
    wrong = {
        label: said for label in labels if (said := known.get(_bare(label))) and not said & named
    }
    assert not wrong, f"docs/{name} does not name these as the window does: {wrong}"


@cache
def _read_forms(language):
    """How a language says each label."""
    forms: dict[str, set[str]] = {}
    for message in translations.read_catalogue(translations.FOLDER / f"vkconfig-py_{language}.ts"):
        forms.setdefault(_bare(message.source), set()).update(map(_bare, message.forms))
    return forms


def test_a_page_keeps_the_anchors_of_the_english_one_and_other_pages_stay_english():
    pages = {page.name: page for page in read_pages(FOLDER, "de_DE")}
    assert pages["chain"].title == "Die Kette"
    inspector = pages["chain"].sections[1]
    assert (inspector.title, inspector.anchor) == ("Der Inspektor", "the-inspector")
    assert pages["chain"].find_section_number("the-inspector") == 1
    for snapshot, file in pages["chain"].images.items():
        assert file == FOLDER / "de" / snapshot
        assert file.is_file()
    assert {page.title for page in read_pages(FOLDER, "xx")} == {
        page.title for page in read_pages(FOLDER)
    }


def _labels(text):
    """What a page names of the window: in italics, and in cells of tables."""
    lines = (line for line in text.splitlines() if line.startswith("|"))
    cells = (cell.strip() for line in lines for cell in line.strip("|").split("|"))
    return {*_LABEL.findall(text), *(one for cell in cells for one in cell.split("; "))}


def _bare(label):
    """A label without its accelerator, shortcut and dots, its blanks as one."""
    plain = label.partition("\t")[0].replace("&", "")
    return re.sub(r"\s+", " ", plain).rstrip("… ").strip()
