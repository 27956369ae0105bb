"""What stands at a path, as far as the user may look."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.framework.patience import PATIENCE
from tests.framework.rights import change_mode, limit_rights
from vkconfig_py.model.files.paths import is_file, is_folder, is_gone, is_link, path_exists

LOOK = """
import json, sys
from pathlib import Path
from vkconfig_py.model.files.paths import is_file, is_folder, is_gone, is_link, path_exists
path = Path(sys.argv[1])
looks = (path_exists, is_folder, is_file, is_link, is_gone)
print(json.dumps([look(path) for look in looks]))
"""


def test_what_stands_at_a_path_is_seen(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "nowhere")
    assert path_exists(tmp_path)
    assert is_folder(tmp_path)
    assert not is_file(tmp_path)
    (tmp_path / "file").touch()
    assert is_file(tmp_path / "file")
    assert is_link(link)
    assert not path_exists(link)
    assert is_gone(link)
    assert is_gone(tmp_path / "gone")
    assert not is_gone(tmp_path)


def test_a_path_that_cannot_be_looked_up_leads_to_nothing_and_is_not_called_gone() -> None:
    path = Path("/" + "x" * 300)
    assert not path_exists(path)
    assert not is_folder(path)
    assert not is_file(path)
    assert not is_link(path)
    assert not is_gone(path)


def test_where_the_user_may_not_look_nothing_is_there_and_nothing_is_called_gone(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "private"
    folder.mkdir()
    with change_mode(folder, 0):
        command = limit_rights([sys.executable, "-c", LOOK, str(folder / "file")])
        found = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=True)
    assert json.loads(found.stdout) == [False] * 5
