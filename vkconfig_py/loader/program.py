"""The path of the program as the loader knows it: it reads /proc/self/exe into 1,024 bytes.

Source: vk_loader_platform.h, loader_platform_executable_path.
"""

from __future__ import annotations

import os

from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile

NO_KEY = "\0"  # no text of a JSON file holds it, as it ends there in C


def known_program(executable: str, profile: LoaderProfile) -> str:
    """Return the path that app_keys are compared with; "" if the loader does not know it."""
    length = len(os.fsencode(executable))
    if profile.has(Gate.PROGRAM_PATH_UNKNOWN):
        return executable if length < 1024 else ""
    cut = 1023 if profile.has(Gate.PROGRAM_PATH_1023) else 1024
    if length > cut and (cut == 1023 or profile.has(Gate.PROGRAM_PATH_1024)):
        return executable + NO_KEY
    return executable
