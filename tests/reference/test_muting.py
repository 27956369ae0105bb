"""What is muted is not printed by the real layers at the next launch."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.framework.mistakes import CASES, print_messages
from tests.framework.settings_run import VALIDATION, Reader
from tests.model.launch.test_validation_messages import of_text
from tests.reference.test_layer_settings import NEWER, OLDER
from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.formats.layer_settings_txt import LayerSettings, render_layer_settings
from vkconfig_py.model.launch.log_entries import MessageHead
from vkconfig_py.model.layer_settings.muting import mute_message

PRACTICES = next(case for case in CASES if case.name == "practices")
LAYERS = {Reader.OLDER: OLDER, Reader.NEWER: NEWER}


def heads(reader: Reader, folder: Path, settings: tuple[str, ...] = ()) -> set[MessageHead]:
    case = PRACTICES._replace(
        words=("layer", "fill", "buffers"), settings=(*PRACTICES.settings, *settings)
    )
    read = of_text(print_messages(reader, case, folder))
    found = (entry.message for entry in read if entry.message)
    return {MessageHead(head.identifier, head.number) for head in found}


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
        entry = muting.configuration.entry(VALIDATION)
        assert entry is not None
        rendered = render_layer_settings([LayerSettings.of(declared, entry)])
        line = next(x for x in rendered.content.decode().splitlines() if "message_id_filter =" in x)
        after = heads(reader, tmp_path, (line.removeprefix("khronos_validation."),))
        assert {head for head in after if "cache" not in head.identifier} == before - {muted}
