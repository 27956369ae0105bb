"""Values as text: what layers read is what was chosen, or the value is refused with a reason.

That layers read these texts so is shown with real ones in tests/reference/test_layer_settings.py.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.framework.settings import choose_other_value, declare_setting, sdk_layer, sdk_manifests
from vkconfig_py.model.configuration.configuration import ListItem, SettingType, Value
from vkconfig_py.model.layer_settings.declared import Setting
from vkconfig_py.model.layer_settings.encoding import (
    RefusedValue,
    TextTarget,
    decode_value,
    encode_value,
    get_path_separator,
    split_like_layers,
)
from vkconfig_py.model.layer_settings.layer_values import normalize_value

TEXTS = st.text(st.sampled_from('ab,:;# \t"=\\é/\r\n\0\ud800\udcff'), max_size=6)
ITEMS = st.lists(TEXTS | st.integers(-(2**63), 2**64 - 1), max_size=4)


def items(*values: str | int) -> tuple[ListItem, ...]:
    return tuple(ListItem(value) for value in values)


@pytest.mark.parametrize(
    ("kind", "value", "text"),
    [
        ("BOOL", True, "true"),
        ("BOOL", False, "false"),
        ("BOOL_NUMERIC", True, "1"),
        ("BOOL_NUMERIC", False, "0"),
        ("INT", 16, "16"),
        ("INT", -1, "-1"),
        ("INT", 2**64 - 1, "18446744073709551615"),
        ("FLOAT", 76.5, "76.5"),
        ("FLOAT", 3, "3"),
        ("FLOAT", 3.0, "3"),
        ("FLOAT", 1e-7, "0.0000001"),
        ("FLOAT", 1e22, "10000000000000000000000"),
        ("FLOAT", -0.25, "-0.25"),
        ("STRING", "two words", "two words"),
        ("STRING", "a,b", "a,b"),
        ("STRING", "a:b,c", "a:b,c"),
        ("STRING", "a=b;c", "a=b;c"),
        ("STRING", "", ""),
        ("LOAD_FILE", "/é/b c.txt", "/é/b c.txt"),
        ("LOAD_FILE", "/not\udcfftext", "/not\udcfftext"),
        ("ENUM", "KEY", "KEY"),
        ("FRAMES", "3, 8-2 ,5-8-2", "3,8-2,5-8-2"),
        ("FRAMES", "", ""),
        ("FLAGS", (), ""),
        ("FLAGS", ("a", "b"), "a,b"),
        ("LIST", (), ""),
        ("LIST", items("VUID-a", 7), "VUID-a,7"),
        ("LIST", items("a:b"), "a:b,"),
        ("LIST", items("a:b", "c"), "a:b,c"),
        ("LIST", items("a;b"), "a;b"),
    ],
)
def test_a_value_is_the_text_that_layers_read(kind: str, value: Value, text: str):
    assert encode_value(declare_setting(kind), value) == text


def test_an_entry_that_is_turned_off_leaves_no_comma_behind():
    value = (ListItem("first", enabled=False), ListItem("second"), ListItem(3, enabled=False))
    assert encode_value(declare_setting("LIST"), value) == "second"
    assert encode_value(declare_setting("LIST"), value[:1]) == ""


def test_no_flag_where_some_are_default_is_said_by_a_comma():
    setting = declare_setting("FLAGS", flags=("error", "warn"), default=["error"])
    assert encode_value(setting, ()) == ","
    assert encode_value(setting, (), ";", TextTarget.VARIABLE) == ";"
    assert encode_value(declare_setting("FLAGS"), (), ":", TextTarget.VARIABLE) == ""


@pytest.mark.parametrize(
    ("value", "precision", "text"),
    [(76.5, 3, "76.500"), (0.0001, 2, "0.0001"), (8.0, 0, "8"), (1 / 3, 3, "0.3333333333333333")],
)
def test_a_number_has_the_digits_asked_for_and_no_blanks(value, precision, text):
    setting = declare_setting("FLOAT", range={"precision": precision, "width": 12})
    assert encode_value(setting, value) == text


@pytest.mark.parametrize(
    ("kind", "value", "reason"),
    [
        ("STRING", "a#b", "Layers treat everything after “#” as a comment."),
        ("SAVE_FILE", "/tmp/#1.txt", "Layers treat everything after “#” as a comment."),
        ("STRING", "a\nb", "A setting must fit on one line of the file."),
        ("STRING", " a", "Layers strip leading and trailing spaces."),
        ("STRING", "a\t", "Layers strip leading and trailing spaces."),
        ("STRING", ",a", "Newer layers strip leading and trailing commas."),
        ("STRING", "a,", "Newer layers strip leading and trailing commas."),
        ("SAVE_FILE", "/a:b", "Newer layers would split the value at “:”."),
        ("STRING", "a\0", "Layers stop reading at a NUL byte."),
        ("STRING", "a\ud800", "The text contains an invalid character."),
        ("ENUM", "a:b", "Newer layers would split the value at “:”."),
        ("INT", 2**64, "The number does not fit in 64 bits."),
        ("FLOAT", float("inf"), "Layers accept only finite numbers."),
        (
            "FRAMES",
            "all",
            "Layers accept only frame lists, such as 3,8-2 or 5-8-2.",
        ),
        ("LIST", items("a,b"), "Layers would split “a,b” at the comma."),
        ("LIST", items(""), "Layers ignore empty entries."),
        ("LIST", items('"a"'), 'Older layers strip the quotation mark from “"a"”.'),
        ("LIST", items("a", " b"), "“ b”: Layers strip leading and trailing spaces."),
        ("LIST", items("a#"), "“a#”: Layers treat everything after “#” as a comment."),
        ("INT", "7", "The value does not match the setting's type."),
        ("GROUP", None, "The value does not match the setting's type."),
    ],
)
def test_what_the_file_cannot_carry_is_refused_with_the_reason(kind, value, reason):
    assert encode_value(declare_setting(kind), value) == RefusedValue(reason)


def test_the_separator_of_paths_is_the_one_of_the_platform():
    path = declare_setting("SAVE_FILE")
    assert get_path_separator("WINDOWS_ARM") == get_path_separator("WINDOWS") == ";"
    assert get_path_separator("LINUX") == ":"
    assert encode_value(path, "C:/log.txt", ";") == "C:/log.txt"
    assert encode_value(path, "C:/a;b.txt", ";") == RefusedValue(
        "Newer layers would split the value at “;”."
    )
    assert encode_value(declare_setting("LIST"), items("a;b"), ";") == "a;b,"


def test_a_list_that_no_program_could_be_started_with_is_for_the_file_alone():
    many = tuple(ListItem(f"VUID-{number:06}") for number in range(20_000))
    assert isinstance(encode_value(declare_setting("LIST"), many), str)
    assert isinstance(
        encode_value(declare_setting("LIST"), many[:10_000], ":", TextTarget.VARIABLE), str
    )
    assert isinstance(
        encode_value(declare_setting("LIST"), many, ":", TextTarget.VARIABLE), RefusedValue
    )
    assert isinstance(
        encode_value(declare_setting("LIST"), many[:10_000], ";", TextTarget.VARIABLE), RefusedValue
    )


def test_a_variable_carries_what_a_line_cannot_and_the_other_way_round():
    variable = TextTarget.VARIABLE
    assert encode_value(declare_setting("STRING"), " a#b\n", ":", variable) == " a#b\n"
    assert encode_value(declare_setting("LIST"), items("a", "b"), ":", variable) == "a:b"
    assert encode_value(declare_setting("LIST"), items("a", "b"), ";", variable) == "a;b"
    refused = RefusedValue("Layers would split “a:b” at “:”.")
    assert encode_value(declare_setting("LIST"), items("a:b"), ":", variable) == refused


@pytest.mark.parametrize("target", list(TextTarget))
def test_an_empty_text_is_refused_unless_it_is_the_default(target):
    refused = RefusedValue("Empty text counts as unset; the default applies.")
    assert encode_value(declare_setting("STRING", default="x"), "", ":", target) == refused
    assert encode_value(declare_setting("FRAMES", default="1"), "", ":", target) == refused
    assert encode_value(declare_setting("STRING"), "", ":", target) == ""


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("BOOL", "TRUE", True),
        ("BOOL", "off", False),
        ("BOOL", "-2", True),
        ("BOOL", "0" * 40, False),
        ("BOOL", "true,false", True),
        ("BOOL", "yes", RefusedValue("“yes” is neither true nor false.")),
        ("BOOL", "", RefusedValue("“” is neither true nor false.")),
        ("INT", "12,13", 12),
        ("INT", "0x10", RefusedValue("“0x10” is not a 64-bit integer in decimal notation.")),
        (
            "INT",
            "9" * 5000,
            RefusedValue(f"“{'9' * 5000}” is not a 64-bit integer in decimal notation."),
        ),
        ("INT", "", RefusedValue("“” is not a 64-bit integer in decimal notation.")),
        ("FLOAT", "1.5f", 1.5),
        ("FLOAT", "1e3", RefusedValue("“1e3” is not a number that layers can read.")),
        ("FLOAT", "x", RefusedValue("“x” is not a number that layers can read.")),
        ("FLOAT", "", RefusedValue("“” is not a number that layers can read.")),
        ("FLAGS", "a, b,,c", ("a", "b", "c")),
        ("FLAGS", "a:b", ("a", "b")),
        ("LIST", "VUID-a,7,0x8", items("VUID-a", 7, "0x8")),
        ("STRING", "as it:stands", "as it:stands"),
        ("GROUP", "x", RefusedValue("A group cannot have a value.")),
    ],
)
def test_a_text_of_somebody_else_is_read_as_layers_read_it(kind, text, value):
    assert decode_value(declare_setting(kind), text) == value


@given(TEXTS, st.sampled_from([":", ";"]), st.sampled_from(list(TextTarget)))
def test_a_text_that_is_not_refused_comes_back(text, separator, target):
    encoded = encode_value(declare_setting("STRING"), text, separator, target)
    if isinstance(encoded, str):
        # How a newer layer puts the parts of a single text together again.
        parts = split_like_layers(as_read(encoded, target), separator)
        assert ",".join(parts) == text


@given(ITEMS, st.sampled_from([":", ";"]), st.sampled_from(list(TextTarget)))
def test_a_list_that_is_not_refused_comes_back(values, separator, target):
    encoded = encode_value(declare_setting("LIST"), items(*values), separator, target)
    if isinstance(encoded, str):
        parts = split_like_layers(as_read(encoded, target), separator)
        assert parts == tuple(map(str, values))


@given(st.floats(allow_nan=False, allow_infinity=False), st.integers(0, 9))
def test_a_number_comes_back(value, precision):
    setting = declare_setting("FLOAT", range={"precision": precision})
    encoded = encode_value(setting, value)
    assert isinstance(encoded, str)
    assert not {"e", " ", "+"} & set(encoded)
    assert decode_value(setting, encoded) == value


def as_read(text: str, target: TextTarget) -> str:
    """Return what is left of a text after a layer has read the line."""
    if target is TextTarget.VARIABLE:
        return text
    return text.partition("\n")[0].partition("#")[0].strip(" \t\f\v\n\r")


@pytest.mark.parametrize("path", sdk_manifests(), ids=lambda path: path.stem)
def test_every_setting_of_the_sdk_is_written_and_read_back(path):
    layer = sdk_layer(path.stem.removeprefix("VkLayer_"))
    for setting in layer.walk_settings():
        if setting.type is not SettingType.GROUP:
            for value in (setting.default, choose_other_value(setting)):
                assert_comes_back(setting, value)


def assert_comes_back(setting: Setting, value: Value) -> None:
    encoded = encode_value(setting, value)
    assert isinstance(encoded, str), (setting.key, encoded)
    assert normalize_value(setting, _read(setting, encoded)) == normalize_value(setting, value)


def _read(setting: Setting, text: str) -> Value:
    value = decode_value(setting, text)
    assert not isinstance(value, RefusedValue), (setting.key, text, value)
    return value
