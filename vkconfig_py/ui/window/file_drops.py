"""Files dragged over the window, and what each part would make of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QWidget

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.model.exchange.dropped_files import DroppedContent, DropTarget, preview_drop
from vkconfig_py.ui.widgets.desktop import DropHint, announce
from vkconfig_py.ui.window.window_parts import WindowParts

_REFUSED_TITLE = tr("Cannot be dropped")


class FileDrops(QObject):
    """Describes and opens files that are dragged over the window or a panel."""

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self._session = parts.session
        self._hints: dict[QWidget, DropHint] = {}
        self._paths: tuple[str, ...] = ()
        self._content: DroppedContent | None = (
            None  # what the dragged files are, once they are read
        )
        self._announced_drop: tuple[object, ...] = ()  # what a screen reader was told of
        self._target: QWidget | None = None
        self._area: QWidget | None = None
        self._drop_target = DropTarget.CONFIGURATIONS

    def drag_over(
        self,
        target: QWidget,
        paths: Sequence[str],
        position: QPoint,
        refusal: str,
        target_name: str = "",
    ) -> None:
        """Show what dragged files would become at a point.

        Args:
            target: the window, or a panel with a place of its own.
            paths: of the files.
            position: in the window.
            refusal: why they cannot be dropped, "" if they can.
            target_name: value of DropPlace of the panel, "" for the window.
        """
        if target is not self._target or tuple(paths) != self._paths:
            self.hide_hints()
            self._target, self._paths = target, tuple(paths)
            if paths and not refusal:
                # Only read. Files that come late, as from a network, are described late.
                self._session.exchange.read(paths, partial(self._on_content_read, self._paths))
        widget_and_target = (
            (target, DropTarget(target_name)) if target_name else self._find_part(position)
        )
        self._area, self._drop_target = widget_and_target
        self._show_hint(refusal)

    def _find_part(self, position: QPoint) -> tuple[QWidget, DropTarget]:
        """Return the part of the window at a point, and what dropped files become there."""
        parts = self._parts
        # In a narrow window the inspector lies over the chain.
        drop_targets: tuple[tuple[QWidget, DropTarget], ...] = (
            (parts.header.program, DropTarget.PROGRAM),
            (parts.inspector, DropTarget.CHAIN),
            (parts.chain, DropTarget.CHAIN),
            (parts.configurations, DropTarget.CONFIGURATIONS),
        )
        for part, drop_target in drop_targets:
            if part.isVisible() and part.rect().contains(part.mapFrom(parts.window, position)):
                return part, drop_target
        return parts.window, DropTarget.CONFIGURATIONS

    def _on_content_read(self, paths: tuple[str, ...], content: DroppedContent) -> None:
        """Show what the dragged files contain, if they are still dragged."""
        if paths == self._paths and self._target is not None:
            self._content = content
            self._show_hint("")

    def _show_hint(self, refusal: str) -> None:
        """Show what dropped files would become at the present point.

        Args:
            refusal: why they cannot be dropped, "" if they can.
        """
        target, area = self._target, self._area
        if target is None or area is None:
            return
        if refusal:
            heading, effect_text = _REFUSED_TITLE, refusal
        elif self._content is None:
            heading, effect_text = (
                tr("Reading…"),
                counted("{n} files", "{n} file", len(self._paths)),
            )
        else:
            configuration = self._session.edits.workspace.selected_configuration
            preview = preview_drop(self._content, self._drop_target, configuration)
            heading, effect_text = preview.heading, "\n".join(preview.effects)
            refusal = effect_text if preview.is_refused else ""
        hint = self._hints.get(target)
        if hint is None:
            hint = self._hints[target] = DropHint(self._parts.context, target)
        hint.show_drop(area, heading, effect_text, is_refused=bool(refusal))
        announced_drop = (target, self._drop_target, self._content, refusal, len(self._paths))
        if announced_drop != self._announced_drop:
            self._announced_drop = announced_drop
            announce(target, f"{heading}: {effect_text}")

    def open_dropped(self, paths: Sequence[str]) -> None:
        """Open dropped files as the hint said."""
        drop_target = (
            self._drop_target if tuple(paths) == self._paths else DropTarget.CONFIGURATIONS
        )
        self._session.exchange.open_paths(paths, drop_target)

    def hide_hints(self) -> None:
        """Hide the hint after the dragged files left or were dropped."""
        for hint in self._hints.values():
            hint.hide()
        self._target, self._area, self._paths, self._content = None, None, (), None
