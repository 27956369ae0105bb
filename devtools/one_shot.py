"""One picture of `dev.py shots`, by a process that speaks the language of VKCONFIG_PY_LANGUAGE."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from devtools.console import ROOT
from vkconfig_py.language.choice import VARIABLE, choose


def main(arguments: list[str]) -> None:
    """Save the picture of a name in a folder."""
    folder, name = arguments
    spoken = choose(ROOT / "resources" / "translations", {VARIABLE: os.environ[VARIABLE]})
    if spoken != os.environ[VARIABLE]:
        raise SystemExit(f"There is no catalogue for {os.environ[VARIABLE]}.")
    # After that: sentences of modules are made when these are imported.
    from devtools.shots import take

    take(name, Path(folder))


if __name__ == "__main__":
    main(sys.argv[1:])
