"""The call chain as window and command line show it: rows, sentences, what-if."""
