"""LayerMessages: what a layer wants to tell after an edit of its settings.

One that the user has put away is not shown any more; its default answer is given without asking.
"""

from __future__ import annotations

import json
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from vkconfig_py.model.layers.editing import LayerEditing
from vkconfig_py.model.settings.declared import Answer, Message
from vkconfig_py.model.settings.dependence import holds
from vkconfig_py.model.settings.messages import apply_answer, settled, triggered
from vkconfig_py.model.settings.values import Values
from vkconfig_py.model.store import Store

_PUT_AWAY = "settings/put_away"
_SHOWN = 2**62  # a version that no manifest reaches: the message was shown after this edit


class Memory(Protocol):
    """What outlives the session; WindowState is one."""

    def text(self, key: str, default: str = "") -> str:
        """Return a remembered text."""

    def keep(self, key: str, value: str) -> None:
        """Remember a text."""


class LayerMessages(QObject):
    """The message in view.

    Signals:
        changed: another message, or none, is in view.
    """

    changed = Signal()

    def __init__(
        self, store: Store, editing: LayerEditing, memory: Memory, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._editing = editing
        self._memory = memory
        self._before: Values = {}
        self._shown: dict[str, int] = {}
        self.message: Message | None = None
        editing.edited.connect(self._on_edited)
        editing.layer_changed.connect(self._close)

    def _on_edited(self, before: Values) -> None:
        self._before, self._shown = before, {}
        declared, values = self._editing.declared, self._editing.state.values
        if declared is not None:
            put_away = self._put_away().get(declared.name, {})
            after = settled(declared, values, self._editing.platform, put_away, before)
            self._write(values, after, "Show dismissed messages again")
        self._show_next()

    def _show_next(self) -> None:
        declared, values = self._editing.declared, self._editing.state.values
        if declared is None:
            return
        known = {**self._put_away().get(declared.name, {}), **self._shown}
        found = triggered(declared, values, self._editing.platform, known, self._before)
        if found is not None:
            self._shown[found.key] = _SHOWN
            self._show(found)
        elif self.message is not None and not all(
            holds(condition, values) for condition in self.message.conditions
        ):
            self._show(None)  # what it is about is over

    def answer(self, number: int, *, put_away: bool) -> None:
        """Use a button of the message in view."""
        message, declared = self.message, self._editing.declared
        if message is None or declared is None or not 0 <= number < len(message.answers):
            return
        if put_away:
            known = self._put_away()
            known.setdefault(declared.name, {})[message.key] = message.version
            self._memory.keep(_PUT_AWAY, json.dumps(known))
        self._show(None)
        self._take(message, message.answers[number])

    def _take(self, message: Message, answer: Answer) -> None:
        declared, values = self._editing.declared, self._editing.state.values
        if declared is None:
            return
        after = apply_answer(declared, values, answer)
        if self._write(values, after, message.title or "Answer a message"):
            self._on_edited(values)
        else:
            self._show_next()

    def _write(self, values: Values, after: Values, label: str) -> bool:
        changes = {key: value for key, value in after.items() if values.get(key) != value}
        if changes and self._editing.declared is not None:
            self._store.answer_message(self._editing.declared, changes, label)
            self._editing.refresh()
        return bool(changes)

    def _put_away(self) -> dict[str, dict[str, int]]:
        """Return the versions of the messages that were put away, by layer and message."""
        try:
            known = json.loads(self._memory.text(_PUT_AWAY) or "{}")
        except ValueError:
            return {}
        layers = known.items() if isinstance(known, dict) else ()
        return {
            layer: {key: version for key, version in found.items() if isinstance(version, int)}
            for layer, found in layers
            if isinstance(found, dict)
        }

    @property
    def has_put_away(self) -> bool:
        """Whether any message was put away."""
        return any(self._put_away().values())

    def tell_again(self) -> None:
        """Show messages again that were put away."""
        self._memory.keep(_PUT_AWAY, "{}")

    def _close(self) -> None:
        self._show(None)

    def _show(self, message: Message | None) -> None:
        if message != self.message:
            self.message = message
            self.changed.emit()
