"""Recorder: an observer that remembers what it hears."""

from __future__ import annotations

from vkconfig_py.loader.native.loader_messages import NativeStep, Observer


class Recorder(Observer):
    """Remembers what it hears."""

    __slots__ = ("findings", "steps")

    def __init__(self) -> None:
        self.steps: list[str] = []
        self.findings: list[NativeStep] = []

    def announce_step(self, step: str) -> None:
        """Remember the step."""
        self.steps.append(step)

    def report_finding(self, finding: NativeStep) -> None:
        """Remember the finding."""
        self.findings.append(finding)
