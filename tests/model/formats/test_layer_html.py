from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.framework.german import speak_german
from tests.framework.settings import (
    declare_layer,
    make_dependence,
    make_flag,
    make_setting,
    parse_declared,
)
from tests.model.formats.documents import ODD, Html, all_changed, chosen, odd_layer, sdk_layers
from vkconfig_py.model.configuration.configuration import LayerEntry, SettingType
from vkconfig_py.model.formats.layer_documents import make_layer_page
from vkconfig_py.model.formats.page_blocks import render_html
from vkconfig_py.model.formats.setting_lines import LayerSettings
from vkconfig_py.model.layer_settings.declared import VariableReader
from vkconfig_py.model.layer_settings.setting_paths import make_path_variables

TAGS = {
    "html", "head", "meta", "title", "style", "body", "h1", "h2", "h3", "h4", "p", "ul", "li",
    "a", "code", "div", "table", "thead", "tbody", "tr", "th", "td", "br",
}  # fmt: skip


def html_of(*layers: LayerSettings, title: str = "") -> str:
    return render_html(make_layer_page(layers, title))


def assert_sound(document: str) -> Html:
    """Every element is closed, every anchor is there once, every link has its target."""
    read = Html(document)
    assert read.tags <= TAGS
    assert [name for name, count in Counter(read.ids).items() if count > 1] == []
    inside = [link.removeprefix("#") for link in read.links if link.startswith("#")]
    assert set(inside) <= set(read.ids)
    assert all(link.startswith(("#", "http://", "https://")) for link in read.links)
    return read


@pytest.mark.parametrize("layer", sdk_layers(), ids=lambda layer: layer.name)
def test_every_layer_of_the_sdk_becomes_well_formed_html_with_working_links(layer):
    read = assert_sound(html_of(LayerSettings.from_entry(layer)))
    shown = dict.fromkeys(
        s.key for _depth, s in LayerSettings.from_entry(layer).walk_visible_settings()
    )
    short = layer.name.removeprefix("VK_LAYER_").lower()
    assert [f"{short}.{key}" for key in shown] == [
        one for one in read.ids if one.startswith(f"{short}.")
    ]


def test_all_layers_in_one_document_have_anchors_of_their_own():
    layers = sdk_layers()
    read = assert_sound(html_of(*map(all_changed, layers)))
    assert [link for link in read.links if link.startswith("#VK_")] == [
        f"#{layer.name}" for layer in layers
    ]
    assert "khronos_shader_object.force_enable" in read.ids
    assert "khronos_synchronization2.force_enable" in read.ids


def test_text_of_a_manifest_is_shown_as_it_stands():
    read = assert_sound(html_of(LayerSettings.from_entry(odd_layer())))
    for part in ("<b>a & b</b> | `tick`", "<!-- -->", """[x](y) \\ "q" 'p'"""):
        assert part in read.text


def test_every_document_has_a_title():
    for layers in (
        (),
        (LayerSettings.from_entry(odd_layer()),),
        tuple(map(LayerSettings.from_entry, sdk_layers())),
    ):
        document = html_of(*layers)
        title = document.partition("<title>")[2].partition("</title>")[0]
        assert title.strip()
    assert "<title>Mine &amp; yours</title>" in html_of(title="Mine & yours")


def test_anchors_differ_though_keys_differ_in_case_only_or_are_the_same():
    layer = declare_layer(make_setting("key"), make_setting("KEY"), make_setting("k e y"))
    twice = layer._replace(settings=(*layer.settings, layer.settings[0]))
    read = assert_sound(html_of(LayerSettings.from_entry(twice)))
    keys = [one for one in read.ids if one.startswith("test_settings.")]
    assert keys == [
        "test_settings.key",
        "test_settings.KEY-2",
        "test_settings.k-e-y",
        "test_settings.key-3",
    ]


def test_a_deprecated_setting_links_to_the_one_that_replaces_it():
    old = make_setting("old", status="DEPRECATED", deprecated_by_key="new")
    document = html_of(LayerSettings.from_entry(declare_layer(old, make_setting("new"))))
    assert 'use <a href="#test_settings.new"><code>new</code></a>' in document


def test_a_replacement_or_condition_that_is_not_there_is_named_without_a_link():
    old = make_setting("old", deprecated_by_key="gone", dependence=make_dependence(lost=True))
    layer = parse_declared(old).layers[0]
    read = assert_sound(html_of(LayerSettings.from_entry(layer)))
    assert "use gone" in read.text
    assert "lost is true" in read.text


def test_numbers_of_a_list_are_numbers():
    document = html_of(
        LayerSettings.from_entry(declare_layer(make_setting("list", "LIST", default=[76, 82])))
    )
    assert "<code>76, 82</code>" in document
    assert "list = 76,82</code>" in document


def test_hidden_settings_and_values_are_left_out():
    layer = declare_layer(
        make_setting("secret", view="HIDDEN"),
        make_setting(
            "flags", "FLAGS", flags=[make_flag("shown"), make_flag("covert", view="HIDDEN")]
        ),
    )
    read = assert_sound(html_of(LayerSettings.from_entry(layer)))
    assert "secret" not in read.text
    assert "covert" not in read.text


def test_what_was_chosen_and_what_has_no_effect_is_said():
    layer = declare_layer(
        make_setting("on"),
        make_setting("much", "INT", default=3, dependence=make_dependence(on=True)),
    )
    read = assert_sound(html_of(chosen(layer, much=17)))
    assert "Chosen value17" in read.text
    assert "Works only with “On” on." in read.text


def test_a_value_that_the_layer_does_not_allow_is_no_line_of_the_file():
    layer = declare_layer(
        make_setting("much", "INT", default=3, range={"min": 0}),
        make_setting("flags", "FLAGS", flags=("A", "B")),
    )
    read = assert_sound(html_of(chosen(layer, much=-17, flags=("A", "Z"))))
    assert "test_settings.much cannot have this value. Must be 0 or more." in read.text
    assert "test_settings.flags = A contains only part of this value. " in read.text


def test_platforms_stand_in_the_overview_only_where_they_are_not_those_of_the_layer():
    alike = declare_layer(make_setting("a"), make_setting("b"))
    assert "Only on" not in assert_sound(html_of(LayerSettings.from_entry(alike))).text
    mixed = declare_layer(make_setting("a"), make_setting("b", platforms=["WINDOWS"]))
    text = assert_sound(html_of(LayerSettings.from_entry(mixed))).text
    assert "Aaon or offfalseBbon or offfalseWindows" in "".join(text.split("\n"))
    assert "Only on" in text


def test_every_name_of_a_setting_is_listed():
    layer = declare_layer(
        make_setting("much", "INT", env="MY_MUCH", platforms=["LINUX", "ANDROID"]), prefix="tst"
    )
    text = html_of(LayerSettings.from_entry(layer))
    for name in (
        "test_settings.much = 0",
        "VK_TEST_SETTINGS_MUCH",
        "VK_SETTINGS_MUCH",
        "VK_MUCH",
        "MY_MUCH",
        "debug.vulkan.test_settings.much",
        "debug.tst.much",
        "VK_LAYER_SETTING_TYPE_INT32_EXT",
    ):
        assert f"<code>{name}</code>" in text


def test_where_a_layer_reads_no_variable_the_page_says_so():
    layer = declare_layer(make_setting("much", "INT"))._replace(variable_reader=VariableReader.OWN)
    text = html_of(LayerSettings.from_entry(layer))
    assert "<td>Variables, highest priority first</td><td>not read by this layer</td>" in text


def test_an_address_on_the_site_of_the_sdk_is_a_link():
    at_sdk = "${LUNARG_SDK}/best_practices.html"
    layer = declare_layer(
        make_setting("f", "FLAGS", flags=[make_flag("A", url=at_sdk)], url=at_sdk), url=at_sdk
    )
    read = assert_sound(html_of(LayerSettings.from_entry(layer)))
    web = "https://vulkan.lunarg.com/doc/sdk/latest/linux/best_practices.html"
    assert [link for link in read.links if not link.startswith("#")] == [web] * 3


def test_an_address_that_is_not_a_web_page_is_no_link():
    layer = declare_layer(make_setting("x", url="javascript:alert(1)"), url="${NOWHERE}/layer.html")
    read = assert_sound(html_of(LayerSettings.from_entry(layer)))
    assert not [link for link in read.links if not link.startswith("#")]
    assert "javascript:alert(1)" in read.text


@given(st.lists(st.text(), min_size=3, max_size=3))
def test_no_text_breaks_the_document(texts):
    key, label, description = texts
    layer = odd_layer()
    first = layer.settings[0]._replace(
        key=key, label=label, description=description, default=label, url=description
    )
    read = assert_sound(
        html_of(LayerSettings.from_entry(layer._replace(settings=(first, *layer.settings))))
    )
    assert ODD[:10] in read.text


def test_a_path_is_shown_as_layers_get_it():
    layer = declare_layer(make_setting("x", "SAVE_FILE"))
    entry = LayerEntry(layer.name).with_value("x", SettingType.SAVE_FILE, "~/x.txt")
    shown = LayerSettings.from_entry(layer, entry, paths=make_path_variables({"HOME": "/home/me"}))
    assert "test_settings.x = /home/me/x.txt" in assert_sound(html_of(shown)).text


def test_a_document_names_the_language_that_it_is_written_in():
    layer = LayerSettings.from_entry(odd_layer())
    assert '<html lang="en">' in html_of(layer)
    with speak_german():
        assert '<html lang="de">' in html_of(layer)
