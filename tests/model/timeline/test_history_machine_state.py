"""Differences of two states lead from the one to the other, and say what happened."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.framework.german import speak_german
from vkconfig_py.loader.base.records import find_differences
from vkconfig_py.model.comparison.sides import make_machine_side
from vkconfig_py.model.timeline.entries import ForeignChange, render_entry
from vkconfig_py.model.timeline.history import (
    MachinePart,
    MachinePartKind,
    PartChange,
    make_state,
    replace_parts,
)

words = st.sampled_from(["", "a", "b"])
parts = st.builds(
    MachinePart,
    kind=st.sampled_from(list(MachinePartKind)),
    path=st.sampled_from(["/a.json", "/b.json", "/c.json"]),
    name=words,
    version=words,
    library=words,
    owner=words,
    stamp=words,
    digest=words,
    library_stamp=words,
)
states = st.lists(parts, max_size=12).map(make_state)


@given(states, states)
def test_differences_of_any_two_states_lead_from_the_one_to_the_other_and_back(then, now):
    differences = find_differences(then.by_key, now.by_key)
    assert replace_parts(then, ((key, after) for key, _before, after in differences)) == now
    assert replace_parts(now, ((key, before) for key, before, _after in differences)) == then


@given(states)
def test_a_state_does_not_differ_from_itself(state):
    assert find_differences(state.by_key, state.by_key) == ()


def change(before: MachinePart | None, after: MachinePart | None) -> PartChange:
    return PartChange(before, after, 0.0, 0.0)


LAYER = MachinePart(
    MachinePartKind.IMPLICIT, "/i/obs.json", "VK_LAYER_OBS_vkcapture", "1.3.216 (5)", digest="d"
)
DRIVER = MachinePart(
    MachinePartKind.DRIVER, "/d/lvp_icd.x86_64.json", "", "1.3.230", "/lib/lvp.so", digest="d"
)
OVERRIDE = MachinePart(
    MachinePartKind.OVERRIDE, "/i/VkLayer_override.json", "", owner="VkConfig", digest="d"
)
LOADER = MachinePart(MachinePartKind.LOADER, "/lib/libvulkan.so.1", "", "1.3.239", stamp="1")


@pytest.mark.parametrize(
    ("before", "after", "title"),
    [
        (None, LAYER, "Installed VK_LAYER_OBS_vkcapture 1.3.216 (5)"),
        (LAYER, None, "Removed VK_LAYER_OBS_vkcapture 1.3.216 (5)"),
        (DRIVER, DRIVER._replace(version="1.3.255"),
         "Driver lvp_icd.x86_64 changed: 1.3.230 to 1.3.255"),
        (DRIVER, DRIVER._replace(version=""),
         "Driver lvp_icd.x86_64 changed: its version can no longer be read; previously 1.3.230"),
        (DRIVER._replace(version=""), DRIVER,
         "Driver lvp_icd.x86_64 changed: its version can now be read: 1.3.230"),
        (DRIVER, DRIVER._replace(library_stamp="2"),
         "Driver lvp_icd.x86_64 changed: its library was replaced"),
        (DRIVER, DRIVER._replace(library="/lib/new.so"),
         "Driver lvp_icd.x86_64 changed: its library is /lib/new.so instead of /lib/lvp.so"),
        (LAYER, LAYER._replace(digest="e"),
         "VK_LAYER_OBS_vkcapture changed: its manifest was edited"),
        (None, OVERRIDE, "Override from VkConfig was added"),
        (OVERRIDE, None, "Override from VkConfig was removed"),
        (OVERRIDE, OVERRIDE._replace(digest="e"), "Override from VkConfig was changed"),
        (LOADER, LOADER._replace(version="1.3.250", stamp="2"),
         "Vulkan loader changed: 1.3.239 to 1.3.250"),
    ],
)  # fmt: skip
def test_each_difference_is_told_in_a_sentence(before, after, title):
    assert change(before, after).title == title
    assert change(before, after).is_reported


def test_a_manifest_that_was_written_again_as_it_was_is_not_told():
    assert not change(LAYER, LAYER._replace(stamp="2")).is_reported
    assert change(LOADER, LOADER._replace(stamp="2")).is_reported


def test_a_look_that_followed_no_names_makes_no_replaced_library():
    before = LAYER._replace(library="libobs.so")
    assert not change(before, before._replace(library_stamp="1 2")).is_reported
    assert change(before._replace(library_stamp="1 1"),
                      before._replace(library_stamp="1 2")).is_reported  # fmt: skip


@pytest.mark.parametrize(
    ("owner", "english", "german"),
    [
        ("An unknown program", "an unknown program", "einem unbekannten Programm"),
        ("Somebody else", "somebody else", "jemand anderem"),
        ("A ReShade installer", "a ReShade installer", "einem ReShade-Installer"),
        ("VkConfig 3", "VkConfig 3", "VkConfig 3"),
    ],
)
def test_who_wrote_a_file_follows_the_word_from(owner, english, german):
    override = OVERRIDE._replace(owner=owner)
    settings = override._replace(kind=MachinePartKind.SETTINGS)
    assert change(None, override).title == f"Override from {english} was added"
    assert settings.title == f"Settings file from {english}"
    with speak_german():
        assert settings.title == f"Einstellungsdatei von {german}"


def test_a_library_that_a_manifest_gained_or_lost_is_told_alone():
    without = DRIVER._replace(library="")
    assert change(DRIVER, without).title == (
        "Driver lvp_icd.x86_64 changed: it no longer has a library; previously /lib/lvp.so"
    )
    assert change(without, DRIVER).title == (
        "Driver lvp_icd.x86_64 changed: it now has a library: /lib/lvp.so"
    )


def test_an_owner_without_a_name_is_told_in_the_language_of_the_user():
    override = OVERRIDE._replace(owner="Somebody else")
    with speak_german():
        difference = render_entry(ForeignChange(change(OVERRIDE, override), 0.0))
        side = make_machine_side("", make_state([override]))
    assert "\n+Urheber: Jemand anderes" in difference
    assert [fact.value.partition(" · ")[0] for fact in side.facts] == ["Jemand anderes"]


def test_another_content_is_told_in_words_and_not_by_its_hash():
    edited = DRIVER._replace(digest="e52fd74a", library_stamp="12:34")
    difference = render_entry(ForeignChange(change(DRIVER._replace(digest="0"), edited), 0.0))
    assert "\n+The content of this file changed.\n+The library file was replaced.\n" in difference
    added = render_entry(ForeignChange(change(None, edited), 0.0))
    assert not {"e52fd74a", "12:34"} & {*added.replace("+", " ").split()}
    assert "content" not in added
