"""Defines the what-if options of every command line and parses their values."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Mapping

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.what_if import WhatIf
from vkconfig_py.loader.base.host import Application, Host
from vkconfig_py.loader.base.records import TYPE_CHECKING, Any
from vkconfig_py.loader.base.versions import Version, VersionError, parse_exact_version
from vkconfig_py.loader.profiles.profile import (
    KNOWN_RELEASES,
    LoaderVersionError,
    Release,
    parse_release,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from vkconfig_py.loader.api.runtime_view import RuntimeView

    FindRequests = Callable[[str, Host], tuple[Application, str]]

_VIEW_FORMS = "flatpak:APP|snap:NAME|steam:RUNTIME|process:PID|root"
GRAMMAR = tr(
    "a what-if is a comma-separated list of assumptions (\\, for a comma in a value):\n  "
    "loader-version=V  loader=PATH  pointer-bits=32|64  program=PATH  elevated[=no]\n  "
    "set=NAME=VALUE  unset=NAME  root=DIR  as={views}\n",
    views=_VIEW_FORMS,
)


class WhatIfError(ValueError):
    """An assumption is impossible. The message is a sentence."""


def add_what_if(parser: argparse.ArgumentParser) -> None:
    """Add the options that change machine, process or loader."""
    add = parser.add_argument
    add(
        "-p",
        "--program",
        metavar="PATH",
        help=tr("program to assume: a path or name (default: any program)"),
    )
    add(
        "--loader-version",
        type=_parse_release,
        metavar="V",
        help=tr("assume this loader version ({known})", known=KNOWN_RELEASES),
    )
    add("--loader", type=_parse_library_path, metavar="PATH", help=tr("assume this loader library"))
    # Decides library_arch of manifests and the dynamic linker's search.
    add(
        "--pointer-bits",
        type=_parse_word_size,
        metavar="32|64",
        help=tr("word size of the program (default: that of this machine)"),
    )
    # secure_getenv hides variables where the kernel has set AT_SECURE.
    add(
        "--elevated",
        action="store_true",
        default=None,
        help=tr("assume an elevated program"),
    )
    _add_variable(
        parser,
        "--set",
        "NAME=VALUE",
        _parse_assignment,
        tr("assume this variable is set (repeatable)"),
    )
    _add_variable(
        parser, "--unset", "NAME", _parse_unset, tr("assume this variable is not set (repeatable)")
    )
    add(
        "--root",
        type=_parse_folder,
        metavar="DIR",
        help=tr("read the system in this folder as if the folder were /"),
    )
    add(
        "--as",
        dest="runtime_view",
        type=_parse_runtime_view,
        metavar=_VIEW_FORMS,
        help=tr(
            "show what this process, a program in this container, or a program run with sudo sees"
        ),
    )


def _add_variable(
    parser: argparse.ArgumentParser, option: str, metavar: str, parse: Any, text: str
) -> None:
    """Add an option that sets or unsets a variable, which may be repeated.

    Args:
        parser: gets the option.
        option: its name, such as --set.
        metavar: its value in the help.
        parse: turns its value into name and value.
        text: its help.
    """
    # One list for both options, so that the last one on the command line wins.
    parser.add_argument(
        option, dest="variables", action="append", type=parse, metavar=metavar, help=text
    )


def add_program(parser: argparse.ArgumentParser) -> None:
    """Add the options for what the program passes to vkCreateInstance."""
    add = parser.add_argument
    add(
        "--app-name",
        default="",
        metavar="N",
        help=tr("application name in VkApplicationInfo (default: none)"),
    )
    add(
        # VkApplicationInfo.apiVersion; none counts as 1.0.
        "--api-version",
        type=_parse_api_version,
        metavar="A.B.C",
        help=tr("API version the program requests (default: 1.0; with a variant: V.A.B.C)"),
    )
    add(
        "--enable-layer",
        action="append",
        default=[],
        metavar="L",
        help=tr("layer the program requests (repeatable)"),
    )
    # ppEnabledLayerNames of vkCreateDevice.
    add(
        "--enable-device-layer",
        action="append",
        default=[],
        metavar="L",
        help=tr("layer the program requests for its device (loaders up to 1.0.11)"),
    )
    add(
        "--enable-extension",
        action="append",
        default=[],
        metavar="E",
        help=tr("extension the program requests (repeatable)"),
    )
    # Bit 0 asks for portability drivers, together with VK_KHR_portability_enumeration.
    add(
        "--flags",
        type=_parse_number,
        default=0,
        metavar="N",
        help=tr("VkInstanceCreateInfo.flags (default: 0)"),
    )


def read_what_if(options: argparse.Namespace) -> WhatIf:
    """Return the assumptions given by the options of add_what_if."""
    return WhatIf(
        version=options.loader_version and options.loader_version.version,
        is_branch=bool(options.loader_version and options.loader_version.is_branch),
        pointer_bits=options.pointer_bits,
        program=options.program,
        elevated=options.elevated,
        variables=tuple(dict(options.variables or ()).items()),  # the last of a name wins
        root=options.root or None,
        library=options.loader,
        runtime_view=options.runtime_view,
    )


def read_application(options: argparse.Namespace) -> Application:
    """Return the program's requests given by the options of add_program."""
    version = options.api_version
    return Application(
        name=options.app_name,
        api_version=version and version.without_variant,
        layers=tuple(options.enable_layer),
        extensions=tuple(options.enable_extension),
        flags=options.flags,
        api_variant=version.variant if version else 0,
        device_layers=tuple(options.enable_device_layer),
    )


def assume_application(
    options: argparse.Namespace, host: Host, find_requests: FindRequests | None
) -> tuple[Application, str]:
    """Return what the assumed program requests of vkCreateInstance, and a sentence on that or "".

    What the options say replaces what is known of the program.
    """
    application, program = read_application(options), read_what_if(options).program
    if find_requests is None or not program or application != Application():
        return application, ""
    return find_requests(program, host)


def parse_what_if(text: str) -> WhatIf:
    """Parse a what-if in the syntax of GRAMMAR.

    Raises:
        WhatIfError: the text does not follow GRAMMAR.
    """
    values: dict[str, Any] = {member: None for member, _parse in _FIELD_BY_ASSUMPTION.values()}
    for part in _split_assumptions(text):
        key, equals, value = part.partition("=")
        member, parse = _FIELD_BY_ASSUMPTION.get(key.strip(), ("", str))
        if not member:
            known_keys = ", ".join(_FIELD_BY_ASSUMPTION)
            raise WhatIfError(
                tr(
                    "unknown assumption {key!r}; available: {known}",
                    key=key.strip(),
                    known=known_keys,
                )
            )
        try:
            # Alone, "elevated" is a switch like the option.
            parsed = parse(value) if equals or member != "elevated" else True
        except argparse.ArgumentTypeError as error:
            raise WhatIfError(str(error)) from None
        values[member] = [*(values[member] or ()), parsed] if member == "variables" else parsed
    return read_what_if(argparse.Namespace(**values))


def _split_assumptions(text: str) -> Iterator[str]:
    r"""Yield the assumptions in a list with commas, of which "\," is no separator."""
    # Process arguments contain no NUL, so it can represent an escaped comma.
    for part in text.replace("\\,", "\0").split(","):
        if part.strip():
            yield part.replace("\0", ",")


def _parse_yes_or_no(value: str) -> bool:
    """Return whether a text is "yes". Raise ArgumentTypeError unless it is "yes" or "no"."""
    if value.lower() not in ("yes", "no"):
        raise argparse.ArgumentTypeError(
            tr("elevated must be yes or no, not {value!r}", value=value)
        )
    return value.lower() == "yes"


def _parse_release(text: str) -> Release:
    """Return the release of a text. Raise ArgumentTypeError for any other text."""
    try:
        return parse_release(text)
    except LoaderVersionError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _parse_api_version(text: str) -> Version:
    """Return the API version of a text. Raise ArgumentTypeError for any other text."""
    try:
        return parse_exact_version(text)
    except VersionError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _parse_number(text: str) -> int:
    """Return the number of a text, hexadecimal allowed.

    Raise ArgumentTypeError for another text.
    """
    try:
        # With base 0 flags may be written in hexadecimal.
        return int(text, 0)
    except ValueError:
        raise argparse.ArgumentTypeError(tr("{text!r} is not a number", text=text)) from None


def _parse_word_size(text: str) -> int:
    """Return 32 or 64. Raise ArgumentTypeError for any other text."""
    if text not in ("32", "64"):
        raise argparse.ArgumentTypeError(
            tr("{text!r} is not a word size; it must be 32 or 64", text=text)
        )
    return int(text)


def _parse_assignment(text: str) -> tuple[str, str | None]:
    """Return name and value of NAME=VALUE. Raise ArgumentTypeError for any other text."""
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise argparse.ArgumentTypeError(tr("{text!r} is not of the form NAME=VALUE", text=text))
    return name, value


def _parse_unset(text: str) -> tuple[str, str | None]:
    """Return a variable's name, and None for its value.

    Raise ArgumentTypeError for another text.
    """
    if not text or "=" in text:
        raise argparse.ArgumentTypeError(tr("{text!r} is not a variable name", text=text))
    return text, None


def _parse_library_path(text: str) -> str:
    """Return the absolute path of a file. Raise ArgumentTypeError if there is none."""
    if not os.path.isfile(text):
        raise argparse.ArgumentTypeError(tr("{text!r} is not a file", text=text))
    return os.path.abspath(text)


def _parse_runtime_view(text: str) -> RuntimeView:
    """Return the view that a text names. Raise ArgumentTypeError for any other text."""
    # Few commands take a view, and all of them wait for imports.
    from vkconfig_py.loader.api.installed_views import RuntimeViewError, find_view

    try:
        return find_view(text, Host.read_current())
    except RuntimeViewError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _parse_folder(text: str) -> str:
    """Return the absolute path of a folder, "" for "". Raise ArgumentTypeError if there is none."""
    if text and not os.path.isdir(text):
        raise argparse.ArgumentTypeError(tr("{text!r} is not a folder", text=text))
    return os.path.abspath(text).rstrip("/") if text else ""


# Assumptions as text: the member of the parsed options that each is, and what parses its value.
_FIELD_BY_ASSUMPTION: Mapping[str, tuple[str, Callable[[str], Any]]] = {
    "loader-version": ("loader_version", _parse_release),
    "loader": ("loader", _parse_library_path),
    "pointer-bits": ("pointer_bits", _parse_word_size),
    "program": ("program", str),
    "elevated": ("elevated", _parse_yes_or_no),
    "set": ("variables", _parse_assignment),
    "unset": ("variables", _parse_unset),
    "root": ("root", _parse_folder),
    "as": ("runtime_view", _parse_runtime_view),
}
