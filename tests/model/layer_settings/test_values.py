from __future__ import annotations

import pytest

from tests.framework.settings import (
    choose_other_value,
    declare_layer,
    declare_setting,
    make_setting,
    sdk_manifests,
)
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerEntry,
    ListItem,
    SettingType,
    SettingValue,
)
from vkconfig_py.model.configuration.configuration_json import read_built_ins
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.layer_settings.declared import list_undeclared_parts, remove_undeclared_parts
from vkconfig_py.model.layer_settings.encoding import make_writable_value
from vkconfig_py.model.layer_settings.layer_values import (
    ValueNote,
    adapt_entry_to_copy,
    compute_effective_values,
    is_default,
    list_chosen_values,
    list_lost_values,
    make_default_values,
    set_entry_value,
)
from vkconfig_py.model.layer_settings.parse_layer import read_declared
from vkconfig_py.model.layer_settings.setting_edits import reset_settings

LAYER = declare_layer(
    make_setting("g", "GROUP", settings=[make_setting("b"), make_setting("n", "INT", default=3)]),
    make_setting("r", "FLOAT", default=1),
    make_setting("f", "FLAGS", flags=("A", "B", "C"), default=["A"]),
    make_setting("e", "ENUM", flags=("A", "B"), default="A"),
)
ENTRY = LayerEntry(LAYER.name)


def test_without_a_choice_the_defaults_hold():
    expected = {"b": False, "n": 3, "r": 1.0, "f": ("A",), "e": "A"}
    assert (
        compute_effective_values(LAYER, None) == compute_effective_values(LAYER, ENTRY) == expected
    )
    assert make_default_values(LAYER) == expected


def test_a_chosen_value_holds_and_is_kept():
    entry = set_entry_value(LAYER, ENTRY, "n", 4)
    assert entry.settings == (SettingValue("n", SettingType.INT, 4),)
    assert compute_effective_values(LAYER, entry)["n"] == 4
    assert list_chosen_values(LAYER, entry) == {"n": 4}


def test_what_was_set_is_kept_where_it_equals_the_default_too():
    entry = set_entry_value(LAYER, set_entry_value(LAYER, ENTRY, "n", 4), "n", 3)
    assert entry.settings == (SettingValue("n", SettingType.INT, 3),)
    assert list_chosen_values(LAYER, entry) == {"n": 3}
    assert list_chosen_values(LAYER, entry.without_value("n")) == {}
    assert compute_effective_values(LAYER, entry) == compute_effective_values(LAYER, ENTRY)


def test_one_and_true_are_not_the_same():
    assert not is_default(declare_setting("INT", default=1), True)


def test_flags_are_kept_in_the_order_of_the_manifest():
    assert set_entry_value(LAYER, ENTRY, "f", ("C", "A", "C")).settings[0].value == ("A", "C")


def test_groups_and_unknown_settings_take_no_value():
    assert set_entry_value(LAYER, ENTRY, "g", True) == ENTRY
    assert set_entry_value(LAYER, ENTRY, "nobody", True) == ENTRY


def test_a_value_of_a_type_that_the_setting_had_before_is_the_default_and_told():
    entry = ENTRY.with_value("n", SettingType.STRING, "seven")
    assert compute_effective_values(LAYER, entry)["n"] == 3
    (note,) = list_lost_values(LAYER, entry)
    assert note == ValueNote("n", "Must be a whole number. The default is used.")


@pytest.mark.parametrize("kind", list(SettingType))
def test_the_type_that_a_setting_has_now_is_told_in_words_for_people(kind):
    members = {"flags": ("A",), "default": "A"} if kind is SettingType.ENUM else {}
    layer = declare_layer(make_setting("x", kind, **members))
    unfit = True if kind is SettingType.GROUP else None
    (note,) = list_lost_values(layer, ENTRY.with_value("x", SettingType.BOOL, unfit))
    assert kind.value not in note.sentence
    assert note.sentence.endswith(". The default is used.")


def test_a_value_that_fits_although_the_type_has_changed_is_used():
    layer = declare_layer(make_setting("x", "SAVE_FILE"))
    entry = ENTRY.with_value("x", SettingType.STRING, "/tmp/x")
    assert compute_effective_values(layer, entry) == {"x": "/tmp/x"}
    assert list_lost_values(layer, entry) == ()


def test_values_of_settings_that_the_layer_does_not_have_are_kept_and_told():
    entry = set_entry_value(LAYER, ENTRY.with_value("old", SettingType.INT, 1), "b", True)
    assert entry.get_value("old") is not None
    assert list_lost_values(LAYER, entry) == (
        ValueNote("old", "This layer has no such setting; the saved value is kept."),
    )


def test_what_a_built_in_configuration_sets_for_other_releases_is_no_loss_and_is_reset():
    synchronization = next(
        built_in for built_in in read_built_ins() if built_in.key == "built-in-synchronization"
    )
    (built_in_entry,) = synchronization.layers
    old = declare_layer(make_setting("enables", "FLAGS", flags=("A",)), name=built_in_entry.name)
    own = built_in_entry.with_value("mine", SettingType.INT, 1)
    assert [note.key for note in list_lost_values(old, own)] == ["mine"]
    configuration = synchronization._replace(layers=(own,))
    change = reset_settings(Workspace((configuration,), configuration.key), old)
    (entry,) = change.workspace.selected_configuration.layers
    assert [setting.key for setting in entry.settings] == ["mine"]


def test_unknown_flags_are_told_and_can_be_repaired():
    entry = ENTRY.with_value("f", SettingType.FLAGS, ("Z", "B"))
    assert (
        make_writable_value(LAYER.find_setting("f"), ("Z", "B")).reason
        == "The layer does not recognize the flag “Z”."
    )
    assert list_lost_values(LAYER, entry) == ()
    assert compute_effective_values(LAYER, entry)["f"] == ("B", "Z")
    flags = LAYER.find_setting("f")
    assert list_undeclared_parts(flags, ("B", "Z")) == ("Z",)
    assert remove_undeclared_parts(flags, ("B", "Z")) == ("B",)


def test_an_unknown_value_is_itself_until_it_is_repaired_to_the_default():
    enum = LAYER.find_setting("e")
    entry = ENTRY.with_value("e", SettingType.ENUM, "Z")
    assert compute_effective_values(LAYER, entry)["e"] == "Z"
    assert remove_undeclared_parts(enum, "Z") == "A"
    assert remove_undeclared_parts(enum, "B") == "B"


def test_a_value_found_on_the_machine_is_never_unknown():
    assert list_undeclared_parts(declare_setting("ENUM", default="${VP_DEFAULT}"), "any") == ()


def test_an_entry_of_a_list_keeps_whether_it_is_on():
    layer = declare_layer(make_setting("l", "LIST", default=["a"]))
    entry = set_entry_value(layer, ENTRY, "l", (ListItem("a", False),))
    assert compute_effective_values(layer, entry) == {"l": (ListItem("a", False),)}


@pytest.mark.parametrize("path", sdk_manifests(), ids=lambda path: path.stem)
def test_every_setting_of_the_sdk_can_be_changed_and_taken_back(path):
    (layer,) = read_declared(path.read_bytes()).layers
    entry = LayerEntry(layer.name)
    others = {
        s.key: choose_other_value(s)
        for s in layer.walk_settings()
        if s.type is not SettingType.GROUP
    }
    for key, value in others.items():
        entry = set_entry_value(layer, entry, key, value)
    assert compute_effective_values(layer, entry) == others
    for key in others:
        entry = entry.without_value(key)
    assert entry == LayerEntry(layer.name)


def test_a_built_in_configuration_loses_nothing_that_it_says_to_other_copies():
    entry = ENTRY.with_value("of_another_copy", SettingType.BOOL, value=True)
    own = Configuration(key="one", name="One", layers=(entry,))
    assert adapt_entry_to_copy(own, LAYER, entry) is entry
    said = adapt_entry_to_copy(own._replace(built_in=1), LAYER, entry)
    assert said is not None
    assert said.settings == ENTRY.settings
    assert adapt_entry_to_copy(own, LAYER, None) is None


def test_a_copy_of_a_built_in_configuration_loses_nothing_that_this_says_to_other_copies():
    (shipped,) = (one for one in read_built_ins() if one.name == "Synchronization validation")
    entry = next(entry for entry in shipped.layers if entry.settings)
    layer = LAYER._replace(name=entry.name)
    copy = shipped._replace(key="copy", built_in=0)
    assert adapt_entry_to_copy(copy, layer, entry) == entry._replace(settings=())
    own = entry.with_value("validate_sync", SettingType.BOOL, value=False)
    assert adapt_entry_to_copy(copy, layer, own) == LayerEntry(
        entry.name, entry.control
    ).with_value("validate_sync", SettingType.BOOL, value=False)
