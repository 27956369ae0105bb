"""A machine with a layer that has settings."""

from __future__ import annotations

import json

import pytest

from tests.framework.settings import make_dependence, make_flag, make_manifest, make_setting
from tests.framework.system import SystemBuilder
from tests.model.machine import build
from tests.model.plan.chosen_settings import NAME


@pytest.fixture
def machine(system: SystemBuilder) -> SystemBuilder:
    build(system)
    content = make_manifest(
        make_setting("loud"),
        make_setting("limit", "INT", default=1),
        make_setting("path", "SAVE_FILE", env="OLD_PATH"),
        make_setting("words", "STRING"),
        make_setting("kinds", "FLAGS", flags=(make_flag("a"), make_flag("b"))),
        make_setting("ids", "LIST"),
        make_setting(
            "acts", "FLAGS", flags=(make_flag("log"), make_flag("break")), default=["log"]
        ),
        make_setting("file", "SAVE_FILE", dependence=make_dependence(acts=["log"])),
    )
    document = json.loads(content)
    document["layer"]["library_path"] = "libVkLayer_absent.so"
    system.add_explicit_layer(NAME, folder=system.root / "mine")
    found = json.loads(system.manifest(NAME).read_text())
    for key in ("features", "instance_extensions"):
        found["layer"][key] = document["layer"][key]
    system.add_file(system.manifest(NAME), found)
    return system
