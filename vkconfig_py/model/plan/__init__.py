"""Configuration and report to a Plan: pure functions, one module per mechanism."""
