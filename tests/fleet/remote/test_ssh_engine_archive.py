"""The packed engine: the same bytes each time, whole, and nothing but the standard library."""

import io
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import vkconfig_py
from vkconfig_py.fleet.remote.ssh import NoSourcesError, pack_engine

PARTS = ("fleet", "language", "loader", "machines")


def test_the_same_sources_make_the_same_bytes(tmp_path):
    package = Path(vkconfig_py.__file__).parent
    copy = tmp_path / "vkconfig_py"
    for file in (
        package / "__init__.py",
        *(x for name in PARTS for x in (package / name).rglob("*")),
    ):
        if "__pycache__" in file.parts or file.is_dir():
            continue
        target = copy / file.relative_to(package)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(file.read_bytes())
        os.utime(target, (1, 1))
        target.chmod(0o444)
    assert pack_engine(copy) == pack_engine()


def test_it_holds_the_engine_and_nothing_else():
    names = zipfile.ZipFile(io.BytesIO(pack_engine())).namelist()
    assert "vkconfig_py/fleet/remote_entry.py" in names
    assert "vkconfig_py/loader/native/registry/commands.txt" in names
    assert {name.split("/")[1] for name in names} == {"__init__.py", *PARTS}
    assert {name.rpartition(".")[2] for name in names} == {"py", "txt"}


def test_the_remote_entry_is_importable_without_anything_installed(tmp_path):
    zipfile.ZipFile(io.BytesIO(pack_engine())).extractall(tmp_path)
    code = f"import sys; sys.path[:0] = [{str(tmp_path)!r}]; import vkconfig_py.fleet.remote_entry"
    subprocess.run([sys.executable, "-I", "-S", "-B", "-c", code], check=True)


def test_without_sources_a_sentence_says_what_to_do(tmp_path):
    (tmp_path / "__init__.py").write_text("")
    with pytest.raises(NoSourcesError, match="install vkconfig-py with pip"):
        pack_engine(tmp_path)
