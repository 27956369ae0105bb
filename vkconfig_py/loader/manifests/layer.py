"""LayerManifest: one layer of a layer manifest as the loader understands it."""

from __future__ import annotations

from typing import NamedTuple

OVERRIDE_NAME = "VK_LAYER_LUNARG_override"


class Extension(NamedTuple):
    """An extension that a layer offers."""

    name: str
    spec_version: int


class LayerManifest(NamedTuple):
    """What a manifest says about one layer.

    Attributes:
        library_path: as written; None for a meta-layer.
        library: resolved against the manifest's folder; "" for a meta-layer.
        enable_environment: (variable, value) that turns an implicit layer on, or None.
        disable_environment: variable that turns an implicit layer off, or None.
        index: place of this layer in its file ("layers" arrays hold several).
    """

    name: str
    file: str
    implicit: bool
    file_version: str = "1.0.0"
    index: int = 0
    type: str = "GLOBAL"
    api_version: tuple[int, int, int] = (1, 0, 0)
    implementation_version: int = 1
    description: str = ""
    library_path: str | None = None
    library: str = ""
    component_layers: tuple[str, ...] = ()
    blacklisted_layers: tuple[str, ...] = ()
    override_paths: tuple[str, ...] = ()
    app_keys: tuple[str, ...] = ()
    enable_environment: tuple[str, str] | None = None
    disable_environment: str | None = None
    instance_extensions: tuple[Extension, ...] = ()
    device_extensions: tuple[Extension, ...] = ()
    library_arch: str = ""

    @property
    def is_meta(self) -> bool:
        """Return whether the layer stands for its components."""
        return self.library_path is None

    @property
    def is_override(self) -> bool:
        """Return whether this is the override meta-layer."""
        return self.name == OVERRIDE_NAME
