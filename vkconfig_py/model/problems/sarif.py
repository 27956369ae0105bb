"""Findings as SARIF 2.1.0, which editors and code hosts show at the line they are about.

Source: OASIS, Static Analysis Results Interchange Format (SARIF) Version 2.1.0.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from vkconfig_py import __version__
from vkconfig_py.loader.verdicts import Severity
from vkconfig_py.model.problems.finding import Finding, sound

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}


def render_sarif(findings: Sequence[Finding]) -> str:
    """Return the text of a SARIF file."""
    codes = sorted({finding.code for finding in findings})
    driver = {
        "name": "vkconfig-py",
        "version": __version__,
        "rules": [_rule(code) for code in codes],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(finding, codes) for finding in findings],
    }
    document = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(document, indent=2, ensure_ascii=True) + "\n"


def _rule(code: str) -> dict[str, object]:
    """Return a rule; code hosts ask for a title."""
    title = code.replace("-", " ").capitalize()
    return {"id": code, "shortDescription": {"text": f"{title}."}}


def _result(finding: Finding, codes: list[str]) -> dict[str, object]:
    place: dict[str, object] = {"artifactLocation": {"uri": Path(finding.file).as_uri()}}
    if finding.line:
        place["region"] = {"startLine": finding.line}
    return {
        "ruleId": finding.code,
        "ruleIndex": codes.index(finding.code),
        "level": _LEVELS[finding.severity],
        "message": {"text": sound(finding.sentence)},
        "locations": [{"physicalLocation": place}],
    }
