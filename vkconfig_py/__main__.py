"""Entry point of python -m vkconfig_py and of the commands vkconfig-py and vkconfig-py-gui."""

from __future__ import annotations

import gc
import os
import sys
from itertools import pairwise

# More objects than a command makes. What imports make stays: to look at it is in vain.
_GC_THRESHOLD = 100_000


def run() -> None:
    """Run the program, and end this process with its exit code."""
    gc.set_threshold(_GC_THRESHOLD)
    _choose_language()
    # Not before: sentences that modules hold are made when they are imported.
    from vkconfig_py.app import main

    try:
        sys.exit(main())
    finally:
        # The end of the interpreter collects twice; for a process that ends, that frees nothing.
        gc.freeze()


def _choose_language() -> None:
    """Use the user's language for output that people read, else English."""
    if _is_for_programs(sys.argv[1:]):
        return
    from vkconfig_py.model.files.config_home import read_preferred_language

    preferred = read_preferred_language(os.environ)
    language_variables = {
        "VKCONFIG_PY_LANGUAGE",
        "LC_ALL",
        "LC_MESSAGES",
        "LANG",
    } & os.environ.keys()
    if not any(
        map(_is_foreign_locale, (preferred, *(os.environ[name] for name in language_variables)))
    ):
        return
    from vkconfig_py.language.choice import choose_language
    from vkconfig_py.model.files import resources

    choose_language(resources.find_resource("translations"), os.environ, preferred)


def _is_for_programs(arguments: list[str]) -> bool:
    """Return whether the arguments request output for programs, such as JSON."""
    if "--" in arguments:  # what follows is for the program that is started
        arguments = arguments[: arguments.index("--")]
    flags = {"-j", "--json", "--sarif", "--format=json", "--format=csv"}
    argument_pairs = {("--format", "json"), ("--format", "csv"), ("generate", "json")}
    return not (flags.isdisjoint(arguments) and argument_pairs.isdisjoint(pairwise(arguments)))


def _is_foreign_locale(locale: str) -> bool:
    """Return whether a locale names a language other than English."""
    return locale.partition(".")[0] not in ("", "C", "POSIX") and not locale.startswith("en")


if __name__ == "__main__":
    run()
