"""What a pattern or name that matches nothing was probably meant to be."""

from __future__ import annotations

from vkconfig_py.loader.filters import DRIVERS_DISABLE, DRIVERS_SELECT
from vkconfig_py.loader.layers.ordering import INSTANCE_LAYERS
from vkconfig_py.loader.lint.ground import Ground, base_name
from vkconfig_py.loader.lint.spelling import nearest
from vkconfig_py.loader.verdicts import (
    Problem,
    Reason,
    Remedy,
    SetVariable,
    UnsetVariable,
)

_OF_TOKENS = (Reason.MATCHES_NOTHING, Reason.TOO_MANY_TOKENS)


def give_hint(found: Problem, ground: Ground) -> Problem:
    """Return a problem about one part of a variable with remedies that leave the other parts."""
    variable = _variable(found, ground)
    value = ground.host.plain_env(variable) if variable else None
    if value is None:
        return found
    separator = ":" if variable == INSTANCE_LAYERS else ","
    parts = [part for part in value.split(separator) if part]
    rest = [part for part in parts if part != found.detail]
    without = _set(variable, rest, separator)
    if found.code != Reason.MATCHES_NOTHING:
        return found._replace(remedy=without)
    why, meant = _guess(found.detail, variable, ground)
    if not meant:
        return found._replace(remedy=without)
    changed = [new for part in parts for new in (meant if part == found.detail else [part])]
    corrected = _set(variable, list(dict.fromkeys(changed)), separator)
    consequence = f"{found.consequence} {why}"
    return found._replace(consequence=consequence, remedy=corrected, more=(without,))


def _variable(found: Problem, ground: Ground) -> str:
    """Return the variable that a problem with a part of it is about."""
    if found.code not in _OF_TOKENS:
        return ""
    for verdict in ground.report.verdicts:
        told = verdict.reason == found.code and verdict.detail == found.detail
        if told and found.title.startswith(f"{verdict.subject}:"):
            return verdict.subject
    return ""


def _set(variable: str, parts: list[str], separator: str) -> Remedy:
    if not parts:
        return UnsetVariable(variable)
    return SetVariable(variable, separator.join(parts))


def _guess(token: str, variable: str, ground: Ground) -> tuple[str, list[str]]:
    """Return what was probably meant, and why; [] if nothing comes near."""
    if variable in (DRIVERS_SELECT, DRIVERS_DISABLE):
        names = [base_name(driver.file) for driver in ground.report.drivers]
    else:
        names = [layer.name for layer in ground.layers()]
    wrong = "," if variable == INSTANCE_LAYERS else ":"
    pieces = [piece.strip() for piece in token.split(wrong) if piece.strip()]
    if len(pieces) > 1 and any(piece in names for piece in pieces):
        right = "colons" if wrong == "," else "commas"
        return f"The parts are separated by {right}.", pieces
    if token != token.strip() and token.strip():
        return "Blanks count: the loader does not cut them off.", [token.strip()]
    meant = nearest(token, dict.fromkeys(names)) if "*" not in token else ""
    return (f"{meant} was probably meant.", [meant]) if meant else ("", [])
