"""One configuration as a document: what is written is read, what is wrong names its place."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.model.configuration.strategies import CONFIGURATIONS, JSON, MEMBERS, TEXT
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    DriverControl,
    DriverEntry,
    LayerControl,
    LayerEntry,
    ListItem,
    SettingType,
    Target,
    Variable,
)
from vkconfig_py.model.configuration.configuration_json import (
    FORMAT,
    DocumentError,
    decode_configuration,
    encode_configuration,
    parse_configuration,
    render_configuration,
)


def read_or_refuse(content: bytes) -> Configuration | str:
    try:
        return parse_configuration("one", content)
    except DocumentError as error:
        return error.sentence


@given(CONFIGURATIONS)
def test_save_then_load_is_identity(configuration: Configuration) -> None:
    assert parse_configuration("one", render_configuration(configuration)) == configuration
    document = encode_configuration(configuration)
    assert decode_configuration(document) == configuration


@given(st.dictionaries(st.sampled_from(MEMBERS) | TEXT, JSON, max_size=9))
def test_any_document_is_read_or_refused_with_a_sentence(document: dict[str, object]) -> None:
    parsed = read_or_refuse(json.dumps(document).encode())
    if isinstance(parsed, Configuration):
        assert parse_configuration("one", render_configuration(parsed)) == parsed


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    assert read_or_refuse(content)


@pytest.mark.parametrize(
    ("content", "sentence", "line"),
    [
        (b"", "line 1: Expecting value", 1),
        (b'{\n"name": }', "line 2: Expecting value", 2),
        (b"[]", "line 1: expected an object", 1),
        (b"\xff\xfe\x00", "it is not valid JSON", 0),
        (b"[" * 100_000, "objects and lists are nested more than 100 levels deep", 0),
        (
            b'{"x": ' + b"1" * 10_000 + b"}",
            "it contains a number that is too long, or NaN or Infinity",
            0,
        ),
        (
            b'{"format": 99}',
            "“format” is 99: the file was written by a newer version of vkconfig-py",
            0,
        ),
        (b'{"format": "x"}', "“format” must be a number from 0 to 2", 0),
        (b'{"layers": {}}', "layers: expected a list", 0),
        (b'{"layers": [1]}', "layers[0]: expected an object", 0),
        (
            b'{"layers": [{"name": "a", "wish": "maybe"}]}',
            "layers[0].wish: unknown value “maybe”",
            0,
        ),
        (b'{"layers": [{"name": "a", "wish": 1}]}', "layers[0].wish: expected a string", 0),
        (
            b'{"layers": [{"name": "a", "placed": 1}]}',
            "layers[0].placed: expected true or false",
            0,
        ),
        (b'{"layers": [{"name": "", "settings": 1}]}', "layers[0].settings: expected a list", 0),
        (b'{"devices": {"mode": "best"}}', "devices.mode: unknown value “best”", 0),
        (b'{"built_in": true}', "built_in: expected an integer", 0),
        (b'{"programs": [{"path": 1}]}', "programs[0].path: expected a string", 0),
        (b'{"target": []}', "target: expected an object", 0),
        (b'{"target": {"arguments": [1]}}', "target.arguments[0]: expected a string", 0),
    ],
)  # fmt: skip
def test_a_wrong_document_names_the_place(content: bytes, sentence: str, line: int) -> None:
    with pytest.raises(DocumentError) as caught:
        parse_configuration("one", content)
    assert (caught.value.sentence, caught.value.line) == (sentence, line)


def test_a_document_without_a_format_is_upgraded() -> None:
    read = decode_configuration({"name": "x"}, "k")
    assert encode_configuration(read)["format"] == FORMAT
    with pytest.raises(DocumentError):
        decode_configuration({"format": True}, "k")
    assert parse_configuration("k", b'{"name": "x"}') == Configuration(key="k", name="x")


@pytest.mark.parametrize(
    ("kind", "value", "sentence"),
    [
        ("BOOL", "1", "expected true or false"),
        ("INT", 1.5, "expected an integer"),
        ("INT", True, "expected an integer"),
        ("FLOAT", True, "expected a number"),
        ("FLOAT", 10**400, "expected a number"),
        ("FLOAT", float("inf"), "expected a number"),
        ("FLOAT", float("nan"), "expected a number"),
        ("ENUM", None, "expected a string"),
        ("FLAGS", "a", "expected a list"),
        ("LIST", {}, "expected a list"),
    ],
)
def test_a_value_of_another_type_names_the_place(kind: str, value: object, sentence: str) -> None:
    setting = {"key": "k", "type": kind, "value": value}
    document = {"key": "k", "layers": [{"name": "a", "settings": [setting]}]}
    with pytest.raises(DocumentError) as caught:
        decode_configuration(document)
    assert caught.value.sentence == f"layers[0].settings[0].value: {sentence}"


def test_values_are_read_by_their_type() -> None:
    written = {
        "FLOAT": (2, 2.0),
        "INT": (1 << 63, 1 << 63),
        "LIST": (["a", 7, {"value": "b", "enabled": False}], None),
        "GROUP": (None, None),
    }
    listed = [{"key": k, "type": k, "value": value} for k, (value, _) in written.items()]
    document = {"key": "k", "layers": [{"name": "a", "settings": listed}]}
    values = {s.key: s.value for s in decode_configuration(document).layers[0].settings}
    assert isinstance(values["FLOAT"], float)
    assert values["INT"] == 1 << 63
    assert values["LIST"] == (ListItem("a"), ListItem(7), ListItem("b", enabled=False))
    assert values["GROUP"] is None


def test_unknown_members_survive_at_every_level() -> None:
    more = {"later": {"deep": [1, None]}}
    document = {
        "format": FORMAT, "key": "k", "name": "n", **more,
        "layers": [
            {
                "name": "a", "wish": "on", "placed": False, "manifest": "", **more,
                "settings": [{"key": "s", "type": "INT", "value": 1, **more}],
            }
        ],
        "drivers": [{"name": "d", "wish": "off", **more}],
        "environment": [{"name": "V", "value": None, **more}],
        "target": {"program": "", "arguments": [], "working_directory": "", **more},
        "loader_log": [],
        "programs": [{"path": "/p", "enabled": False, **more}],
        "devices": {
            "mode": "listed", **more,
            "devices": [
                {
                    "name": "gpu", "device_uuid": "00", "driver_uuid": "11", "driver_version": 5,
                    "driver_name": "", **more,
                }
            ],
        },
    }  # fmt: skip
    one = decode_configuration(document)
    assert encode_configuration(one) == document
    edited = one.with_variable("W", "1").with_driver_control("e", DriverControl.OFF)
    assert [v["name"] for v in encode_configuration(edited)["environment"]] == ["V", "W"]
    entry = one.layers[0].with_value("s", SettingType.INT, 2)
    saved = encode_configuration(one.with_entry(entry))["layers"][0]["settings"]
    assert saved == [{"key": "s", "type": "INT", "value": 2, **more}]


def test_a_document_of_the_first_format_is_read_as_it_was() -> None:
    document = {
        "format": 1, "key": "k", "name": "Old",
        "layers": [{"name": "a", "wish": "on", "placed": True, "manifest": "/a.json"}],
        "drivers": [{"name": "d", "wish": "only"}], "sources": ["/s"],
        "environment": [{"name": "V", "value": "1"}],
        "target": {"program": "/p", "arguments": ["-x"], "working_directory": "/w"},
        "loader_log": ["error"],
    }  # fmt: skip
    one = decode_configuration(document)
    assert one == Configuration(
        key="k", name="Old",
        layers=(LayerEntry("a", LayerControl.ON, placed=True, manifest="/a.json"),),
        drivers=(DriverEntry("d", DriverControl.ONLY),), sources=("/s",),
        environment=(Variable("V", "1"),), target=Target("/p", ("-x",), "/w"),
        loader_log=("error",),
    )  # fmt: skip
    assert encode_configuration(one) == {**document, "format": FORMAT}


@pytest.mark.parametrize("moved_past", [None, (), ("b", "c")])
def test_past_which_layers_one_was_moved_is_kept(moved_past: tuple[str, ...] | None) -> None:
    entry = LayerEntry("a", placed=True, moved_past=moved_past)
    one = Configuration(key="k", name="n", layers=(entry,))
    (written,) = encode_configuration(one)["layers"]
    assert ("moved_past" in written) is (moved_past is not None)
    assert decode_configuration(encode_configuration(one)) == one


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("53776966-7453-6861-6465-725555494400", "53776966745368616465725555494400"),
        ("5377696674536861646572555549440A", "5377696674536861646572555549440a"),
        ("537769-667453-6861-6465-725555494400", "537769-667453-6861-6465-725555494400"),
        ("unknown", "unknown"),
    ],
)
def test_uuids_of_devices_may_be_written_with_dashes(written: str, read: str) -> None:
    device = {"name": "gpu", "device_uuid": written, "driver_uuid": written, "driver_version": 5}
    document = {"format": 1, "key": "k", "name": "n"}
    document["devices"] = {"mode": "listed", "devices": [device]}
    (entry,) = decode_configuration(document).devices.devices
    assert (entry.device_uuid, entry.driver_uuid) == (read, read)
