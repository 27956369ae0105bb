"""A session on a made-up machine whose layers have manifests with settings."""

from __future__ import annotations

from pathlib import Path

from tests.framework.settings import LAYER
from tests.model.fake_machine import FakeMachine
from tests.model.items.snapshots import layer_row, program_row, snapshot_of
from vkconfig_py.loader.base.host import Host, Platform
from vkconfig_py.model.chain.snapshot_values import Row, RowKind
from vkconfig_py.model.configuration.workspace import LoadResult, Workspace
from vkconfig_py.model.session.session import Session


class SettingsMachine(FakeMachine):
    """Layers by name, each with its manifest in a file; copies of a layer are further files.

    Attributes:
        devices: names of the devices that a probe found.
        platform: what programs run on.
    """

    def __init__(self, folder: Path, workspace: Workspace | None = None, **environment: str):
        super().__init__(folder)
        self.folder = folder
        self.environment = environment
        self.files: dict[str, Path] = {}
        self.devices: tuple[str, ...] = ()
        self.platform = Platform.LINUX
        if workspace is not None:
            self.loaded = LoadResult(workspace)

    def add(self, content: bytes, name: str = LAYER) -> Path:
        path = self.folder / f"{name}.json"
        path.write_bytes(content)
        self.files[name] = path
        return path

    def machine(self, **options):
        host = Host(environment=self.environment, platform=self.platform)
        return super().machine(host=host, **options)

    def compute(self, request, cache):
        self.asked.append(request)
        rows = tuple(
            layer_row(name, place + 1, manifest=str(path))
            for place, (name, path) in enumerate(self.files.items())
        )
        devices = [Row(f"device:{name}", RowKind.DEVICE, name) for name in self.devices]
        return snapshot_of((), request=request, rows=(program_row(), *rows, *devices))

    def row(self, name: str = LAYER) -> Row:
        return layer_row(name, 1, manifest=str(self.files[name]))


def open_session(qtbot, machine: SettingsMachine) -> Session:
    """Return a started session that has read every manifest."""
    session = machine.session()
    with qtbot.waitSignals([session.snapshots.current_changed, session.declared.changed]):
        session.start()
    return session
