"""Exit codes of the command line, and the one way to end a command early."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from types import MappingProxyType


class Exit(IntEnum):
    """What a number means."""

    OK = 0
    FAILED = 1
    USAGE = 2
    NOT_FOUND = 3
    NOT_STARTED = 127
    INTERRUPTED = 130
    BROKEN_PIPE = 141


class Stop(Exception):  # noqa: N818 - not every early end is an error
    """End the command with a sentence and an exit code."""

    def __init__(
        self,
        sentence: str,
        code: Exit = Exit.FAILED,
        members: Mapping[str, object] = MappingProxyType({}),
    ) -> None:
        self.sentence = sentence
        self.members = members  # of the JSON that tells it
        self.code = code
        super().__init__(sentence)


EPILOG = """exit codes:
  0    done; for verify: the loader did what was predicted; for diff: nothing differs
  1    failed or refused, with a sentence on the error output; for verify and diff: a difference;
       for problems: one of them is an error; for probe: something does not behave;
       for lint: an error, with --strict a warning too
  2    the command line cannot be understood
  3    no configuration, layer, driver, override, problem or file of that name
  127  run: the program could not be started
  run otherwise ends with the exit code of the program, or 128 + the number of its signal.
"""
