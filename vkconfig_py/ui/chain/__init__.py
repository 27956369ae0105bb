"""The call chain: rows, moves, the sentence above it, the what-if bar."""
