"""Opens files of other programs, and generates files from configurations."""
