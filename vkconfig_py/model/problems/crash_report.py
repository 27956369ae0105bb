"""The report about an error of this program itself, without names of the user and the machine."""

from __future__ import annotations

import platform
import sys
from collections.abc import Mapping

from vkconfig_py.loader.base.host import machine_name
from vkconfig_py.model.text.redaction import Redaction


def crash_report(
    versions: Mapping[str, str], what: str, trace: str, log: str, environment: Mapping[str, str]
) -> str:
    """Text of a report: versions, what happened, where in the code, the last lines of the log."""
    known = {
        **versions,
        "Python": sys.version.split()[0],
        "System": f"{platform.system()} {platform.release()} {platform.machine()}",
    }
    parts = (
        ("", "\n".join(f"{name}: {version}" for name, version in known.items())),
        ("What happened", what),
        ("Where", trace),
        ("Log", log),
    )
    told = "\n\n".join(f"{head}\n{text.strip()}".strip() for head, text in parts if text.strip())
    redaction = Redaction.of(environment, (), machine_name())
    return redaction.text(told) + "\n"
