"""Pages of the help: read from the documents, searched, and their links lead somewhere."""

from __future__ import annotations

import re

import pytest

from vkconfig_py.model.files import resources
from vkconfig_py.model.text.help_pages import (
    PAGE_NAMES,
    HelpTarget,
    _make_page,
    find_hits,
    names_title,
    read_pages,
    stack_tables,
)

FOLDER = resources.find_resource("help")
MOST_WORDS = 900
REFERENCES = {  # which are looked into, not read
    *("command_line", "actions", "problem_codes", "layer_settings", "own_settings"),
    "describe_a_layer",
    *("loader_rules", "glossary"),
}


def test_every_page_has_its_pictures_and_every_link_a_section():
    pages = {page.name: page for page in read_pages(FOLDER)}
    assert tuple(pages) == PAGE_NAMES
    for page in pages.values():
        assert all(file.is_file() for file in page.images.values()), page.name
        for target in re.findall(r"(?<!!)\[[^\]]+\]\(([^)]+)\)", page.markdown):
            place = HelpTarget.parse(target, page.name)
            if place is None:
                assert target.startswith("https://"), target
            elif place.anchor:
                sections = pages[place.page].sections
                assert place.anchor in {section.anchor for section in sections}, target


@pytest.mark.parametrize("name", sorted({*PAGE_NAMES} - REFERENCES))
def test_a_page_is_short(name):
    files = (FOLDER / f"{name}.md", *FOLDER.glob(f"*/{name}.md"))
    assert max(len(file.read_text(encoding="utf-8").split()) for file in files) <= MOST_WORDS


def test_a_link_that_leads_out_of_the_help_is_text():
    text = "# Title\nSee [tests](../tests/a.py), [rules](problems.md#rules)."
    page = _make_page("window", text, FOLDER)
    assert page.markdown.endswith("See tests, [rules](problems.md#rules).")


def test_hits_are_sections_with_all_words():
    text = "# One\nA layer.\n```sh\n# no heading\n```\n## Two\nLayers of a `driver`."
    page = _make_page("window", text, FOLDER)
    assert [section.anchor for section in page.sections] == ["one", "two"]
    assert [(hit.section.title, hit.section_number) for hit in find_hits((page,), "LAYER")] == [
        ("One", 1),
        ("Two", 1),
    ]
    assert [hit.section.title for hit in find_hits((page,), "driver layer")] == ["Two"]
    assert find_hits((page,), " ") == ()


def test_a_page_about_what_is_searched_comes_before_one_that_names_it():
    texts = {
        "problems": "# Codes\nvkbasalt and mangohud.",
        "log": "# Log\nvkbasalt, vkbasalt and vkbasalt.",
        "own": "# Own files\nOf others.\n## vkBasalt\nIts file.",
    }
    pages = [_make_page(name, text, FOLDER) for name, text in texts.items()]
    hits = find_hits(pages, "vkbasalt")
    assert [hit.page.name for hit in hits] == ["own", "log", "problems"]


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_title_of_a_page_finds_it_first(language):
    pages = read_pages(resources.find_resource("help"), language)
    missed = {
        page.title: page.name
        for page in pages
        if find_hits(pages, page.title)[0].page.name != page.name
    }
    assert missed == {}


def test_a_title_is_named_without_its_articles_but_not_by_one_of_them():
    assert names_title("Einen Layer beschreiben", "Layer beschreiben")
    assert names_title("Describe a layer", "describe layer")
    assert not names_title("A first hour", "a")
    assert not names_title("Describe a layer", "describe a driver")


def test_a_table_can_be_stacked_cell_by_cell():
    table = "| Code | Meaning | Fix |\n|---|---|---|\n| `a` | one \\| two | |\n| b | **c** | do |"
    markdown = f"# Page\n\n{table}\n\nBetween\n\n{table}\n"
    stacked = stack_tables(markdown, {1})
    assert stacked.startswith(f"# Page\n\n{table}\n\nBetween\n\n**`a`**")
    rest = stacked.partition("Between")[2].split("\n\n")
    assert [part.strip() for part in rest if part.strip()] == [
        "**`a`**", "Meaning: one | two", "---", "**b**", "Meaning: **c**", "Fix: do"
    ]  # fmt: skip
    assert stack_tables(markdown, ()) == markdown.removesuffix("\n")
