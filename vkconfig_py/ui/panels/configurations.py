"""The list of configurations at the left."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QPalette
from PySide6.QtWidgets import QHBoxLayout, QListView, QMenu, QVBoxLayout, QWidget

from vkconfig_py.model.items.configurations_model import ConfigurationsModel
from vkconfig_py.model.store import Store
from vkconfig_py.ui.actions import Actions, tip_of
from vkconfig_py.ui.button import Button, Frame
from vkconfig_py.ui.delegates.configuration_delegate import ConfigurationDelegate
from vkconfig_py.ui.look import Look
from vkconfig_py.ui.widgets import Label, SlimBar, Surface


class ConfigurationsPane(Surface):
    """Shows the workspace; selecting a row selects the configuration.

    Signals:
        menu_asked: the row menu is wanted at a global point.
    """

    menu_asked = Signal(QPoint)

    def __init__(
        self, look: Look, store: Store, actions: Actions, parent: QWidget | None = None
    ) -> None:
        super().__init__(look, "window", parent)
        self._store = store
        self._model = ConfigurationsModel(store, self)
        self._title = Label(look, "Configurations", face="strong")
        self._add = Button(look, icon="plus", frame=Frame.FLAT, name="New configuration", height=28)
        self._add.setToolTip(tip_of(actions["configuration_new"]))
        self._add.clicked.connect(actions["configuration_new"].trigger)
        self.list = QListView(self)
        self.list.setModel(self._model)
        self.list.setItemDelegate(ConfigurationDelegate(look, self.list))
        self.list.setVerticalScrollBar(SlimBar(look, self.list))
        self.list.setFrameShape(QListView.Shape.NoFrame)
        self.list.setUniformItemSizes(False)
        self.list.setMouseTracking(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setEditTriggers(QListView.EditTrigger.DoubleClicked)
        self.list.setAccessibleName("Configurations")
        self._refreshing = False
        self.list.selectionModel().currentChanged.connect(self._on_current_changed)
        self._head = QHBoxLayout()
        self._head.addWidget(self._title, 1)
        self._head.addWidget(self._add)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._head)
        column.addWidget(self.list, 1)
        store.workspace_changed.connect(self.refresh)
        store.applied_changed.connect(self.refresh)
        look.changed.connect(self._on_metrics_changed)
        self._on_metrics_changed()

    def _on_metrics_changed(self) -> None:
        theme = self._look.theme
        self._head.setContentsMargins(theme.px(20), theme.px(4), theme.px(8), theme.px(4))
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Base, theme.colors.window)
        self.list.setPalette(palette)
        self.setMinimumWidth(theme.px(160))

    def refresh(self) -> None:
        """Show the workspace as it is now."""
        workspace = self._store.workspace
        if not workspace.configurations:
            return
        self._refreshing = True  # a row that goes away makes another the view's current one
        self._model.show(workspace, self._store.applied)
        self._refreshing = False
        index = self._model.index_of(workspace.current.key)
        if index.isValid() and index != self.list.currentIndex():
            self.list.setCurrentIndex(index)

    def rename_current(self) -> None:
        """Edit the name of the current configuration in place."""
        self.list.setFocus()
        self.list.edit(self.list.currentIndex())

    def _on_current_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        key = self._model.key_at(current)
        if key and not self._refreshing and key != self._store.workspace.current.key:
            self._store.select_configuration(key)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of the current configuration."""
        self.menu_asked.emit(event.globalPos())


def configuration_menu(actions: Actions, parent: QWidget) -> QMenu:
    """Return the menu of a configuration."""
    menu = QMenu(parent)
    menu.addAction(actions["configuration_new"])
    menu.addAction(actions["configuration_duplicate"])
    menu.addAction(actions["configuration_rename"])
    menu.addSeparator()
    menu.addAction(actions["configuration_delete"])
    return menu
