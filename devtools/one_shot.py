"""One picture of `dev.py shots`, by a process that speaks the language of VKCONFIG_PY_LANGUAGE."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from devtools.console import say
from devtools.stage import choose_language, grab, make_application, name_the_sample_machine, opened
from vkconfig_py.language.choice import VARIABLE


def main(arguments: list[str]) -> None:
    """Save the picture of a name in a folder."""
    folder, name = arguments
    if choose_language() != os.environ[VARIABLE]:
        raise SystemExit(f"There is no catalogue for {os.environ[VARIABLE]}.")
    name_the_sample_machine(name)
    application = make_application(is_hasty=False)
    from devtools import pictures
    from devtools.cut_text import find_cut_texts
    from devtools.picture_list import SHOTS

    shot = SHOTS[name]
    with opened(application, shot) as running:
        part = shot.part(running) if shot.part else None
        pictures.write(grab(running, part).toImage(), Path(folder, f"{name}.png"))
        for cut in find_cut_texts(part or running.window):
            say(f"    {name}: {cut}")


if __name__ == "__main__":
    main(sys.argv[1:])
