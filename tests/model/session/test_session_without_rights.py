"""The Session of a user whose folder of configurations is closed: told, and nothing lost."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.framework.patience import PATIENCE
from tests.framework.rights import bound, mode

EDIT = """
import json, sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.files.paths import StatePaths
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.session.session import Session, SessionMachine
home = Path(sys.argv[1])
application = QCoreApplication([])
paths = StatePaths(home / "configurations", home / "state", home / "run")
host = Host(environment={"HOME": str(home), "PATH": "/usr/bin:/bin"})
session = Session(SessionMachine(host=host, loaders=(), paths=paths))
said = []
def edit():
    current = session.edits.workspace.current._replace(name="edited")
    session.edits.do(workspace_edits.edit, current, "Rename")
def end(sentence, _tone):
    said.extend([sentence, *(notice.title for notice in session.problems.notices)])
    application.quit()
session.message.connect(end)
session.snapshots.current_changed.connect(edit)
session.start()
application.exec()
session.close()
print(json.dumps(said))
"""


@pytest.mark.parametrize(
    ("bits", "sentence"),
    [
        (0, "{} could not be read, so nothing is saved there: permission denied"),
        (0o300, "{} could not be read, so nothing is saved there: permission denied"),
        (0o500, "{}/mine.json could not be saved: permission denied"),
    ],
)
def test_an_edit_that_cannot_be_saved_is_told_with_the_file(
    tmp_path: Path, bits: int, sentence: str
) -> None:
    folder = tmp_path / "configurations"
    folder.mkdir()
    content = b'{"format": 2, "name": "Mine"}'
    (folder / "mine.json").write_bytes(content)
    with mode(folder, bits):
        command = bound([sys.executable, "-c", EDIT, str(tmp_path)])
        done = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=True)
    said = json.loads(done.stdout)
    assert sentence.format(folder) in said
    assert {"Changes cannot be saved", "configurations could not be read"} & set(said)
    assert [path.name for path in folder.iterdir()] == ["mine.json"]
    assert (folder / "mine.json").read_bytes() == content
