"""The submenus of the tray icon: which configuration is applied, its device, the loader's log."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import cast

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu
from shiboken6 import isValid

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.apply.notices import BannerKind
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.session.tray_choices import (
    EVERY_DEVICE,
    ApplyOffer,
    TrayChoice,
    describe_apply,
    find_apply_offers,
    find_common_programs,
    list_configuration_choices,
    list_device_choices,
    list_log_choices,
    toggle_word,
)
from vkconfig_py.model.text.wording import make_tooltip
from vkconfig_py.ui.widgets.basic import escape_menu_text, remove_mnemonic
from vkconfig_py.ui.window.window_parts import WindowParts

_Exclusion = QActionGroup.ExclusionPolicy
_MAX_CHARACTERS = 90  # of an entry, in characters of mean width


class _ChoiceMenu:
    """A submenu of choices, filled anew only where other ones are offered.

    A desktop that draws the menu itself gets all of it again then, and the pointer loses its entry.
    """

    def __init__(
        self, menu: QMenu, choose: Callable[[str], object], last_action: QAction | None = None
    ) -> None:
        """Fill a menu with a heading and choices, before its `last_action` entry."""
        self._menu, self._choose, self._last_action = menu, choose, last_action
        self._actions: dict[str, QAction] = {}
        self._heading = QAction(menu)
        self._heading.setEnabled(False)
        menu.insertAction(cast("QAction", last_action), self._heading)
        self._group = QActionGroup(menu)
        menu.setToolTipsVisible(True)

    def show(
        self, choices: Sequence[TrayChoice], *, heading: str, excludes_others: bool = False
    ) -> None:
        """Show these choices below a heading. `excludes_others`: one alone can be chosen."""
        self._heading.setText(escape_menu_text(heading))
        keys = [choice.key for choice in choices]
        if keys != list(self._actions):
            for action in self._actions.values():
                self._menu.removeAction(action)
                action.deleteLater()
            self._actions = {key: self._add(key) for key in keys}
        policy = _Exclusion.Exclusive if excludes_others else _Exclusion.None_
        self._group.setExclusionPolicy(policy)
        for choice in choices:
            self._show_choice(self._actions[choice.key], choice)

    def _add(self, key: str) -> QAction:
        """Add the entry of a choice."""
        action = QAction(self._menu)
        self._menu.insertAction(cast("QAction", self._last_action), action)
        action.triggered.connect(lambda: self._choose(key))
        action.setCheckable(True)
        self._group.addAction(action)
        return action

    def _show_choice(self, action: QAction, choice: TrayChoice) -> None:
        """Show a choice in its entry, one that cannot be chosen with the reason."""
        text = choice.text
        if choice.reason:
            text = tr("{name}: {reason}", name=text, reason=choice.reason)
        metrics = self._menu.fontMetrics()
        width = metrics.averageCharWidth() * _MAX_CHARACTERS
        action.setText(
            escape_menu_text(metrics.elidedText(text, Qt.TextElideMode.ElideRight, width))
        )
        action.setToolTip(make_tooltip(text))
        action.setChecked(choice.is_chosen)
        action.setEnabled(bool(choice.key) and not choice.reason)


class TraySubmenus(QObject):
    """Fills the submenus of the tray icon, and does what is chosen there.

    Device and log are those of the selected configuration. What is applied without changes stays
    so: an edit made here is applied at once, since no window may be there to do it.
    """

    def __init__(
        self,
        parts: WindowParts,
        *,
        configuration_menu: QMenu,
        device_menu: QMenu,
        log_menu: QMenu,
    ) -> None:
        """Fill three submenus of one menu."""
        super().__init__(configuration_menu.parent())
        self._parts, self._session = parts, parts.session
        self._offers: Mapping[str, ApplyOffer] = {}
        self._configurations = _ChoiceMenu(configuration_menu, self.apply)
        probe = parts.actions["probe_all"]
        self._probe = device_menu.addAction(remove_mnemonic(probe.text()), probe.trigger)
        self._devices = _ChoiceMenu(device_menu, self.choose_device, self._probe)
        self._log = _ChoiceMenu(log_menu, self.toggle_log_level)

    def refresh(self) -> None:
        """Show the present choices, and find out which configurations can be applied."""
        edits = self._session.edits
        workspace, selected_configuration = edits.workspace, edits.workspace.selected_configuration
        heading = tr("Configuration: {name}", name=selected_configuration.title)
        devices = edits.devices.list_devices()
        self._devices.show(
            list_device_choices(selected_configuration.devices, devices),
            heading=heading,
            excludes_others=True,
        )
        self._probe.setVisible(not devices)
        self._log.show(list_log_choices(selected_configuration.loader_log), heading=heading)
        self._show_configurations()
        keys = tuple(configuration.key for configuration in workspace.configurations)
        self._find_offers(keys, self._on_offers)

    def _show_configurations(self) -> None:
        """Show the configurations, several of which may be applied to different programs."""
        workspace, applied_configurations = (
            self._session.edits.workspace,
            self._session.system.applied,
        )
        choices = list_configuration_choices(workspace, applied_configurations, self._offers)
        self._configurations.show(
            choices,
            heading=describe_apply(find_common_programs(self._offers)),
            excludes_others=len(applied_configurations) <= 1,
        )

    def _find_offers(
        self, keys: Sequence[str], deliver: Callable[[Mapping[str, ApplyOffer]], None]
    ) -> None:
        """Find on a worker how the configurations with these keys would be applied."""
        session = self._session
        workspace, applied_state = session.edits.workspace, session.system.applied_state
        self._parts.worker.submit(
            lambda: find_apply_offers(
                keys, session.machine, workspace, applied_state, session.shared.cache()
            ),
            deliver,
        )

    def _on_offers(self, offers: Mapping[str, ApplyOffer]) -> None:
        """Show which configurations can be applied, and to what."""
        self._offers = offers
        if isValid(self):
            self._show_configurations()

    def apply(self, key: str) -> None:
        """Apply a configuration, or the edits since it was applied; it becomes the selected one."""
        self._find_offers((key,), partial(self._apply, key))

    def _apply(self, key: str, offers: Mapping[str, ApplyOffer]) -> None:
        """Apply a configuration as it was planned, or say why that is not possible."""
        session, offer = self._session, offers[key]
        if offer.reason:
            session.message.emit(tr("Nothing was applied: {reason}.", reason=offer.reason), "error")
            return
        session.edits.select_configuration(key)
        if any(entry.configuration.key == key for entry in session.system.applied):
            session.apply_again(offer.programs)
        else:
            session.apply(offer.programs)

    def choose_device(self, key: str) -> None:
        """Let programs have one device alone, or every device."""
        devices = self._session.edits.devices
        self._edit(devices.clear_choice if key == EVERY_DEVICE else partial(devices.use_only, key))

    def toggle_log_level(self, level: str) -> None:
        """Let the loader print a kind of messages, or no longer print it."""
        edits = self._session.edits
        selected_configuration = edits.workspace.selected_configuration
        words = toggle_word(selected_configuration.loader_log, level)
        self._edit(
            partial(edits.do, workspace_edits.set_loader_log, selected_configuration.key, words)
        )

    def _edit(self, edit: Callable[[], object]) -> None:
        """Edit the selected configuration, and apply that if it was applied without changes."""
        was_changed = self._is_changed_since_applied()
        edit()
        banner = self._session.make_banner()
        if banner is not None and not was_changed and self._is_changed_since_applied():
            self._session.apply_again(banner.programs)

    def _is_changed_since_applied(self) -> bool:
        """Return whether the selected configuration differs from what is applied of it."""
        banner = self._session.make_banner()
        return banner is not None and banner.kind is BannerKind.DIFFERS
