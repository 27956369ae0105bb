"""Parts of the settings page: a layer's notice, a setting's footer, and the menus."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from vkconfig_py.language.sentences import join_words, render, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.configuration import NEWEST_COPY
from vkconfig_py.model.layer_settings.declared import LayerMessage, MessageSeverity, OwnSettings
from vkconfig_py.model.layer_settings.own_file import OwnFile, get_own_file_name
from vkconfig_py.model.layer_settings.setting_edits import SAVED_NOT_WRITTEN
from vkconfig_py.model.layer_settings.setting_names import (
    get_name_in_file,
    list_android_properties,
    list_variable_names,
)
from vkconfig_py.model.layer_settings.setting_rows import NodeKind, SettingRow
from vkconfig_py.model.session.layer_editing import LayerEditing
from vkconfig_py.model.text.wording import escape_invisible, escape_invisible_lines, make_tooltip
from vkconfig_py.ui.theme.context import ThemeContext, cut_lines, draw_paragraph, draw_text, mirror
from vkconfig_py.ui.widgets.basic import Label, escape_menu_text, offer_tip, set_margins
from vkconfig_py.ui.widgets.buttons import Button, CheckBox, Frame
from vkconfig_py.ui.widgets.desktop import is_web_address
from vkconfig_py.ui.widgets.menus import PopupMenu

LOADERS_CHOICE = tr("Chosen by the loader")
NEWEST_CHOICE = tr("Newest")
CopyText = Callable[[str], object]


class RowCallbacks(NamedTuple):
    """Callbacks for the entries of a row's menu."""

    reset: Callable[[SettingRow], object]
    browse: Callable[[SettingRow], object]
    link: Callable[[SettingRow, int], object]
    documentation: Callable[[SettingRow], object]
    website: Callable[[SettingRow], object]


def make_value_menu(layer_editing: LayerEditing, node: SettingRow, menu: PopupMenu) -> PopupMenu:
    """Fill the menu that selects the value of a setting."""
    # QMenu shows no tool tips of its entries by default.
    menu.setToolTipsVisible(True)
    for choice in layer_editing.list_choices(node):
        choose = partial(layer_editing.choose, node, choice.key)
        label = escape_menu_text(choice.label)
        action = menu.add_choice(label, choose, is_chosen=choice.is_selected)
        action.setToolTip(make_tooltip(choice.description))
        if choice.is_selected:
            # The keyboard begins at the current value.
            menu.setActiveAction(action)
    return menu


def make_preset_menu(layer_editing: LayerEditing, menu: PopupMenu) -> PopupMenu:
    """Fill the menu that selects a preset of the layer."""
    menu.setToolTipsVisible(True)
    choice = layer_editing.detect_preset()
    for number, preset in enumerate(choice.presets):
        is_chosen = preset == choice.nearest_preset and not choice.is_changed
        choose, label = partial(layer_editing.choose_preset, number), escape_menu_text(preset.label)
        action = menu.add_choice(label, choose, is_chosen=is_chosen)
        action.setToolTip(make_tooltip(preset.description))
    return menu


def make_copy_menu(layer_editing: LayerEditing, menu: PopupMenu) -> PopupMenu:
    """Fill the menu that selects which installed copy of the layer is configured."""
    entry = layer_editing.entry
    chosen_copy = entry.copy if entry else ""
    newest_copy_text = (
        f"{NEWEST_CHOICE} ({layer_editing.copies[0].text})"
        if layer_editing.copies
        else NEWEST_CHOICE
    )
    texts = [("", LOADERS_CHOICE), (NEWEST_COPY, newest_copy_text)]
    texts += [(copy.path, f"{copy.text}  {copy.path}") for copy in layer_editing.copies]
    for number, (key, text) in enumerate(texts):
        # Behind the two general choices.
        if number == 2:
            menu.addSeparator()
        choose = partial(layer_editing.choose_copy, key)
        menu.add_choice(escape_menu_text(text), choose, is_chosen=key == chosen_copy)
    return menu


def render_copy_title(layer_editing: LayerEditing) -> str:
    """Return which copy of the layer is configured, such as "Newest, 1.3.250"."""
    entry = layer_editing.entry
    chosen_copy = entry.copy if entry else ""
    if chosen_copy == NEWEST_COPY:
        return (
            tr("Newest, {text}", text=layer_editing.copies[0].text)
            if layer_editing.copies
            else tr("Newest")
        )
    texts = {copy.path: copy.text for copy in layer_editing.copies}
    if chosen_copy:
        return f"{texts.get(chosen_copy, tr('missing'))}, {chosen_copy}"
    version = texts.get(layer_editing.manifest, "")
    return f"{LOADERS_CHOICE}, {version}" if version else LOADERS_CHOICE


def make_row_menu(
    layer_editing: LayerEditing,
    node: SettingRow,
    menu: PopupMenu,
    copy_text: CopyText,
    callbacks: RowCallbacks,
) -> PopupMenu:
    """Return the menu with all actions of a setting. Each also has a key or a button.

    Args:
        layer_editing: settings of the layer.
        node: row of the setting.
        menu: an empty one.
        copy_text: called with a text for the clipboard.
        callbacks: what the other entries do.
    """
    if node.can_remove:
        menu.addAction(tr("&Remove"), partial(callbacks.reset, node))
    else:
        # The keys behind a tab are only shown: the tree handles them, and a shortcut here would be
        # another one.
        reset = menu.addAction(tr("&Reset to default\tDel"), partial(callbacks.reset, node))
        reset.setEnabled(node.can_reset)
        if node.kind is NodeKind.SETTING and not node.can_reset:
            pin = menu.addAction(tr("&Set to this value"), partial(layer_editing.pin, node))
            pin.setToolTip(tr("Write the value to the file even though it is the default"))
    if node.can_browse:
        menu.addAction(tr("&Browse…\tF4"), partial(callbacks.browse, node))
    for number, note in enumerate(node.notes):
        if note.link:
            menu.addAction(escape_menu_text(note.link), partial(callbacks.link, node, number))
    if (
        layer_editing.declared is not None
        and layer_editing.declared.find_setting(node.setting) is not None
    ):
        menu.addAction(tr("&Documentation"), partial(callbacks.documentation, node))
    if is_web_address(node.url):
        menu.addAction(tr("Open &website"), partial(callbacks.website, node))
    menu.addSeparator()
    menu.addAction(tr("&Copy key\tCtrl+C"), partial(copy_text, node.part or node.setting))
    _add_copy_entries(menu, layer_editing, node, copy_text)
    return menu


def _add_copy_entries(
    menu: PopupMenu, layer_editing: LayerEditing, node: SettingRow, copy_text: CopyText
) -> None:
    """Add entries that copy the setting's names in file, environment and Android properties."""
    declared_layer = layer_editing.declared
    setting = declared_layer.find_setting(node.setting) if declared_layer else None
    if declared_layer is None or setting is None or node.kind is NodeKind.GROUP:
        return
    if node.text or node.checked is not None:
        text = node.text or ("true" if node.checked else "false")
        menu.addAction(tr("Copy &value"), partial(copy_text, text))
    for title, names in (
        (tr("Copy settings &file key"), (get_name_in_file(declared_layer, setting),)),
        (tr("Copy v&ariable name"), list_variable_names(declared_layer, setting)),
        (tr("Copy &Android property"), list_android_properties(declared_layer, setting)),
    ):
        submenu = menu.add_submenu(title)
        for name in names:
            submenu.addAction(escape_menu_text(name), partial(copy_text, name))


_ICONS = {
    MessageSeverity.INFORMATION: ("info", "neutral"),
    MessageSeverity.WARNING: ("warn", "warn"),
    MessageSeverity.CRITICAL: ("error", "error"),
    MessageSeverity.QUESTION: ("question", "neutral"),
}
_BUTTON_LABELS = {
    "OK": "OK",
    "YES": tr("Yes"),
    "NO": tr("No"),
    "ABORT": tr("Abort"),
    "IGNORE": tr("Ignore"),
    "CANCEL": tr("Cancel"),
    "DISCARD": tr("Discard"),
}
_MIN_DESCRIPTION_LINES = 2  # of a description
_WRAP = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


class Notice(QWidget):
    """A sentence with buttons in the page: a message box would interrupt typing.

    Signals:
        button_pressed: a button was pressed (number).
    """

    button_pressed = Signal(int)

    def __init__(self, context: ThemeContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._icon, self._tone = "info", "neutral"
        self._buttons: list[Button] = []
        self._title = Label(context, text_style="strong", wrap=True)
        self._text = Label(context, text_style="small", wrap=True)
        self.do_not_show_again = CheckBox(context, tr("Do not show again"))
        self._row = QHBoxLayout()
        self._column = QVBoxLayout(self)
        self._column.addWidget(self._title)
        self._column.addWidget(self._text)
        self._column.addWidget(self.do_not_show_again)
        self._column.addLayout(self._row)
        self.hide()
        context.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def _on_theme_changed(self) -> None:
        theme = self._context.theme
        px = theme.px
        set_margins(self._column, px(44), px(10), px(16), px(10))
        self._column.setSpacing(px(6))
        self._row.setSpacing(px(8))
        self.do_not_show_again.setFont(theme.small.font)
        self.update()

    def show_message(self, message: LayerMessage | None) -> None:
        """Show a message that the layer declares, None to hide it."""
        if message is None:
            self.hide()
            return
        icon, tone = _ICONS[message.severity]
        texts = "\n".join(part for part in (message.description, message.informative) if part)
        labels = [
            _BUTTON_LABELS.get(button.kind, button.kind.capitalize()) for button in message.answers
        ]
        self.do_not_show_again.setChecked(False)
        self.do_not_show_again.show()
        self._show(icon, tone, message.title, texts, labels)

    def show_sentence(self, icon: str, tone: str, text: str, label: str) -> None:
        """Show a sentence of vkconfig-py with one button, "" to hide it."""
        if not text:
            self.hide()
            return
        self.do_not_show_again.hide()
        self._show(icon, tone, "", text, [label])

    def _show(self, icon: str, tone: str, title: str, text: str, labels: list[str]) -> None:
        """Show a notice with its buttons, hidden without title and text.

        Args:
            icon: its name.
            tone: key of its color, such as "warn".
            title: in bold, "" for none.
            text: below it, "" for none.
            labels: of its buttons.
        """
        self._icon, self._tone = icon, tone
        # A message comes from a manifest of anybody: control characters are shown as escapes.
        self._title.setText(escape_invisible(title))
        self._title.setVisible(bool(title))
        self._text.setText(escape_invisible_lines(text))
        self._text.setVisible(bool(text))
        self.setAccessibleName(", ".join(part for part in (title, text) if part))
        # Stretches too, which only the layout knows.
        while self._row.count():
            self._row.takeAt(0)
        for old_button in self._buttons:
            # deleteLater() waits for the event loop; until then they would be seen beside the new
            # ones.
            old_button.hide()
            old_button.deleteLater()
        self._buttons = [Button(self._context, label, height=28) for label in labels]
        for number, button in enumerate(self._buttons):
            button.clicked.connect(lambda _checked=False, n=number: self.button_pressed.emit(n))
            self._row.addWidget(button)
        self._row.addStretch(1)
        self.show()

    def buttons(self) -> list[Button]:
        """Return the buttons of the notice, in their order."""
        return self._buttons

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._context.theme
        px = theme.px
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        # With high contrast tints are gone: an outline takes their place.
        painter.setPen(theme.colors.tone(self._tone) if theme.high_contrast else Qt.PenStyle.NoPen)
        painter.setBrush(theme.colors.tint(self._tone))
        box = QRectF(self.rect()).adjusted(px(8), px(4), -px(8), -px(4))
        painter.drawRoundedRect(box, px(6), px(6))
        mirror(painter, self, QRectF(self.rect()))
        icon_rect = QRectF(px(18), px(12), px(16), px(16))
        self._context.icons.paint(painter, self._icon, theme.colors.tone(self._tone), icon_rect)
        painter.end()


class SettingFooter(QLabel):
    """Description of the current setting, when an edit of it has effect, and documentation.

    Signals:
        documentation_requested: open the documentation (key of the setting).
    """

    documentation_requested = Signal(str)

    def __init__(self, context: ThemeContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._key = ""
        self._label, self._name, self._description = "", "", ""
        self._text, self._effect, self._effect_word = "", "", ""
        self.documentation_button = Button(
            context, icon="book", frame=Frame.FLAT, name=tr("Documentation"), height=24
        )
        self.documentation_button.setToolTip(tr("Setting documentation"))
        self.documentation_button.clicked.connect(
            lambda: self.documentation_requested.emit(self._key)
        )
        row = QHBoxLayout(self)
        row.addStretch(1)
        row.addWidget(self.documentation_button)
        # A long description must not widen the inspector.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        context.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def _on_theme_changed(self) -> None:
        px = self._context.theme.px
        row = self.layout()
        if row is not None:
            set_margins(row, px(16), 0, px(8), 0)
        self.setFixedHeight(self.least_height)
        self.update()

    @property
    def least_height(self) -> int:
        """The height of the label and two lines, which it has in any case, in pixels."""
        theme = self._context.theme
        return (
            theme.small_strong.height + _MIN_DESCRIPTION_LINES * theme.small.height + theme.px(12)
        )

    def use_room(self, available_width: int) -> None:
        """Show a long description in more lines, in the room that the rows above leave.

        `available_width`: beyond the least height, in pixels. Where the rows need it all, they must
        not jump with each setting that is selected.
        """
        text_style, width = self._context.theme.small, self._find_text_width()
        needed_width = text_style.compute_height(self._description, width)
        more = max(0, needed_width - _MIN_DESCRIPTION_LINES * text_style.height)
        self.setFixedHeight(self.least_height + max(0, min(more, available_width)))

    def _find_text_width(self) -> int:
        """Return the width of the texts in pixels."""
        px = self._context.theme.px
        return self.width() - px(16) - px(44 if self._key else 16)

    def event(self, event: QEvent) -> bool:
        return offer_tip(self, event) or super().event(event)

    def show_node(self, node: SettingRow | None) -> None:
        """Show the description of a setting, None if no setting is selected."""
        self._label = escape_invisible(node.label) if node else ""
        self._effect = escape_invisible(node.effect) if node else ""
        advice = tr("Select a setting to see its description.")
        parts = (node.requirement, node.description) if node else (advice,)
        self._text = escape_invisible(" ".join(part for part in parts if part))
        self._description = " ".join(filter(None, (self._text, self._effect)))
        self._key = node.setting if node and node.kind is not NodeKind.LOST else ""
        # No file has the key of a group.
        is_written = node is not None and node.kind is not NodeKind.GROUP
        self._name = escape_invisible(node.part or self._key) if node and is_written else ""
        self._effect_word = node.effect_word if node else ""
        self.documentation_button.setVisible(bool(self._key))
        self.setAccessibleName(": ".join(part for part in (self._label, self._description) if part))
        # The two lines may not hold all of it, nor the first line the whole name.
        self.setToolTip(make_tooltip("\n\n".join(filter(None, (self._description, self._name)))))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._context.theme
        px = theme.px
        painter = QPainter(self)
        mirror(painter, self, QRectF(self.rect()))
        text_style, strong_font = theme.small, theme.small_strong
        left, width, top = px(16), self._find_text_width(), px(5)
        painter.setPen(theme.colors.text)
        text = " ".join(filter(None, (self._effect, self._text)))  # it may be cut at its end
        if self._label:
            height = strong_font.height
            used_width = draw_text(
                painter, strong_font, self._label, left, top, width, height
            ) + px(8)
            painter.setPen(theme.colors.secondary)
            draw_text(
                painter, text_style, self._name, left + used_width, top, width - used_width, height
            )
            word_width = text_style.width(self._effect_word)
            word_left = left + width - word_width
            if left + used_width + text_style.width(self._name) + px(12) <= word_left:
                draw_text(
                    painter, text_style, self._effect_word, word_left, top, word_width + 2, height
                )
                text = self._text
            top += height
        description_rect = QRect(left, top, width, self.height() - top - px(5))
        painter.setPen(theme.colors.secondary)
        lines = max(_MIN_DESCRIPTION_LINES, description_rect.height() // text_style.height)
        description = cut_lines(text, text_style, width, lines)
        draw_paragraph(painter, text_style, QRectF(description_rect), _WRAP, description)
        painter.end()


def describe_origin(layer_editing: LayerEditing) -> str:
    """Return where a layer with settings of its own format reads them, "" for other layers."""
    own_settings = layer_editing.declared.own_settings if layer_editing.declared else None
    if own_settings is None:
        return ""
    origin = _describe_own_origin(own_settings, layer_editing)
    if not layer_editing.is_off:
        return origin
    if layer_editing.hindrance:
        off_note = tr(
            "This layer is on but does not load: {reason}. Its settings have no effect until it "
            "loads.",
            reason=layer_editing.hindrance,
        )
    else:
        off_note = tr("This layer is off: its settings have no effect until you turn it on.")
    return f"{off_note} {origin}"


def _describe_own_origin(own_settings: OwnSettings, layer_editing: LayerEditing) -> str:
    """Return which file of the layer's own format is edited, and when it is written."""
    if not own_settings.has_file:
        return tr(
            "These are environment variables. They affect only programs launched from vkconfig-py."
        )
    path, applied_path = layer_editing.own_path, layer_editing.applied_path
    if path and layer_editing.own_file.refusal:
        return tr(
            "{path} is not edited: {reason}. Once the file is correct, its settings can be changed "
            "here.",
            path=path,
            reason=layer_editing.own_file.refusal,
        )
    if applied_path and applied_path in (path, *layer_editing.weaker_paths):
        return tr(
            "Apply changed {path}. Launch uses a copy with your changes; withdrawing restores the "
            "file.",
            path=applied_path,
        )
    if applied_path:
        return tr(
            "Apply created {path}. Launch uses a private file; withdrawing removes the file.",
            path=applied_path,
        )
    if path and own_settings.merges:
        return tr(
            "Based on {files}, all of which count. Launch adds a private file with your changes; "
            "Apply changes the layer's file.",
            files=join_words((path, *layer_editing.weaker_paths)),
        )
    if path and own_settings.profiles is not None:
        return _describe_profile(path, layer_editing.own_file)
    if not path:
        return tr(
            "This layer has no settings file yet. Launch uses a private file; Apply "
            "creates the layer's file."
        )
    if own_settings.per_program:
        return tr(
            "Based on {path}. Launch uses a copy with your changes. Apply writes {file} for every "
            "program, or a separate file for each chosen program.",
            path=path,
            file=get_own_file_name(own_settings),
        )
    return tr(
        "Based on {path}. Launch uses a copy with your changes; Apply changes the file.",
        path=path,
    )


def _describe_profile(path: str, file: OwnFile) -> str:
    """Return which table of a file with tables for programs is edited, and when it is written."""
    if file.is_for_any:
        return tr(
            "{path} has profiles for programs. Choose a program to see and change its settings.",
            path=path,
        )
    if file.profile:
        return tr(
            "Based on the profile “{profile}” in {path}. Launch uses a copy with your changes; "
            "Apply changes the profile.",
            profile=file.profile,
            path=path,
        )
    return tr(
        "{path} has no profile for this program. Launch uses a copy with one; Apply adds one.",
        path=path,
    )


def make_kept_notice() -> tuple[str, str, str, str]:
    """Return icon, tone, text and button of the notice that settings are not written."""
    return (
        "info",
        "neutral",
        render(SAVED_NOT_WRITTEN),
        tr("Write settings"),
    )
