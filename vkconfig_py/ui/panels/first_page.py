"""Pages for beginners: the first steps, and a machine without a Vulkan loader."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.ui.theme.context import ThemeContext, draw_text
from vkconfig_py.ui.widgets.basic import (
    BackgroundPane,
    Divider,
    Label,
    TextRole,
    make_column,
    make_row,
    set_margins,
    set_up_scrolling,
)
from vkconfig_py.ui.widgets.buttons import Button, Frame
from vkconfig_py.ui.widgets.layouts import FlowLayout

TITLE = tr("First steps")
FIRST_STEPS = (
    tr("The chain shows what a program loads, in what order, and why."),
    tr("Turn layers on or off, drag them into order, then launch the program."),
    tr("Apply… does the same for programs started elsewhere."),
)
CLOSE_TIP = tr("Close (reopen with Help > First steps)")
INSTALL_COMMANDS = (
    ("Debian, Ubuntu", "sudo apt install libvulkan1 mesa-vulkan-drivers"),
    ("Fedora", "sudo dnf install vulkan-loader mesa-vulkan-drivers"),
    ("Arch", "sudo pacman -S vulkan-icd-loader vulkan-swrast"),
)


class FirstPage(BackgroundPane):
    """Three lines, the sample machine beside them, and one click that ends it.

    Signals:
        demo_requested: show the sample machine.
        menu_requested: put the program into the menu of the desktop.
        closed: it is not wanted any more.
        height_changed: it may need another height.
    """

    demo_requested = Signal()
    menu_requested = Signal()
    closed = Signal()
    height_changed = Signal()

    def __init__(
        self, context: ThemeContext, *, offers_sample: bool, parent: QWidget | None = None
    ) -> None:
        super().__init__(context, "base", parent)
        self.setAccessibleName(TITLE)
        self.setAccessibleDescription(" ".join(FIRST_STEPS))
        self.sample_button = Button(
            context, tr("Show the sample machine"), frame=Frame.OUTLINE, height=28
        )
        self.sample_button.setToolTip(tr("Opens another window where you can try everything"))
        self.sample_button.clicked.connect(self.demo_requested)
        self.sample_button.setVisible(offers_sample)
        self.menu = Button(
            context, tr("Add to the application menu…"), frame=Frame.OUTLINE, height=28
        )
        self.menu.clicked.connect(self.menu_requested)
        self.menu.hide()  # until it is known that it can be added
        self.close_button = Button(
            context, icon="close", frame=Frame.FLAT, name=CLOSE_TIP, height=24
        )
        self.close_button.setToolTip(CLOSE_TIP)
        self.close_button.clicked.connect(self.closed)
        self._title_row = make_row(
            Label(context, TITLE, text_style="strong"), None, self.close_button
        )
        self._steps = QWidget()
        self._body = QVBoxLayout(self._steps)
        for line in FIRST_STEPS:
            self._body.addWidget(Label(context, line, text_style="small", wrap=True))
        self._button_row = FlowLayout()
        self._button_row.addWidget(self.sample_button)
        self._button_row.addWidget(self.menu)
        self._body.addLayout(self._button_row)
        self._steps.installEventFilter(self)
        self._area = QScrollArea()
        self._area.setWidget(self._steps)
        self._area.setWidgetResizable(True)
        set_up_scrolling(self._area, context)
        for widget in (self._steps, self._area.viewport()):
            widget.setAutoFillBackground(False)  # the ground of the page shows
        self._divider = Divider(context)
        column = make_column(self)
        column.addLayout(self._title_row)
        column.addWidget(self._area, 1)
        column.addWidget(self._divider)
        context.changed.connect(self._on_metrics_changed)
        self._on_metrics_changed()

    def _on_metrics_changed(self) -> None:
        px = self._context.theme.px
        set_margins(self._title_row, px(16), px(10), px(12), px(6))
        set_margins(self._body, px(16), 0, px(12), px(12))
        self._body.setSpacing(px(6))
        self._button_row.setSpacing(px(8))

    def eventFilter(self, watched_object: QObject, event: QEvent) -> bool:
        is_filtered = super().eventFilter(watched_object, event)
        # Sent when a button comes or goes, or the text has another size.
        if event.type() is QEvent.Type.LayoutRequest:
            self.height_changed.emit()
        return is_filtered

    def compute_height(self, width: int) -> int:
        """Return the height that all of it needs in a width, both in pixels."""
        fixed_height = self._title_row.sizeHint().height() + self._divider.height()
        return fixed_height + self._steps.heightForWidth(width)

    def set_room(self, width: int, height: int) -> None:
        """Be as high as a width asks for, at most `height`, where the steps scroll; in pixels."""
        needed_height = self.compute_height(width)
        self.setFixedHeight(min(needed_height, height))
        # A stop of Tab only where there is something to scroll.
        scrolls = Qt.FocusPolicy.StrongFocus if needed_height > height else Qt.FocusPolicy.NoFocus
        self._area.setFocusPolicy(scrolls)


class _MissingLoader(QWidget):
    """The illustration: program and drivers, and a gap between them."""

    def __init__(self, context: ThemeContext) -> None:
        super().__init__()
        self._context = context
        px = context.theme.px
        self.setFixedSize(px(380), px(76))
        # A painted picture says nothing to a screen reader.
        self.setAccessibleName(tr("No Vulkan loader: programs cannot reach the drivers"))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._context.theme
        px, colors = theme.px, theme.colors
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = self.width() / 2
        parts = (
            ("program", tr("Program"), middle - px(128), False),
            ("loader", tr("Loader missing"), middle, True),
            ("driver", tr("Drivers"), middle + px(128), False),
        )
        pen = QPen(colors.outline, 1.5)
        pen.setDashPattern([4, 3])
        painter.setPen(pen)
        for side in (-1, 1):
            start = middle + side * px(26)
            painter.drawLine(QPointF(start, px(22)), QPointF(middle + side * px(104), px(22)))
        for icon, text, x, is_missing in parts:
            text_role = colors.error if is_missing else colors.outline
            pen = QPen(text_role, 1.5)
            if is_missing:
                pen.setDashPattern([5, 3])
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(x - px(20), px(2), px(40), px(40)), px(8), px(8))
            size = px(20)
            icon_rect = QRectF(x - size / 2, px(22) - size / 2, size, size)
            glyph = colors.error if is_missing else colors.text
            self._context.icons.paint(painter, icon, glyph, icon_rect)
            text_style = theme.small_strong if is_missing else theme.small
            painter.setPen(colors.error if is_missing else colors.secondary)
            left = x - text_style.width(text) / 2
            draw_text(painter, text_style, text, left, px(48), px(200), px(20))
        painter.end()


class NoLoaderPage(BackgroundPane):
    """Shown in place of the panes.

    Signals:
        copied: a command for the clipboard.
        again_requested, demo_requested, anyway_requested: the buttons.
    """

    copied = Signal(str)
    rescan_requested = Signal()
    demo_requested = Signal()
    continue_requested = Signal()

    def __init__(self, context: ThemeContext, parent: QWidget | None = None) -> None:
        super().__init__(context, "base", parent)
        px = context.theme.px
        column = QVBoxLayout(self)
        column.setSpacing(px(8))
        # 2 above and 3 below: a little higher than the middle looks centred.
        column.addStretch(2)
        centre = Qt.AlignmentFlag.AlignHCenter
        column.addWidget(_MissingLoader(context), 0, centre)
        self._title = Label(context, text_style="hero")
        column.addWidget(self._title, 0, centre)
        self._reason = Label(context, text_role=TextRole.SECONDARY, wrap=True)
        self._reason.setAlignment(centre)
        column.addWidget(self._reason)  # in the whole width: a path is long
        column.addSpacing(px(8))
        self._rows = [
            self._make_command_row(system, command) for system, command in INSTALL_COMMANDS
        ]
        for row in self._rows:
            column.addWidget(row, 0, centre)
        self.show_obstacle("")
        column.addSpacing(px(8))
        column.addLayout(self._make_buttons())
        column.addStretch(3)

    def show_obstacle(self, sentence: str) -> None:
        """Say what prevents that a loader is found, or with "" that none is installed."""
        title, reason = tr("No Vulkan loader found"), sentence
        if not sentence:
            title = tr("No Vulkan loader on this machine")
            reason = tr(
                "libvulkan.so.1 was not found in the library cache or the library "
                "folders. Without it, only programs that bundle a loader can use Vulkan."
            )
        self._title.setText(title)
        self._reason.setText(reason)
        for row in self._rows:
            row.setVisible(not sentence)

    def _make_command_row(self, system: str, command: str) -> QWidget:
        """Return a row with the command that installs a loader, and a button to copy it.

        `system` is the name of the distribution.
        """
        context, px = self._context, self._context.theme.px
        row = BackgroundPane(context, "window")
        row.setFixedWidth(px(640))
        row_layout = QHBoxLayout(row)
        set_margins(row_layout, px(12), px(4), px(8), px(4))
        name = Label(context, system, text_style="small_strong", text_role=TextRole.SECONDARY)
        name.setFixedWidth(px(116))
        text = Label(context, command, text_style="code")
        text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        copy = Button(
            context,
            tr("Copy"),
            icon="copy",
            frame=Frame.FLAT,
            height=28,
            name=tr("Copy the command for {system}", system=system),
        )
        copy.clicked.connect(lambda: self.copied.emit(command))
        row_layout.addWidget(name)
        row_layout.addWidget(text, 1)
        row_layout.addWidget(copy)
        row.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        return row

    def _make_buttons(self) -> QHBoxLayout:
        """Return the row of buttons: rescan, sample machine, go on without a loader."""
        context = self._context
        rescan = Button(context, tr("Rescan"), icon="reset", frame=Frame.PRIMARY)
        rescan.clicked.connect(self.rescan_requested)
        demo = Button(context, tr("Show the sample machine"))
        demo.clicked.connect(self.demo_requested)
        what_if_button = Button(context, tr("Show what a loader would find"))
        what_if_button.clicked.connect(self.continue_requested)
        row = QHBoxLayout()
        row.setSpacing(context.theme.px(8))
        row.addStretch(1)
        for button in (rescan, demo, what_if_button):
            row.addWidget(button)
        row.addStretch(1)
        return row
