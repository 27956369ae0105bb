"""A virtual screen whose pixels are read from the file that Xvfb draws into."""

from __future__ import annotations

import os
import re
import select
import struct
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.framework.patience import PATIENCE

Pixel = tuple[int, int, int]
_COLOURS = 12  # bytes of a colour map entry in a file of xwd


class ScreenImage(NamedTuple):
    """What a screen shows; red, green and blue of each point."""

    width: int
    height: int
    stride: int
    data: bytes

    def get_pixel(self, x: int, y: int) -> Pixel:
        start = y * self.stride + x * 4
        blue, green, red = self.data[start : start + 3]
        return red, green, blue

    def list_colors(self, left: int, top: int, right: int, bottom: int) -> set[int]:
        """Return the values of the points in a rectangle."""
        pixels = memoryview(self.data).cast("I")
        wide = self.stride // 4
        lines = (pixels[y * wide + left : y * wide + right] for y in range(top, bottom))
        return {pixel for line in lines for pixel in line}

    def count(self, colour: Pixel) -> int:
        """Return how many points have exactly this colour."""
        red, green, blue = colour
        pattern = re.compile(re.escape(bytes((blue, green, red))))
        return sum(not match.start() % 4 for match in pattern.finditer(self.data))


class Screen(NamedTuple):
    """A screen, and the file with what it shows."""

    display: str
    file: Path

    def snapshot(self) -> ScreenImage:
        content = self.file.read_bytes()
        header = struct.unpack(">25I", content[:100])
        start = header[0] + header[19] * _COLOURS
        return ScreenImage(header[4], header[5], header[12], content[start:])

    def wait(self, holds: Callable[[ScreenImage], bool]) -> ScreenImage:
        """Return the first picture of which something holds, else the last one."""
        end = time.monotonic() + PATIENCE
        while True:
            pixels = self.snapshot()
            if holds(pixels) or time.monotonic() > end:
                return pixels
            time.sleep(0.05)


@contextmanager
def start_screen(folder: Path, size: str) -> Iterator[Screen]:
    """Start Xvfb without a window manager on a free display; end it afterwards."""
    read_end, write_end = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write_end), "-screen", "0", f"{size}x24", "-fbdir", str(folder),
         "-nolisten", "tcp", "-noreset"],
        pass_fds=(write_end,),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(write_end)
    try:
        with os.fdopen(read_end) as pipe:
            is_up = select.select([pipe], [], [], PATIENCE)[0]
            number = pipe.readline().strip() if is_up else ""
        assert number, "Xvfb did not start"
        yield Screen(f":{number}", folder / "Xvfb_screen0")
    finally:
        server.terminate()
        server.wait(timeout=PATIENCE)
