"""Why: verdicts, remedies, stories and sentences, computed from the decisions."""
