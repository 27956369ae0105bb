"""What a run that works is, and what is tried in a search for a culprit."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QDoubleValidator, QIntValidator
from PySide6.QtWidgets import QGridLayout, QMenu, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.bisect.candidates import SearchPart
from vkconfig_py.model.bisect.success import SECONDS, SuccessTest
from vkconfig_py.model.text.wording import tooltip
from vkconfig_py.ui.theme.look import ThemeContext
from vkconfig_py.ui.widgets.basic import BackgroundPane, Field, Label, TextRole, below, row_of
from vkconfig_py.ui.widgets.buttons import Button, CheckBox, Frame

_PARTS: dict[object, str] = {
    None: tr("layers, settings and drivers"),
    SearchPart.LAYERS: tr("layers"),
    SearchPart.SETTINGS: tr("settings and variables"),
    SearchPart.DRIVERS: tr("drivers"),
}
_STILL_RUNNING: dict[object, str] = {
    True: tr("works", "a run that still runs after a time"),
    False: tr("fails", "a run that still runs after a time"),
}
_OUTPUT: dict[object, str] = {
    "": tr("and prints anything"),
    "must": tr("and prints"),
    "must not": tr("and does not print"),
}


class _Chooser(Button):
    """A button with a menu of values."""

    def __init__(
        self, look: ThemeContext, name: str, texts: dict[object, str], changed: Callable[[], object]
    ) -> None:
        super().__init__(look, frame=Frame.FIELD, height=28)
        self._name, self._texts, self._changed = name, texts, changed
        self.set_arrow()
        self.clicked.connect(lambda: self.menu().exec(below(self)))
        self._show(next(iter(texts)))

    def menu(self) -> QMenu:
        menu = QMenu(self)
        for value, text in self._texts.items():
            action = menu.addAction(text)
            action.setCheckable(True)
            action.setChecked(value == self.value)
            action.triggered.connect(lambda _=False, v=value: self.choose(v))
        return menu

    def choose(self, value: object) -> None:
        self._show(value)
        self._changed()

    def _show(self, value: object) -> None:
        self.value = value
        self.setText(self._texts[value])
        self.setToolTip(tooltip(self._texts[value]))
        self.setAccessibleName(f"{self._name}: {self._texts[value]}")
        self.updateGeometry()


class SuccessForm(BackgroundPane):
    """What a run that works is, and what is tried."""

    def __init__(self, look: ThemeContext, parent: QWidget | None = None) -> None:
        super().__init__(look, "window", parent)
        self.exit_status = _number(look, tr("Exit code of a run that works"), "0")
        self.exit_status.setValidator(QIntValidator(0, 255, self))
        self.seconds = _number(look, tr("Seconds after which a run is ended"), f"{SECONDS:g}")
        self.seconds.setValidator(QDoubleValidator(0.0, 99999.0, 1, self))
        self.still = _Chooser(look, tr("A run that lasts until then"), _STILL_RUNNING, _nothing)
        self.text = Field(look, name=tr("Text in the output"), hint=tr("text"))
        self.text.setMinimumWidth(look.theme.px(140))
        self.output = _Chooser(look, tr("Output"), _OUTPUT, self._on_output_chosen)
        self.asks = CheckBox(look, tr("Ask me after each run"))
        self.asks.toggled.connect(self._follow)
        self.part = _Chooser(look, tr("What is tried"), _PARTS, _nothing)
        self.repeat = _number(look, tr("Runs of each trial"), "1")
        self.repeat.setValidator(QIntValidator(1, 100, self))
        self._lay_out(look)
        self._on_output_chosen()
        self._follow()

    def _lay_out(self, look: ThemeContext) -> None:
        px = look.theme.px
        grid = QGridLayout(self)
        grid.setContentsMargins(px(16), px(8), px(16), px(8))
        grid.setHorizontalSpacing(px(8))
        grid.setVerticalSpacing(px(6))
        lines: tuple[tuple[str, tuple[QWidget | str | None, ...]], ...] = (
            (tr("A run works if it"), (tr("exits with"), self.exit_status, None)),
            ("", (self.output, self.text, None)),
            (tr("After"), (self.seconds, tr("s, a running one"), self.still, None)),
            (tr("Or"), (self.asks, None)),
            (tr("Try"), (self.part, None)),
            (tr("Run each trial"), (self.repeat, tr("times, unless it fails"), None)),
        )
        for number, (label, parts) in enumerate(lines):
            grid.addWidget(Label(look, label, face="small", ink=TextRole.SECONDARY), number, 0)
            widgets = [
                Label(look, part, face="small", ink=TextRole.SECONDARY)
                if isinstance(part, str)
                else part
                for part in parts
            ]
            grid.addLayout(row_of(*widgets, spacing=px(6)), number, 1)
        grid.setColumnStretch(1, 1)
        grid.setRowStretch(len(lines), 1)

    def test(self) -> SuccessTest:
        asks, output = self.asks.isChecked(), self.output.value
        return SuccessTest(
            exit_status=int(self.exit_status.text() or 0),
            seconds=0.0 if asks else float(self.seconds.text().replace(",", ".") or 0),
            still_running_passes=bool(self.still.value),
            text=self.text.text() if output else "",
            text_fails=output == "must not",
            asks=asks,
            repeat=max(int(self.repeat.text() or 1), 1),
        )

    def chosen_part(self) -> SearchPart | None:
        """What is tried; None for everything."""
        part = self.part.value
        return part if isinstance(part, SearchPart) else None

    def show_test(self, test: SuccessTest, part: SearchPart | None) -> None:
        """Show the test of a search."""
        self.exit_status.setText(str(test.exit_status))
        if not test.asks:
            self.seconds.setText(f"{test.seconds:g}")
        self.still.choose(test.still_running_passes)
        self.output.choose("" if not test.text else "must not" if test.text_fails else "must")
        self.text.setText(test.text)
        self.asks.setChecked(test.asks)
        self.part.choose(part)
        self.repeat.setText(str(test.repeat))

    def _on_output_chosen(self) -> None:
        self.text.setVisible(bool(self.output.value))

    def _follow(self) -> None:
        """Only what is not asked is tested."""
        for widget in (self.exit_status, self.seconds, self.still, self.output, self.text):
            widget.setEnabled(not self.asks.isChecked())


def _number(look: ThemeContext, name: str, value: str) -> Field:
    field = Field(look, name=name)
    field.setText(value)
    field.setFixedWidth(look.theme.px(56))
    return field


def _nothing() -> None:
    return
