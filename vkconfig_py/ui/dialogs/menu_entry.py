"""The program in the menu of the desktop: the row that offers it, and the files shown before."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QPlainTextEdit, QVBoxLayout, QWidget

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.model.launch.menu_entry import LEFT, MenuChange, MenuState
from vkconfig_py.model.session.menu_entry import MenuEntry
from vkconfig_py.model.text.wording import at_home
from vkconfig_py.ui.theme.look import ThemeContext
from vkconfig_py.ui.widgets.basic import Label, SlimBar, TextRole, column_of, row_of
from vkconfig_py.ui.widgets.buttons import Button, Frame
from vkconfig_py.ui.widgets.placement import open_within_screen

ABOUT = tr(
    "The menu of the desktop starts this program then, with its icon; its files open with a double "
    "click, and shells complete its commands."
)


class MenuRow(QWidget):
    """A row of the preferences; hidden where the program cannot be added, or a package did that."""

    def __init__(self, look: ThemeContext, entry: MenuEntry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._removing = False
        self.button = Button(look, height=28)
        self.button.clicked.connect(lambda: entry.plan(removing=self._removing))
        self.update_button = Button(look, tr("Update…"), height=28)
        self.update_button.setAccessibleName(tr("Application menu: update vkconfig-py…"))
        self.update_button.setToolTip(
            tr("The entry is of another version or installation of vkconfig-py")
        )
        self.update_button.clicked.connect(lambda: entry.plan(removing=False))
        column = column_of(self)
        column.setSpacing(look.theme.px(6))
        column.addSpacing(look.theme.px(12))
        column.addWidget(Label(look, tr("Desktop"), face="strong"))
        name = Label(look, tr("Application menu"))
        column.addLayout(row_of(name, None, self.update_button, self.button))
        column.addWidget(Label(look, ABOUT, face="small", ink=TextRole.SECONDARY, wrap=True))
        self.hide()
        entry.found.connect(self.show_state)
        entry.look()

    def show_state(self, state: MenuState) -> None:
        self._removing = state in {MenuState.OURS, MenuState.OUTDATED}
        self.update_button.setVisible(state is MenuState.OUTDATED)
        text, name = tr("Add…"), tr("Application menu: add vkconfig-py…")
        if self._removing:
            text, name = tr("Remove…"), tr("Application menu: remove vkconfig-py…")
        self.button.setText(text)
        self.button.setAccessibleName(name)
        self.setVisible(state is not MenuState.OTHER)


class MenuDialog(QDialog):
    """Lists the files of a change before it is made; accepted if it is wanted."""

    def __init__(
        self, look: ThemeContext, change: MenuChange, home: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        px = look.theme.px
        title, said, act = _words(change)
        self.setWindowTitle(title)
        self.files = QPlainTextEdit(self)
        self.files.setReadOnly(True)
        self.files.setTabChangesFocus(True)
        self.files.setFont(look.theme.code.font)
        self.files.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.files.setVerticalScrollBar(SlimBar(look, self.files))
        self.files.setHorizontalScrollBar(SlimBar(look, self.files, horizontal=True))
        self.files.setAccessibleName(tr("Files, one line each"))
        lines = [at_home(path, home) for path in change.files]
        lines += [
            tr("{path} (removed, of an older version)", path=at_home(path, home))
            for path in change.gone
        ]
        self.files.setPlainText("\n".join(lines))
        self.act = Button(look, act, frame=Frame.PRIMARY)
        self.act.clicked.connect(self.accept)
        cancel = Button(look, tr("Cancel"))
        cancel.clicked.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(px(16), px(16), px(16), px(12))
        column.setSpacing(px(10))
        column.addWidget(Label(look, title, face="strong", wrap=True))
        column.addWidget(Label(look, said, wrap=True))
        column.addWidget(self.files, 1)
        for path in change.left:
            left = LEFT.format(path=at_home(path, home))
            column.addWidget(Label(look, left, face="small", ink=TextRole.WARN, wrap=True))
        column.addLayout(row_of(None, cancel, self.act))
        self.act.setFocus()
        open_within_screen(self, px(640), px(420))  # the longest of our files is whole


def _words(change: MenuChange) -> tuple[str, str, str]:
    """Title, sentence and button."""
    count = len(change.files)
    if change.removing:
        return (
            tr("Remove vkconfig-py from the application menu"),
            counted("{n} files are removed, and nothing else.", "{n} file is removed.", count),
            tr("Remove"),
        )
    if change.updating:
        count += len(change.gone)
        return (
            tr("Update vkconfig-py in the application menu"),
            counted(
                "{n} files become those of this version; what you changed stays.",
                "{n} file becomes that of this version; what you changed stays.",
                count,
            ),
            tr("Update"),
        )
    return (
        tr("Add vkconfig-py to the application menu"),
        counted(
            "{n} files are written into your home folder; Remove… removes exactly these.",
            "{n} file is written into your home folder; Remove… removes exactly this one.",
            count,
        ),
        tr("Add"),
    )
