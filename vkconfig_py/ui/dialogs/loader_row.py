"""The loader that the chain follows, in the preferences: shown, since programs choose it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.chain.picture_values import RowKind
from vkconfig_py.model.session.session import Session
from vkconfig_py.ui.theme.look import ThemeContext
from vkconfig_py.ui.widgets.basic import Label, TextRole, column_of, row_of
from vkconfig_py.ui.widgets.buttons import Button

ABOUT = tr(
    "The chain is that of the loader that the chosen program opens, and without a program that of "
    "the first that the dynamic linker finds. It cannot be set here: another one would load "
    "other layers than your programs get. What if shows the chain under any other."
)


class LoaderRow(QWidget):
    """Says which loader the chain follows now, and leads to the chain under another one.

    Attributes:
        button: opens What if.
    """

    def __init__(
        self,
        look: ThemeContext,
        session: Session,
        show_what_if: Callable[[], object],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._now = Label(look, face="small", wrap=True)
        name = tr("Loader: show the chain under another one")
        self.button = Button(look, tr("What if"), height=28, name=name)
        self.button.clicked.connect(show_what_if)
        column = column_of(self)
        column.setSpacing(look.theme.px(6))
        column.addSpacing(look.theme.px(6))
        column.addWidget(Label(look, tr("Loader")))
        row = row_of(self._now, self.button, spacing=look.theme.px(16))
        row.setStretchFactor(self._now, 1)
        column.addLayout(row)
        column.addWidget(Label(look, ABOUT, face="small", ink=TextRole.SECONDARY, wrap=True))
        session.pictures.current_changed.connect(self._show)
        self._show()

    def text(self) -> str:
        """Which loader it is now, and where, as its row of the chain says."""
        return self._now.text()

    def _show(self) -> None:
        picture = self._session.pictures.current
        rows = picture.rows if picture is not None else ()
        loader = next((one for one in rows if one.kind is RowKind.LOADER), None)
        self._now.setText(loader.accessible if loader is not None else "")
