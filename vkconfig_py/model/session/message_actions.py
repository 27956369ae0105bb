"""What can be done with messages of the validation layer: mute them, see their rule and setting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.launch.layer_log_files import VALIDATION_LAYER
from vkconfig_py.model.launch.validation_messages import (
    find_printing_setting,
    specification_address,
)
from vkconfig_py.model.layer_settings.layer_values import compute_effective_values, list_items
from vkconfig_py.model.layer_settings.setting_edits import (
    FILTER_KEY,
    MuteResult,
    make_filter_entry,
    mute_message,
    unmute_message,
)
from vkconfig_py.model.layer_settings.setting_paths import make_program_environment
from vkconfig_py.model.session.declarations import LAYER_KINDS, find_chosen_manifest, list_copies

if TYPE_CHECKING:
    from vkconfig_py.model.chain.snapshot_values import ChainSnapshot, Row
    from vkconfig_py.model.launch.log_store import MessageHeader
    from vkconfig_py.model.layer_settings.declared import DeclaredLayer
    from vkconfig_py.model.session.launched_run import LaunchedRun
    from vkconfig_py.model.session.session import Session


CONFIGURATION_GONE = tr("The configuration that was launched was deleted.")


class SettingLocation(NamedTuple):
    """A setting: the key of its layer's row, and its own."""

    row: str
    key: str


class MessageActions:
    """Mutes messages of the validation layer in the configuration that was launched.

    Another configuration may be selected now.
    """

    def __init__(self, session: Session, run: LaunchedRun) -> None:
        self._session = session
        self._run = run

    def mute(self, header: MessageHeader) -> MuteResult:
        """Add a message to the layer's list of messages to leave out, as one undo step."""
        configuration = self._find_configuration()
        if configuration is None:
            return MuteResult(None, CONFIGURATION_GONE, is_certain=False)
        own_variables = configuration.environment
        environment = make_program_environment(self._session.machine.host, own_variables)
        identity = header.identifier, header.number
        mute_result = mute_message(
            configuration, self._find_declared(), VALIDATION_LAYER, identity, environment
        )
        if mute_result.configuration is not None:
            self._session.edits.do(
                workspace_edits.make_change, mute_result.configuration, mute_result.label
            )
        return mute_result

    def unmute(self, header: MessageHeader) -> MuteResult:
        """Take a message out of that list, as one undo step."""
        configuration, declared_layer = self._find_configuration(), self._find_declared()
        if configuration is None or declared_layer is None:
            return MuteResult(None, CONFIGURATION_GONE, is_certain=False)
        identity = header.identifier, header.number
        mute_result = unmute_message(configuration, declared_layer, VALIDATION_LAYER, identity)
        if mute_result.configuration is not None:
            self._session.edits.do(
                workspace_edits.make_change, mute_result.configuration, mute_result.label
            )
        return mute_result

    def list_muted(self) -> frozenset[str]:
        """Return the entries of the layer's list of messages to leave out."""
        configuration, declared_layer = self._find_configuration(), self._find_declared()
        if configuration is None or declared_layer is None:
            return frozenset()
        values = compute_effective_values(
            declared_layer, configuration.find_entry(VALIDATION_LAYER)
        )
        items = list_items(values.get(FILTER_KEY))
        return frozenset(str(item.value) for item in items if item.enabled)

    def is_muted(self, header: MessageHeader) -> bool:
        return make_filter_entry(header.identifier, header.number) in self.list_muted()

    def find_specification_url(self, header: MessageHeader) -> str:
        """Return the address of the rule that a message is about, in the specification, or ""."""
        declared_layer = self._find_declared()
        text = declared_layer.api_version if declared_layer else ""
        version = tuple(int(part) for part in text.split(".") if part.isdecimal())
        return specification_address(header, version)

    def find_setting(self, header: MessageHeader) -> SettingLocation | None:
        """Return the setting that makes the layer print a message, or None."""
        declared_layer, row = self._find_declared(), self._find_row()
        key = find_printing_setting(header, declared_layer) if declared_layer else ""
        return SettingLocation(row.key, key) if row is not None and key else None

    def _find_configuration(self) -> Configuration | None:
        """Return the configuration that was launched, None if it was deleted."""
        workspace = self._session.edits.workspace
        key = self._run.configuration_key
        return workspace.find_configuration(key) if key else workspace.selected_configuration

    def _get_snapshot(self) -> ChainSnapshot | None:
        """Return the snapshot that is displayed."""
        return self._session.snapshots.shown or self._session.snapshots.current

    def _find_row(self) -> Row | None:
        """Return the row of the validation layer, or None."""
        snapshot = self._get_snapshot()
        rows = snapshot.rows if snapshot else ()
        return next(
            (row for row in rows if row.name == VALIDATION_LAYER and row.kind in LAYER_KINDS), None
        )

    def _find_declared(self) -> DeclaredLayer | None:
        """Return what the validation layer's chosen copy declares, None if there is none."""
        snapshot, row, configuration = (
            self._get_snapshot(),
            self._find_row(),
            self._find_configuration(),
        )
        if snapshot is None or row is None:
            return None
        entry = configuration.find_entry(VALIDATION_LAYER) if configuration else None
        copies = list_copies(snapshot, VALIDATION_LAYER)
        path = find_chosen_manifest(row.manifest, entry.copy if entry else "", copies)
        return self._session.declared.find(snapshot.report.host.root, path, VALIDATION_LAYER)
