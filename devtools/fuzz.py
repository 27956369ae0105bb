"""Random machines and documents, the engine against real loaders; the work is in tests/fuzz."""

from __future__ import annotations

import sys

from tests.fuzz.command import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
