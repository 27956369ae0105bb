"""A device without manifests, as a folder in memory."""

from __future__ import annotations

import os
import shutil
import tempfile
import weakref
from pathlib import Path

from tests.framework.android_dump import AndroidDump
from tests.framework.memory import find_memory_folder


class Pulled(AndroidDump):
    """A device with a driver and a debuggable application; its folder goes with the value."""

    def __init__(self) -> None:
        folder = tempfile.mkdtemp(prefix="vkconfig-py-", dir=find_memory_folder())
        weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        root = Path(os.path.realpath(folder)) / "root"
        root.mkdir()
        super().__init__(root)
        self.add_driver().add_app()
