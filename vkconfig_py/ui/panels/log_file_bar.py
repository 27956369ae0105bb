"""LogFileBar: says that a layer writes into a file, and follows it into the log."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.configuration.workspace_edits import short
from vkconfig_py.model.launch.layer_log_files import LayerLogFile
from vkconfig_py.model.text.wording import tooltip, visible
from vkconfig_py.ui.theme.look import ThemeContext
from vkconfig_py.ui.widgets.basic import BackgroundPane, Label, TextRole, set_margins
from vkconfig_py.ui.widgets.buttons import Button, Frame


class LogFileBar(BackgroundPane):
    """A line with the layer, the file and what can be done with it; hidden without a file.

    Signals:
        follow_asked: follow the file (path), or stop with "".
        open_asked: open the file's folder (path).
    """

    follow_asked = Signal(object)  # a str of Qt loses bytes that are no UTF-8
    open_asked = Signal(object)

    def __init__(self, look: ThemeContext, home: str, parent: QWidget | None = None) -> None:
        super().__init__(look, "window", parent)
        self._home = f"{home}/" if home else ""
        self._path = ""
        self.sentence = Label(look, face="small", elide=Qt.TextElideMode.ElideMiddle)
        self.state = Label(look, face="small", ink=TextRole.SECONDARY)
        self.follow = Button(look, tr("Follow"), frame=Frame.OUTLINE, height=24)
        self.follow.setToolTip(tr("Show in the log what the layer writes into this file"))
        self.follow.setCheckable(True)
        self.follow.clicked.connect(self._on_follow_clicked)
        folder = Button(look, tr("Open folder"), frame=Frame.LINK, height=24)
        folder.clicked.connect(lambda: self.open_asked.emit(self._path))
        px = look.theme.px
        row = QHBoxLayout(self)
        set_margins(row, px(16), px(2), px(12), px(4))
        row.setSpacing(px(8))
        row.addWidget(self.sentence)
        row.addWidget(self.state)
        row.addWidget(self.follow)
        row.addWidget(folder)
        row.addStretch(1)
        self.hide()

    def show_file(
        self, file: LayerLogFile | None, followed: str, state: str, *, is_over: bool
    ) -> None:
        """Show a layer's file; `followed` is the path that is followed, `state` how that goes."""
        self.setVisible(file is not None)
        if file is None:
            return
        self._path = file.path
        path = file.path
        if self._home and path.startswith(self._home):
            path = f"~/{path[len(self._home) :]}"
        self.sentence.setText(
            tr("{layer} writes to {path}", layer=short(file.layer), path=visible(path))
        )
        self.sentence.setToolTip(tooltip(file.path))
        follows = followed == file.path
        self.follow.setChecked(follows)
        self.follow.setText(tr("Following") if follows else tr("Follow"))
        self.follow.setVisible(not (follows and is_over))
        self.state.setText(state if follows else "")
        self.state.setVisible(bool(self.state.text()))

    def _on_follow_clicked(self, on: bool) -> None:
        self.follow_asked.emit(self._path if on else "")
