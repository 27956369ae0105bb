"""Addresses of other machines: ssh:USER@HOST, ssh:HOST:PORT, adb:SERIAL."""

from __future__ import annotations

import re
from dataclasses import dataclass

from vkconfig_py.fleet import ADDRESS_PREFIXES
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.profiles.profile import escape_unprintable

ADDRESS_FORMS = tr("use ssh:HOST, ssh:USER@HOST, ssh:USER@HOST:PORT or adb:SERIAL")
_MAX_PORT = 65535
# ssh puts the names into commands of shells (ProxyCommand): nothing that a shell expands. A leading
# "-" would be an option. A name or an IPv6 address with its zone; users of a realm have an @ or \.
_HOST_PATTERN = re.compile(
    r"[0-9A-Za-z_][0-9A-Za-z_.-]*|[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*(%[0-9A-Za-z_.-]+)?"
)
_USER_PATTERN = re.compile(r"[0-9A-Za-z_]([0-9A-Za-z_.@+\\-]*[0-9A-Za-z_.@+-])?")
_SERIAL_PATTERN = re.compile(r"[0-9A-Za-z_\[][0-9A-Za-z_.:%\[\]()-]*")


class AddressError(ValueError):
    """A text is no address; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class SshAddress:
    """A machine as the user's ssh knows it.

    Attributes:
        target: HOST or USER@HOST; HOST may be a name from ~/.ssh/config.
        port: None for the one that ssh is configured to use.
    """

    target: str
    port: int | None = None

    @property
    def host_name(self) -> str:
        """Return the name of the machine without the user."""
        return self.target.rpartition("@")[2]

    def __str__(self) -> str:
        host_name = (
            f"[{self.host_name}]"
            if self.port is not None and ":" in self.host_name
            else self.host_name
        )
        user = self.target[: len(self.target) - len(self.host_name)]
        return f"ssh:{user}{host_name}" + (f":{self.port}" if self.port is not None else "")


@dataclass(frozen=True, slots=True)
class AdbAddress:
    """An Android device by its serial number, as "adb devices" lists it."""

    serial: str

    def __str__(self) -> str:
        return f"adb:{self.serial}"


Address = SshAddress | AdbAddress


def is_address(text: str) -> bool:
    """Return whether a text is meant as an address and not as a path."""
    return text.startswith(ADDRESS_PREFIXES)


def parse_address(text: str) -> Address:
    """Parse an address such as ssh:USER@BOX or adb:SERIAL.

    Raises:
        AddressError: it is none.
    """
    kind, _, remaining_text = text.partition(":")
    if kind == "adb" and _SERIAL_PATTERN.fullmatch(remaining_text):
        return AdbAddress(remaining_text)
    if kind == "ssh":
        return _parse_ssh(remaining_text.removeprefix("//").rstrip("/"), text)
    raise AddressError(
        tr(
            "“{address}” is not a valid machine address; {grammar}",
            address=escape_unprintable(text),
            grammar=ADDRESS_FORMS,
        )
    )


def _parse_ssh(remaining_text: str, text: str) -> SshAddress:
    """Parse the part behind “ssh:”. `text`: the whole address, for errors."""
    user, separator, host_name = remaining_text.rpartition("@")
    port = ""
    if host_name.startswith("["):  # an IPv6 address with a port
        host_name, _, port = host_name[1:].partition("]")
        port = port.removeprefix(":")
    elif host_name.count(":") == 1:
        host_name, _, port = host_name.partition(":")
    if not _HOST_PATTERN.fullmatch(host_name) or (separator and not _USER_PATTERN.fullmatch(user)):
        raise AddressError(
            tr(
                "“{address}” does not specify a machine; {grammar}",
                address=escape_unprintable(text),
                grammar=ADDRESS_FORMS,
            )
        )
    if not port:
        return SshAddress(f"{user}{separator}{host_name}")
    if not (port.isascii() and port.isdecimal() and 0 < int(port) <= _MAX_PORT):
        raise AddressError(
            tr(
                "“{port}” is not a valid port number; {grammar}",
                port=escape_unprintable(port),
                grammar=ADDRESS_FORMS,
            )
        )
    return SshAddress(f"{user}{separator}{host_name}", int(port))
