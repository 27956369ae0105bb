"""The Session of a user whose folder of configurations is closed: told, and nothing lost."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

from tests.framework.patience import PATIENCE
from tests.framework.rights import change_mode, limit_rights

EDIT = """
import json, sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.files.paths import StatePaths
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.session.session import Session, SessionMachine
application = QCoreApplication([])
def edit_in(home):
    paths = StatePaths(home / "configurations", home / "state", home / "run")
    host = Host(environment={"HOME": str(home), "PATH": "/usr/bin:/bin"})
    session = Session(SessionMachine(host=host, loaders=(), paths=paths))
    said = []
    def edit():
        current = session.edits.workspace.selected_configuration._replace(name="edited")
        session.edits.do(workspace_edits.make_change, current, "Rename")
    def end(sentence, _tone):
        said.extend([sentence, *(notice.title for notice in session.problems.notices)])
        application.quit()
    session.message.connect(end)
    session.snapshots.current_changed.connect(edit)
    session.start()
    application.exec()
    session.close()
    return said
print(json.dumps([edit_in(Path(home)) for home in sys.argv[1:]]))
"""
SENTENCES = {
    0: "Cannot read {}, so nothing is saved there: permission denied",
    0o300: "Cannot read {}, so nothing is saved there: permission denied",
    0o500: "{}/mine.json could not be saved: permission denied",
}
CONTENT = b'{"format": 2, "name": "Mine"}'


def test_an_edit_that_cannot_be_saved_is_told_with_the_file(tmp_path: Path) -> None:
    folders = {bits: tmp_path / f"{bits:o}" / "configurations" for bits in SENTENCES}
    with ExitStack() as closed:
        for bits, folder in folders.items():
            folder.mkdir(parents=True)
            (folder / "mine.json").write_bytes(CONTENT)
            closed.enter_context(change_mode(folder, bits))
        homes = [str(folder.parent) for folder in folders.values()]
        command = limit_rights([sys.executable, "-c", EDIT, *homes])
        done = subprocess.run(command, capture_output=True, timeout=3 * PATIENCE, check=True)
    wrong = []
    for (bits, folder), said in zip(folders.items(), json.loads(done.stdout), strict=True):
        told = SENTENCES[bits].format(folder) in said
        told &= bool({"Changes cannot be saved", "configurations could not be read"} & set(said))
        kept = {path.name: path.read_bytes() for path in folder.iterdir()}
        if not told or kept != {"mine.json": CONTENT}:
            wrong.append((oct(bits), said, kept))
    assert wrong == []
