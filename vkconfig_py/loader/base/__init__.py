"""Basic values of the engine: hosts, verdicts, versions, devices."""
