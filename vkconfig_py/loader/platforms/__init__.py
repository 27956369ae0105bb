"""Where the loader of each operating system searches, and how it reads paths: as data."""
