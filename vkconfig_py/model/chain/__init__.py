"""The call chain as shown by window and command line: rows, sentences, what-if."""
