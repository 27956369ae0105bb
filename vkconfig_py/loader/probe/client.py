"""Ask a real loader in a child: its version and build folders, or its answer on a host."""

from __future__ import annotations

from collections.abc import Mapping

from vkconfig_py.loader.files.binaries import imported_symbols
from vkconfig_py.loader.probe.log import (
    StackLayer,
    folders_between,
    parse_callstack,
    parse_searches,
)
from vkconfig_py.loader.probe.outcomes import Answered, Crashed, Failure, Limits, Outcome
from vkconfig_py.loader.probe.protocol import Question, Reply
from vkconfig_py.loader.probe.runner import run_child
from vkconfig_py.loader.records import NamedTuple

_MODULE = "vkconfig_py.loader.probe.reference"
_BEFORE, _AFTER = "/nonexistent/vkconfig-py/before", "/nonexistent/vkconfig-py/after"
_SECURE_LOOKUPS = {"secure_getenv", "__secure_getenv"}
_SUFFIX = "/vulkan/implicit_layer.d"


class VersionAnswer(NamedTuple):
    """What a loader library is: its version, and how it was built (LoaderProfile has the rest)."""

    version: tuple[int, int, int]
    sysconfdir: str
    extra_sysconfdir: str
    is_secure: bool = True
    surfaces: tuple[str, ...] = ()


class ReferenceAnswer(NamedTuple):
    """What a loader did on a host.

    Attributes:
        callstack: application side first; None if the loader logged none (no instance, or a
            settings file sends its log elsewhere).
        output: everything the loader, layers and drivers printed.
    """

    reply: Reply
    callstack: tuple[StackLayer, ...] | None
    output: str


def ask_version(library: str, timeout: float = 10.0) -> VersionAnswer | Failure:
    """Ask a loader library for its version and its compile-time folders.

    The folders are read from its own search log: what it searches between XDG_CONFIG_DIRS and
    XDG_DATA_HOME is SYSCONFDIR and EXTRASYSCONFDIR. Nothing else is found in that environment, so
    no layer is opened.
    """
    environment = {
        "XDG_CONFIG_HOME": _BEFORE,
        "XDG_CONFIG_DIRS": _BEFORE,
        "XDG_DATA_HOME": _AFTER,
        "XDG_DATA_DIRS": _AFTER,
        "VK_LOADER_DEBUG": "all",
    }
    question = Question(library, create=False)
    outcome = _ask(question, environment, "/", timeout)
    if not isinstance(outcome, Answered):
        return outcome
    between = folders_between(
        parse_searches(outcome.output), _BEFORE + _SUFFIX, _AFTER + _SUFFIX
    )  # an old loader may not know one of the variables: then the built-in default is Debian's
    folders = [folder.removesuffix(_SUFFIX) for folder in between] or ["/etc"]
    reply = Reply.from_json(outcome.value)
    extra = folders[1] if len(folders) > 1 else ""
    is_secure = not _SECURE_LOOKUPS.isdisjoint(imported_symbols(library))
    return VersionAnswer(reply.version, folders[0], extra, is_secure, reply.surfaces)


def ask_reference(
    question: Question,
    environment: Mapping[str, str],
    *,
    working_directory: str = "/",
    timeout: float = 15.0,
) -> ReferenceAnswer | Failure:
    """Ask a loader library a question in exactly this environment, with its log switched on."""
    logged = {**environment, "VK_LOADER_DEBUG": "error,warn,layer,driver"}
    outcome = _ask(question, logged, working_directory, timeout)
    if not isinstance(outcome, Answered):
        return outcome
    return ReferenceAnswer(
        Reply.from_json(outcome.value), parse_callstack(outcome.output), outcome.output
    )


def _ask(
    question: Question, environment: Mapping[str, str], working_directory: str, timeout: float
) -> Outcome:
    outcome = run_child(
        _MODULE,
        question.to_json(),
        environment,
        limits=Limits(timeout),
        working_directory=working_directory,
    )
    if isinstance(outcome, Answered) and "refused" in outcome.value:
        return Crashed(outcome.value["refused"], f"open {question.library}", outcome.output)
    return outcome
