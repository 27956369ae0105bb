"""What is muted is not printed by the real layers at the next launch."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.framework.chromium import fetch_chromium_loader
from tests.framework.mistakes import CASES, build_mistakes, print_messages
from tests.framework.patience import PATIENCE
from tests.framework.reference import debian_loader
from tests.framework.settings_run import VALIDATION, Reader, make_environment
from tests.model.launch.test_validation_messages import BUFFER, FILL, of_text
from tests.model.machine import LAUNCH, look
from tests.reference.test_layer_settings import NEWER, OLDER
from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.formats.layer_settings_txt import LayerSettings, render_layer_settings
from vkconfig_py.model.launch.log_store import MessageHeader
from vkconfig_py.model.layer_settings.setting_edits import mute_message

PRACTICES = next(case for case in CASES if case.name == "practices")
LAYERS = {Reader.OLDER: OLDER, Reader.NEWER: NEWER}


def heads(reader: Reader, folder: Path, settings: tuple[str, ...] = ()) -> set[MessageHeader]:
    case = PRACTICES._replace(
        words=("layer", "fill", "buffers"), settings=(*PRACTICES.settings, *settings)
    )
    read = of_text(print_messages(reader, case, folder))
    found = (entry.message for entry in read if entry.message)
    return {MessageHeader(head.identifier, head.number) for head in found}


@pytest.mark.parametrize("reader", list(Reader), ids=lambda one: one.value)
@pytest.mark.parametrize("by_number", [False, True])
def test_each_muted_message_is_gone_and_no_other(reader: Reader, by_number: bool, tmp_path: Path):
    before = heads(reader, tmp_path)
    # The layer says once which parts are on; it has no cache file to complain of any more.
    before = {head for head in before if "cache" not in head.identifier}
    assert len(before) >= 4
    declared = LAYERS[reader]
    for muted in before:
        named = ("" if by_number else muted.identifier, muted.number)
        muting = mute_message(Configuration("k", "x"), declared, VALIDATION, named, {})
        assert muting.configuration is not None
        entry = muting.configuration.find_entry(VALIDATION)
        assert entry is not None
        rendered = render_layer_settings([LayerSettings.from_entry(declared, entry)])
        line = next(x for x in rendered.content.decode().splitlines() if "message_id_filter =" in x)
        after = heads(reader, tmp_path, (line.removeprefix("khronos_validation."),))
        assert {head for head in after if "cache" not in head.identifier} == before - {muted}


@pytest.mark.parametrize("reader", list(Reader), ids=lambda one: one.value)
def test_a_layer_that_the_program_turns_on_is_muted_at_the_next_launch(
    reader: Reader, tmp_path: Path
):
    (tmp_path / "home").mkdir()
    environment = make_environment(reader, tmp_path)
    del environment["PYTHONPATH"]
    host = Host(environment=environment, working_directory=str(tmp_path))
    configuration = Configuration("k", "My game")
    before = identifiers(launched(host, configuration, tmp_path / "first"))
    assert before == {BUFFER, FILL}
    named = (BUFFER, None)
    muting = mute_message(configuration, LAYERS[reader], VALIDATION, named, environment)
    assert muting.configuration is not None
    assert identifiers(launched(host, muting.configuration, tmp_path / "second")) == {FILL}


def launched(host: Host, configuration: Configuration, folder: Path) -> str:
    """Return what the program prints in a launch of a configuration."""
    folder.mkdir()
    plan = look(host, configuration, LAUNCH, debian_loader().profile, folder=str(folder)).plan
    for file in plan.files:
        Path(file.path).write_bytes(file.content or b"")
    environment = dict(host.environment)
    environment.update({one.name: one.value or "" for one in plan.variables})
    command = (str(build_mistakes()), str(fetch_chromium_loader()), "layer", "fill", "buffers")
    done = subprocess.run(
        command, env=environment, cwd=folder, capture_output=True, timeout=PATIENCE, check=True
    )
    return (done.stdout + done.stderr).decode()


def identifiers(output: str) -> set[str]:
    return {entry.message.identifier for entry in of_text(output) if entry.message}
