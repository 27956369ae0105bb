from __future__ import annotations

import pytest

from tests.framework.settings import declare_layer, make_flag, make_setting, parse_declared
from vkconfig_py.model.configuration.configuration import ListItem
from vkconfig_py.model.layer_settings.declared import MessageButton, Operation, SettingChange
from vkconfig_py.model.layer_settings.layer_values import make_default_values
from vkconfig_py.model.layer_settings.setting_conditions import (
    apply_answer,
    apply_dismissed_answers,
    find_default_answer,
    find_triggered_message,
)


def message(key="m", *conditions, yes=(), no=(), **members):
    def change(operator, name, value):
        return {"setting": {"key": name, "value": value}, "operator": operator}

    return {
        "key": key,
        "version": 1,
        "title": key,
        "description": "d",
        "severity": "QUESTION",
        "conditions": [
            {"setting": {"key": name, "value": value}, "operator": operator}
            for operator, name, value in conditions
        ],
        "actions": {
            "default": "BUTTON0",
            "BUTTON0": {"type": "YES", "changes": [change(*one) for one in yes]},
            "BUTTON1": {"type": "NO", "changes": [change(*one) for one in no]},
        },
        **members,
    }


def shown(layer, put_away=(), platform="LINUX", before=None, **values):
    found = find_triggered_message(
        layer, {**make_default_values(layer), **values}, platform, dict(put_away), before
    )
    return found.key if found else None


def odd(*settings):
    """Return a layer with which something is wrong."""
    found = parse_declared(*settings)
    assert found.problems != ()
    return found.layers[0]


EVERY_TYPE = [
    ("BOOL", True, True, {}),
    ("BOOL_NUMERIC", True, True, {}),
    ("INT", 3, 3, {}),
    ("FLOAT", 0.5, 0.5, {}),
    ("STRING", "x", "x", {}),
    ("FRAMES", "1-2", "1-2", {}),
    ("ENUM", "B", "B", {"flags": ("A", "B"), "default": "A"}),
    ("FLAGS", ["B"], ("A", "B"), {"flags": ("A", "B")}),
    ("LIST", ["b"], (ListItem("b"),), {}),
    ("SAVE_FILE", "/x", "/x", {}),
    ("LOAD_FOLDER", "/x", "/x", {}),
]


@pytest.mark.parametrize(
    ("kind", "raw", "value", "members"), EVERY_TYPE, ids=[t[0] for t in EVERY_TYPE]
)
def test_a_setting_of_any_type_can_have_a_message(kind, raw, value, members):
    layer = declare_layer(
        make_setting("x", kind, messages=[message("m", ("NONE", "x", raw))], **members)
    )
    assert shown(layer) is None
    assert shown(layer, x=value) == "m"


def test_all_conditions_must_hold():
    both = message("m", ("NONE", "a", True), ("NOT", "b", True))
    layer = declare_layer(make_setting("a", messages=[both]), make_setting("b"))
    assert shown(layer, a=True) == "m"
    assert shown(layer, a=True, b=True) is None


def test_the_first_message_is_shown_first():
    layer = declare_layer(
        make_setting(
            "a", messages=[message("one", ("NONE", "b", True)), message("two", ("NONE", "b", True))]
        ),
        make_setting("b", messages=[message("three", ("NONE", "b", True))]),
    )
    assert shown(layer, b=True) == "one"
    assert shown(layer, {"one": 1}, b=True) == "two"
    assert shown(layer, {"one": 1, "two": 9}, b=True) == "three"


def test_a_message_inside_a_flag_is_shown():
    inner = make_setting("inner", "INT", messages=[message("m", ("NONE", "inner", 2))])
    layer = declare_layer(make_setting("f", "FLAGS", flags=[make_flag("A", inner)]))
    assert shown(layer, inner=2) == "m"


def test_a_newer_version_of_a_message_is_shown_again():
    layer = declare_layer(
        make_setting("a", messages=[message("m", ("NONE", "a", True), version=3)])
    )
    assert shown(layer, {"m": 3}, a=True) is None
    assert shown(layer, {"m": 2}, a=True) == "m"


def test_a_message_of_another_platform_is_not_shown():
    layer = declare_layer(
        make_setting("a", messages=[message("m", ("NONE", "a", True), platforms=["WINDOWS"])])
    )
    assert shown(layer, a=True) is None
    assert shown(layer, a=True, platform="WINDOWS_ARM") == "m"


def test_a_message_is_due_whenever_its_conditions_hold():
    layer = declare_layer(
        make_setting("a", messages=[message("m", ("NONE", "a", True))]), make_setting("b")
    )
    before = {**make_default_values(layer), "a": True}
    assert shown(layer, before=before, a=True, b=True) == "m"
    assert shown(layer, before=before, b=True) is None
    assert shown(layer, before=make_default_values(layer), a=True) == "m"


def test_a_message_without_conditions_is_about_any_change_of_its_setting():
    layer = declare_layer(make_setting("a", messages=[message()]), make_setting("b"))
    assert shown(layer, a=True) is None
    assert shown(layer, before=make_default_values(layer), b=True) is None
    assert shown(layer, before=make_default_values(layer), a=True) == "m"


def test_a_message_about_a_setting_that_is_not_there_is_never_shown():
    (layer,) = parse_declared(
        make_setting("a", messages=[message("m", ("NOT", "nobody", 1))])
    ).layers
    assert shown(layer, a=True) is None


ALL = declare_layer(
    make_setting("b"),
    make_setting("n", "INT", default=5),
    make_setting("f", "FLAGS", flags=("A", "B", "C"), default=["B"]),
    make_setting("l", "LIST", default=["a"]),
    make_setting("g", "GROUP"),
)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (("b", Operation.SET, True), {"b": True}),
        (("n", Operation.APPEND, 7), {"n": 7}),
        (("n", Operation.REMOVE, 1), {"n": 5}),
        (("f", Operation.SET, ("C", "A")), {"f": ("A", "C")}),
        (("f", Operation.APPEND, ("A",)), {"f": ("A", "B")}),
        (("f", Operation.REMOVE, ("B",)), {"f": ()}),
        (("l", Operation.APPEND, (ListItem("b"),)), {"l": (ListItem("a"), ListItem("b"))}),
        (("l", Operation.REMOVE, (ListItem("a"),)), {"l": ()}),
        (("g", Operation.SET, None), {}),
        (("nobody", Operation.SET, 1), {}),
    ],
)
def test_an_answer_changes_settings(change, expected):
    values = {**make_default_values(ALL), "n": 6}
    after = apply_answer(ALL, values, MessageButton("YES", (SettingChange(*change),)))
    assert after == {**values, **expected}


def test_a_message_that_was_put_away_does_what_its_default_answer_says():
    ask = message("m", ("NONE", "a", True), yes=[("SET", "n", 4)])
    layer = declare_layer(make_setting("a", messages=[ask]), make_setting("n", "INT"))
    before = make_default_values(layer)
    values = {**before, "a": True}
    assert apply_dismissed_answers(layer, values, "LINUX", {"m": 1}, before) == {"a": True, "n": 4}
    assert apply_dismissed_answers(layer, values, "LINUX", {}, before) == values
    assert apply_dismissed_answers(layer, before, "LINUX", {"m": 1}, before) == before


def test_a_message_that_was_put_away_and_changes_nothing_hides_no_other():
    told = message("told", ("NONE", "a", True))
    ask = message("ask", ("NONE", "a", True), yes=[("SET", "n", 4)])
    layer = declare_layer(make_setting("a", messages=[told, ask]), make_setting("n", "INT"))
    before = make_default_values(layer)
    after = apply_dismissed_answers(
        layer, {**before, "a": True}, "LINUX", {"told": 1, "ask": 1}, before
    )
    assert after == {"a": True, "n": 4}


def test_answers_that_answer_each_other_end():
    there = message("there", ("NONE", "a", True), yes=[("SET", "a", False)])
    back = message("back", ("NONE", "a", False), yes=[("SET", "a", True)])
    layer = declare_layer(make_setting("a", messages=[there, back]))
    put_away = {"there": 1, "back": 1}
    before = make_default_values(layer)
    assert "a" in apply_dismissed_answers(layer, {"a": True}, "LINUX", put_away, before)


def test_a_message_without_buttons_has_one():
    layer = declare_layer(make_setting("a", messages=[{"key": "m", "version": 1, "title": "t"}]))
    (found,) = layer.settings[0].messages
    assert find_default_answer(found) == MessageButton("OK")


def test_an_answer_with_a_value_of_another_kind_changes_nothing():
    values = make_default_values(ALL)
    change = SettingChange("b", Operation.SET, None)
    assert apply_answer(ALL, values, MessageButton("OK", (change,))) == values


def test_an_answer_never_sets_what_the_layer_does_not_allow():
    layer = odd(
        make_setting("n", "INT", default=3, range={"min": 1, "max": 5}),
        make_setting("f", "FLAGS", flags=["A"]),
        make_setting(
            "b",
            messages=[
                message("m", ("NONE", "b", True), yes=[("SET", "n", 9), ("APPEND", "f", ["Z"])])
            ],
        ),
    )
    values = {**make_default_values(layer), "b": True}
    due = find_triggered_message(layer, values, "LINUX", {})
    assert apply_answer(layer, values, due.answers[0]) == values


def test_a_message_about_a_value_that_cannot_be_read_is_never_shown():
    for operator in ("NONE", "NOT"):
        layer = odd(make_setting("b", messages=[message("m", (operator, "b", "perhaps"))]))
        assert shown(layer, b=True) is None
        assert shown(layer, b=False) is None


def test_a_message_without_a_key_is_known_by_its_setting():
    layer = odd(make_setting("b", messages=[message("", ("NONE", "b", True))]))
    assert shown(layer, b=True) == "b"


def test_the_second_button_can_be_the_only_one():
    only = message("m", ("NONE", "b", True))
    only["actions"] = {"default": "BUTTON1", "BUTTON1": {"type": "NO"}}
    found = parse_declared(make_setting("b", messages=[only]))
    assert found.problems == ()
    assert find_default_answer(found.layers[0].find_setting("b").messages[0]).kind == "NO"
