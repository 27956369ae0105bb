"""Open every scene at every size, and tell what of its text is cut.

One process for each scale, which Qt takes at its start. A scene is prepared once; then its window
is resized, and its font made wider, as translations and the fonts of other desktops are.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from devtools import cut_text, dialog_scenes, picture_list
from devtools.console import SetupError, say
from devtools.stage import choose_language, make_application, opened, run_child
from vkconfig_py.language.sentences import ENGLISH

if TYPE_CHECKING:
    from PySide6.QtGui import QFont
    from PySide6.QtWidgets import QApplication, QWidget

    from vkconfig_py.ui.theme.context import ThemeContext

SMALLEST = (1024, 700)
SIZES = (SMALLEST, (1280, 720), (1920, 1080), (3840, 2160))
SCALES = ("1", "1.25", "1.5", "2")
STRETCHES = (100, 130)  # percent
PSEUDO = "pseudo"
_LONGEST = 3600  # seconds for all scenes at one scale
_TRIES = 4


def main(arguments: list[str]) -> int:
    """Look at all scenes, or those named, and print what is cut."""
    options = _parse(arguments)
    names = options.names or picture_list.distinct_scenes()
    if options.context:
        choose_language()
        application = make_application()
        found = 0
        for name in names:
            say(f"    {name}")
            for line in _look_at(application, name, options.sizes, options.widths):
                say(line)
                found = 1
        return found
    from devtools.translations import spoken_as  # sentences are made when modules are imported

    with spoken_as(options.language) as language:
        return max(
            find_cut(names, one, options.sizes, options.widths, language) for one in options.scale
        )


def _parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="dev.py fits", description=__doc__)
    parser.add_argument("names", nargs="*", help="names of pictures of dev.py shots (default: all)")
    parser.add_argument("--scale", nargs="+", default=SCALES, help="default: %(default)s")
    parser.add_argument("--sizes", type=int, default=len(SIZES), help="how many, smallest first")
    parser.add_argument(
        "--widths", type=int, default=len(STRETCHES), help="how many widths of letters"
    )
    parser.add_argument(
        "--language",
        default=ENGLISH,
        help="what the window speaks: en (the default), de, or pseudo, which is 30 %% longer",
    )
    parser.add_argument("--look", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


def find_cut(names: Iterable[str], scale: str, sizes: int, widths: int, language: str) -> int:
    """Look at scenes in a process of its own; return its exit code."""
    arguments = ["--look", "--sizes", str(sizes), "--widths", str(widths), *names]
    say(f"==> scale {scale}")
    code = run_child("devtools.fitting", arguments, _LONGEST, scale=scale, language=language)
    if code not in (0, 1):
        raise SetupError(f"The scenes could not be looked at (exit code {code}).", 1)
    return code


def _look_at(application: QApplication, name: str, sizes: int, widths: int) -> Iterator[str]:
    from PySide6.QtGui import QFont

    shot = picture_list.SHOTS[name]
    with opened(application, shot) as running:
        window = running.window
        part = shot.part(running) if shot.part else window
        plain = QFont(application.font())
        for stretch in STRETCHES[:widths]:
            widen(application, running.context, plain, stretch)
            for size in SIZES[:sizes] if part is window else (SMALLEST,):
                window.resize(*size)
                # As large as it would open with these letters.
                natural = part.size() if part is window else part.size().expandedTo(part.sizeHint())
                part.resize(natural.boundedTo(window.size()))
                at = f"{name} {size[0]}x{size[1]} {stretch} %"
                yield from (f"{at}: {cut}" for cut in _cut_at_rest(application, part))
                is_window = part.isWindow() and part.objectName() != dialog_scenes.QUESTIONS
                if is_window and (part.width() > size[0] or part.height() > size[1]):
                    yield f"{at}: the window is {part.width()}x{part.height()}"


def _cut_at_rest(application: QApplication, part: QWidget) -> tuple[cut_text.CutText, ...]:
    """What is cut once layouts have asked for no other round, as where heights depend on widths."""
    found: tuple[cut_text.CutText, ...] = ()
    for _try in range(_TRIES):
        for _round in range(3):
            application.processEvents()
        found = cut_text.find_cut_texts(part)
        if not found:
            break
    return found


def widen(application: QApplication, context: ThemeContext, plain: QFont, percent: int) -> None:
    """Make every letter wider or narrower than those of a font."""
    font = type(plain)(plain)
    font.setStretch(percent)
    application.setFont(font)
    # Qt tells windows of a new font in the event loop of the application alone.
    context.recompute()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
