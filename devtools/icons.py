"""The application icon in the sizes that desktops ask for, drawn from its SVG."""

from __future__ import annotations

import os
from pathlib import Path

from vkconfig_py.model.files import resources
from vkconfig_py.model.files.paths import APPLICATION_ID

SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
_FOLDER = resources.path("desktop") / "icons" / "hicolor"


def main() -> int:
    """Draw every size anew, and take over the scalable icon."""
    source = resources.path("icons/vkconfig-py.svg").read_bytes()
    _place("scalable", "svg").write_bytes(source)
    for size in SIZES:
        _draw(source, size, _place(f"{size}x{size}", "png"))
    return 0


def _place(size: str, ending: str) -> Path:
    folder = _FOLDER / size / "apps"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{APPLICATION_ID}.{ending}"


def _draw(source: bytes, size: int, path: Path) -> None:
    from PySide6.QtCore import QByteArray, Qt
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(QByteArray(source)).render(painter)
    painter.end()
    if not image.save(str(path)):
        raise OSError(f"{path} could not be written")


if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    raise SystemExit(main())
