"""Layer settings files and scripts found on the disk, as configurations."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.framework.settings import entry_with_values, sdk_layer
from tests.model.foreign.samples import LAYER, VALIDATION, declared, sample
from vkconfig_py.model.documents.configuration import LayerEntry, Variable, Wish
from vkconfig_py.model.foreign.json_text import ForeignError
from vkconfig_py.model.foreign.layer_settings import open_layer_settings
from vkconfig_py.model.foreign.opening import find_kind, open_foreign
from vkconfig_py.model.foreign.values import ForeignKind
from vkconfig_py.model.foreign.variable_script import open_script
from vkconfig_py.model.settings.declared import ListItem, SettingType
from vkconfig_py.model.writers.layer_settings import render_layer_settings
from vkconfig_py.model.writers.setting_lines import LayerSettings, Scope

FILE = sample("vk_layer_settings.txt")


def opened(content=FILE):
    return open_layer_settings(content, declared)


def values(content=FILE):
    (entry,) = opened(content).configurations[0].layers
    return {setting.key: setting.value for setting in entry.settings}


def test_what_layers_read_is_taken_over_and_defaults_are_not():
    (found,) = opened().configurations
    (entry,) = found.layers
    assert (entry.name, entry.wish, entry.placed) == (VALIDATION, Wish.AUTO, False)
    assert values() == {
        "validate_sync": True,
        "report_flags": ("error", "warn", "info"),
        "message_id_filter": (ListItem("VUID-vkCmdDraw-None-02699"), ListItem("0x609a13b")),
        "log_filename": "/tmp/log.txt",
        "duplicate_message_limit": 3,
    }


def test_what_no_layer_reads_is_told_with_its_line():
    notes = [(note.line, note.sentence.partition(":")[0]) for note in opened().notes]
    assert notes == [
        (26, VALIDATION),
        (27, f"{VALIDATION} has no setting absent."),
        (28, "No layer of this machine reads my_layer.verbose."),
    ]


def test_a_comment_that_is_no_held_back_value_is_an_example():
    assert "mode" not in values()


def test_a_value_that_the_layer_does_not_allow_stays_at_the_default():
    layer = LAYER._replace(settings=(LAYER.setting("duplicate_message_limit")._replace(minimum=1),))
    content = b"khronos_validation.duplicate_message_limit = 0"
    with pytest.raises(ForeignError):
        open_layer_settings(content, lambda: (layer,))


def test_flags_that_the_layer_knows_are_taken_over_without_the_others():
    result = opened("khronos_validation.report_flags = warn,loud,perf,shrill\n")
    (entry,) = result.configurations[0].layers
    assert entry.settings[0].value == ("warn", "perf")
    (note,) = result.notes
    assert note.line == 1
    assert note.sentence == (
        f"{VALIDATION}: report_flags has no “loud”, “shrill”, which is left out."
    )


def test_a_setting_of_another_copy_of_the_layer_is_found():
    older = LAYER._replace(settings=(), manifest="/older.json")
    found = open_layer_settings(b"khronos_validation.scale = 2.5", lambda: (older, LAYER))
    assert found.configurations[0].layers[0].value("scale").value == 2.5


def test_a_file_that_no_layer_reads_is_refused():
    with pytest.raises(ForeignError, match="no layer of this machine reads"):
        opened(b"other.x = 1")
    assert find_kind("x.txt", b"other.x = 1") is ForeignKind.LAYER_SETTINGS


def test_a_file_of_defaults_is_a_configuration_that_says_nothing():
    (found,) = opened(b"khronos_validation.validate_core = true").configurations
    assert found.layers == ()


ENTRIES = st.fixed_dictionaries(
    {},
    optional={
        "validate_sync": st.just((SettingType.BOOL, True)),
        "fine_grained_locking": st.just((SettingType.BOOL_NUMERIC, False)),
        "report_flags": st.sampled_from([("warn",), ("error", "perf")]).map(
            lambda flags: (SettingType.FLAGS, flags)
        ),
        "duplicate_message_limit": st.integers(11, 2**31 - 1).map(
            lambda number: (SettingType.INT, number)
        ),
        "frames": st.just((SettingType.FRAMES, "1-3,7")),
        "log_filename": st.just((SettingType.SAVE_FILE, "/tmp/a b.txt")),
    },
).filter(bool)


@given(ENTRIES)
def test_what_we_write_for_layers_is_read_back(chosen):
    entry = LayerEntry(VALIDATION)
    for key, (kind, value) in chosen.items():
        entry = entry.with_value(key, kind, value)
    content = render_layer_settings([LayerSettings.of(LAYER, entry)]).content
    assert values(content) == {key: value for key, (_, value) in chosen.items()}


@pytest.mark.parametrize("scope", list(Scope))
def test_what_has_no_effect_in_a_file_of_ours_comes_back_with_all_that_was_chosen(scope):
    layer = sdk_layer("khronos_validation")
    held_back = {"sync_queue_submit": False, "gpuav_select_instrumented_shaders": True}
    chosen = {**held_back, "duplicate_message_limit": 3}
    entry = entry_with_values(layer, LayerEntry(layer.name), chosen)
    content = render_layer_settings([LayerSettings.of(layer, entry)], scope=scope).content
    for text in (content, content.replace(b"\n", b"\r\n")):
        opened = open_layer_settings(text, lambda: (layer,))
        assert opened.notes == ()
        (found,) = opened.configurations[0].layers
        assert {one.key: one.value for one in found.settings} == chosen


def test_a_value_that_was_made_a_comment_by_hand_is_not_taken_over():
    entry = LayerEntry(VALIDATION).with_value("validate_sync", SettingType.BOOL, True)
    layers = [LayerSettings.of(LAYER, entry)]
    for scope in Scope:
        content = render_layer_settings(layers, scope=scope).content
        changed = content.replace(b"\nkhronos_validation.", b"\n# khronos_validation.")
        with pytest.raises(ForeignError):
            opened(changed)


@given(st.binary(max_size=60), st.binary(max_size=20))
def test_any_text_is_opened_or_refused(content, more):
    for whole in (content, FILE[:300] + content + FILE[300:], b"export A=" + more, more):
        open_foreign("x.sh", whole, declared)
        open_foreign("x.txt", whole, declared)


# scripts

BASH = b"""#!/bin/bash
# for the frame analysis
export VK_INSTANCE_LAYERS=VK_LAYER_LUNARG_api_dump:VK_LAYER_KHRONOS_validation
export VK_KHRONOS_VALIDATION_VALIDATE_SYNC=true
export VK_SCALE="2.5"  # a short name
VK_LOADER_DEBUG='error,warn'
export VK_KHRONOS_VALIDATION_DUPLICATE_MESSAGE_LIMIT=many
echo "VK_NOT=set"
"""


def test_a_script_turns_layers_on_and_sets_what_they_read():
    result = open_script(BASH, declared)
    (found,) = result.configurations
    assert [(entry.name, entry.wish) for entry in found.layers] == [
        ("VK_LAYER_LUNARG_api_dump", Wish.ON),
        (VALIDATION, Wish.ON),
    ]
    settings = found.layers[1].settings
    assert [(one.key, one.value) for one in settings] == [("validate_sync", True), ("scale", 2.5)]
    assert found.environment == (Variable("VK_LOADER_DEBUG", "error,warn"),)
    assert [note.line for note in result.notes] == [7]


@pytest.mark.parametrize(
    "line",
    [
        b"export A_B='one two'",
        b'@set "A_B=one two"',
        b"set A_B=one two",
        b"set -gx A_B 'one two'",
        b'$env:A_B = "one two"',
        b'declare -x A_B="one two"',
    ],
)
def test_every_shell_is_understood(line):
    (found,) = open_foreign("x.sh", line, declared).configurations
    assert found.environment == (Variable("A_B", "one two"),)


def test_layers_that_vkconfig_joined_with_commas_are_told_apart():
    (found,) = open_script(b"export VK_INSTANCE_LAYERS=VK_LAYER_a,VK_LAYER_b", declared)[1]
    assert [entry.name for entry in found.layers] == ["VK_LAYER_a", "VK_LAYER_b"]


def test_a_script_without_variables_is_refused():
    assert "it sets no variable" in open_foreign("x.sh", b"echo", declared).refused
