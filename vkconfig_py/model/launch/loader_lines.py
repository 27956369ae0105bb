"""Takes the loader's lines out of a program's output, which has no others changed or held back."""

from __future__ import annotations

from vkconfig_py.model.launch.observed_loader import parse_output

# How lines of the loader begin; others are passed on as they come, such as a question of a program.
_HEADS = (
    b"[Vulkan Loader]",
    *(b"ERROR", b"WARNING", b"INFO", b"DEBUG", b"PERF", b"DRIVER", b"LAYER"),
)
_MOST = 4096  # bytes; the loader cuts its messages at 511


class LoaderLines:
    """Filter of one stream."""

    def __init__(self) -> None:
        self._held = b""
        self._is_inside = False  # of a line that is not the loader's
        self._is_behind = False  # a line of the loader: its messages may end in an empty one

    def feed(self, chunk: bytes) -> bytes:
        """What is to be passed on after this piece."""
        passed = []
        for piece in (self._held + chunk).splitlines(keepends=True):
            self._held = b""
            is_whole = piece.endswith(b"\n")
            is_behind, self._is_behind = self._is_behind, False
            if is_behind and piece == b"\n":
                continue
            if self._is_inside or not _may_be_loaders(piece):
                passed.append(piece)
                self._is_inside = not is_whole
            elif not is_whole and len(piece) < _MOST:
                self._held = piece
            elif _is_loaders(piece):
                self._is_behind = True
            else:
                passed.append(piece)
                self._is_inside = not is_whole
        return b"".join(passed)

    def finish(self) -> bytes:
        """What is left at the end."""
        held, self._held = self._held, b""
        return b"" if _is_loaders(held) else held


def _may_be_loaders(line: bytes) -> bool:
    return any(line.startswith(head) or head.startswith(line) for head in _HEADS)


def _is_loaders(line: bytes) -> bool:
    text = line.decode("utf-8", "replace").rstrip("\r\n")
    return parse_output(text).source == "loader"
