"""Ask a loader of the other word size: a program that is on the machine, vulkaninfo, opens it.

A process opens libraries of its own word size alone. vulkaninfo makes an instance and ends; what
the loader did is in the loader's own log.
"""

from __future__ import annotations

import os
import re
import signal
import struct
from collections.abc import Iterator, Mapping

from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.host import Host
from vkconfig_py.loader.opened import find_opened, read_program
from vkconfig_py.loader.probe.client import ReferenceAnswer
from vkconfig_py.loader.probe.log import parse_callstack
from vkconfig_py.loader.probe.outcomes import Answered, Crashed, Failure, Limits
from vkconfig_py.loader.probe.protocol import Reply
from vkconfig_py.loader.probe.runner import run_child
from vkconfig_py.loader.profiles.profile import LoaderProfile

OWN_BITS = struct.calcsize("P") * 8
_MODULE = "vkconfig_py.loader.probe.helper_child"
_LIBRARY_PATH = "LD_LIBRARY_PATH"
_NAMES = ("vulkaninfo", "vulkaninfo32", "vulkaninfo-32", "vulkaninfo.i386")
_FAILED = re.compile(r"vkCreateInstance failed with (ERROR_\w+)")
_LOADED = "VK_SUCCESS"
_PACKAGES = {"x86_64": "i386", "aarch64": "armhf"}


def find_helper(host: Host) -> str:
    """Return the path of a vulkaninfo of the host's word size, "" if there is none."""
    bits = host.pointer_bits
    for path in _candidates(host):
        program = read_program(host, os.path.realpath(path)) if os.access(path, os.X_OK) else None
        if program is not None and program.pointer_bits == bits:
            return os.path.realpath(path)
    return ""


def what_to_install(host: Host) -> str:
    """Return the sentence that says how programs of this word size can be asked."""
    bits, architecture = host.pointer_bits, _PACKAGES.get(host.machine, "")
    text = f"Install a {bits}-bit Vulkan loader and vulkaninfo"
    if bits == 32 and architecture:
        text += f" (Debian: libvulkan1:{architecture} vulkan-tools:{architecture})"
    return f"{text}; then it can be asked."


def ask_through(
    helper: str,
    host: Host,
    profile: LoaderProfile,
    environment: Mapping[str, str],
    timeout: float,
) -> ReferenceAnswer | Failure:
    """Let the helper open the loader of a profile in this environment, and read its log."""
    variables = {**environment, "VK_LOADER_DEBUG": "error,warn,layer,driver"}
    opened = find_opened(host.with_executable(helper), helper, DocumentCache())
    if opened is None or opened.library is None or opened.library.path != profile.library:
        folders = (os.path.dirname(profile.library), environment.get(_LIBRARY_PATH))
        variables[_LIBRARY_PATH] = ":".join(filter(None, folders))
    outcome = run_child(
        _MODULE,
        {"command": [helper, "--summary"], "environment": variables},
        environment,
        limits=Limits(timeout),
        working_directory=host.working_directory,
    )
    if not isinstance(outcome, Answered):
        return outcome
    if "refused" in outcome.value:
        return Crashed(outcome.value["refused"], f"run {helper}", outcome.output)
    code = outcome.value["code"]
    if code < 0:
        return Crashed(signal.Signals(-code).name, "", outcome.output)
    failed = _FAILED.search(outcome.output)
    stack = None if failed else parse_callstack(outcome.output)
    result = f"VK_{failed[1]}" if failed else _LOADED
    if not failed and code and stack is None:
        return Crashed(f"{helper} ended with {code}", "", outcome.output)
    reply = Reply(profile.version, (), result, imitated=helper == host.executable)
    return ReferenceAnswer(reply, stack, outcome.output)


def _candidates(host: Host) -> Iterator[str]:
    if os.path.basename(host.executable).startswith("vulkaninfo"):
        yield host.executable
    for folder in (host.plain_env("PATH") or "/usr/bin").split(":"):
        yield from (os.path.join(host.working_directory, folder, name) for name in _NAMES)
