"""Ask a real loader in a child, or through vulkaninfo for the other word size, and read its log.

Log text is only read from real loaders; the engine never uses it. Five formats are understood:
of 2016 no header, up to 1.3.208 one without padding, then a header of 18 columns, from 1.3.261 of
19, from 1.4.309 a "[Vulkan Loader] " prefix and 32 columns. In all but the first the indentation of
the message carries the structure; one column more or less does not matter.

A process opens libraries of its own word size alone. For the other one vulkaninfo makes an
instance and ends; what the loader did is in the loader's own log.
"""

from __future__ import annotations

import os
import re
import signal
import struct
from collections.abc import Iterable, Iterator, Mapping

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple, decode
from vkconfig_py.loader.files.elf import list_imported_symbols
from vkconfig_py.loader.files.opened_loader import find_opened, read_program
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.probe.child_process import run_child
from vkconfig_py.loader.probe.protocol import (
    OPENING_NOTE_PREFIX,
    LoaderQuestion,
    Reply,
    question_to_json,
)
from vkconfig_py.loader.profiles.profile import LoaderProfile, VersionAnswer
from vkconfig_py.loader.wire.results import Answered, Crashed, Failure, Limits, Outcome

_LOG_PREFIX = "[Vulkan Loader] "
# Up to 1.2.196 IMPLEM means drivers.
_LOG_LEVELS = ("ERROR", "WARNING", "INFO", "DEBUG", "PERF", "DRIVER", "IMPLEM", "LAYER")
_INSTANCE_STACK = "vkCreateInstance layer callstack setup to:"
_SEARCH_LINE_PATTERN = re.compile(r"Searching for (.*)manifest files")
# Up to 1.2.194, from 1.2.189 beside the line above; without the name of the function before
# 1.1.85, which log the home by itself.
_SINGLE_LINE_SEARCH_PATTERN = re.compile(
    r"(?:ReadDataFilesInSearchPaths: )?Searching the following "
    r"(?:paths|(?P<home>path)) for manifest files: "
)
# Begins at the second column where no header is padded.
_UNPADDED_LINE_PATTERN = re.compile(rf"^LAYER: (?:Searching for |{_INSTANCE_STACK})", re.MULTILINE)
_SEARCH_HEADINGS = ("In following locations:", "In following folders:")  # the latter up to 1.3.231

_REFERENCE_MODULE = "vkconfig_py.loader.probe.reference_child"
_FIRST_MARKER_PATH, _LAST_MARKER_PATH = (
    "/nonexistent/vkconfig-py/before",
    "/nonexistent/vkconfig-py/after",
)
_SECURE_LOOKUPS = {"secure_getenv", "__secure_getenv"}
_IMPLICIT_FOLDER_SUFFIX = "/vulkan/implicit_layer.d"

OWN_POINTER_BITS = struct.calcsize("P") * 8
_LIBRARY_PATH_VARIABLE = "LD_LIBRARY_PATH"
_VULKANINFO_NAMES = ("vulkaninfo", "vulkaninfo32", "vulkaninfo-32", "vulkaninfo.i386")
_FAILED_RESULT_PATTERN = re.compile(r"vkCreateInstance failed with (ERROR_\w+)")
_SUCCESS_RESULT = "VK_SUCCESS"
_DEBIAN_32_BIT_BY_MACHINE = {"x86_64": "i386", "aarch64": "armhf"}


class CallstackLayer(NamedTuple):
    """One layer of the call stack.

    `enabled_by` is "" for loaders older than 1.3.302.
    """

    name: str
    type: str
    enabled_by: str
    manifest: str
    library: str


class ReferenceSearch(NamedTuple):
    """One search of manifests: the folders, and the files found."""

    kind: str
    folders: tuple[str, ...]
    files: tuple[str, ...]


def iterate_log_messages(text: str) -> Iterator[str]:
    """Yield the text of each message in a loader's log, its indentation kept."""
    is_padded = _UNPADDED_LINE_PATTERN.search(text) is None
    for line in text.splitlines():
        prefixed = line.startswith(_LOG_PREFIX)
        body = line[len(_LOG_PREFIX) :] if prefixed else line
        # What layers and drivers print has no such header.
        header, colon, message = body.partition(":")
        if not colon or not set(header.split(" | ")) <= set(_LOG_LEVELS):
            if _SINGLE_LINE_SEARCH_PATTERN.match(line):
                yield line
            continue
        width = max((32 - len(_LOG_PREFIX) if prefixed else 18) - len(header) - 1, 1)
        yield message[width if is_padded and not message[:width].strip() else 1 :]


def parse_callstack(text: str) -> tuple[CallstackLayer, ...] | None:
    """Return the layers of the last call stack in a loader's log, or None if it has none."""
    stack: list[dict[str, str]] | None = None
    is_inside = False
    for message in iterate_log_messages(text):
        if message.strip() == _INSTANCE_STACK:
            stack, is_inside = [], True
        elif is_inside and stack is not None:
            is_inside = _parse_stack_line(stack, message)
    if stack is None:
        return None
    return tuple(
        CallstackLayer(
            entry["name"],
            entry.get("Type", ""),
            entry.get("Enabled By", ""),
            entry.get("Manifest", ""),
            entry.get("Library", ""),
        )
        for entry in stack
    )


def _parse_stack_line(stack: list[dict[str, str]], message: str) -> bool:
    """Add one line of a call stack in the log. Return whether more may follow."""
    line = message.strip()
    if line in ("<Application>", "<Loader>", "||", ""):
        return True
    if line.startswith("<") or not message.startswith("   "):
        return False
    key, colon, value = line.partition(":")
    if message.startswith(" " * 10) and colon and stack:
        stack[-1][key] = value.strip()
    elif not message.startswith(" " * 10):
        stack.append({"name": line})
    return True


def parse_searches(text: str) -> tuple[ReferenceSearch, ...]:
    """Return the searches for manifests in a loader's log, in order."""
    searches: list[tuple[str, list[str], list[str]]] = []
    target: list[str] | None = None
    is_structured = _SEARCH_LINE_PATTERN.search(text) is not None
    for message in iterate_log_messages(text):
        line = message.strip()
        kind = _SEARCH_LINE_PATTERN.fullmatch(line)
        if kind is not None:
            searches.append((kind[1].strip(), [], []))
            target = None
        elif (in_one_line := _SINGLE_LINE_SEARCH_PATTERN.match(line)) and not is_structured:
            folders = list(filter(None, line[in_one_line.end() :].split(":")))
            if in_one_line["home"] and searches:
                searches[-1][1].extend(folders)
            else:
                searches.append(("", folders, []))
        elif line in _SEARCH_HEADINGS and searches:
            target = searches[-1][1]
        elif line == "Found the following files:" and searches:
            target = searches[-1][2]
        elif message.startswith("      ") and target is not None:
            target.append(line)
        else:
            target = None
    return tuple(
        ReferenceSearch(kind, tuple(folders), tuple(files)) for kind, folders, files in searches
    )


def find_folders_between(
    searches: Iterable[ReferenceSearch], text_before: str, text_after: str
) -> tuple[str, ...]:
    """Return the folders between two folders in the first search that has both."""
    for search in searches:
        if text_before in search.folders and text_after in search.folders:
            return search.folders[
                search.folders.index(text_before) + 1 : search.folders.index(text_after)
            ]
    return ()


class ReferenceAnswer(NamedTuple):
    """What a loader did on a host.

    Attributes:
        callstack: application side first; None if the loader logged none (no instance, or a
            settings file sends its log elsewhere).
        output: everything the loader, layers and drivers printed.
    """

    reply: Reply
    callstack: tuple[CallstackLayer, ...] | None
    output: str


def ask_version(library: str, timeout: float = 10.0) -> VersionAnswer | Failure:
    """Ask a loader library for its version and its compile-time folders.

    `timeout`: in seconds.

    The folders are read from its own search log: what it searches between XDG_CONFIG_DIRS and
    XDG_DATA_HOME is SYSCONFDIR and EXTRASYSCONFDIR. Nothing else is found in that environment, so
    no layer is opened.
    """
    environment = {
        "XDG_CONFIG_HOME": _FIRST_MARKER_PATH,
        "XDG_CONFIG_DIRS": _FIRST_MARKER_PATH,
        "XDG_DATA_HOME": _LAST_MARKER_PATH,
        "XDG_DATA_DIRS": _LAST_MARKER_PATH,
        "VK_LOADER_DEBUG": "all",
    }
    question = LoaderQuestion(library, create=False)
    outcome = _run_question(question, environment, "/", timeout)
    if not isinstance(outcome, Answered):
        return outcome
    built_in_folders = find_folders_between(
        parse_searches(outcome.output),
        _FIRST_MARKER_PATH + _IMPLICIT_FOLDER_SUFFIX,
        _LAST_MARKER_PATH + _IMPLICIT_FOLDER_SUFFIX,
    )  # an old loader may not know one of the variables: then the built-in default is Debian's
    folders = [folder.removesuffix(_IMPLICIT_FOLDER_SUFFIX) for folder in built_in_folders] or [
        "/etc"
    ]
    reply: Reply = decode(Reply, outcome.value)
    extra_folder = folders[1] if len(folders) > 1 else ""
    # A loader that does not import secure_getenv reads all variables in elevated programs, too.
    is_secure = not _SECURE_LOOKUPS.isdisjoint(list_imported_symbols(library))
    return VersionAnswer(reply.version, folders[0], extra_folder, is_secure, reply.surfaces)


def query_reference_loader(
    question: LoaderQuestion,
    environment: Mapping[str, str],
    *,
    working_directory: str = "/",
    timeout: float = 15.0,
) -> ReferenceAnswer | Failure:
    """Ask a loader library a question in exactly this environment, with its log turned on.

    `timeout`: in seconds.
    """
    # The loader's log goes to stderr, which is the child's output.
    logged = {**environment, "VK_LOADER_DEBUG": "error,warn,layer,driver"}
    outcome = _run_question(question, logged, working_directory, timeout)
    if not isinstance(outcome, Answered):
        return outcome
    reply: Reply = decode(Reply, outcome.value)
    return ReferenceAnswer(reply, parse_callstack(outcome.output), outcome.output)


def _run_question(
    question: LoaderQuestion, environment: Mapping[str, str], working_directory: str, timeout: float
) -> Outcome:
    """Ask a question in a child process and return how that ended.

    `timeout`: in seconds.
    """
    outcome = run_child(
        _REFERENCE_MODULE,
        question_to_json(question),
        environment,
        limits=Limits(timeout),
        working_directory=working_directory,
    )
    if isinstance(outcome, Answered) and "refused" in outcome.value:
        return Crashed(
            outcome.value["refused"], f"{OPENING_NOTE_PREFIX}{question.library}", outcome.output
        )
    return outcome


def find_helper(host: Host) -> str:
    """Return the path of a vulkaninfo program of the host's word size, or ""."""
    bits = host.pointer_bits
    for path in _list_helper_candidates(host):
        program = read_program(host, os.path.realpath(path)) if os.access(path, os.X_OK) else None
        if program is not None and program.pointer_bits == bits:
            return os.path.realpath(path)
    return ""


def explain_what_to_install(host: Host) -> str:
    """Return the sentence on what to install to ask loaders of this word size."""
    bits, architecture = host.pointer_bits, _DEBIAN_32_BIT_BY_MACHINE.get(host.machine, "")
    if bits == 32 and architecture:
        return tr(
            "To check {bits}-bit programs, install a {bits}-bit Vulkan loader and "
            "vulkaninfo (Debian: libvulkan1:{architecture} vulkan-tools:{architecture}).",
            bits=bits,
            architecture=architecture,
        )
    return tr(
        "To check {bits}-bit programs, install a {bits}-bit Vulkan loader and vulkaninfo.",
        bits=bits,
    )


def query_through_helper(
    helper: str,
    host: Host,
    profile: LoaderProfile,
    environment: Mapping[str, str],
    *,
    working_directory: str,
    timeout: float,
) -> ReferenceAnswer | Failure:
    """Let a helper program open the loader of a profile, and read the loader's log.

    Args:
        helper: path of vulkaninfo.
        host: the machine.
        profile: the loader.
        environment: complete environment of the helper.
        working_directory: of the helper.
        timeout: in seconds.
    """
    variables = {**environment, "VK_LOADER_DEBUG": "error,warn,layer,driver"}
    loader = find_opened(host._replace(executable=helper), helper, DocumentCache())
    # The linker would give the helper another loader: the profile's folder goes first.
    if loader is None or loader.library is None or loader.library.path != profile.library:
        folders = (os.path.dirname(profile.library), environment.get(_LIBRARY_PATH_VARIABLE))
        variables[_LIBRARY_PATH_VARIABLE] = ":".join(filter(None, folders))
    outcome = run_child(
        _REFERENCE_MODULE,
        {"command": [helper, "--summary"], "environment": variables},
        environment,
        limits=Limits(timeout),
        working_directory=working_directory,
    )
    if not isinstance(outcome, Answered):
        return outcome
    if "refused" in outcome.value:
        return Crashed(outcome.value["refused"], f"run {helper}", outcome.output)
    code = outcome.value["code"]
    # os.waitstatus_to_exitcode: minus the number of a signal.
    if code < 0:
        return Crashed(signal.Signals(-code).name, "", outcome.output)
    # vulkaninfo prints the result and ends with an error.
    failure_match = _FAILED_RESULT_PATTERN.search(outcome.output)
    stack = None if failure_match else parse_callstack(outcome.output)
    result = f"VK_{failure_match[1]}" if failure_match else _SUCCESS_RESULT
    if not failure_match and code and stack is None:
        return Crashed(f"{helper} ended with {code}", "", outcome.output)
    reply = Reply(profile.version, (), result, is_imitated=helper == host.executable)
    return ReferenceAnswer(reply, stack, outcome.output)


def _list_helper_candidates(host: Host) -> Iterator[str]:
    """Yield the paths at which vulkaninfo may be."""
    if os.path.basename(host.executable).startswith("vulkaninfo"):
        yield host.executable
    for folder in (host.getenv("PATH") or "/usr/bin").split(":"):
        yield from (
            os.path.join(host.working_directory, folder, name) for name in _VULKANINFO_NAMES
        )
