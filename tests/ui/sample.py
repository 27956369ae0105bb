"""A hand-made picture and a session that answers from it, for tests of the window alone."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from PySide6.QtCore import QObject, Signal

from vkconfig_py.loader.api.what_if import NOTHING_ASSUMED
from vkconfig_py.model.chain.snapshot_values import ChainSummary, Row, RowKind, Tone
from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.plan.plan import Mechanism, PlanView

LAYER_CONTROLS = ("auto", "on", "off")
DRIVER_CONTROLS = ("auto", "only", "off")


def layer(name: str, secondary: str, reason: str, **more: Any) -> Row:
    """Make a row of a layer that loads."""
    values = {"kind": RowKind.LAYER, "status": "Loads", "tone": Tone.OK, "control": "auto", **more}
    version, _between, kind_text = secondary.partition(" · ")
    return Row(
        key=f"layer:{name}",
        name=name,
        secondary=secondary,
        version=version,
        kind_text=kind_text,
        reason=reason,
        controls=LAYER_CONTROLS,
        tooltip=name,
        accessible_name=f"{name}, loads: {reason}",
        **values,
    )


def off_layer(name: str, secondary: str, reason: str, **more: Any) -> Row:
    """Make a row of a layer that does not load."""
    return layer(
        name,
        secondary,
        reason,
        **{"kind": RowKind.OFF_LAYER, "status": "Off", "tone": Tone.NEUTRAL, **more},
    )


def driver(name: str, secondary: str, word: str, **more: Any) -> Row:
    """Make a row of a driver."""
    return Row(
        key=f"driver:{name}.json",
        kind=RowKind.DRIVER,
        name=name,
        secondary=secondary,
        status=word,
        depth=1,
        control="auto",
        controls=DRIVER_CONTROLS,
        accessible_name=f"{name}, {word}",
        **more,
    )


CHAIN = (
    layer(
        "VK_LAYER_MANGOHUD_overlay", "1.3.0 · implicit", "MANGOHUD=1 is set in this configuration"
    ),
    layer("VK_LAYER_MESA_device_select", "1.3.211 · implicit", "always on"),
    layer(
        "VK_LAYER_KHRONOS_validation",
        "1.3.239 · explicit",
        "turned on by this configuration",
        control="on",
        deviation="this configuration lists it above MangoHud and device_select, but this loader "
        "places it below: variables cannot set this order for loader 1.3.239",
        short_deviation="should be above MangoHud and device_select",
    ),
)
BELOW = (
    off_layer(
        "VK_LAYER_VKBASALT_post_processing",
        "1.3.223 · implicit",
        "ENABLE_VKBASALT is not set",
        is_implicit=True,
    ),
    off_layer("VK_LAYER_MESA_overlay", "1.3.211 · explicit", "not requested"),
    off_layer(
        "VK_LAYER_INTEL_nullhw",
        "1.1.73 · explicit",
        "kept off by this configuration",
        control="off",
    ),
    Row(
        key="file:/usr/share/vulkan/implicit_layer.d/capture_hud.json",
        kind=RowKind.BROKEN,
        name="capture_hud.json",
        secondary="unreadable layer",
        kind_text="unreadable layer",
        status="Skipped",
        reason="line 6: “library_path” is missing",
        tone=Tone.ERROR,
        needs_repair=True,
        manifest="/usr/share/vulkan/implicit_layer.d/capture_hud.json",
        accessible_name="capture_hud.json, skipped",
    ),
    Row(
        key="layer:VK_LAYER_LUNARG_gfxreconstruct",
        kind=RowKind.MISSING,
        name="VK_LAYER_LUNARG_gfxreconstruct",
        status="Missing",
        reason="not installed; kept in the list and skipped",
        tone=Tone.WARN,
        control="on",
        controls=LAYER_CONTROLS,
        accessible_name="gfxreconstruct, missing",
    ),
)


def rows_of(chain: Sequence[Row], below: Sequence[Row]) -> tuple[Row, ...]:
    """Return the rows of a whole picture."""
    return (
        Row(
            key="program",
            kind=RowKind.PROGRAM,
            name="vkcube",
            secondary="/usr/bin/vkcube",
            reason="Assumed not to request any layers",
            accessible_name="vkcube",
        ),
        *(row._replace(position=number + 1) for number, row in enumerate(chain)),
        Row(
            key="loader",
            kind=RowKind.LOADER,
            name="Loader 1.3.239",
            secondary="64-bit · reads override layers, but not vk_loader_settings.json",
            accessible_name="Loader 1.3.239",
        ),
        driver("lavapipe", "Mesa 22.3.6", "1 device", tone=Tone.OK),
        driver("radeon", "Mesa 22.3.6", "no device found"),
        driver("intel", "Mesa 22.3.6", "no device found", is_last=True),
        Row(
            key="group",
            kind=RowKind.GROUP,
            name="Not in the chain",
            secondary=str(len(below)),
            accessible_name="Not in the chain",
        ),
        *below,
    )


SENTENCES = (
    "vkcube will load 3 layers: MANGOHUD_overlay, MESA_device_select and KHRONOS_validation, "
    "on lavapipe.",
    "vkcube will load 3 layers on lavapipe.",
    "3 layers load",
)


def snapshot_of(chain: Sequence[Row] = CHAIN, below: Sequence[Row] = BELOW, key: str = "c1") -> Any:
    """Return what the views read of a Picture."""
    configuration = Configuration(key=key, name="vkcube debugging")
    return SimpleNamespace(
        rows=rows_of(chain, below),
        sentences=SENTENCES,
        summary=ChainSummary(SENTENCES),
        request=SimpleNamespace(
            configuration=configuration, view=PlanView(), assumptions=NOTHING_ASSUMED
        ),
        plan=SimpleNamespace(
            limits=(), files=(), variables=(), mechanism=Mechanism.LAUNCH, summary=""
        ),
    )


class SampleSession(QObject):
    """Answers like the Session, at once, by moving rows; every command is noted in `calls`."""

    workspace_changed = Signal()
    current_changed = Signal()
    applied_changed = Signal()
    preview_changed = Signal()
    message = Signal(str, str)
    verified = Signal(object)
    busy_changed = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[tuple[Any, ...]] = []
        self.chain, self.below = CHAIN, BELOW
        self.current: Any = snapshot_of()
        self.preview: Any = None
        self.edits = self.snapshots = self
        self.workspace = Workspace((self.current.request.configuration,), "c1")

    def moved(self, name: str, place: int) -> tuple[tuple[Row, ...], tuple[Row, ...]]:
        """Return chain and rest with a layer at a place, -1 outside the chain."""
        row = next(r for r in (*self.chain, *self.below) if r.name == name)
        chain = [r for r in self.chain if r is not row]
        below = [r for r in self.below if r is not row]
        if place < 0:
            off = row._replace(
                kind=RowKind.OFF_LAYER, status="Off", tone=Tone.NEUTRAL, position=0, control="off"
            )
            return tuple(chain), (off, *below)
        on = row._replace(kind=RowKind.LAYER, status="Loads", tone=Tone.OK, control=row.control)
        chain.insert(place, on)
        return tuple(chain), tuple(below)

    def preview_move(self, layer: str, place: int) -> None:
        """Show the move at once."""
        self.calls.append(("preview_move", layer, place))
        self.preview = snapshot_of(*self.moved(layer, place))
        self.preview_changed.emit()

    def end_preview(self) -> None:
        """Take the preview back."""
        self.preview = None
        self.preview_changed.emit()

    def move_layer(self, layer: str, place: int) -> None:
        """Move a row."""
        self.calls.append(("move_layer", layer, place))
        self.chain, self.below = self.moved(layer, place)
        self.preview = None
        self.current = snapshot_of(self.chain, self.below)
        self.current_changed.emit()

    def step_layer(self, layer: str, step: int) -> None:
        """Note the step."""
        self.calls.append(("step_layer", layer, step))

    def do(self, edit: Any, *given: Any) -> None:
        """Note the edit."""
        self.calls.append((edit.__name__, *given))


def first_row(window: Any, kind: RowKind) -> Row:
    """Return the first row of a kind in the chain of a window."""
    return next(row for _index, row in window.chain.view.iterate_rows() if row.kind is kind)
