"""Every scene in each language, colour scheme and scale, and sheets with several to look at.

Not each with each: a scene is shown once in each language, and with that in each scheme and at each
scale. Over all scenes each language meets each scheme and each scale. Pictures of one language at
one scale are made by one process, since both are fixed at its start.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from devtools import pictures
from devtools.console import OFFSCREEN, SetupError, say
from devtools.stage import choose_language, grab, make_application, opened, run_child
from vkconfig_py.language.sentences import ENGLISH

if TYPE_CHECKING:
    from PySide6.QtGui import QImage
    from PySide6.QtWidgets import QApplication

    from devtools.picture_list import Shot

_LONGEST = 3600  # seconds for all pictures of one language at one scale
_ON_A_SHEET, _COLUMNS = 4, 2
_WIDTH, _HEIGHT, _TITLE = 980, 560, 20  # of one picture on a sheet


class Tongue(Enum):
    """What the window speaks, and in which direction."""

    ENGLISH = "en"
    GERMAN = "de"
    PSEUDO = "pseudo"
    MIRRORED = "rtl"


class Scheme(NamedTuple):
    """Colours, as `Choices` of ui/theme/appearance.py has them."""

    scheme: str
    contrast: str
    name: str


SCHEMES = (
    Scheme("light", "system", "light"),
    Scheme("dark", "system", "dark"),
    Scheme("light", "high", "contrast"),
    Scheme("dark", "high", "contrast_dark"),
)
SCALES = (1, 2)


class Cell(NamedTuple):
    """One picture of a scene."""

    name: str
    tongue: Tongue
    scheme: Scheme
    scale: int

    @property
    def label(self) -> str:
        """What its file and its place on a sheet are called."""
        return "-".join((self.name, self.tongue.value, self.scheme.name, str(self.scale)))

    @classmethod
    def named(cls, label: str) -> Cell:
        """The picture of such a label."""
        name, tongue, colours, scale = label.split("-")
        scheme = next(one for one in SCHEMES if one.name == colours)
        return cls(name, Tongue(tongue), scheme, int(scale))

    def of(self, shot: Shot) -> Shot:
        """The picture of the scene as it is here."""
        return shot._replace(
            scheme=self.scheme.scheme,
            contrast=self.scheme.contrast,
            mirrored=self.tongue is Tongue.MIRRORED,
        )


def cells(names: Sequence[str]) -> Iterator[Cell]:
    """Each scene in each language, with the other two turning as in a Latin square."""
    for row, name in enumerate(names):
        for column, tongue in enumerate(Tongue):
            scheme = SCHEMES[(row + column) % len(SCHEMES)]
            scale = SCALES[(row // len(SCHEMES) + column // 2) % len(SCALES)]
            yield Cell(name, tongue, scheme, scale)


def make(names: Sequence[str], folder: Path, language: str) -> int:
    """Make all pictures, and sheets of them; return 1 where one could not be made.

    Args:
        names: of the scenes; none for all.
        folder: where they go.
        language: another one than English leaves out all but that one.
    """
    from devtools import picture_list
    from devtools.translations import spoken_as

    folder.mkdir(parents=True, exist_ok=True)
    wanted = list(cells(names or picture_list.distinct_scenes()))
    if language != ENGLISH:
        wanted = [cell for cell in wanted if cell.tongue.value == language]
    failed = 0
    with spoken_as(Tongue.PSEUDO.value) as catalogue:
        for (spoken, scale), group in groupby(sorted(wanted, key=_process), key=_process):
            say(f"==> {spoken} {scale}x")
            failed |= _run(spoken, scale, [cell.label for cell in group], folder, catalogue)
    for tongue in Tongue:
        _make_sheets([cell for cell in wanted if cell.tongue is tongue], folder)
    return failed


def _process(cell: Cell) -> tuple[str, int]:
    return cell.tongue.value, cell.scale


def _run(tongue: str, scale: int, labels: list[str], folder: Path, catalogue: str) -> int:
    speaks = {Tongue.GERMAN.value: Tongue.GERMAN.value, Tongue.PSEUDO.value: catalogue}
    language = speaks.get(tongue, ENGLISH)
    arguments = [str(folder), *labels]
    code = run_child("devtools.matrix", arguments, _LONGEST, scale=scale, language=language)
    if code not in (0, 1):
        raise SetupError(f"The pictures could not be made (exit code {code}).", 1)
    return code


def main(arguments: Sequence[str]) -> int:
    """Make the pictures with these labels, which have one language and one scale."""
    folder, labels = Path(arguments[0]), arguments[1:]
    choose_language()
    application = make_application()
    failed = 0
    for label in labels:
        say(f"    {label}")
        try:
            _take(application, Cell.named(label), folder)
        except Exception:  # noqa: BLE001 - a scene that seeks an English text is one of the finds
            say(f"{label}: this scene fails:\n{traceback.format_exc(limit=-3)}")
            failed = 1
    return failed


def _take(application: QApplication, cell: Cell, folder: Path) -> None:
    from devtools import cut_text, picture_list

    shot = cell.of(picture_list.SHOTS[cell.name])
    with opened(application, shot) as running:
        part = shot.part(running) if shot.part else None
        pictures.write(grab(running, part).toImage(), folder / f"{cell.label}.png")
        for cut in cut_text.find_cut_texts(part or running.window):
            say(f"        {cut}")


def _make_sheets(wanted: Sequence[Cell], folder: Path) -> None:
    """Put what was made of some pictures on sheets, with their labels."""
    for start in range(0, len(wanted), _ON_A_SHEET):
        shown = [cell for cell in wanted[start:][:_ON_A_SHEET] if _file(cell, folder).exists()]
        if shown:
            sheet = folder / f"sheet-{shown[0].tongue.value}-{start // _ON_A_SHEET + 1:02}.png"
            pictures.write(_sheet(shown, folder), sheet)


def _file(cell: Cell, folder: Path) -> Path:
    return folder / f"{cell.label}.png"


def _sheet(shown: Sequence[Cell], folder: Path) -> QImage:
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QGuiApplication, QImage, QPainter

    os.environ["QT_QPA_PLATFORM"] = OFFSCREEN
    application = QGuiApplication.instance() or QGuiApplication(["matrix"])  # fonts need one
    rows = -(-len(shown) // _COLUMNS)
    image = QImage(_COLUMNS * _WIDTH, rows * (_TITLE + _HEIGHT), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.gray)
    painter = QPainter(image)
    for number, cell in enumerate(shown):
        left, top = number % _COLUMNS * _WIDTH, number // _COLUMNS * (_TITLE + _HEIGHT)
        painter.drawText(left + 4, top + _TITLE - 5, cell.label)
        one = pictures.read(_file(cell, folder))
        one.setDevicePixelRatio(1)
        if one.width() > _WIDTH or one.height() > _HEIGHT:
            one = one.scaled(
                _WIDTH - 2,
                _HEIGHT,
                Qt.AspectRatioMode.KeepAspectRatio,
                Qt.TransformationMode.SmoothTransformation,
            )
        painter.drawImage(left, top + _TITLE, one)
    painter.end()
    del application
    return image


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
