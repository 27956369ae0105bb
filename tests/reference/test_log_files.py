"""Real layers write into the files that a launch names."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.framework.chromium import fetch_chromium_loader
from tests.framework.mistakes import build_mistakes
from tests.framework.patience import PATIENCE
from tests.framework.reference import debian_loader
from tests.framework.settings_run import VALIDATION, Reader, make_environment
from tests.model.launch.test_validation_messages import BUFFER, of_text
from tests.model.machine import LAUNCH, look
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.model.configuration.configuration import Configuration, LayerEntry, SettingType
from vkconfig_py.model.launch.layer_log_files import (
    FileFollower,
    LayerLogFile,
    find_launch_log_files,
)
from vkconfig_py.model.plan.inventory import LayerDeclaration


@pytest.mark.parametrize("reader", list(Reader), ids=lambda one: one.value)
@pytest.mark.parametrize("by", ["setting", "file"])
def test_the_file_that_is_named_has_the_messages(reader: Reader, by: str, tmp_path: Path):
    folder, home = tmp_path / "private", tmp_path / "home"
    folder.mkdir()
    environment = make_environment(reader, tmp_path)
    del environment["PYTHONPATH"]
    host = Host(environment=environment, working_directory=str(tmp_path))
    configuration = Configuration("k", "My game")
    if by == "setting":
        log = tmp_path / "by setting.txt"
        kind = SettingType.SAVE_FILE
        entry = LayerEntry(VALIDATION).with_value("log_filename", kind, str(log))
        configuration = configuration.with_entry(entry)
    else:  # that of the user's home counts for every program
        log = tmp_path / "by file.txt"
        path = home / ".local/share/vulkan/settings.d/vk_layer_settings.txt"
        path.parent.mkdir(parents=True)
        path.write_text(f"khronos_validation.log_filename = {log.name}\n")
    snapshot = look(host, configuration, LAUNCH, debian_loader().profile, folder=str(folder))
    layers = [LayerDeclaration(row.manifest, row.name) for row in snapshot.rows if row.manifest]
    files = find_launch_log_files(snapshot.request, snapshot.plan, layers, DocumentCache)
    assert files == (LayerLogFile(VALIDATION, str(log)),)
    for file in snapshot.plan.files:
        Path(file.path).write_bytes(file.content or b"")
    environment |= {one.name: one.value or "" for one in snapshot.plan.variables}
    lines: list[str] = []
    follower = FileFollower(files[0].path, lines.extend, lambda _state, _reason: None)
    command = (str(build_mistakes()), str(fetch_chromium_loader()), "layer", "buffers")
    subprocess.run(
        command,
        env=environment,
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        timeout=PATIENCE,
        check=True,
    )
    follower.close()
    found = [entry.message.identifier for entry in of_text("\n".join(lines)) if entry.message]
    assert found == [BUFFER, BUFFER]
