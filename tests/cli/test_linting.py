from __future__ import annotations

import json
import os

import pytest

from tests.cli.commands import run_without_qt
from tests.framework.settings import make_dependence, make_manifest, make_setting
from vkconfig_py.cli import main
from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.configuration.workspace import CollectionSource, Workspace
from vkconfig_py.model.configuration.workspace_files import encode_collection, save_workspace

GOOD = make_manifest(make_setting("x"))
ODD = make_manifest(make_setting("x", "INT", default="7"))
BAD = b'{"layer": 3}'


@pytest.fixture
def lint(tmp_path, capsys):
    """Lint files of these contents; return exit code, output and errors."""

    def run(*contents, options=()):
        names = []
        for number, content in enumerate(contents):
            path = tmp_path / f"{number}.json"
            path.write_bytes(content)
            names.append(str(path))
        code = main(["lint", *options, *names])
        done = capsys.readouterr()
        return code, done.out, done.err

    return run


@pytest.mark.parametrize(
    ("contents", "options", "code"),
    [
        ([GOOD], [], 0),
        ([GOOD], ["--strict"], 0),
        ([ODD], [], 0),
        ([ODD], ["--strict"], 1),
        ([GOOD, BAD], [], 1),
        ([GOOD], ["--kind", "driver"], 1),
    ],
)
def test_the_exit_code_says_whether_something_counts(lint, contents, options, code):
    assert lint(*contents, options=options)[0] == code


def test_findings_are_listed_with_file_and_line(lint, tmp_path):
    _code, out, err = lint(ODD)
    assert f"warning  {tmp_path}/0.json:" in out
    assert "Should be a whole number, but is text" in " ".join(out.split())  # wherever lines end
    assert err == ""


def test_a_dependence_that_nobody_can_meet_is_a_warning(lint):
    chosen = make_setting("e", "ENUM", default="a", flags=["a"])
    code, out, _err = lint(
        make_manifest(chosen, make_setting("n", dependence=make_dependence(e="nope"))),
        options=["--strict"],
    )
    assert code == 1
    assert "“nope” is not an allowed value of “e”" in " ".join(out.split())


def test_a_file_with_nothing_wrong_says_so(lint, tmp_path):
    assert lint(GOOD.replace(b"libx.so", str(tmp_path / "0.json").encode()))[0] == 0
    settings = b'{"file_format_version": "1.0.0", "settings": {"stderr_log": ["error"]}}'
    assert lint(settings)[1] == "No problems found.\n"
    assert lint(settings, settings)[1] == "No problems found.\n"


def test_findings_are_json(lint):
    _code, out, _err = lint(ODD, options=["--json"])
    findings = json.loads(out)["findings"]
    assert {one["code"] for one in findings} == {"declared-settings", "library-missing"}
    assert {one["severity"] for one in findings} == {"warning", "note"}


@pytest.mark.parametrize("form", ["--json", "--sarif"])
def test_bytes_that_are_no_text_come_out_as_strict_json(tmp_path, capsys, form):
    file = tmp_path / "mine.txt"
    file.write_bytes(b"a.x = \xff#\n")
    main(["lint", form, str(file)])
    out = capsys.readouterr().out
    assert json.dumps(json.loads(out), ensure_ascii=False).encode()  # a surrogate cannot be
    assert "\\\\udcff" in out


def test_findings_are_sarif(lint):
    code, out, _err = lint(ODD, options=["--strict", "--sarif"])
    assert code == 1
    assert json.loads(out)["runs"][0]["results"]


def test_a_file_that_cannot_be_read_is_told_and_the_others_are_looked_at(tmp_path, capsys):
    good = tmp_path / "good.json"
    good.write_bytes(ODD)
    assert main(["lint", str(tmp_path / "gone.json"), str(tmp_path), str(good)]) == 3
    done = capsys.readouterr()
    assert "gone.json: no such file or directory" in done.err
    assert f"{tmp_path}: it is not a regular file" in done.err
    assert "declared-settings" in done.out


def test_devices_and_pipes_and_huge_files_are_not_read(tmp_path, capsys):
    pipe, huge = tmp_path / "pipe.json", tmp_path / "huge.json"
    os.mkfifo(pipe)
    with huge.open("wb") as file:
        file.truncate(33 << 20)
    assert main(["lint", "/dev/zero", str(pipe), str(huge)]) == 3
    done = capsys.readouterr()
    assert done.out == ""  # that nothing is wrong in them is not known
    assert [line.partition("json: ")[2] or line for line in done.err.splitlines()] == [
        "vkconfig-py: /dev/zero: it is not a regular file",
        "it is not a regular file",
        "it is larger than 32 MB",
    ]


@pytest.mark.parametrize("form", ["--json", "--sarif"])
def test_other_programs_are_told_of_files_that_cannot_be_read(tmp_path, capsys, form):
    assert main(["lint", form, str(tmp_path / "gone.json")]) == 3
    said = json.loads(capsys.readouterr().out)
    if form == "--json":
        (found,) = said["findings"]
        assert (said["error"], said["exit_code"]) == ("", 3)
        assert (found["code"], found["severity"]) == ("not-read", "error")
        assert found["sentence"] == "The file cannot be read: no such file or directory."
    else:
        assert said["runs"][0]["results"][0]["ruleId"] == "not-read"


def test_layer_settings_are_compared_with_the_layers_of_this_machine_and_of_the_collection(
    machine, tmp_path, capsys
):
    machine.add_explicit_layer("VK_LAYER_T_installed")
    own = tmp_path / "own"
    own.mkdir()
    (own / "a.json").write_bytes(make_manifest(make_setting("x", "INT")))
    assert main(["config", "import", str(own)]) == 0
    capsys.readouterr()
    file = tmp_path / "vk_layer_settings.txt"
    file.write_text("test_settings.x = 0x1\ntest_settings.xy = 1\nt_instaled.x = 1\n")
    assert main(["lint", "--json", str(file)]) == 1
    findings = json.loads(capsys.readouterr().out)["findings"]
    assert [(one["line"], one["code"]) for one in findings] == [
        (1, "setting-value"),
        (2, "setting-unknown"),
        (3, "layer-unknown"),
    ]
    file.write_text("test_settings.xy = 1\n")
    assert main(["lint", str(file)]) == 0
    assert main(["lint", "--strict", str(file)]) == 1
    assert f"warning  {file}:1  setting-unknown" in capsys.readouterr().out
    assert main(["lint", "--strict", "--sarif", str(file)]) == 1
    (result,) = json.loads(capsys.readouterr().out)["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["region"] == {"startLine": 1}
    file.write_text("test_settings.x = 1\n")
    assert main(["lint", "--strict", "--kind", "layer-settings", str(file)]) == 0


def test_our_own_documents_can_be_linted(lint, tmp_path, capsys):
    home = tmp_path / "home"
    collection = encode_collection((CollectionSource("/layers", True, False, ("/layers/a.json",)),))
    workspace = Workspace((Configuration("1", "One"),), "1")._replace(
        sources=(CollectionSource("/layers"),), deleted_built_ins=(("built-in-x", 3),)
    )
    assert save_workspace(home, Workspace((), ""), workspace).errors == ()
    paths = sorted(map(str, home.glob("*.json")))
    assert [path.rpartition("/")[2] for path in paths] == [
        "1.json",
        "collection.json",
        "order.json",
    ]
    assert main(["lint", "--strict", *paths]) == 0
    assert capsys.readouterr().out == "No problems found.\n"
    assert lint(json.dumps(collection).encode(), options=["--strict"])[0] == 0
    assert lint(b'{"format": 1, "sources": [{"path": 3}]}')[0] == 1
    assert lint(b'{"format": 1, "order": 3}')[0] == 0
    assert lint(b'{"format": 1, "order": 3}', options=["--strict"])[0] == 1
    assert lint(b'{"order": [],', options=["--kind", "order"])[0] == 1


def test_linting_needs_no_qt_and_leaves_the_file_alone(tmp_path):
    path = tmp_path / "x.json"
    path.write_bytes(ODD)
    done = run_without_qt("lint", "--strict", str(path))
    assert done.returncode == 1, done.stderr
    assert path.read_bytes() == ODD
    assert sorted(tmp_path.iterdir()) == [path]
