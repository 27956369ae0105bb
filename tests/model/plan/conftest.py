"""A machine with a layer that has settings."""

from __future__ import annotations

import json

import pytest

from tests.framework.settings import depends, flag, manifest, setting
from tests.framework.system import SystemBuilder
from tests.model.machine import build
from tests.model.plan.chosen_settings import NAME


@pytest.fixture
def machine(system: SystemBuilder) -> SystemBuilder:
    build(system)
    content = manifest(
        setting("loud"),
        setting("limit", "INT", default=1),
        setting("path", "SAVE_FILE", env="OLD_PATH"),
        setting("words", "STRING"),
        setting("kinds", "FLAGS", flags=(flag("a"), flag("b"))),
        setting("ids", "LIST"),
        setting("acts", "FLAGS", flags=(flag("log"), flag("break")), default=["log"]),
        setting("file", "SAVE_FILE", dependence=depends(acts=["log"])),
    )
    document = json.loads(content)
    document["layer"]["library_path"] = "libVkLayer_absent.so"
    system.add_explicit_layer(NAME, folder=system.root / "mine")
    found = json.loads(system.manifest(NAME).read_text())
    for key in ("features", "instance_extensions"):
        found["layer"][key] = document["layer"][key]
    system.add_file(system.manifest(NAME), found)
    return system
