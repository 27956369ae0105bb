"""python -m vkconfig_py, and the commands vkconfig-py and vkconfig-py-gui."""

from __future__ import annotations

import gc
import sys

from vkconfig_py.app import main

# More objects than a command makes. What imports make stays: to look at it is in vain.
_SELDOM = 100_000


def run() -> None:
    """Run the program in a process of its own, and end that."""
    gc.set_threshold(_SELDOM)
    try:
        sys.exit(main())
    finally:
        # The end of the interpreter collects twice; for a process that ends, that frees nothing.
        gc.freeze()


if __name__ == "__main__":
    run()
