"""requests: what launches showed programs to ask their loader for by themselves."""

from __future__ import annotations

import argparse
from pathlib import Path

from vkconfig_py.cli.arguments import CommandParser, add_json
from vkconfig_py.cli.output import CommandError, Exit, Output, plain
from vkconfig_py.cli.workspace import edit_only
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import Any
from vkconfig_py.model.files.atomic_files import error_sentence
from vkconfig_py.model.programs.seen_requests import (
    Known,
    SeenRequests,
    forget,
    identity_of,
    read_all,
)


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py requests": "",
        "vkconfig-py requests --forget vkcube": tr("predict it as if it had never been launched"),
    }
    add_json(parser)
    parser.add_argument(
        "--forget",
        action="append",
        default=[],
        metavar="PROGRAM",
        help=tr(
            "forget what is known of a program, by its path or name; the next "
            "launch shows it again; may be repeated"
        ),
    )


def run(options: argparse.Namespace, output: Output) -> int:
    file = edit_only().paths.requests_file
    found = read_all(file)
    meant = {one.program for name in options.forget for one in _named(name, found)}
    for program in sorted(meant):
        try:
            forget(file, program)
        except OSError as error:
            raise CommandError(
                error_sentence(tr("Nothing was forgotten"), str(file), error)
            ) from error
        output.line(tr("Forgotten: {program}", program=plain(program)))
    left = [one for one in found if one.program not in meant]
    output.outcome({"requests": [_members(one) for one in left], "forgotten": sorted(meant)})
    if not found:
        output.line(tr("No launch has shown yet what a program requests."))
    for one in left if not meant else ():
        known = Known(one, is_older=one.identity != identity_of(one.program))
        output.line(f"{plain(one.program)}")
        output.line(f"  {plain(known.sentence())}")
    return Exit.OK


def _named(name: str, recorded: tuple[SeenRequests, ...]) -> list[SeenRequests]:
    real = str(Path(name).resolve())
    meant = [requests for requests in recorded if requests.program == real]
    if not meant and "/" not in name:
        meant = [
            seen_requests for seen_requests in recorded if Path(seen_requests.program).name == name
        ]
    if not meant:
        raise CommandError(
            tr("No launch has shown what “{name}” requests.", name=name), Exit.NOT_FOUND
        )
    return meant


def _members(requests: SeenRequests) -> dict[str, Any]:
    return {
        "program": requests.program,
        "seen_at": requests.when,
        "is_changed_since": requests.identity != identity_of(requests.program),
        "is_told": requests.is_told,
        "layers": list(requests.layers),
        "extensions": list(requests.extensions),
        "api_version": requests.api_version or None,
    }
