from __future__ import annotations

import json

import pytest

from tests.framework.manifests import explicit_layer, layer_document
from tests.framework.settings import (
    declare_layer,
    declare_setting,
    make_dependence,
    make_flag,
    make_manifest,
    make_preset,
    make_setting,
    parse_declared,
    sdk_layer,
    sdk_manifests,
)
from vkconfig_py.model.configuration.configuration import ListItem, SettingType
from vkconfig_py.model.layer_settings.conversion import fits_type
from vkconfig_py.model.layer_settings.declared import (
    Dependence,
    DependenceMode,
    MessageButton,
    MessageSeverity,
    Operation,
    PresetValue,
    SettingChange,
    SettingCondition,
    SettingStatus,
    Visibility,
)
from vkconfig_py.model.layer_settings.parse_layer import DESKTOP_PLATFORMS, read_declared

COUNTS = {
    "VK_LAYER_LUNARG_api_dump": (15, 4),
    "VK_LAYER_LUNARG_gfxreconstruct": (25, 2),
    "VK_LAYER_KHRONOS_profiles": (32, 3),
    "VK_LAYER_KHRONOS_shader_object": (1, 0),
    "VK_LAYER_KHRONOS_synchronization2": (1, 0),
    "VK_LAYER_KHRONOS_validation": (53, 6),
    "VK_LAYER_LUNARG_monitor": (0, 0),
    "VK_LAYER_LUNARG_screenshot": (3, 0),
}
SENTENCES = [
    ({"type": "TUPLE"}, "type”: Unknown type “TUPLE”"),
    ({"type": 3}, "type”: Must be text, but is a number"),
    ({"label": []}, "label”: Must be text, but is a list"),
    ({"default": 3}, "default”: Must be true or false, but is a number"),
    ({"expanded": "no"}, "expanded”: Must be true or false, but is text"),
    ({"status": "GREAT"}, "status”: Unknown value “GREAT”"),
    ({"platforms": "LINUX"}, "platforms”: Must be a list, but is text"),
    ({"platforms": [1]}, "platforms”: Must contain only text"),
    ({"dependence": []}, "dependence”: Must be an object, but is a list"),
    ({"settings": {}}, "settings”: Must be a list, but is an object"),
    ({"settings": [1]}, "settings[0]”: Must be an object, but is a number"),
    ({"deprecated_by_key": "nobody"}, "deprecated_by_key”: “nobody” is not a setting"),
    ({"dependence": make_dependence(nobody=1)}, "“nobody” is not a setting"),
]


@pytest.mark.parametrize("path", sdk_manifests(), ids=lambda path: path.stem)
def test_every_setting_and_preset_of_the_sdk_is_read(path):
    read = read_declared(path.read_bytes(), str(path))
    (layer,) = read.layers
    assert (len(list(layer.walk_settings())), len(layer.presets)) == COUNTS[layer.name]
    assert layer.manifest == str(path)
    assert len({one.key for one in layer.walk_settings()}) == COUNTS[layer.name][0]


@pytest.mark.parametrize("path", sdk_manifests(), ids=lambda path: path.stem)
def test_a_problem_knows_the_line_of_its_key(path):
    wrong = path.read_text().replace('"api_version": "', '"api_version": 1, "was": "', 1)
    (problem,) = read_declared(wrong.encode()).problems
    assert '"api_version": 1' in wrong.splitlines()[problem.line - 1]


def test_the_sdk_has_nothing_wrong():
    problems = [p for path in sdk_manifests() for p in read_declared(path.read_bytes()).problems]
    assert problems == []


def test_a_value_without_letters_is_one_that_can_be_chosen():
    trigger = sdk_layer("gfxreconstruct").find_setting("capture_trigger")
    assert (trigger.choices[0].key, trigger.choices[0].label) == ("", "None")
    found = parse_declared(make_setting("x", "ENUM", flags=[{"key": ""}, "A"], default=""))
    assert [choice.label for choice in found.layers[0].find_setting("x").choices] == ["None", "A"]
    assert found.problems == ()


def test_blanks_around_a_label_are_not_shown():
    found = parse_declared(make_setting("x", label=" Check it "), make_setting("y", label="  "))
    assert [one.label for one in found.layers[0].settings] == ["Check it", "y"]


@pytest.mark.parametrize(
    ("odd", "says"),
    [
        (make_setting("x", "FRAMES", default="abc"), "Must be a list of frames, such as 3,8-2"),
        (make_setting("x", "STRING", default="a\nb"), "Must be a single line"),
        (
            make_setting("x", "LIST", default=["a"], list=["b"], list_only=True),
            "does not recognize “a”",
        ),
        (make_setting("x", "LIST", default=["a b "]), "“a b ” begins or ends with a space"),
    ],
)
def test_a_default_that_the_setting_does_not_allow_is_told(odd, says):
    (problem,) = parse_declared(odd).problems
    assert problem.sentence.startswith("“layer.features.settings[0].default”: Not allowed. ")
    assert says in problem.sentence


@pytest.mark.parametrize("kind", ["FLAGS", "BOOL"])
def test_a_key_without_letters_is_told_and_left_out(kind):
    odd = make_setting("", kind) if kind == "BOOL" else make_setting("x", kind, flags=["", "A"])
    found = parse_declared(odd, make_setting("last"))
    assert [problem.sentence.rpartition("”")[2] for problem in found.problems] == [
        ": Must not be empty."
    ]
    assert found.layers[0].find_setting("last") is not None


def test_the_members_of_a_layer_are_read():
    layer = declare_layer(
        prefix="short",
        status="BETA",
        introduction="long",
        url="https://x.y",
        platforms=["LINUX"],
        implementation_version=3,
        disable_environment={"DISABLE_IT": "1"},
        enable_environment={},
    )
    assert (layer.prefix, layer.status, layer.introduction) == ("short", SettingStatus.BETA, "long")
    assert (layer.url, layer.platforms, layer.implementation_version) == (
        "https://x.y",
        ("LINUX",),
        "3",
    )
    assert (layer.enable_variable, layer.disable_variable) == ("", "DISABLE_IT")
    assert (layer.file_format, layer.api_version, layer.library) == ("1.2.0", "1.3.0", "libx.so")


def test_a_layer_that_names_no_platform_is_for_desktops():
    assert declare_layer(make_setting("a")).settings[0].platforms == DESKTOP_PLATFORMS


@pytest.mark.parametrize("kind", [kind.value for kind in SettingType])
def test_every_type_is_read_with_a_default_of_its_kind(kind):
    found = declare_setting(kind)
    assert found.type == kind
    assert fits_type(found.type, found.default)


def test_all_members_of_a_setting_are_read():
    found = declare_setting(
        "INT",
        detailed="more",
        url="u",
        env="VAR",
        unit="s",
        range={"min": 1, "max": 8, "precision": 2, "width": 5},
        default=3,
        expanded=False,
        view="ADVANCED",
        status="ALPHA",
        filter="*.x",
        format="PROFILE",
    )
    assert (found.detailed, found.url, found.variable, found.unit) == ("more", "u", "VAR", "s")
    assert (found.minimum, found.maximum, found.precision, found.width) == (1, 8, 2, 5)
    assert (found.expanded, found.visibility, found.status) == (
        False,
        Visibility.ADVANCED,
        SettingStatus.ALPHA,
    )
    assert (found.filter, found.format, found.default) == ("*.x", "PROFILE", 3)


def test_a_list_keeps_numbers_texts_and_what_is_off():
    found = declare_setting(
        "LIST", default=[{"key": "a", "enabled": False}, 7, "8"], list=["a", 7, 8], list_only=True
    )
    assert found.default == (ListItem("a", False), ListItem(7), ListItem(8))
    assert (found.suggestions, found.list_only) == (("a", 7, 8), True)


def test_flags_stand_in_the_order_of_the_manifest():
    assert declare_setting("FLAGS", flags=("A", "B", "C"), default=["C", "A"]).default == ("A", "C")


def test_settings_take_platforms_status_and_view_from_what_they_stand_in():
    inner = make_setting("inner", view="DEBUG")
    middle = make_setting(
        "middle",
        "FLAGS",
        flags=[make_flag("F", inner, status="BETA", view="HIDDEN"), make_flag("G")],
    )
    layer = declare_layer(
        make_setting("outer", "GROUP", platforms=["LINUX"], settings=[middle]), status="ALPHA"
    )
    found = {one.key: one for one in layer.walk_settings()}
    assert found["inner"].platforms == ("LINUX",)
    assert (found["inner"].status, found["inner"].visibility) == (
        SettingStatus.BETA,
        Visibility.DEBUG,
    )
    assert (found["middle"].status, found["middle"].visibility) == (
        SettingStatus.ALPHA,
        Visibility.STANDARD,
    )
    first, second = found["middle"].choices
    assert (first.visibility, second.visibility) == (Visibility.HIDDEN, Visibility.STANDARD)


def test_dependences_of_settings_inside_flags_are_read():
    layer = sdk_layer("khronos_validation")
    found = layer.find_setting("log_filename")
    assert found is not None
    assert found.dependence == Dependence(
        DependenceMode.ALL, (SettingCondition("debug_action", ("VK_DBG_LAYER_ACTION_LOG_MSG",)),)
    )
    assert (
        sum(one.dependence.mode is not DependenceMode.NONE for one in layer.walk_settings()) == 35
    )


def test_messages_of_settings_inside_flags_are_read():
    message = {
        "key": "m",
        "version": 2,
        "title": "T",
        "description": "D",
        "informative": "I",
        "severity": "WARNING",
        "conditions": [{"setting": {"key": "n", "value": 3}, "operator": "NOT"}],
        "actions": {
            "default": "BUTTON1",
            "BUTTON0": {
                "type": "YES",
                "changes": [{"setting": {"key": "n", "value": 4}, "operator": "SET"}],
            },
            "BUTTON1": {"type": "NO"},
        },
    }
    inner = make_setting("inner", messages=[message])
    layer = declare_layer(
        make_setting("f", "FLAGS", flags=[make_flag("F", inner)]), make_setting("n", "INT")
    )
    (found,) = layer.find_setting("inner").messages
    assert (found.key, found.version, found.title, found.severity) == (
        "m",
        2,
        "T",
        MessageSeverity.WARNING,
    )
    assert found.conditions == (SettingCondition("n", 3, negated=True),)
    assert found.answers == (
        MessageButton("YES", (SettingChange("n", Operation.SET, 4),)),
        MessageButton("NO"),
    )
    assert (found.default, found.platforms) == (1, DESKTOP_PLATFORMS)


def test_each_layer_of_a_file_has_its_own_settings():
    first = explicit_layer("VK_LAYER_T_a", "a.so", features={"settings": [make_setting("a")]})
    second = explicit_layer("VK_LAYER_T_b", "b.so", features={"settings": [make_setting("b")]})
    content = json.dumps(layer_document(first, second)).encode()
    assert [[s.key for s in layer.settings] for layer in read_declared(content).layers] == [
        ["a"],
        ["b"],
    ]
    (only,) = read_declared(content, layer="VK_LAYER_T_b").layers
    assert [one.key for one in only.settings] == ["b"]


@pytest.mark.parametrize(("members", "sentence"), SENTENCES, ids=[s for _, s in SENTENCES])
def test_a_setting_with_something_odd_is_shown_all_the_same(members, sentence):
    read = parse_declared(make_setting("x", **members), make_setting("y"))
    assert [one.key for one in read.layers[0].settings] == ["x", "y"]
    assert any(sentence in problem.sentence for problem in read.problems)
    assert all(p.line > 1 and p.file == "/layers/test.json" for p in read.problems)


@pytest.mark.parametrize("kind", ["ENUM", "FLAGS"])
def test_a_condition_on_a_value_that_there_is_not_is_told_with_its_line(kind):
    default = "a" if kind == "ENUM" else ["a"]
    chosen = make_setting("e", kind, default=default, flags=["a", "b"])
    needs = [
        make_setting(f"needs_{one}", dependence=make_dependence(e=one))
        for one in ("a", "b", "nope")
    ]
    read = parse_declared(*needs, chosen)  # conditions stand before what they are about, too
    (problem,) = read.problems
    assert problem.sentence == (
        "“layer.features.settings[2].dependence.settings[0].value”: “nope” is not an "
        "allowed value of “e”."
    )
    lines = make_manifest(*needs, chosen).decode().splitlines()
    assert "nope" in lines[problem.line - 1]
    assert [one.key for one in read.layers[0].settings] == ["needs_a", "needs_b", "needs_nope", "e"]


def test_values_of_messages_and_presets_that_there_are_not_are_told():
    about = {"key": "m", "title": "t", "conditions": [{"setting": {"key": "e", "value": "x1"}}]}
    changes = [{"setting": {"key": "f", "value": ["x2", "b"]}}]
    about["actions"] = {"default": "BUTTON0", "BUTTON0": {"type": "OK", "changes": changes}}
    read = parse_declared(
        make_setting("e", "ENUM", default="a", flags=["a"], messages=[about]),
        make_setting("f", "FLAGS", flags=["b"]),
        presets=[make_preset("P", e="x3", f=["x4"])],
    )
    told = [one.sentence for one in read.problems]
    assert len(told) == 4
    for unknown in ("x1", "x2", "x3", "x4"):
        assert any(unknown in sentence for sentence in told), unknown


def test_a_condition_may_name_the_default_of_an_enum_and_what_is_found_on_the_machine():
    found = make_setting("device", "ENUM", default="${VP_DEFAULT}")
    odd = make_setting("e", "ENUM", default="own", flags=["a"])
    read = parse_declared(
        found, odd, make_setting("x", dependence=make_dependence(device="any", e="own"))
    )
    assert [one.sentence for one in read.problems] == [
        "“layer.features.settings[1].default”: “own” is not an allowed value."
    ]


def test_a_second_setting_of_a_key_is_left_out():
    read = parse_declared(
        make_setting("x", "INT"), make_setting("g", "GROUP", settings=[make_setting("x")])
    )
    assert [(one.key, one.type) for one in read.layers[0].walk_settings()] == [
        ("x", "INT"),
        ("g", "GROUP"),
    ]
    assert "is declared twice" in read.problems[0].sentence


def test_a_default_that_cannot_be_understood_is_the_empty_value():
    read = parse_declared(
        make_setting("x", "INT", default=[]), make_setting("y", "INT", default="0x10")
    )
    assert [one.default for one in read.layers[0].settings] == [0, 16]
    assert len(read.problems) == 2


def test_one_unreadable_default_does_not_stop_what_follows():
    read = parse_declared(
        make_setting("a", "ENUM", default={"k": 1}, flags=("A",)),
        make_setting("b"),
        make_setting("c"),
    )
    assert [one.key for one in read.layers[0].settings] == ["a", "b", "c"]


def test_a_preset_names_only_what_the_layer_has():
    read = parse_declared(
        make_setting("x", "INT"),
        presets=[make_preset("P", x=3, nobody=1, STATUS="BETA", PLATFORMS=["MACOS"])],
    )
    (found,) = read.layers[0].presets
    assert (found.label, found.status, found.platforms) == ("P", SettingStatus.BETA, ("MACOS",))
    assert found.values == (PresetValue("x", 3),)
    assert "“nobody”" in read.problems[0].sentence


def test_a_range_that_holds_nothing_is_ignored():
    read = parse_declared(make_setting("x", "INT", range={"min": 4, "max": 2}))
    assert read.layers[0].settings[0].minimum is None
    assert "4 to 2 is not a valid range" in read.problems[0].sentence


@pytest.mark.parametrize(
    ("token", "default", "kind", "value"),
    [
        ("INT_RANGE", {"min": 0, "max": 9}, SettingType.FRAMES, "0-9"),
        ("INT_RANGES", "0-9,12", SettingType.FRAMES, "0-9,12"),
        ("VUID_EXCLUDE", ["a"], SettingType.LIST, (ListItem("a"),)),
    ],
)
def test_types_of_manifests_of_2021_are_those_that_took_their_place(token, default, kind, value):
    read = parse_declared(make_setting("x", token, default=default))
    assert read.problems == ()
    (found,) = read.layers[0].settings
    assert (found.type, found.default) == (kind, value)
