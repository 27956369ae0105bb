"""LineSplitter: bytes as they arrive -> whole lines of bounded length."""

from __future__ import annotations

LINE_LIMIT = 64 * 1024


class LineSplitter:
    """Collects what a program writes and gives it back in lines.

    A line longer than LINE_LIMIT is given in pieces, so that a program that never ends its line
    cannot fill the memory. Bytes that are not UTF-8 are kept visible as escapes.
    """

    def __init__(self) -> None:
        self._rest = bytearray()

    def feed(self, chunk: bytes) -> list[str]:
        """Return the lines that are complete now."""
        self._rest += chunk
        *complete, rest = self._rest.split(b"\n")
        pieces = [piece for line in complete for piece in _pieces(line)]
        *full, last = _pieces(rest)
        self._rest = bytearray(last)
        return [_text(piece) for piece in (*pieces, *full)]

    def finish(self) -> list[str]:
        """Return what is left when the stream ends."""
        rest, self._rest = bytes(self._rest), bytearray()
        return [_text(rest)] if rest else []


def _pieces(line: bytes | bytearray) -> list[bytes]:
    starts = range(0, max(len(line), 1), LINE_LIMIT)
    return [bytes(line[start : start + LINE_LIMIT]) for start in starts]


def _text(line: bytes) -> str:
    return line.removesuffix(b"\r").decode("utf-8", "backslashreplace")
