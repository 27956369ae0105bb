"""Configurations on the disk: what is saved is loaded, what cannot be read is kept."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.model.documents.strategies import CONFIGURATIONS, JSON, MEMBERS, SOURCES, TEXT
from vkconfig_py.model.documents.configuration import (
    Configuration,
    DriverEntry,
    DriverWish,
    LayerEntry,
    Target,
    Variable,
    Wish,
)
from vkconfig_py.model.documents.configuration_file import (
    DocumentError,
    configuration_from_document,
    configuration_to_document,
    parse_configuration,
    render_configuration,
)
from vkconfig_py.model.documents.migrations import FORMAT, FormatError, migrate
from vkconfig_py.model.documents.persistence import (
    COLLECTION_FILE,
    ORDER_FILE,
    load_workspace,
    save_workspace,
)
from vkconfig_py.model.documents.workspace import Source, Workspace
from vkconfig_py.model.settings.declared import ListItem, SettingType

FOLDER = [HealthCheck.function_scoped_fixture]


def read_or_refuse(content: bytes) -> Configuration | str:
    try:
        return parse_configuration("one", content)
    except DocumentError as error:
        return error.sentence


@settings(deadline=None)
@given(CONFIGURATIONS)
def test_save_then_load_is_identity(configuration: Configuration) -> None:
    assert parse_configuration("one", render_configuration(configuration)) == configuration
    document = configuration_to_document(configuration)
    assert configuration_from_document(document) == configuration


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from(MEMBERS) | TEXT, JSON, max_size=9))
def test_any_document_is_read_or_refused_with_a_sentence(document: dict[str, object]) -> None:
    parsed = read_or_refuse(json.dumps(document).encode())
    if isinstance(parsed, Configuration):
        assert parse_configuration("one", render_configuration(parsed)) == parsed


@settings(deadline=None)
@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    assert read_or_refuse(content)


@pytest.mark.parametrize(
    ("content", "sentence", "line"),
    [
        (b"", "line 1: Expecting value", 1),
        (b'{\n"name": }', "line 2: Expecting value", 2),
        (b"[]", "line 1: an object is expected", 1),
        (b"\xff\xfe\x00", "it is not JSON text", 0),
        (b"[" * 100_000, "it is not JSON text", 0),
        (b'{"x": ' + b"1" * 10_000 + b"}", "a number in it is too long", 0),
        (b'{"format": 99}', '"format" is 99, written by a newer version of this program', 0),
        (b'{"format": "x"}', '"format" must be a number from 0 to 2', 0),
        (b'{"layers": {}}', "layers: a list is expected", 0),
        (b'{"layers": [1]}', "layers[0]: an object is expected", 0),
        (
            b'{"layers": [{"name": "a", "wish": "maybe"}]}',
            "layers[0].wish: 'maybe' is not known",
            0,
        ),
        (b'{"layers": [{"name": "a", "wish": 1}]}', "layers[0].wish: a text is expected", 0),
        (
            b'{"layers": [{"name": "a", "placed": 1}]}',
            "layers[0].placed: true or false is expected",
            0,
        ),
        (b'{"layers": [{"name": "", "settings": 1}]}', "layers[0].settings: a list is expected", 0),
        (b'{"devices": {"mode": "best"}}', "devices.mode: 'best' is not known", 0),
        (b'{"built_in": true}', "built_in: a whole number is expected", 0),
        (b'{"programs": [{"path": 1}]}', "programs[0].path: a text is expected", 0),
        (b'{"target": []}', "target: an object is expected", 0),
        (b'{"target": {"arguments": [1]}}', "target.arguments[0]: a text is expected", 0),
    ],
)  # fmt: skip
def test_a_wrong_document_names_the_place(content: bytes, sentence: str, line: int) -> None:
    with pytest.raises(DocumentError) as caught:
        parse_configuration("one", content)
    assert (caught.value.sentence, caught.value.line) == (sentence, line)


def test_a_document_without_a_format_is_upgraded() -> None:
    assert migrate({"name": "x"})["format"] == FORMAT
    with pytest.raises(FormatError):
        migrate({"format": True})
    assert parse_configuration("k", b'{"name": "x"}') == Configuration(key="k", name="x")


def test_with_no_files_there_is_one_configuration_and_nothing_is_written(tmp_path: Path) -> None:
    folder = tmp_path / "none"
    loaded = load_workspace(folder)
    assert [c.name for c in loaded.workspace.configurations] == ["Default"]
    assert loaded.problems == ()
    assert not folder.exists()
    assert save_workspace(folder, loaded.workspace, loaded.workspace) == ()
    assert not folder.exists()


def edited(workspace: Workspace, name: str) -> Workspace:
    return workspace.with_configuration(workspace.current._replace(name=name))


def test_an_edit_is_saved_and_found_again(tmp_path: Path) -> None:
    before = load_workspace(tmp_path).workspace
    after = edited(before, "Größe").with_new(Configuration(key="b", name="second"))
    assert save_workspace(tmp_path, before, after) == ()
    assert load_workspace(tmp_path).workspace == after
    assert sorted(os.listdir(tmp_path)) == ["b.json", "default.json", ORDER_FILE]


def test_a_configuration_that_was_never_edited_is_not_lost_beside_an_edited_one(
    tmp_path: Path,
) -> None:
    before = load_workspace(tmp_path).workspace
    after = before.with_new(Configuration(key="b", name="second"))
    save_workspace(tmp_path, before, after)
    assert load_workspace(tmp_path).workspace == after


def test_order_and_selection_are_kept(tmp_path: Path) -> None:
    configurations = tuple(Configuration(key=key, name=key) for key in "cab")
    workspace = Workspace(configurations, "a")
    save_workspace(tmp_path, Workspace(), workspace)
    assert load_workspace(tmp_path).workspace == workspace
    (tmp_path / ORDER_FILE).unlink()
    loaded = load_workspace(tmp_path).workspace
    assert [c.key for c in loaded.configurations] == ["a", "b", "c"]
    assert loaded.selected == "a"


def test_deleting_a_configuration_deletes_its_file(tmp_path: Path) -> None:
    both = Workspace((Configuration(key="a", name="a"), Configuration(key="b", name="b")), "a")
    save_workspace(tmp_path, Workspace(), both)
    save_workspace(tmp_path, both, both.without("b"))
    assert not (tmp_path / "b.json").exists()


def test_a_name_is_no_file_name(tmp_path: Path) -> None:
    first = Configuration(key="a", name="v1")
    second = Configuration(key="b", name="v1.2 test/../\n")
    both = Workspace((first, second), "a")
    save_workspace(tmp_path, Workspace(), both)
    save_workspace(tmp_path, both, both.without("a"))
    assert load_workspace(tmp_path).workspace.configurations == (second,)
    assert load_workspace(tmp_path).problems == ()


def test_an_unreadable_file_is_reported_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_bytes(b'{"name": "x",\n')
    (tmp_path / "good.json").write_bytes(b'{"name": "x"}')
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "dangling.json").symlink_to("nowhere")
    (tmp_path / "huge.json").write_bytes(b" " * (9 << 20))
    before = {name: os.lstat(tmp_path / name).st_mtime_ns for name in os.listdir(tmp_path)}
    loaded = load_workspace(tmp_path)
    assert [c.key for c in loaded.workspace.configurations] == ["good"]
    sentences = {Path(problem.path).name: problem for problem in loaded.problems}
    assert sentences["bad.json"].line == 2
    assert str(tmp_path / "bad.json") in sentences["bad.json"].sentence
    assert "it is not a file" in sentences["folder.json"].sentence
    assert "No such file" in sentences["dangling.json"].sentence
    assert "larger than 8 MB" in sentences["huge.json"].sentence
    after = {name: os.lstat(tmp_path / name).st_mtime_ns for name in os.listdir(tmp_path)}
    assert after == before


def test_a_pipe_among_the_configurations_does_not_hang(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    assert len(load_workspace(tmp_path).problems) == 1


def test_an_unreadable_file_in_the_way_is_kept_aside(tmp_path: Path) -> None:
    configuration = Configuration(key="a", name="a")
    (tmp_path / "a.json").write_bytes(b"not ours")
    (tmp_path / "a.json.bad").write_bytes(b"an older one")
    save_workspace(tmp_path, Workspace(), Workspace((configuration,), "a"))
    assert (tmp_path / "a.json.bad2").read_bytes() == b"not ours"
    assert (tmp_path / "a.json.bad").read_bytes() == b"an older one"
    assert load_workspace(tmp_path).workspace.configurations == (configuration,)


def test_a_damaged_order_file_loses_only_the_order(tmp_path: Path) -> None:
    workspace = Workspace((Configuration(key="a", name="a"),), "a")
    save_workspace(tmp_path, Workspace(), workspace)
    (tmp_path / ORDER_FILE).write_bytes(b'{"order": 5, "selected": []}')
    assert load_workspace(tmp_path).workspace == workspace
    (tmp_path / ORDER_FILE).write_bytes(b"x")
    loaded = load_workspace(tmp_path)
    assert loaded.workspace == workspace
    assert [Path(problem.path).name for problem in loaded.problems] == [ORDER_FILE]


def test_the_default_never_takes_the_name_of_an_unreadable_file(tmp_path: Path) -> None:
    (tmp_path / "default.json").write_bytes(b"damaged")
    before = load_workspace(tmp_path).workspace
    save_workspace(tmp_path, before, edited(before, "new"))
    assert (tmp_path / "default.json").read_bytes() == b"damaged"


def test_a_link_to_a_configuration_stays_a_link(tmp_path: Path) -> None:
    store = tmp_path / "store"
    store.mkdir()
    folder = tmp_path / "ours"
    folder.mkdir()
    (store / "a.json").write_bytes(b'{"name": "x"}')
    (folder / "a.json").symlink_to(store / "a.json")
    before = load_workspace(folder).workspace
    assert save_workspace(folder, before, edited(before, "new")) == ()
    assert (folder / "a.json").is_symlink()
    assert b'"new"' in (store / "a.json").read_bytes()


def test_a_folder_that_refuses_gives_one_sentence_and_loses_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x")
    before = load_workspace(tmp_path / "file").workspace
    errors = save_workspace(tmp_path / "file", before, edited(before, "new"))
    assert len(errors) == 1
    assert str(tmp_path / "file") in errors[0]


def test_a_write_that_fails_leaves_the_old_file_whole(tmp_path: Path) -> None:
    before = Workspace((Configuration(key="a", name="a"),), "a")
    save_workspace(tmp_path, Workspace(), before)
    old = (tmp_path / "a.json").read_bytes()
    # A folder in the place of the temporary file: the write is refused for root too.
    (tmp_path / f"a.json.{os.getpid()}.tmp").mkdir()
    errors = save_workspace(tmp_path, before, edited(before, "new"))
    assert len(errors) == 1
    assert str(tmp_path / "a.json") in errors[0]
    assert (tmp_path / "a.json").read_bytes() == old


def test_a_file_that_cannot_be_deleted_is_named(tmp_path: Path) -> None:
    both = Workspace((Configuration(key="a", name="a"), Configuration(key="b", name="b")), "a")
    save_workspace(tmp_path, Workspace(), both)
    (tmp_path / "b.json").unlink()
    (tmp_path / "b.json").mkdir()
    (error,) = save_workspace(tmp_path, both, both.without("b"))
    assert str(tmp_path / "b.json") in error


def test_unknown_members_of_order_and_collection_survive(tmp_path: Path) -> None:
    first = Workspace((Configuration(key="a", name="a"),), "a", (Source("/x"),))
    save_workspace(tmp_path, Workspace(), first)
    for name in (ORDER_FILE, COLLECTION_FILE):
        document = json.loads((tmp_path / name).read_bytes())
        (tmp_path / name).write_text(json.dumps({**document, "later": [1]}))
    second = Workspace((*first.configurations, Configuration(key="b", name="b")), "b")
    assert save_workspace(tmp_path, first, second) == ()
    for name in (ORDER_FILE, COLLECTION_FILE):
        assert json.loads((tmp_path / name).read_bytes())["later"] == [1]
    assert load_workspace(tmp_path).workspace == second


def test_what_a_killed_writer_left_goes_with_the_next_save(tmp_path: Path) -> None:
    before = load_workspace(tmp_path).workspace
    old, new = tmp_path / "a.json.77.tmp", tmp_path / "b.json.78.tmp"
    for path in (old, new):
        path.write_bytes(b"half")
    os.utime(old, (0, 0))
    (tmp_path / "c.json.79.tmp").mkdir()
    os.utime(tmp_path / "c.json.79.tmp", (0, 0))
    assert save_workspace(tmp_path, before, edited(before, "new")) == ()
    assert sorted(path.name for path in tmp_path.glob("*.tmp")) == [new.name, "c.json.79.tmp"]


def test_links_in_a_circle_are_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "a.json").symlink_to("a.json")
    after = Workspace((Configuration(key="a", name="a"),), "a")
    errors = save_workspace(tmp_path, Workspace(), after)
    assert len(errors) == 1
    assert str(tmp_path / "a.json") in errors[0]


@pytest.mark.parametrize(
    ("kind", "value", "sentence"),
    [
        ("BOOL", "1", "true or false is expected"),
        ("INT", 1.5, "a whole number is expected"),
        ("INT", True, "a whole number is expected"),
        ("FLOAT", True, "a number is expected"),
        ("FLOAT", 10**400, "a number is expected"),
        ("FLOAT", float("inf"), "a number is expected"),
        ("FLOAT", float("nan"), "a number is expected"),
        ("ENUM", None, "a text is expected"),
        ("FLAGS", "a", "a list is expected"),
        ("LIST", {}, "a list is expected"),
    ],
)
def test_a_value_of_another_type_names_the_place(kind: str, value: object, sentence: str) -> None:
    setting = {"key": "k", "type": kind, "value": value}
    document = {"key": "k", "layers": [{"name": "a", "settings": [setting]}]}
    with pytest.raises(DocumentError) as caught:
        configuration_from_document(document)
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
    values = {s.key: s.value for s in configuration_from_document(document).layers[0].settings}
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
    one = configuration_from_document(document)
    assert configuration_to_document(one) == document
    edited = one.with_variable("W", "1").with_driver_wish("e", DriverWish.OFF)
    assert [v["name"] for v in configuration_to_document(edited)["environment"]] == ["V", "W"]
    entry = one.layers[0].with_value("s", SettingType.INT, 2)
    saved = configuration_to_document(one.with_entry(entry))["layers"][0]["settings"]
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
    one = configuration_from_document(document)
    assert one == Configuration(
        key="k", name="Old", layers=(LayerEntry("a", Wish.ON, placed=True, manifest="/a.json"),),
        drivers=(DriverEntry("d", DriverWish.ONLY),), sources=("/s",),
        environment=(Variable("V", "1"),), target=Target("/p", ("-x",), "/w"),
        loader_log=("error",),
    )  # fmt: skip
    assert configuration_to_document(one) == {**document, "format": FORMAT}


def test_folders_of_the_first_format_move_into_the_collection(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(b'{"format": 1, "name": "a", "sources": ["/x", "/y"]}')
    (tmp_path / "b.json").write_bytes(b'{"format": 1, "name": "b", "sources": ["/y", "/z"]}')
    (tmp_path / "c.json").write_bytes(b'{"format": 2, "name": "c", "sources": ["/kept"]}')
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    loaded = load_workspace(tmp_path)
    assert loaded.workspace.collection == (Source("/x"), Source("/y"), Source("/z"))
    assert [c.sources for c in loaded.workspace.configurations] == [(), (), ("/kept",)]
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    without = loaded.workspace._replace(collection=(Source("/x"),))
    assert save_workspace(tmp_path, loaded.saved, without) == ()
    again = load_workspace(tmp_path)
    assert (again.workspace, again.saved) == (without, without)


def test_a_damaged_collection_is_told_and_kept_aside(tmp_path: Path) -> None:
    (tmp_path / COLLECTION_FILE).write_bytes(b'{"sources": [{"path": 5}]}')
    loaded = load_workspace(tmp_path)
    assert "sources[0].path: a text is expected" in loaded.problems[0].sentence
    after = loaded.workspace._replace(collection=(Source("/x", implicit=True),))
    assert save_workspace(tmp_path, loaded.saved, after) == ()
    assert (tmp_path / f"{COLLECTION_FILE}.bad").exists()
    assert load_workspace(tmp_path).workspace.collection == after.collection


def test_a_collection_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / COLLECTION_FILE).write_bytes(b'{"format": 9, "sources": []}')
    loaded = load_workspace(tmp_path)
    assert "newer version" in loaded.problems[0].sentence
    assert save_workspace(tmp_path, loaded.saved, edited(loaded.workspace, "new")) == ()
    assert (tmp_path / COLLECTION_FILE).read_bytes() == b'{"format": 9, "sources": []}'


@settings(deadline=None, suppress_health_check=FOLDER, max_examples=30)
@given(st.lists(CONFIGURATIONS, min_size=1, max_size=3), SOURCES)
def test_a_workspace_saved_is_the_workspace_loaded(
    tmp_path_factory: pytest.TempPathFactory,
    configurations: list[Configuration],
    collection: tuple[Source, ...],
) -> None:
    folder = tmp_path_factory.mktemp("configurations")
    keyed = tuple(c._replace(key=f"k{number}") for number, c in enumerate(configurations))
    workspace = Workspace(keyed, keyed[-1].key, collection, (("gone", 3),))
    assert save_workspace(folder, Workspace(), workspace) == ()
    assert load_workspace(folder).workspace == workspace
