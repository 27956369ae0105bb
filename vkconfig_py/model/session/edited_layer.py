"""The layer whose settings are shown: drafts, lists from the machine, its own file, and its rows.

The rows are a function of the session's present state only; unchanged input is not computed twice.
Values of the user's own file take the place of defaults where a configuration chooses none.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot, Row, RowKind
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerControl,
    LayerEntry,
    Value,
)
from vkconfig_py.model.configuration.workspace import find_built_in
from vkconfig_py.model.layer_settings.declared import (
    DeclaredLayer,
    NamedThing,
    OwnSettings,
    Setting,
    make_absent_layer,
)
from vkconfig_py.model.layer_settings.layer_values import PresetChoice, Values, detect_preset
from vkconfig_py.model.layer_settings.machine_values import (
    RENDER_NODES_FOLDER,
    MachineLists,
    MachineValueKind,
    SuggestionFileReader,
    find_machine_value_kind,
    list_profile_paths,
    list_vuid_paths,
    read_render_nodes,
)
from vkconfig_py.model.layer_settings.own_file import (
    NO_FILE,
    OwnFile,
    apply_own_file,
    get_own_file_name,
)
from vkconfig_py.model.layer_settings.setting_names import get_platform_token
from vkconfig_py.model.layer_settings.setting_paths import (
    make_program_environment,
    make_program_path_variables,
)
from vkconfig_py.model.layer_settings.setting_rows import EffectTime, SettingRow
from vkconfig_py.model.layer_settings.settings_page import (
    NO_FILTERS,
    SettingFilters,
    SettingsRequest,
    SettingsState,
    compute_state,
    count_changed,
)
from vkconfig_py.model.session.background import SharedServices, Worker
from vkconfig_py.model.session.declarations import (
    DeclaredLayers,
    DeclaringManifest,
    find_chosen_manifest,
    list_copies,
)
from vkconfig_py.model.session.edits import Edits
from vkconfig_py.model.session.snapshots import ChainSnapshots
from vkconfig_py.model.text.wording import abbreviate_home

if TYPE_CHECKING:
    from vkconfig_py.model.session.launched_run import LaunchedRun
    from vkconfig_py.model.session.launcher import Launcher

_MachineListPaths = tuple[tuple[str, ...], tuple[str, ...], str]
NO_ROWS = SettingsState()
NO_PRESETS = PresetChoice(())


class Draft(NamedTuple):
    """A typed text that is not valid, and the value that is used in the meantime."""

    text: str
    value: Value


class Drafts:
    """Typed texts that are not valid, by configuration, layer and setting."""

    def __init__(self) -> None:
        self._drafts: dict[tuple[str, str, str], Draft] = {}

    def store(self, configuration: Configuration, layer: str, key: str, text: str) -> None:
        """Keep an invalid text."""
        value = _find_value(configuration, layer, key)
        self._drafts[configuration.key, layer, key] = Draft(text, value)

    def discard(self, configuration: Configuration, layer: str, key: str) -> None:
        self._drafts.pop((configuration.key, layer, key), None)

    def discard_all(self, configuration: Configuration, layer: str) -> None:
        prefix = (configuration.key, layer)
        self._drafts = {key: draft for key, draft in self._drafts.items() if key[:2] != prefix}

    def find_drafts(self, configuration: Configuration, layer: str) -> dict[str, str]:
        """Return the invalid texts for a layer, by setting.

        A text whose value changed meanwhile is dropped.
        """
        texts = {}
        for node_key, draft in list(self._drafts.items()):
            if node_key[:2] != (configuration.key, layer):
                continue
            if _find_value(configuration, layer, node_key[2]) == draft.value:
                texts[node_key[2]] = draft.text
            else:
                del self._drafts[node_key]
        return texts


def _find_value(configuration: Configuration, layer: str, key: str) -> Value:
    """Return the value that a configuration stores for a setting, None if it stores none."""
    entry = configuration.find_entry(layer)
    chosen_value = entry.get_value(key) if entry else None
    return chosen_value.value if chosen_value else None


class MachineListSearch(QObject):
    """Finds valid usage IDs and Vulkan profiles for the settings of one layer at a time.

    Signals:
        changed: the lists changed.
    """

    changed = Signal()

    def __init__(self, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._reader = SuggestionFileReader()  # used by the worker's thread alone
        self._wanted_paths: _MachineListPaths = ((), (), "")
        self.machine_lists = MachineLists()

    def ask(self, inputs: SettingsRequest, values: Values) -> None:
        """Search the lists that a layer's settings need, unless they are those of last time."""
        declared_layer = inputs.declared
        kinds = {find_machine_value_kind(setting) for setting in declared_layer.walk_settings()}
        vuids: tuple[str, ...] = ()
        if MachineValueKind.VUIDS in kinds:
            vuids = list_vuid_paths(inputs.environment, declared_layer.manifest, inputs.prefix)
        profiles = (
            list_profile_paths(declared_layer, values, inputs.path_variables)
            if MachineValueKind.PROFILES in kinds
            else ()
        )
        names_render_nodes = any(
            setting.names is NamedThing.RENDER_NODES for setting in declared_layer.walk_settings()
        )
        machine_list_paths = (vuids, profiles, RENDER_NODES_FOLDER if names_render_nodes else "")
        if machine_list_paths != self._wanted_paths:
            self._wanted_paths = machine_list_paths
            self._worker.submit(
                partial(self._read_lists, machine_list_paths),
                partial(self._on_read, machine_list_paths),
            )

    def _read_lists(self, machine_list_paths: _MachineListPaths) -> MachineLists:
        """Read the lists from these files and folders, on the worker."""
        vuids, profiles, nodes = machine_list_paths
        return MachineLists(
            self._reader.read_vuids(vuids),
            self._reader.read_profiles(profiles),
            render_nodes=read_render_nodes(nodes) if nodes else (),
        )

    def _on_read(self, machine_list_paths: _MachineListPaths, lists: MachineLists) -> None:
        """Keep the lists, if they are for the present layer."""
        if machine_list_paths == self._wanted_paths and lists != self.machine_lists:
            self.machine_lists = lists
            self.changed.emit()


class LayerState(QObject):
    """The selected layer of the current configuration.

    Attributes:
        awake: rows are computed; a hidden page needs none.

    Signals:
        layer_changed: another layer, or another manifest of it, is selected.
        changed: the rows, or the header of the page, changed.
    """

    layer_changed = Signal()
    changed = Signal()

    def __init__(
        self,
        shared_services: SharedServices,
        edits: Edits,
        snapshots: ChainSnapshots,
        declared_layers: DeclaredLayers,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._host = shared_services.machine.host
        self._edits = edits
        self._snapshots = snapshots
        self._declared_layers = declared_layers
        self._row: Row | None = None
        self._submitted_request: SettingsRequest | None = None
        self._drafts = Drafts()
        self._launcher: Launcher | None = None
        self._change_count: tuple[DeclaredLayer | None, LayerEntry | None, int] = (None, None, 0)
        self._preset: tuple[DeclaredLayer | None, Values, LayerEntry | None, PresetChoice] = (
            None,
            {},
            None,
            NO_PRESETS,
        )
        self.declared: DeclaredLayer | None = None
        self.filters: SettingFilters = NO_FILTERS
        self.awake = True
        self.state = NO_ROWS
        self.copies: tuple[DeclaringManifest, ...] = ()
        self._found_lists = MachineListSearch(shared_services.reads, self)
        self._found_lists.changed.connect(self.refresh)
        self._own_files = OwnFileReader(shared_services.reads, self)
        self._own_files.changed.connect(self.refresh)
        edits.workspace_changed.connect(self.refresh)
        declared_layers.changed.connect(self._on_declared_changed)

    # ---- what is looked at

    @property
    def layer(self) -> str:
        """Name of the selected layer, or ""."""
        return self._row.name if self._row else ""

    @property
    def is_off(self) -> bool:
        """True if the layer is installed and does not load."""
        return self._row is not None and self._row.kind is RowKind.OFF_LAYER

    @property
    def hindrance(self) -> str:
        """Why a layer that is set to On does not load, "" for other layers."""
        row, entry = self._row, self.entry
        is_on = entry is not None and entry.control is LayerControl.ON
        return row.reason if row is not None and self.is_off and is_on else ""

    @property
    def configuration(self) -> Configuration:
        """The selected configuration."""
        return self._edits.workspace.selected_configuration

    @property
    def entry(self) -> LayerEntry | None:
        """What the configuration has for the layer, None for nothing."""
        return self.configuration.find_entry(self.layer)

    @property
    def built_in_entry(self) -> LayerEntry | None:
        """What the built-in configuration has for the layer as it is shipped, None for nothing."""
        shipped = find_built_in(self._edits.shipped, self.configuration.key)
        return shipped.find_entry(self.layer) if shipped is not None else None

    @property
    def root(self) -> str:
        """The folder that represents "/" for the manifests."""
        snapshot = self._snapshots.shown
        return snapshot.report.host.root if snapshot else ""

    @property
    def manifest(self) -> str:
        """Path of the manifest that is used: of the chosen copy if it exists, else the loader's."""
        if self._row is None:
            return ""
        entry = self.entry
        return find_chosen_manifest(self._row.manifest, entry.copy if entry else "", self.copies)

    def show_row(self, row: Row | None) -> None:
        """Select the layer of a row, or nothing with None."""
        is_other_layer = row is None or row.name != self.layer
        was_layer_off = self.is_off
        if is_other_layer:
            self.finish_typing()
            self.filters = self.filters._replace(query="", searched_key="")
        elif row is not None and self._row is not None and row.manifest != self._row.manifest:
            self.commit_typed()
        self._row = row
        snapshot = self._snapshots.shown
        self.copies = list_copies(snapshot, row.name) if row and snapshot else ()
        previous_layer, self.declared = self.declared, self._find_declared()
        self._own_files.look(self.declared, snapshot)
        if is_other_layer or previous_layer is not self.declared:
            self._submitted_request, self.state = None, NO_ROWS
            self.layer_changed.emit()
        if not self.refresh() and was_layer_off != self.is_off:
            self.changed.emit()

    def finish_typing(self) -> None:
        """Commit valid typed text and end editing, in LayerEditing."""

    def commit_typed(self) -> None:
        """Commit valid typed text. The field stays open."""

    def _find_declared(self) -> DeclaredLayer | None:
        """Return the layer's declared settings with the values of its own file as defaults."""
        if self._row is None:
            return None
        declared_layer = self._declared_layers.find(self.root, self.manifest, self.layer)
        is_missing = self._row.kind is RowKind.MISSING
        if declared_layer is None and is_missing and (self.is_read() or not self.manifest):
            return make_absent_layer(self.layer)
        return self._own_files.merge_file_values(declared_layer)

    def find_problem(self) -> str:
        """Return why the settings cannot be read, or ""."""
        return self._declared_layers.problem(self.root, self.manifest) if self._row else ""

    def is_read(self) -> bool:
        """True if the layer's manifest has been read."""
        return self._declared_layers.is_known(self.root, self.manifest)

    @property
    def has_page(self) -> bool:
        """True if there are settings or a message to show."""
        entry = self.entry
        declares_settings = self.declared is not None and bool(self.declared.settings)
        return declares_settings or bool(entry and entry.settings) or bool(self.find_problem())

    def count_settings(self) -> int:
        """Return how many settings of the layer the user set."""
        if self.declared is None:
            return 0
        declared_layer, entry, count = self._change_count
        if declared_layer is not self.declared or entry is not self.entry:
            count = count_changed(self.declared, self.entry, self.platform)
            self._change_count = (self.declared, self.entry, count)
        return count

    def _on_declared_changed(self) -> None:
        """Show the settings of the manifest that was read."""
        if self._find_declared() is not self.declared:
            self.commit_typed()  # it was typed for the settings as they were
        declared_layer = self._find_declared()
        if declared_layer is not self.declared:
            if declared_layer is not None and self.declared is None:
                self._own_files.look(declared_layer, self._snapshots.shown)
            self.declared = declared_layer
            self._submitted_request, self.state = None, NO_ROWS
            self.layer_changed.emit()

    # ---- the state

    def set_filters(self, filters: SettingFilters) -> None:
        if filters != self.filters:
            self.filters = filters
            self.refresh()

    def reveal_setting(self, key: str) -> None:
        """Show a setting that would be hidden, until the next search."""
        self.set_filters(self.filters._replace(searched_key=key))

    def refresh(self) -> bool:
        """Recompute the rows. Return True if what they depend on had changed."""
        if self._row is None or not self.awake:
            return False
        if self._find_declared() is not self.declared:
            self._on_declared_changed()
        inputs = self._make_request()
        if inputs == self._submitted_request:
            return False
        self._submitted_request = inputs
        self.state = compute_state(inputs) if inputs else NO_ROWS
        if inputs is not None:
            self._found_lists.ask(inputs, self.state.values)
        self.changed.emit()
        return True

    def _make_request(self) -> SettingsRequest | None:
        """Return all that the rows depend on, None without a layer."""
        if self.declared is None:
            return None
        host = self._host
        own_variables = self.configuration.environment
        key = self.configuration.key
        initial_configurations = self._edits.began.configurations
        first_entry = next(
            (
                configuration.find_entry(self.layer)
                for configuration in initial_configurations
                if configuration.key == key
            ),
            None,
        )
        return SettingsRequest(
            declared=self.declared,
            entry=self.entry,
            initial_entry=first_entry,
            platform=self.platform,
            environment=make_program_environment(host, own_variables),
            prefix=host.prefix,
            path_variables=make_program_path_variables(host, own_variables),
            own_variables=frozenset(variable.name for variable in own_variables),
            drafts=self._drafts.find_drafts(self.configuration, self.layer),
            filters=self.filters,
            own_file=self._own_files.file,
            effect_time=self._find_effect_time(),
            launched_entries=tuple(
                run.find_launched_entry(self.layer) for run in self.list_running()
            ),
            known_messages=self._found_lists.machine_lists.vuids,
        )

    def follow_launcher(self, launcher: Launcher) -> None:
        """Let the rows say when an edit reaches programs that run."""
        self._launcher = launcher
        launcher.state_changed.connect(self.refresh)
        launcher.runs_changed.connect(self.refresh)

    def list_running(self) -> tuple[LaunchedRun, ...]:
        """Return the runs of the configuration that go on."""
        if self._launcher is None:
            return ()
        key = self.configuration.key
        return tuple(run for run in self._launcher.running if run.configuration_key == key)

    def _find_effect_time(self) -> EffectTime:
        """Return when an edit reaches the programs of the configuration that run."""
        runs = self.list_running()
        if not runs or self.declared is None:
            return EffectTime.NO_PROGRAM
        own_settings = self.declared.own_settings
        name = get_own_file_name(own_settings) if own_settings and own_settings.has_file else ""
        rereads_file = all(run.has_live_file(name) for run in runs)
        return EffectTime.NOW if rereads_file else EffectTime.NEXT_LAUNCH

    @property
    def own_path(self) -> str:
        """Path of the user's own file that the layer reads, with ~ for the home folder, or ""."""
        return self._own_files.file.render_path(self._host.getenv("HOME") or "")

    @property
    def weaker_paths(self) -> tuple[str, ...]:
        """Further files of the user's that count, with ~ for the home folder."""
        home = self._host.getenv("HOME") or ""
        return tuple(abbreviate_home(path, home) for path in self.own_file.weaker_paths)

    @property
    def own_file(self) -> OwnFile:
        """What the layer reads now in a way of its own."""
        return self._own_files.file

    @property
    def applied_path(self) -> str:
        """Path of the layer's own file as Apply wrote it, with ~ for the home folder, or ""."""
        return self._own_files.file.render_applied_path(self._host.getenv("HOME") or "")

    @property
    def platform(self) -> str:
        """The platform of the programs, as manifests name it."""
        return get_platform_token(self._host.platform)

    def detect_preset(self) -> PresetChoice:
        """Return the presets, and the one that the present values match."""
        if self.declared is None:
            return NO_PRESETS
        declared_layer, chosen_values, built_in, choice = self._preset
        if (
            declared_layer is not self.declared
            or chosen_values is not self.state.chosen_values
            or built_in is not self.built_in_entry
        ):
            choice = detect_preset(
                self.declared, self.state.chosen_values, self.platform, self.built_in_entry
            )
            self._preset = (self.declared, self.state.chosen_values, self.built_in_entry, choice)
        return choice

    def _find_setting(self, node: SettingRow) -> Setting | None:
        """Return the setting of a row, or None."""
        return self.declared.find_setting(node.setting) if self.declared else None

    def _drop_draft(self, key: str) -> None:
        """Drop the invalid text of a setting."""
        self._drafts.discard(self.configuration, self.layer, key)


class OwnFileReader(QObject):
    """Reads the settings file that only one layer has, such as MangoHud.conf.

    Signals:
        changed: another file, or another content of it, is known.
    """

    changed = Signal()

    def __init__(self, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._own_settings: OwnSettings | None = None
        self._merged_layer: tuple[DeclaredLayer, OwnFile, DeclaredLayer] | None = None
        self.file = NO_FILE

    def look(self, declared_layer: DeclaredLayer | None, snapshot: ChainSnapshot | None) -> None:
        """Read what a layer reads in a snapshot's program. Until then the last answer stays."""
        own_settings = declared_layer.own_settings if declared_layer else None
        if own_settings is None or own_settings != self._own_settings:
            self._show_file(NO_FILE)
        self._own_settings = own_settings
        if declared_layer is not None and own_settings is not None and snapshot is not None:
            # Imported here, as few sessions have such a layer.
            from vkconfig_py.model.plan.users_file import read_users_file

            program = snapshot.report.host.executable
            job = partial(read_users_file, declared_layer, snapshot.request, program)
            self._worker.submit(job, partial(self._on_read, own_settings))

    def merge_file_values(self, declared_layer: DeclaredLayer | None) -> DeclaredLayer | None:
        """Return a layer with the values of its file as defaults."""
        if declared_layer is None or declared_layer.own_settings is None or self.file is NO_FILE:
            return declared_layer
        merged = self._merged_layer
        if merged is None or merged[0] is not declared_layer or merged[1] is not self.file:
            self._merged_layer = merged = (
                declared_layer,
                self.file,
                apply_own_file(declared_layer, self.file),
            )
        return merged[2]

    def _on_read(self, own_settings: OwnSettings, file: OwnFile) -> None:
        """Keep the file, if it is that of the present layer."""
        if own_settings == self._own_settings:
            self._show_file(file)

    def _show_file(self, file: OwnFile) -> None:
        """Keep the file, and report it if it is another."""
        if file != self.file:
            self.file = file
            self.changed.emit()
