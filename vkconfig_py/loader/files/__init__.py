"""Files of a machine: where they are searched, read, and whether a library can be opened."""
