"""Physical devices: which of them a program gets, in which order, and why."""
