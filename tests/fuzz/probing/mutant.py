"""python -m tests.fuzz.probing.mutant NUMBER FILE: tries the native half with one fault in it.

Nothing of the engine may be imported before the fault is in its place.
"""

from __future__ import annotations

import os
import shutil
import sys

from tests.fuzz.mutant import FaultyFinder
from tests.fuzz.probing.faults import FAULTS


def main(number: str, file: str) -> None:
    """Put the fault into its place and try it."""
    fault = FAULTS[int(number)]
    sys.meta_path.insert(0, FaultyFinder(fault))
    from tests.fuzz.probing.trial import find_difference

    if fault.full_module not in sys.modules:
        raise LookupError(f"{fault.full_module} is not in use")
    own = f"{file}.{os.getpid()}"  # trials run beside each other; each has notes of its own
    shutil.copyfile(file, own)
    sys.stdout.write(find_difference(own))


if __name__ == "__main__":
    main(*sys.argv[1:])
