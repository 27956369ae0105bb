"""What the whole engine is written in: hosts, verdicts, versions, values of devices."""
