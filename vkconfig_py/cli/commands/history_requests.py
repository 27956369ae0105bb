"""history requests: what launches showed programs to ask their loader for by themselves."""

from __future__ import annotations

import argparse
from pathlib import Path

from vkconfig_py.cli.arguments import CommandParser, add_json, add_not_found
from vkconfig_py.cli.output import CommandError, Exit, Output, plain
from vkconfig_py.cli.workspace import make_editing_machine
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import Any
from vkconfig_py.model.files.atomic_files import render_error
from vkconfig_py.model.programs.seen_requests import (
    KnownRequests,
    SeenRequests,
    forget,
    read_all_requests,
    read_identity,
)


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py history requests": "",
        "vkconfig-py history requests --forget vkcube": tr(
            "predict the program's chain as if the program had never been launched"
        ),
    }
    add_not_found(parser)
    add_json(parser)
    parser.add_argument(
        "--forget",
        action="append",
        default=[],
        metavar="PROGRAM",
        help=tr(
            "discard the recorded requests of a program (path or name, repeatable); its "
            "next launch records them again"
        ),
    )


def run(options: argparse.Namespace, output: Output) -> int:
    file = make_editing_machine().paths.requests_file
    recorded_requests = read_all_requests(file)
    programs = {
        requests.program
        for name in options.forget
        for requests in _find_recorded(name, recorded_requests)
    }
    try:
        forget(file, programs)
    except OSError as error:
        raise CommandError(
            render_error(tr("The requests were not discarded"), str(file), error)
        ) from error
    for program in sorted(programs):
        output.line(tr("Discarded the requests recorded for {program}", program=plain(program)))
    remaining_requests = [
        requests for requests in recorded_requests if requests.program not in programs
    ]
    output.outcome(
        {
            "requests": [_requests_to_json(requests) for requests in remaining_requests],
            "forgotten": sorted(programs),
        }
    )
    if not recorded_requests:
        output.line(tr("No requests recorded yet; launching a program records them."))
    for requests in remaining_requests if not programs else ():
        known_requests = KnownRequests(
            requests, is_outdated=requests.identity != read_identity(requests.program)
        )
        output.line(f"{plain(requests.program)}")
        output.line(f"  {plain(known_requests.sentence())}")
    return Exit.OK


def _find_recorded(name: str, recorded_requests: tuple[SeenRequests, ...]) -> list[SeenRequests]:
    """Return the recorded requests of a program, by its path or file name."""
    real_path = str(Path(name).resolve())
    matches = [requests for requests in recorded_requests if requests.program == real_path]
    if not matches and "/" not in name:
        matches = [
            seen_requests
            for seen_requests in recorded_requests
            if Path(seen_requests.program).name == name
        ]
    if not matches:
        raise CommandError(tr("No requests recorded for “{name}”.", name=name), Exit.NOT_FOUND)
    return matches


def _requests_to_json(requests: SeenRequests) -> dict[str, Any]:
    return {
        "program": requests.program,
        "seen_at": requests.when,
        "is_changed_since": requests.identity != read_identity(requests.program),
        "is_told": requests.is_told,
        "layers": list(requests.layers),
        "extensions": list(requests.extensions),
        "api_version": requests.api_version or None,
    }
