"""Questions on the terminal, also while a program runs."""

from __future__ import annotations

import os
import selectors
import sys
import threading
from collections.abc import Callable, Container

from vkconfig_py.cli.output import Output

END_OF_INPUT = ""


class Asking:
    """Waits for a letter on the input, or for something that ends on a thread of its own."""

    def __init__(self, wait: Callable[[], None], output: Output) -> None:
        self._output = output
        self._wait = wait
        self._ended, self._writing = os.pipe2(os.O_CLOEXEC)
        self._is_over = False
        _drop_typed_ahead(sys.stdin.fileno())
        self._thread = threading.Thread(target=self._wait_on_thread, name="asking")
        self._thread.start()

    def ask(self, request: str, letters: Container[str]) -> str | None:
        """Return the first letter of the typed line, END_OF_INPUT, or None once the wait is over.

        The end of the wait is returned once. Afterwards the question can be asked again.
        """
        while True:
            self._output.line(request)
            self._output.flush()
            if self._wait_for_input():
                return None
            line = _read_line(sys.stdin.fileno())
            letter = line.strip().lower()[:1]
            if not line or (letter and letter in letters):
                return letter

    def close(self) -> None:
        """Block until the wait ends, and close the pipe."""
        self._thread.join()
        os.close(self._ended)

    def _wait_for_input(self) -> bool:
        """Block until a line is typed or the wait ends.

        Return True at the end of the wait, once.
        """
        if self._is_over:
            return False
        # Not epoll: the input may be a file.
        with selectors.PollSelector() as selector:
            selector.register(sys.stdin.fileno(), selectors.EVENT_READ)
            selector.register(self._ended, selectors.EVENT_READ)
            self._is_over = self._ended in {key.fd for key, _ in selector.select()}
        return self._is_over

    def _wait_on_thread(self) -> None:
        """Call `wait`, then close the pipe, which wakes the question."""
        try:
            self._wait()
        finally:
            os.close(self._writing)


def ask_yes(request: str) -> bool:
    """Ask a yes-or-no question on the terminal. Without a terminal the answer is no."""
    if not sys.stdin.isatty():
        return False
    sys.stderr.write(f"{request} [y/N] ")
    sys.stderr.flush()
    return _read_line(sys.stdin.fileno()).strip().lower() in ("y", "yes")


def _drop_typed_ahead(handle: int) -> None:
    """Drop what was typed before a question. `handle`: descriptor of the input."""
    if os.isatty(handle):
        import termios

        termios.tcflush(handle, termios.TCIFLUSH)


def _read_line(handle: int) -> str:
    """Return one line, byte by byte: the next question reads on in a file or pipe."""
    line = b""
    while not line.endswith(b"\n") and (part := os.read(handle, 1)):
        line += part
    return line.decode("utf-8", "replace")
