"""The Markdown as markdown-it reads it: CommonMark with the tables of GitHub."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from tests.framework.settings import declare_layer, make_setting
from tests.model.formats.documents import Html, all_changed, odd_layer, sdk_layers
from vkconfig_py.model.formats.layer_documents import make_layer_page
from vkconfig_py.model.formats.page_blocks import (
    Heading,
    Listing,
    Paragraph,
    TextDocument,
    TextRun,
    render_html,
    render_markdown,
)
from vkconfig_py.model.formats.setting_lines import LayerSettings
from vkconfig_py.model.layer_settings.described_layers import find_description

READER = MarkdownIt("commonmark", {"html": True}).enable("table")


def read(page: TextDocument) -> Html:
    return Html(READER.render(render_markdown(page)))


def words(text: str) -> str:
    """Return what a reader reads, without the blanks between it."""
    return "".join(text.replace("\ufffd", "").split())


@pytest.mark.parametrize(
    "page",
    [
        *(make_layer_page([all_changed(layer)]) for layer in sdk_layers()),
        make_layer_page([LayerSettings.from_entry(layer) for layer in sdk_layers()], "Everything"),
        make_layer_page([LayerSettings.from_entry(odd_layer())]),
        make_layer_page([]),
    ],
    ids=lambda page: page.title,
)
def test_it_says_the_same_as_the_html(page):
    html = render_html(page)
    body = Html(html[html.index("<body>") : html.index("</html>")])
    markdown = read(page)
    without_branches = re.sub("└─*", "", words(markdown.text))  # HTML indents such rows
    assert without_branches == words(body.text)
    # Where no link leads there is no anchor, as the source is read as text, too.
    assert markdown.ids == [name for name in body.ids if f"#{name}" in body.links]
    assert Counter(markdown.links) == Counter(body.links)


def test_a_table_keeps_its_columns_whatever_stands_in_it():
    layer = declare_layer(make_setting("x", "STRING", label="a | b", default="`c` | d \\"))
    text = render_markdown(make_layer_page([LayerSettings.from_entry(layer)]))
    row = next(line for line in text.split("\n") if line.startswith("| [a"))
    assert row == r"| [a \| b](#test_settings.x) | `x` | text | `` `c` \| d \ `` |"


def test_equal_labels_have_anchors_of_their_own():
    layer = declare_layer(make_setting("one", label="Same"), make_setting("two", label="Same"))
    page = read(make_layer_page([LayerSettings.from_entry(layer)]))
    assert {"test_settings.one", "test_settings.two"} <= set(page.ids)


def test_a_label_with_empty_lines_stays_one_link():
    layer = declare_layer(make_setting("a", settings=[make_setting("b", label="one\n\n \n| two")]))
    text = render_markdown(make_layer_page([LayerSettings.from_entry(layer)]))
    assert ("Subsettings: [one\n\\| two](#test_settings.b)\n") in text


def test_a_listing_may_hold_fences():
    text = "```\n# no heading\n````\n"
    assert read(TextDocument("", (Listing(text),))).text.strip() == text.strip()


@pytest.mark.parametrize(
    "text",
    ["- no list", "1. no list", "2) no list", "# no heading", "> no quote", "a\n===", "a\n---",
     "&lt;", "a__b__c", "__init__", "*a*", "\\", "~~~", "![x](y)", "<b>x</b>", "$x$", "+ x"],
)  # fmt: skip
def test_words_stay_words(text):
    page = read(TextDocument("", (Heading(1, (TextRun("T"),), "t"), Paragraph((TextRun(text),)))))
    assert page.text.split("T", 1)[1].split() == text.split()
    assert page.tags <= {"a", "h1", "p"}


@given(st.lists(st.text(st.characters(exclude_categories=["Cc", "Cs"])), min_size=2, max_size=2))
def test_no_text_changes_what_is_beside_it(texts):
    label, description = texts
    odd = make_setting("x", "STRING", label=label, description=description, default=description)
    page = make_layer_page(
        [LayerSettings.from_entry(declare_layer(odd, make_setting("y", label="Last")))]
    )
    markdown = read(page)
    assert {"test_settings.x", "test_settings.y"} <= set(markdown.ids)
    assert markdown.text.count("Set with") == 2


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            "VK_LAYER_MANGOHUD_overlay",
            ("MangoHud.conf", "position=top-left", "read_cfg,position=top-left"),
        ),
        ("VK_LAYER_VKBASALT_post_processing", ("vkBasalt.conf", "casSharpness = 0.4")),
        ("VK_LAYER_MESA_overlay", ("VK_LAYER_MESA_OVERLAY_CONFIG",)),
    ],
)
def test_a_layer_of_its_own_ways_is_set_in_its_own_ways(name, said):
    layer = find_description(name)
    assert layer is not None
    page = render_markdown(make_layer_page([LayerSettings.from_entry(layer)]))
    for never in ("vk_layer_settings.txt", "VK_EXT_layer_settings", "Prefix in the settings file"):
        assert never not in page
    for text in said:
        assert f"`{text}`" in page or f"| {text}" in page.replace("\\_", "_")
