"""Search everything: the best first, and quickly enough to follow each key."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vkconfig_py.model.chain.snapshot_values import Row, RowKind
from vkconfig_py.model.items.palette_search import MAX_RESULTS, EntryIndex, EntryKind, SearchEntry
from vkconfig_py.model.items.palette_sources import list_file_entries, list_row_entries


def entry(title, subtitle="", kind=EntryKind.LAYER):
    return SearchEntry(title, subtitle, kind, title)


@pytest.mark.parametrize(
    ("query", "titles"),
    [
        ("launch", ["Launch", "Launch options", "Stop launch", "Relaunch", "Other"]),
        ("LAUNCH opt", ["Launch options"]),
        ("opt launch", ["Launch options"]),
        ("vk_layer_a", ["VK_LAYER_a_launcher"]),
        ("nothing", []),
    ],
)
def test_exact_prefix_word_start_infix_and_subtitle_in_this_order(query, titles):
    entries = [
        entry("Other", "launch of something"),
        entry("Relaunch"),
        entry("Stop launch"),
        entry("Launch options"),
        entry("Launch"),
    ]
    if "vk_" in query:
        entries.append(entry("VK_LAYER_a_launcher"))
    assert [one.title for one in EntryIndex(entries).find(query)] == titles


def test_words_of_names_with_underscores_and_dots_begin_too():
    found = EntryIndex([entry("xmaxImage"), entry("limits.maxImage"), entry("a_max_image")])
    assert [one.title for one in found.find("max")] == [
        "limits.maxImage", "a_max_image", "xmaxImage",
    ]  # fmt: skip


def test_the_numerous_stand_behind_what_matches_as_well():
    kinds = (EntryKind.LIMIT, EntryKind.SETTING, EntryKind.ACTION)
    found = EntryIndex([SearchEntry("Same", "", kind, str(kind)) for kind in kinds]).find("same")
    assert [one.kind for one in found] == list(reversed(kinds))


@given(st.lists(st.text(max_size=8), max_size=12), st.text(max_size=4))
def test_exactly_what_contains_every_word_is_found(titles, query):
    entries = [SearchEntry(title, "", EntryKind.FILE, str(n)) for n, title in enumerate(titles)]
    words = query.casefold().replace("\x01", " ").replace("\x02", " ").split()
    clean = [
        t.casefold().replace("\n", " ").replace("\x01", " ").replace("\x02", " ") for t in titles
    ]
    expected = {str(n) for n, title in enumerate(clean) if all(word in title for word in words)}
    assert {one.key for one in EntryIndex(entries).find(query)} == expected


@pytest.mark.parametrize("query", ["m", "max", "maximage", "zz", "a b", "limit 49"])
def test_of_very_many_hits_the_first_ones_are_given(query):
    entries = [
        SearchEntry(f"maxImageDimension{n}D", "limits", EntryKind.LIMIT, str(n))
        for n in range(5000)
    ]
    found = EntryIndex(entries).find(query)
    assert len(found) <= MAX_RESULTS
    assert all(word in one.title.casefold() + " limits" for one in found for word in query.split())


def test_rows_that_the_chain_folds_are_found():
    idle = Row("driver:a", RowKind.DRIVER, "radeon", status="no device found", finds_no_device=True)
    own = Row("layer:b", RowKind.OFF_LAYER, "VK_LAYER_LUNARG_override", is_own_override=True)
    index = EntryIndex([*list_row_entries([idle, own])])
    assert [entry.key for entry in index.find("radeon")] == [idle.key]
    assert [entry.key for entry in index.find("override")] == [own.key]


def test_other_words_are_found_after_words_of_the_title_and_before_subtitles():
    entries = [
        entry("Other", "the tray of something"),
        SearchEntry("Preferences", "", EntryKind.ACTION, "p", words="tray theme"),
    ]
    assert [one.title for one in EntryIndex(entries).find("tray")] == ["Preferences", "Other"]
    assert [one.title for one in EntryIndex(entries).find("theme")] == ["Preferences"]
    named = [*entries, entry("Hide the tray", "")]
    assert [one.title for one in EntryIndex(named).find("tray")] == [
        "Hide the tray",
        "Preferences",
        "Other",
    ]


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("fps", "VK_LAYER_MANGOHUD_overlay_x86_64"),
        ("overlay", "VK_LAYER_MESA_overlay"),
        ("hdr", "VK_LAYER_FROG_gamescope_wsi_x86_64"),
        ("sharpen", "VK_LAYER_VKBASALT_post_processing"),
        ("capture", "VK_LAYER_RENDERDOC_Capture"),
        ("capture", "VK_LAYER_OBS_vkcapture_64"),
    ],
)
def test_layers_are_found_by_the_words_that_people_use(query, name):
    row = Row("layer:b", RowKind.OFF_LAYER, name)
    assert [one.key for one in EntryIndex([*list_row_entries([row])]).find(query)] == [row.key]


def test_a_file_is_named_with_its_folder_and_found_by_its_whole_path():
    path = "/usr/share/vulkan/implicit_layer.d/VkLayer_b.json"
    row = Row("layer:b", RowKind.OFF_LAYER, "VK_LAYER_b", manifest=path)
    (found,) = EntryIndex([*list_file_entries([row])]).find(path)
    assert (found.title, found.subtitle) == ("VkLayer_b.json", "/usr/share/vulkan/implicit_layer.d")


def test_rows_have_the_icons_of_the_chain():
    rows = [Row("loader", RowKind.LOADER, "Loader"), Row("device:a", RowKind.DEVICE, "llvmpipe")]
    assert [entry.icon for entry in list_row_entries(rows)] == ["loader", "device"]
