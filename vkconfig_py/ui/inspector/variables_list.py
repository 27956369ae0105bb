"""A list of environment variables with a field to add one and a button to remove one."""

from __future__ import annotations

from PySide6.QtCore import QStringListModel, Signal
from PySide6.QtWidgets import QListView, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.configuration.configuration import Variable
from vkconfig_py.ui.theme.look import ThemeContext
from vkconfig_py.ui.widgets.basic import Field, SlimBar, column_of, row_of
from vkconfig_py.ui.widgets.buttons import Button

_MOST_SHOWN = 5  # rows; it scrolls then


class VariablesList(QWidget):
    """Shows variables and edits them, each edit at once.

    Signals:
        edited: the variables as they are to be (a tuple of Variable).
    """

    edited = Signal(object)

    def __init__(self, look: ThemeContext, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._shown: tuple[Variable, ...] = ()
        self._lines = QStringListModel(self)
        self.view = QListView()
        self.view.setModel(self._lines)
        self.view.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.view.setAccessibleName(name)
        self.view.setVerticalScrollBar(SlimBar(look, self.view))
        self.field = Field(
            look, name=tr("Variable"), hint=tr("NAME=value, or NAME to unset"), mono=True
        )
        self.field.returnPressed.connect(self.add)
        add = Button(look, tr("Add"), height=28, name=tr("Add variable: {name}", name=name))
        add.clicked.connect(self.add)
        self._remove = Button(
            look, tr("Remove"), height=28, name=tr("Remove variable: {name}", name=name)
        )
        self._remove.clicked.connect(self.remove)
        column = self._column = column_of(self)
        column.addWidget(self.view)
        column.addLayout(row_of(self.field, add, self._remove))
        look.changed.connect(self._fit)
        self._fit()

    def _fit(self) -> None:
        theme = self._look.theme
        self._column.setSpacing(theme.px(6))
        self.view.setFont(theme.code.font)
        rows = min(len(self._shown), _MOST_SHOWN)
        row = max(self.view.sizeHintForRow(0), theme.px(18))
        self.view.setFixedHeight(rows * row + theme.px(6))
        self.view.setVisible(bool(rows))
        self._remove.setEnabled(bool(rows))

    def show_variables(self, variables: tuple[Variable, ...]) -> None:
        if variables != self._shown:
            self._shown = variables
            self._lines.setStringList([_line(variable) for variable in variables])
            self._fit()

    def add(self) -> None:
        name, sign, value = self.field.text().strip().partition("=")
        if not name:
            return
        # "NAME=" sets an empty value; "NAME" alone unsets it.
        new = Variable(name, value if sign else None)
        self.field.clear()
        # A variable has one value: a new one replaces it, and comes last.
        self.edited.emit((*(one for one in self._shown if one.name != name), new))

    def remove(self) -> None:
        place = self.view.currentIndex().row()
        if 0 <= place < len(self._shown):
            self.edited.emit((*self._shown[:place], *self._shown[place + 1 :]))


def _line(variable: Variable) -> str:
    if variable.value is None:
        return tr("{name} is unset", name=variable.name)
    return f"{variable.name}={variable.value}"
