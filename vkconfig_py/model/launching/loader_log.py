"""Read a program's output: who wrote a line, how bad it is, and the chain the loader set up.

Lines of the loader itself are understood in both formats (loader/probe/log.py). In between stand
the lines of layers and of the program, which only conventions tell apart.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from vkconfig_py.loader.probe.log import messages, parse_callstack
from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.commands import short

_TITLE = "vkCreateInstance layer callstack setup to:"
_END = "   <Drivers>"
_PADDED = 18
_LEVEL = re.compile(r"(?:\[Vulkan Loader\] )?(\w+)")

# The validation layer's own words, whatever else a line says.
_VALIDATION = re.compile(
    r"VUID-|UNASSIGNED-|SYNC-HAZARD|Validation (Error|Warning|Performance)", re.I
)
_SOURCES = (
    ("validation", _VALIDATION),
    ("MangoHud", re.compile(r"\[MANGOHUD\]|^MANGOHUD", re.I)),
    ("vkBasalt", re.compile(r"^vkBasalt", re.I)),
)
# How the loader warns of a variable that acts; one that does not is told in other words.
_VARIABLE_ACTS = re.compile(
    r"\benv var '?(\w+)'?(?: defined and adding layers\b.*|\.)?$|(?:^|: )\s*Ignoring (VK_\w+)\. ",
    re.I,
)
_WARNINGS = re.compile(r"Validation (Performance )?Warning|\[warn(ing)?\]|\bwarn(ing)?:", re.I)
_ERRORS = re.compile(r"VUID-|SYNC-HAZARD|Validation Error|\[error\]|\berr(or)?:|\bERROR\b", re.I)


class OutputLine(NamedTuple):
    """What a line says about itself.

    Attributes:
        severity: "error", "warning" or "info".
        source: "loader", "validation", "MangoHud", "vkBasalt", or "" for the program itself.
        text: the line; of a loader's line the message, its indentation kept.
        raw: the line as it came.
    """

    severity: str
    source: str
    text: str
    raw: str


def parse_output(line: str, own: Container[str] = ()) -> OutputLine:
    """Return who wrote a line and how bad it is.

    That one of our `own` variables does what it was set for is nothing to warn of.
    """
    message = next(iter(messages(line)), None)
    if message is not None and _is_loaders(line[: len(line) - len(message)], message):
        level = _LEVEL.match(line)
        severity = {"ERROR": "error", "WARNING": "warning"}.get(level[1] if level else "", "info")
        return OutputLine(_calm(severity, message, own), "loader", message, line)
    source = next((name for name, pattern in _SOURCES if pattern.search(line)), "")
    # Programs with a debug messenger print what the loader tells them.
    return OutputLine(_calm(_severity(line), line, own), source, line, line)


def _calm(severity: str, text: str, own: Container[str]) -> str:
    """Return the severity; a warning that a variable of ours acts is information."""
    acts = _VARIABLE_ACTS.search(text) if severity == "warning" else None
    return "info" if acts is not None and (acts[1] or acts[2]) in own else severity


class ChainReader:
    """Finds the chains of vkCreateInstance in a loader's log, line by line."""

    def __init__(self) -> None:
        self._lines: list[str] | None = None

    def read(self, line: OutputLine) -> tuple[str, ...] | None:
        """Take the next line; return a chain, application side first, when one is complete."""
        if line.source != "loader":  # lines of the program come in between
            return None
        if line.text == _TITLE:
            self._lines = [line.raw]
        elif self._lines is not None:
            self._lines.append(line.raw)
            if line.text == _END:
                stack = parse_callstack("\n".join(self._lines)) or ()
                self._lines = None
                return tuple(layer.name for layer in stack)
            if not line.text.startswith("   "):  # another message: this stack was cut off
                self._lines = None
        return None


def compare_chains(predicted: Sequence[str], actual: Sequence[str]) -> tuple[bool, str]:
    """Return whether a chain is as predicted, and the sentence for the log."""
    if tuple(predicted) == tuple(actual):
        number = len(actual)
        layers = "no layers" if not number else f"{number} layer" + ("s" if number > 1 else "")
        return True, f"Chain equals the prediction: {layers}"
    found, wanted = _named(actual), _named(predicted)
    return False, f"Chain differs from the prediction: {found}; predicted: {wanted}"


def _is_loaders(head: str, message: str) -> bool:
    """Tell the loader's lines from "WARNING: [x] ...", which programs print themselves.

    Loaders pad the head; those of 1.2 do not, and begin no message with a bracket.
    """
    return len(head) >= _PADDED or not message.startswith("[")


def _severity(line: str) -> str:
    if _WARNINGS.search(line):
        return "warning"
    return "error" if _ERRORS.search(line) else "info"


def _named(chain: Sequence[str]) -> str:
    return ", ".join(map(short, chain)) or "no layers"
