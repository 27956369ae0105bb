"""What the tools that compare with real loaders say about a library that they cannot ask."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.framework.reference import LoaderError
from tests.fuzz.command import main
from tests.windows.__main__ import main as main_of_windows
from tests.windows.prefix import release_of


def test_a_library_that_is_missing_is_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gone = str(tmp_path / "libvulkan.so.1")
    assert main(["--loader", gone, "--machines", "1"]) == 2
    assert main_of_windows(["--loader", gone]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2
    assert lines[0].split(": ", 1)[1].startswith(f"{gone} cannot be asked: ")
    assert lines[1].endswith(f"{gone}: no such file")


def test_what_is_no_loader_is_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = tmp_path / "libvulkan.so.1"
    shutil.copy(__file__, text)
    assert main(["--loader", str(text), "--machines", "1"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_windows_library_that_tells_no_release_has_that_of_its_folder(tmp_path: Path) -> None:
    assert release_of(tmp_path / "1.1.74" / "vulkan-1.dll", (1, 1, 0)) == (1, 1, 74)
    assert release_of(tmp_path / "any" / "vulkan-1.dll", (1, 3, 217)) == (1, 3, 217)
    with pytest.raises(LoaderError, match="put it into a folder with that number"):
        release_of(tmp_path / "any" / "vulkan-1.dll", (1, 1, 0))
