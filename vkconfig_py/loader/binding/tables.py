"""Dispatch tables: the function behind each slot, in memory that never moves."""

from __future__ import annotations

import ctypes

# All commands of the registry and the 250 unknown functions that the loader has room for, in
# either numbering (loader.h, MAX_NUM_UNKNOWN_EXTS).
SLOTS = 1280
_WORD = ctypes.sizeof(ctypes.c_size_t)


class DispatchTable:
    """Words that C code jumps through; word 0 tells whose table it is.

    An empty slot holds the address of a function that returns an error, so that a call of what
    nobody offers is an answer and not a jump to address 0.

    Attributes:
        address: of word 0; dispatchable handles begin with it.
        missing: what an empty slot holds.
    """

    __slots__ = ("_words", "address", "missing")

    def __init__(self, missing: int, magic: int = 0, slots: int = SLOTS) -> None:
        self.missing = missing
        self._words = (ctypes.c_size_t * slots)(*[missing] * slots)
        self._words[0] = magic
        self.address = ctypes.addressof(self._words)

    def __len__(self) -> int:
        return len(self._words)

    def __getitem__(self, slot: int) -> int:
        return self._words[slot]

    def __setitem__(self, slot: int, address: int) -> None:
        """Put a function into a slot; address 0 empties it."""
        if not 0 < slot < len(self._words):
            raise IndexError(f"there is no slot {slot} in a table of {len(self._words)}")
        self._words[slot] = address or self.missing

    def has(self, slot: int) -> bool:
        """Return whether a function is in the slot."""
        return self._words[slot] != self.missing
