from __future__ import annotations

import pytest

from vkconfig_py.loader.json.decode import parse_json
from vkconfig_py.model.configuration.configuration import ListItem, SettingType
from vkconfig_py.model.layer_settings.conversion import (
    MAX_INTEGER,
    convert_value,
    fits_type,
    get_json_type_name,
    make_list_item,
    parse_bool,
    parse_float,
    parse_integer,
)

UNDERSTOOD = "; accepted anyway."
TABLE = [
    ("BOOL", "true", True, ""),
    ("BOOL", '"TRUE"', True, UNDERSTOOD),
    ("BOOL", "0", False, UNDERSTOOD),
    ("BOOL", "2", False, "Must be true or false, but is a number."),
    ("BOOL", "null", False, "Must be true or false, but is null."),
    ("INT", "7", 7, ""),
    ("INT", "7.0", 7, ""),
    ("INT", '"0x1F"', 31, UNDERSTOOD),
    ("INT", "true", 0, "Must be a whole number, but is a Boolean."),
    ("INT", "7.5", 0, "Must be a whole number, but is a number."),
    ("INT", "18446744073709551616", 0, "Layers cannot read this number; 0 is used."),
    ("FLOAT", "7", 7.0, ""),
    ("FLOAT", '"0.5"', 0.5, UNDERSTOOD),
    ("FLOAT", "false", 0.0, "Must be a finite number, but is a Boolean."),
    ("FLOAT", "1e999", 0.0, "Must be a finite number, but is a number."),
    ("FLOAT", '"x"', 0.0, "Must be a finite number, but is text."),
    ("STRING", '"x"', "x", ""),
    ("ENUM", "3", "3", "Should be text, but is a number" + UNDERSTOOD),
    ("SAVE_FILE", "{}", "", "Must be text, but is an object."),
    ("FLAGS", '["A", "B", "A"]', ("A", "B"), ""),
    ("FLAGS", '"A, B,"', ("A", "B"), UNDERSTOOD),
    ("FLAGS", '["A", 3]', ("A",), "An entry is a number instead of text; it is omitted."),
    ("FLAGS", "{}", (), "Must be a list of strings, but is an object."),
    ("LIST", '["a", 1]', (ListItem("a"), ListItem(1)), ""),
    ("LIST", '[{"key": 1, "enabled": false}]', (ListItem(1, False),), ""),
    ("LIST", '[{"number": 1}]', (ListItem(1),), ""),
    ("LIST", '[{"key": null}, true]', (), "neither text nor a whole number; it is omitted."),
    ("LIST", '["1", 1]', (ListItem(1),), "“1” is listed twice; the duplicate is omitted."),
    ("LIST", "3", (), "Must be a list, but is a number."),
    ("GROUP", "3", None, ""),
]


@pytest.mark.parametrize(("kind", "text", "value", "problem"), TABLE)
def test_a_json_value_is_converted_and_told_if_it_is_odd(kind, text, value, problem):
    raw = parse_json(f"[{text}]".encode()).value[0]
    converted = convert_value(SettingType(kind), raw)
    assert (converted.value, type(converted.value)) == (value, type(value))
    assert problem in converted.problem
    assert bool(converted.problem) is bool(problem)


def test_an_integer_too_large_for_any_number_is_no_float():
    assert convert_value(SettingType.FLOAT, 10**400).value == 0.0


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), ("+7", 7), ("-0X1f", -31), (" 8 ", 8), ("", None), ("-", None), ("0x", None)],
)
def test_whole_numbers_are_decimal_or_hexadecimal(text, number):
    assert parse_integer(text) == number


@pytest.mark.parametrize(
    ("text", "number"),
    [("1.", 1.0), (".5", 0.5), ("-2e3", -2000.0), ("1_0", None), ("nan", None), ("1e999", None)],
)
def test_numbers_have_digits_and_an_end(text, number):
    assert parse_float(text) == number


def test_words_for_true_and_false():
    assert [parse_bool(word) for word in ("On", " no ", "1", "x")] == [True, False, True, None]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7", 7),
        ("-7", -7),
        ("007", "007"),
        ("-0", "-0"),
        ("0x7", "0x7"),
        (str(MAX_INTEGER), MAX_INTEGER),
        (str(MAX_INTEGER + 1), str(MAX_INTEGER + 1)),
    ],
)
def test_an_entry_of_a_list_is_a_number_if_it_can_be_written_back_the_same(text, value):
    assert make_list_item(text) == ListItem(value)


@pytest.mark.parametrize("kind", list(SettingType))
def test_values_of_another_kind_do_not_fit(kind):
    assert not fits_type(kind, {"a": 1})


def test_json_values_have_names():
    values = parse_json(b'[null, true, 1, "", {}, []]').value
    assert [get_json_type_name(value) for value in values] == [
        "null",
        "a Boolean",
        "a number",
        "text",
        "an object",
        "a list",
    ]
