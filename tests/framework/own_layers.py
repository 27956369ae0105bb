"""A layer as somebody writes it, built again and again."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.framework.compiled import compile_once

SOURCE = Path(__file__).parent / "native/own_layer.c"
LAYER = "VK_LAYER_TEST_own"


def build_own_layer(folder: Path, *defines: str, name: str = "libVkLayer_own.so") -> Path:
    """Build the layer in a folder, and put it into the place of an earlier build at once."""
    work = folder / "work"
    work.mkdir(parents=True, exist_ok=True)
    shutil.copy(SOURCE, work)
    flags = [f"-D{define}" for define in defines]
    completed = compile_once(work, name, "gcc", "-shared", "-fPIC", *flags, "-o", name, SOURCE.name)
    assert not completed
    (work / name).replace(folder / name)
    return folder / name
