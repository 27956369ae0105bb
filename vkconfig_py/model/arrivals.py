"""Tell apart what a user opens or drops: files to open, and folders to search for layers. No Qt.

The one rule for the window, its dialogs and the command line. It asks the disk, which a network
folder may not answer for minutes: never on the GUI thread.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.foreign.vkconfig_state import STATE_FILE
from vkconfig_py.model.presence import is_file, is_folder


class Arrivals(NamedTuple):
    """Paths by what is done with them, each kind in the order in which they came.

    Attributes:
        files: what is opened; what is not there or cannot be looked at is refused there.
        folders: what is searched for layers.
    """

    files: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()


def sort_arrivals(paths: Sequence[str]) -> Arrivals:
    """Look at each path; the folder in which VkConfig keeps its state stands for that file."""
    files: list[str] = []
    folders: list[str] = []
    for path in paths:
        if not is_folder(Path(path)):
            files.append(path)
        elif is_file(state := Path(path, STATE_FILE)):
            files.append(str(state))
        else:
            folders.append(path)
    return Arrivals(tuple(files), tuple(folders))
