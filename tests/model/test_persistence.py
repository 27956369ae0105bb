"""Configurations on the disk: what is saved is loaded, what cannot be read is kept."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from vkconfig_py.model.configuration import (
    Configuration,
    DriverEntry,
    DriverWish,
    LayerEntry,
    Target,
    Variable,
    Wish,
)
from vkconfig_py.model.configuration_file import (
    DocumentError,
    configuration_from_document,
    configuration_to_document,
    parse_configuration,
    render_configuration,
)
from vkconfig_py.model.migrations import FORMAT, FormatError, migrate
from vkconfig_py.model.persistence import ORDER_FILE, load_workspace, save_workspace
from vkconfig_py.model.workspace import Workspace

TEXT = st.text(max_size=12)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
MEMBERS = (
    "format", "key", "name", "layers", "drivers", "sources", "environment", "target", "loader_log",
)  # fmt: skip
CONFIGURATIONS = st.builds(
    Configuration,
    key=st.just("one"),
    name=TEXT,
    layers=st.lists(
        st.builds(LayerEntry, TEXT, st.sampled_from(Wish), st.booleans(), TEXT), max_size=4
    ).map(tuple),
    drivers=st.lists(st.builds(DriverEntry, TEXT, st.sampled_from(DriverWish)), max_size=3).map(
        tuple
    ),
    sources=st.lists(TEXT, max_size=3).map(tuple),
    environment=st.lists(st.builds(Variable, TEXT, st.none() | TEXT), max_size=3).map(tuple),
    target=st.builds(Target, TEXT, st.lists(TEXT, max_size=3).map(tuple), TEXT),
    loader_log=st.lists(TEXT, max_size=2).map(tuple),
    extra=st.dictionaries(TEXT.filter(lambda name: name not in MEMBERS), JSON, max_size=3).map(
        lambda members: tuple(members.items())
    ),
)
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
        (b'{"format": "x"}', '"format" must be a number from 0 to 1', 0),
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


def test_links_in_a_circle_are_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "a.json").symlink_to("a.json")
    after = Workspace((Configuration(key="a", name="a"),), "a")
    errors = save_workspace(tmp_path, Workspace(), after)
    assert len(errors) == 1
    assert str(tmp_path / "a.json") in errors[0]


@settings(deadline=None, suppress_health_check=FOLDER, max_examples=30)
@given(st.lists(CONFIGURATIONS, min_size=1, max_size=3))
def test_a_workspace_saved_is_the_workspace_loaded(
    tmp_path_factory: pytest.TempPathFactory, configurations: list[Configuration]
) -> None:
    folder = tmp_path_factory.mktemp("configurations")
    keyed = tuple(c._replace(key=f"k{number}") for number, c in enumerate(configurations))
    workspace = Workspace(keyed, keyed[-1].key)
    assert save_workspace(folder, Workspace(), workspace) == ()
    assert load_workspace(folder).workspace == workspace
