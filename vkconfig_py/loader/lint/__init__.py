"""Lint: everything wrong on a machine, with stable codes.

`refusals` reads problems off a report and runs with every discovery; `machine` looks at the files
again, for what the loader takes without a word, and runs when somebody asks for problems.
docs/problems.md lists the codes.
"""
