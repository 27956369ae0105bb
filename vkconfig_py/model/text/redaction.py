"""Redaction: names of the user and of the machine are taken out of texts that leave it.

Home folders become ~, as a shell writes them, the user's name “user” and the machine's name
“machine”. A name is replaced where it stands alone, such as a part of a path. Letters inside
another word stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from vkconfig_py.language.sentences import Message
from vkconfig_py.loader.base.records import Any, NamedTuple

USER_SUBSTITUTE, MACHINE_SUBSTITUTE = "user", "machine"
# They identify nobody, and replacing them would only make texts hard to read.
_COMMON_NAMES = frozenset(
    {"", "root", "user", "nobody", "localhost", "machine", "linux", "debian", "home", "demo"}
)
_MIN_NAME_LENGTH = 3  # a shorter name is replaced in paths alone: elsewhere it may be any word
_USER_VARIABLES = ("USER", "LOGNAME", "SUDO_USER")


class Redaction(NamedTuple):
    """Replaces names in texts, and in values made of texts.

    Attributes:
        homes: home folders, absolute.
        users: names of users.
        machines: names of the machine.
    """

    homes: tuple[str, ...] = ()
    users: tuple[str, ...] = ()
    machines: tuple[str, ...] = ()

    @classmethod
    def from_environment(
        cls, environment: Mapping[str, str], homes: Iterable[str], machine: str
    ) -> Redaction:
        """Return the redaction for the names in an environment and these home folders."""
        homes_found = [home.rstrip("/") for home in (environment.get("HOME", ""), *homes)]
        folders = [home for home in homes_found if home.startswith("/")]
        users = [environment.get(name, "") for name in _USER_VARIABLES]
        users += [home.rpartition("/")[2] for home in folders]
        machines = [machine, machine.partition(".")[0]]
        return cls(
            _sort_longest_first(home for home in folders if home.strip("/")),
            _sort_longest_first(user for user in users if user.casefold() not in _COMMON_NAMES),
            _sort_longest_first(name for name in machines if name.casefold() not in _COMMON_NAMES),
        )

    def redact_text(self, text: str) -> str:
        """Return a text with the names replaced, such as a home folder by ~."""
        for home in self.homes:
            text = re.sub(rf"(?<![\w./-]){re.escape(home)}(?![\w-]|\.\w)", "~", text)
        for names, instead in ((self.users, USER_SUBSTITUTE), (self.machines, MACHINE_SUBSTITUTE)):
            for name in names:
                text = _compile_name_pattern(name).sub(instead, text)
        return text

    def redact_value(self, value: Any) -> Any:
        """Return a copy of a value (lists, tuples, records, mappings) with every text redacted."""
        match value:
            case str():
                return self.redact_text(value)
            case Message():
                return Message(
                    value.text,
                    self.redact_value(value.values),
                    singular=value.singular,
                    comment=value.comment,
                )
            case dict():
                return {
                    self.redact_value(key): self.redact_value(member)
                    for key, member in value.items()
                }
            case list():
                return [*map(self.redact_value, value)]
            case tuple() if hasattr(value, "_make"):
                return value._make(map(self.redact_value, value))
            case tuple():
                return tuple(map(self.redact_value, value))
            case _:
                return value


def _sort_longest_first(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names, each once, the longest first, since it may contain a shorter one."""
    return tuple(sorted(set(names), key=lambda name: (-len(name), name)))


def _compile_name_pattern(name: str) -> re.Pattern[str]:
    """Return the pattern that finds a name only where it stands alone."""
    if len(name) < _MIN_NAME_LENGTH:
        return re.compile(rf"(?<=/){re.escape(name)}(?=/|$)")
    return re.compile(rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9])")
