"""ansible: the collection is written with the engine inside."""

import json

import pytest

from tests.cli.test_what_if import run
from vkconfig_py.fleet.remote import ssh


def test_the_collection_is_written_once_and_says_how_ansible_finds_it(capsys, tmp_path):
    code, out, err = run(capsys, "fleet", "ansible", str(tmp_path))
    assert (code, err) == (0, "")
    top = tmp_path / "ansible_collections/vkconfig_py/vulkan"
    assert out.splitlines() == [
        f"Wrote the collection vkconfig_py.vulkan to {top}.",
        f"To let Ansible find it, set ANSIBLE_COLLECTIONS_PATH={tmp_path}",
    ]
    assert (top / "plugins/module_utils/engine.py").stat().st_size > 100_000
    code, out, _ = run(capsys, "fleet", "ansible", str(tmp_path), "--json")
    assert code == 0
    assert {one["change"] for one in json.loads(out)["files"]} == {"unchanged"}


def test_files_with_other_content_are_kept_unless_replacing_is_asked_for(capsys, tmp_path):
    readme = tmp_path / "ansible_collections/vkconfig_py/vulkan/README.md"
    readme.parent.mkdir(parents=True)
    readme.write_text("mine")
    code, _, err = run(capsys, "fleet", "ansible", str(tmp_path))
    assert code == 1
    assert "overwrite it with --force" in err
    assert readme.read_text() == "mine"
    assert run(capsys, "fleet", "ansible", str(tmp_path), "--force")[0] == 0
    assert readme.read_text().startswith("# vkconfig_py.vulkan")


def test_a_folder_that_cannot_be_made_is_told(capsys, tmp_path):
    (tmp_path / "file").write_text("")
    code, _, err = run(capsys, "fleet", "ansible", str(tmp_path / "file"))
    assert code == 1
    assert "Nothing was written: " in err


def test_an_executable_without_sources_says_so(capsys, tmp_path, monkeypatch):
    def without():
        raise ssh.NoSourcesError("This vkconfig-py was packed without its sources.")

    monkeypatch.setattr(ssh, "pack_engine", without)
    code, _, err = run(capsys, "fleet", "ansible", str(tmp_path))
    assert code == 1
    assert "packed without its sources" in err


@pytest.mark.parametrize("folder", ["plain", "two words"])
def test_a_folder_of_any_name_is_made(capsys, tmp_path, folder):
    assert run(capsys, "fleet", "ansible", str(tmp_path / folder))[0] == 0
    assert (tmp_path / folder / "ansible_collections").is_dir()


def test_a_file_in_the_place_of_a_later_folder_does_not_say_that_nothing_was_written(
    capsys, tmp_path
):
    top = tmp_path / "ansible_collections/vkconfig_py/vulkan"
    top.mkdir(parents=True)
    (top / "plugins").write_text("")
    code, _, err = run(capsys, "fleet", "ansible", str(tmp_path))
    assert code == 1
    assert "Not everything was written: " in err
    assert [one.name for one in top.iterdir()] != ["plugins"]
