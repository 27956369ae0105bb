"""A module for each command, with its function `run(options, output)`."""
