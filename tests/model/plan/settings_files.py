"""Views that write a loader settings file, and what they put into it."""

from __future__ import annotations

import json

from vkconfig_py.model.chain.snapshot_values import ChainSnapshot
from vkconfig_py.model.plan.plan import Mechanism, PlanView

SETTINGS = PlanView(Mechanism.SETTINGS)
AUTOMATIC = PlanView(Mechanism.AUTOMATIC)


def sections(snapshot: ChainSnapshot) -> list[dict]:
    (file,) = snapshot.plan.files
    document = json.loads(file.content or b"")
    return document.get("settings_array") or [document["settings"]]
