"""A program with mistakes is launched; a message of it is muted with two clicks, and gone."""

from __future__ import annotations

from tests.e2e.session import VALIDATION, Session
from tests.framework.mistakes import build_mistakes
from tests.framework.patience import wait_for
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerEntry,
    ListItem,
    SettingType,
    Target,
)

BUFFER = "VUID-VkBufferCreateInfo-size-00912"
FILL = "VUID-vkCmdFillBuffer-dstBuffer-00029"


def muted(session: Session) -> list[str | int]:
    entry = session.saved()[0].find_entry(VALIDATION)
    value = entry.get_value("message_id_filter") if entry else None
    items = value.value if value and isinstance(value.value, tuple) else ()
    return [item.value for item in items if isinstance(item, ListItem)]


def test_a_message_is_muted_with_two_clicks_and_gone_at_the_next_launch(session: Session) -> None:
    arguments = (session.loader.profile.library, "layer", "fill", "buffers", "chatter")
    target = Target(str(build_mistakes()), arguments)
    session.save(Configuration(key="d", name="My game", target=target))
    desktop = session.desktop
    with session.window() as window:
        desktop.keys("ctrl+1", "F5")
        window.wait("the end", lambda s: any("4 messages, 2 kinds" in line for line in s["log"]))
        window.press("Group")
        window.press_action(BUFFER, 1)
        window.wait("the step", lambda s: s["undo"] == f"Mute {BUFFER}")
        wait_for(lambda: muted(session) == [BUFFER])
        desktop.keys("F5")
        seen = window.wait(
            "the second end", lambda s: any("2 messages, 1 kind" in line for line in s["log"])
        )
        text = "\n".join(seen["log"])
        assert FILL in text
        assert BUFFER not in text
        assert "last line of the program" in text


def test_the_file_that_a_layer_writes_is_followed_into_the_log(session: Session) -> None:
    file = session.folder / "validation log.txt"
    entry = LayerEntry(VALIDATION).with_value("log_filename", SettingType.SAVE_FILE, str(file))
    arguments = (session.loader.profile.library, "layer", "buffers")
    target = Target(str(build_mistakes()), arguments)
    session.save(Configuration(key="d", name="My game", target=target, layers=(entry,)))
    with session.window() as window:
        session.desktop.keys("ctrl+1", "F5")
        seen = window.wait(
            "the end", lambda s: any("Exited with code 0" in line for line in s["log"])
        )
        assert any(BUFFER in line for line in seen["log"])
        assert any("error log file: " in line for line in seen["log"])
        assert not any("No validation messages" in line for line in seen["log"])
