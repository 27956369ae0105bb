"""Layer settings files and scripts found on the disk, as configurations."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.framework.settings import declare_layer as declare
from tests.framework.settings import entry_with_values, make_dependence, make_setting, sdk_layer
from tests.model.formats.samples import LAYER, VALIDATION, declared, sample
from vkconfig_py.model.configuration.configuration import (
    LayerControl,
    LayerEntry,
    ListItem,
    SettingType,
    Variable,
)
from vkconfig_py.model.exchange.open_file import find_kind, open_foreign_content
from vkconfig_py.model.formats.foreign_files import ForeignError, ForeignKind
from vkconfig_py.model.formats.layer_settings_txt import open_layer_settings, render_layer_settings
from vkconfig_py.model.formats.setting_lines import LayerSettings, Scope
from vkconfig_py.model.formats.shells import SYNTAX_BY_SHELL_KIND, ShellKind
from vkconfig_py.model.formats.variable_scripts import open_script, render_script

FILE = sample("vk_layer_settings.txt")

OF_FILES = [shell for shell, dialect in SYNTAX_BY_SHELL_KIND.items() if dialect.file_extension]


def opened(content=FILE):
    return open_layer_settings(content, declared)


def values(content=FILE):
    (entry,) = opened(content).configurations[0].layers
    return {setting.key: setting.value for setting in entry.settings}


def test_what_layers_read_is_taken_over_also_where_it_is_the_default():
    (found,) = opened().configurations
    (entry,) = found.layers
    assert (entry.name, entry.control, entry.placed) == (VALIDATION, LayerControl.AUTO, False)
    assert values() == {
        "validate_core": True,
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
        (28, "No layer on this machine reads my_layer.verbose."),
    ]


def test_a_comment_that_is_no_held_back_value_is_an_example():
    assert "mode" not in values()


def test_a_value_that_the_layer_does_not_allow_stays_at_the_default():
    layer = LAYER._replace(
        settings=(LAYER.find_setting("duplicate_message_limit")._replace(minimum=1),)
    )
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
        f"{VALIDATION}: report_flags does not support “loud”, “shrill”; they were omitted."
    )


def test_a_setting_of_another_copy_of_the_layer_is_found():
    older = LAYER._replace(settings=(), manifest="/older.json")
    found = open_layer_settings(b"khronos_validation.scale = 2.5", lambda: (older, LAYER))
    assert found.configurations[0].layers[0].get_value("scale").value == 2.5


def test_a_file_that_no_layer_reads_is_refused():
    with pytest.raises(ForeignError, match="no layer on this machine reads"):
        opened(b"other.x = 1")
    assert find_kind("x.txt", b"other.x = 1") is ForeignKind.LAYER_SETTINGS


def test_a_line_with_the_default_is_set_unless_it_is_a_comment():
    (found,) = opened(b"khronos_validation.validate_core = true").configurations
    assert [(one.key, one.value) for one in found.layers[0].settings] == [("validate_core", True)]
    content = b"# Has no effect without X = true.\n# khronos_validation.validate_core = true"
    assert opened(content).configurations[0].layers == ()


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
    content = render_layer_settings([LayerSettings.from_entry(LAYER, entry)]).content
    assert values(content) == {key: value for key, (_, value) in chosen.items()}


@pytest.mark.parametrize("scope", list(Scope))
def test_what_has_no_effect_in_a_file_of_ours_comes_back_with_all_that_was_chosen(scope):
    layer = sdk_layer("khronos_validation")
    inactive = {"sync_queue_submit": False, "gpuav_select_instrumented_shaders": True}
    chosen = {**inactive, "duplicate_message_limit": 3}
    entry = entry_with_values(layer, LayerEntry(layer.name), chosen)
    content = render_layer_settings([LayerSettings.from_entry(layer, entry)], scope=scope).content
    for text in (content, content.replace(b"\n", b"\r\n")):
        opened = open_layer_settings(text, lambda: (layer,))
        assert opened.notes == ()
        (found,) = opened.configurations[0].layers
        needed = {"enable_message_limit": True}  # it has to stand in the file, so it is set there
        assert {one.key: one.value for one in found.settings} == {**chosen, **needed}


def test_a_value_that_was_made_a_comment_by_hand_is_not_taken_over():
    entry = LayerEntry(VALIDATION).with_value("validate_sync", SettingType.BOOL, True)
    layers = [LayerSettings.from_entry(LAYER, entry)]
    for scope in Scope:
        content = render_layer_settings(layers, scope=scope).content
        changed = content.replace(b"\nkhronos_validation.", b"\n# khronos_validation.")
        with pytest.raises(ForeignError):
            opened(changed)


@given(st.binary(max_size=60), st.binary(max_size=20))
def test_any_text_is_opened_or_refused(content, more):
    for whole in (content, FILE[:300] + content + FILE[300:], b"export A=" + more, more):
        open_foreign_content("x.sh", whole, declared)
        open_foreign_content("x.txt", whole, declared)


# scripts

BASH = b"""#!/bin/bash
# for the frame analysis
export VK_INSTANCE_LAYERS=VK_LAYER_LUNARG_api_dump:VK_LAYER_KHRONOS_validation
export VK_KHRONOS_VALIDATION_VALIDATE_SYNC=true
export VK_VALIDATION_SCALE="2.5"  # a name without vendor
VK_LOADER_DEBUG='error,warn'
export VK_KHRONOS_VALIDATION_DUPLICATE_MESSAGE_LIMIT=many
echo "VK_NOT=set"
"""


def test_a_script_turns_layers_on_and_sets_what_they_read():
    result = open_script(BASH, declared)
    (found,) = result.configurations
    assert [(entry.name, entry.control) for entry in found.layers] == [
        ("VK_LAYER_LUNARG_api_dump", LayerControl.ON),
        (VALIDATION, LayerControl.ON),
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
        b'set -gx A_B "one two"',
        b'$env:A_B = "one two"',
        b'declare -x A_B="one two"',
    ],
)
def test_every_shell_is_understood(line):
    (found,) = open_foreign_content("x.sh", line, declared).configurations
    assert found.environment == (Variable("A_B", "one two"),)


def test_layers_that_vkconfig_joined_with_commas_are_told_apart():
    (found,) = open_script(b"export VK_INSTANCE_LAYERS=VK_LAYER_a,VK_LAYER_b", declared)[1]
    assert [entry.name for entry in found.layers] == ["VK_LAYER_a", "VK_LAYER_b"]


HELD_BACK = {"sync_queue_submit": False}  # what it depends on is off


def next_validation(**chosen):
    layer = sdk_layer("khronos_validation")
    return layer, LayerSettings.from_entry(
        layer, entry_with_values(layer, LayerEntry(layer.name), chosen)
    )


def script(shell, settings=(), **more):
    return render_script(shell, settings, **more).text.encode()


@pytest.mark.parametrize("scope", list(Scope))
@pytest.mark.parametrize("shell", OF_FILES)
def test_what_has_no_effect_in_a_script_of_ours_comes_back_with_all_that_was_chosen(shell, scope):
    items = (ListItem("a"), ListItem("b"))
    chosen = {**HELD_BACK, "duplicate_message_limit": 3, "message_id_filter": items}
    layer, settings = next_validation(**chosen)
    variables = (Variable("MY_TEXT", "it's a \\ text"), Variable("NOT_FOR_IT", None))
    platform = "WINDOWS" if shell in (ShellKind.CMD, ShellKind.POWERSHELL) else "LINUX"
    content = script(shell, [settings], variables=variables, scope=scope, platform=platform)
    result = open_script(content, lambda: (layer,))
    (found,) = result.configurations
    assert result.notes == ()
    assert found.environment == variables
    (entry,) = found.layers
    needed = {"enable_message_limit": True}  # it has to stand in the file, so it is set there
    assert {one.key: one.value for one in entry.settings} == {**chosen, **needed}


def test_of_several_copies_of_a_layer_the_first_reads_the_variables_of_a_script():
    copy = LAYER._replace(manifest="/other.json")
    (found,) = open_script(b"export VK_LAYER_VALIDATE_SYNC=1", lambda: (LAYER, copy))[1]
    assert [one.key for one in found.layers[0].settings] == ["validate_sync"]


def test_a_comment_at_the_top_of_a_file_is_an_example():
    assert values(b"# khronos_validation.scale = 3\nkhronos_validation.validate_sync = on") == {
        "validate_sync": True
    }


def test_a_comment_in_a_script_that_nobody_held_back_is_an_example():
    layer, settings = next_validation(duplicate_message_limit=3)
    content = script(ShellKind.BASH, [settings]) + b"\n# export VK_LAYER_VALIDATE_SYNC=true\n"
    (entry,) = open_script(content, lambda: (layer,)).configurations[0].layers
    keys = ["enable_message_limit", "duplicate_message_limit"]
    assert [one.key for one in entry.settings] == keys


def test_what_is_held_back_for_a_layer_that_is_not_here_is_told_and_not_set():
    content = script(ShellKind.BASH, [next_validation(**HELD_BACK)[1]], scope=Scope.CHANGED)
    result = open_script(content, declared)
    assert result.configurations[0].environment == ()
    assert [note.sentence for note in result.notes] == [
        "VK_LAYER_SYNC_QUEUE_SUBMIT is commented out, and no layer on this machine reads it."
    ]


def test_a_comment_of_cmd_that_may_have_lost_characters_is_told():
    needs = make_dependence(on=True)
    layer = declare(make_setting("on"), make_setting("text", "STRING", dependence=needs))
    entry = entry_with_values(layer, LayerEntry(layer.name), {"text": "a & b"})
    settings = [LayerSettings.from_entry(layer, entry)]
    for shell, lost in ((ShellKind.BASH, []), (ShellKind.CMD, ["VK_TEST_SETTINGS_TEXT"])):
        result = open_script(script(shell, settings, scope=Scope.CHANGED), lambda: (layer,))
        assert [note.sentence.partition(" ")[0] for note in result.notes] == lost
        kept = [one.get_value for one in result.configurations[0].layers]
        assert bool(kept) is (shell is ShellKind.BASH)


@pytest.mark.parametrize("form", ["script", "file"])
def test_what_we_could_not_write_is_told_when_the_file_is_opened(form):
    layer = declare(
        make_setting("ids", "LIST"),
        make_setting("some", "FLAGS", flags=["a"]),
        make_setting("n", "INT"),
    )
    values = {"ids": (ListItem("a,b"),), "some": ("a", "gone"), "n": 3}
    settings = [
        LayerSettings.from_entry(layer, entry_with_values(layer, LayerEntry(layer.name), values))
    ]
    if form == "script":
        result = open_script(script(ShellKind.BASH, settings), lambda: (layer,))
    else:
        result = open_layer_settings(render_layer_settings(settings).content, lambda: (layer,))
    assert sorted(note.sentence.removeprefix("test_settings.") for note in result.notes) == [
        "ids was left out when this file was written; its value is unknown.",
        "some was written to this file only in part; the missing part is unknown.",
    ]
    (entry,) = result.configurations[0].layers
    assert {one.key: one.value for one in entry.settings} == {"some": ("a",), "n": 3}


def test_a_value_of_several_lines_is_read_to_its_end():
    two = (Variable("TWO_LINES", "one\nB=2\n'3'"), Variable("B", "4"))
    for shell in (ShellKind.BASH, ShellKind.FISH, ShellKind.POWERSHELL):
        (found,) = open_script(script(shell, variables=two), declared).configurations
        assert found.environment == two


def test_a_value_without_an_end_is_left_out_and_told():
    result = open_script(b"export A='b\nexport C=d\n", declared)
    assert result.configurations[0].environment == (Variable("C", "d"),)
    assert [(note.line, note.sentence) for note in result.notes] == [
        (1, "A was omitted: it could not be read completely.")
    ]


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20))
@example("'\n")
@example("\r\x85\n ")
@example("‘' \\'")
def test_every_variable_of_our_scripts_comes_back(text):
    for shell in OF_FILES:
        rendered = render_script(shell, variables=[Variable("A", text)])
        if not rendered.refused_variables and not set(text) - {"\n"} & set(
            "\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"
        ):
            (found,) = open_script(rendered.text.encode(), declared).configurations
            assert found.environment == (Variable("A", text),), shell


def test_a_script_without_variables_is_refused():
    assert (
        "it does not set any variables" in open_foreign_content("x.sh", b"echo", declared).refusal
    )
