"""The outputs of a program on a terminal, passed on unchanged and read on the way."""

from __future__ import annotations

import os
import selectors
import threading
from collections.abc import Callable
from types import TracebackType

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.launch.observed_loader import parse_output
from vkconfig_py.model.launch.run_program import CHUNK, LineSplitter

# Takes the loader's lines out of a program's output, which has no others changed or held back.

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


_ERRORS = "stderr"
_MOST_LEFT = 32  # pieces: what a pipe holds


class _Pipe(NamedTuple):
    name: str
    target: int
    splitter: LineSplitter


class WatchedOutput:
    """Pipes in place of two outputs; `on_line` is called on a thread with output and line.

    Attributes:
        output, errors: handles for the program.
    """

    def __init__(
        self,
        targets: tuple[int, int],
        on_line: Callable[[str, str], None],
        on_chunk: Callable[[bytes], None],
        hidden: LoaderLines | None = None,
    ) -> None:
        """`targets`: where standard output and error output go; `on_chunk` gets both as read.

        `hidden` takes lines out of the error output; `on_line` gets them all the same.
        """
        self._on_line = on_line
        self._on_chunk = on_chunk
        self._hidden = hidden
        self._selector = selectors.DefaultSelector()
        self._over, self._end = os.pipe()
        self._selector.register(self._over, selectors.EVENT_READ)
        self.output = self._make("stdout", targets[0])
        self.errors = self._make(_ERRORS, targets[1])
        self._thread = threading.Thread(target=self._pass_on, name="watched output", daemon=True)

    def __enter__(self) -> WatchedOutput:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Pass on what is there; what the program left running may hold its outputs longer."""
        os.close(self.output)
        os.close(self.errors)
        os.close(self._end)
        self._thread.join()

    def _make(self, name: str, target: int) -> int:
        reading, writing = os.pipe()
        os.set_blocking(reading, False)
        self._selector.register(reading, selectors.EVENT_READ, _Pipe(name, target, LineSplitter()))
        return writing

    def _pass_on(self) -> None:
        is_over = False
        while not is_over:
            for key, _ in self._selector.select():
                if key.data is None:
                    is_over = True
                else:
                    self._read(key.fd, key.data)
        for key in list(self._selector.get_map().values()):
            if key.data is None:
                os.close(key.fd)
            else:
                for _ in range(_MOST_LEFT):
                    if not self._read(key.fd, key.data):
                        break
                self._close(key.fd, key.data)
        self._selector.close()

    def _read(self, handle: int, pipe: _Pipe) -> bool:
        """Pass one piece on; False if there is none now."""
        try:
            chunk = os.read(handle, CHUNK)
        except OSError:
            return False
        shown = self._shown(pipe, chunk) if chunk else b""
        if not chunk or not _written(pipe.target, shown):
            # Without a reader the program is told so, as if it wrote to that output itself.
            self._close(handle, pipe)
            return False
        self._on_chunk(shown)
        for line in pipe.splitter.feed(chunk):
            self._on_line(pipe.name, line)
        return True

    def _shown(self, pipe: _Pipe, chunk: bytes) -> bytes:
        if self._hidden is None or pipe.name != _ERRORS:
            return chunk
        return self._hidden.feed(chunk) if chunk else self._hidden.finish()

    def _close(self, handle: int, pipe: _Pipe) -> None:
        rest = self._shown(pipe, b"")
        if rest and _written(pipe.target, rest):
            self._on_chunk(rest)
        for line in pipe.splitter.finish():
            self._on_line(pipe.name, line)
        if handle in self._selector.get_map():
            self._selector.unregister(handle)
            os.close(handle)


def _written(target: int, chunk: bytes) -> bool:
    while chunk:
        try:
            chunk = chunk[os.write(target, chunk) :]
        except OSError:
            return False
    return True
