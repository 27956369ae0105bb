"""The program in the menu of the desktop, put there and taken away."""

from pathlib import Path

import pytest

from vkconfig_py.model.files.paths import APPLICATION_ID, StatePaths
from vkconfig_py.model.launch.menu_entry import install_files, make_desktop_files, remove_files


@pytest.fixture
def paths(tmp_path) -> StatePaths:
    return StatePaths(tmp_path / "config", tmp_path / "state", tmp_path / "run")


@pytest.fixture
def data(tmp_path) -> Path:
    return tmp_path / "home/.local/share"


def everything(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


def test_removal_leaves_the_folders_as_they_were(data, paths):
    other = data / "applications/other.desktop"
    other.parent.mkdir(parents=True)
    other.write_text("[Desktop Entry]\nType=Application\nName=Other\nExec=true\n")
    before = everything(data)
    files = make_desktop_files(data, "/opt/my programs/vkconfig-py")
    assert install_files(data, files, paths).files == tuple(files)
    assert install_files(data, files, paths).files == ()
    assert remove_files(data, paths).files == tuple(files)
    # The cache of a folder that holds another application is that of any desktop.
    assert everything(data) - {"applications/mimeinfo.cache"} == before


def test_files_that_somebody_changed_are_left_and_named(data, paths):
    files = make_desktop_files(data, "/opt/vkconfig-py")
    entry = data / f"applications/{APPLICATION_ID}.desktop"
    install_files(data, files, paths)
    entry.write_text("mine")
    newer = make_desktop_files(data, "/usr/bin/vkconfig-py")
    assert install_files(data, newer, paths).untouched_files == (str(entry),)
    assert remove_files(data, paths).untouched_files == (str(entry),)
    assert everything(data) == {"applications", f"applications/{APPLICATION_ID}.desktop"} | (
        {"applications/mimeinfo.cache"} & everything(data)
    )


def test_an_entry_of_another_copy_is_renewed(data, paths):
    install_files(data, make_desktop_files(data, "/opt/old/vkconfig-py"), paths)
    done = install_files(data, make_desktop_files(data, "/opt/new/vkconfig-py"), paths)
    assert done.files == (str(data / f"applications/{APPLICATION_ID}.desktop"),)
    text = Path(done.files[0]).read_text()
    assert "\nTryExec=/opt/new/vkconfig-py\nExec=/opt/new/vkconfig-py %F\n" in text
    assert "\nExec=/opt/new/vkconfig-py --demo\n" in text
    assert "old" not in text
