"""The child that runs a program of another word size, whose loader no library call of ours reaches.

What the program and its loader print is this child's output; the answer is only how it ended.
"""

from __future__ import annotations

import json
import os
import sys

from vkconfig_py.loader.wire.codec import write_message


def main(descriptor: int) -> None:
    """Run the command on stdin, and say how it ended."""
    os.set_inheritable(descriptor, False)
    request = json.load(sys.stdin)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    command = request["command"]
    write_message(descriptor, {"about": f"run {command[0]}"})
    try:
        process = os.posix_spawn(command[0], command, request["environment"])
    except OSError as error:
        write_message(descriptor, {"answer": {"refused": str(error)}})
    else:
        _, status = os.waitpid(process, 0)
        write_message(descriptor, {"answer": {"code": os.waitstatus_to_exitcode(status)}})
    os._exit(0)
