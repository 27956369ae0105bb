"""Entry points of the engine: report, JSON output, what-if, verified advice."""
