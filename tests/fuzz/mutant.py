"""python -m tests.fuzz.mutant NUMBER FILE: tries the engine with one fault in it.

Nothing of the engine may be imported before the fault is in its place.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

from tests.fuzz.faults import FAULTS, Fault, source_of


class FaultyFinder(MetaPathFinder):
    """Finds the one module that gets the fault."""

    def __init__(self, fault: Fault) -> None:
        self._fault = fault

    def find_spec(
        self, name: str, path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the module with another loader."""
        if name != self._fault.full_module:
            return None
        spec = PathFinder.find_spec(name, path)
        if spec is not None:
            spec.loader = _FaultyLoader(self._fault)
        return spec


class _FaultyLoader(Loader):
    """Runs the changed source."""

    def __init__(self, fault: Fault) -> None:
        self._code = compile(fault.apply(source_of(fault)), fault.full_module, "exec")

    def exec_module(self, module: ModuleType) -> None:
        """Run it."""
        exec(self._code, module.__dict__)


def main(number: str, file: str) -> None:
    """Put the fault into its place and try it."""
    fault = FAULTS[int(number)]
    sys.meta_path.insert(0, FaultyFinder(fault))
    from tests.fuzz.trial import find_difference

    if fault.full_module not in sys.modules:
        raise LookupError(f"{fault.full_module} is not in use")
    sys.stdout.write(find_difference(file))


if __name__ == "__main__":
    main(*sys.argv[1:])
