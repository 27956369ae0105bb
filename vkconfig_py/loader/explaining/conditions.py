"""What files alone cannot know of vkCreateInstance: what it fails for once libraries are opened."""

from __future__ import annotations

from vkconfig_py.loader.outcome import EXTENSION_NOT_PRESENT, INCOMPATIBLE_DRIVER, SUCCESS
from vkconfig_py.loader.records import Any, NamedTuple
from vkconfig_py.loader.report import LoaderReport
from vkconfig_py.loader.verdicts import Outcome, Reason

_CREATE = "vkCreateInstance"
_EXTENSIONS = "vkEnumerateInstanceExtensionProperties"
_USED = (Outcome.LOADS, Outcome.UNKNOWN)


class Condition(NamedTuple):
    """Something that has to be asked before the result is certain.

    Attributes:
        unless: what would make another result of it, as the rest of a sentence.
        result: that result; "" is whatever is returned.
        asked: the command that would be asked.
        libraries: that would be asked.
    """

    unless: str
    result: str
    asked: str
    libraries: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the condition as JSON values."""
        return {**self._asdict(), "libraries": list(self.libraries)}


def create_conditions(report: LoaderReport) -> tuple[Condition, ...]:
    """Return what the success of vkCreateInstance hangs on; nothing once libraries were opened."""
    if report.basis != "files" or report.create != SUCCESS:
        return ()
    drivers = tuple(
        driver.manifest.library
        for driver in report.drivers
        if driver.manifest is not None and driver.verdict.outcome in _USED
    )
    found = [Condition("no driver creates an instance", INCOMPATIBLE_DRIVER, _CREATE, drivers)]
    offered = {name for name, _ in report.loader_extensions}
    for layer in report.callstack:
        offered.update(name for name, _ in layer.manifest.instance_extensions)
    missing = [name for name in report.application.extensions if name not in offered]
    if missing:
        unless = f"no driver offers {', '.join(missing)}"
        found.append(Condition(unless, EXTENSION_NOT_PRESENT, _EXTENSIONS, drivers))
    if report.callstack:
        libraries = tuple(layer.manifest.library for layer in report.callstack)
        found.append(Condition("a layer returns an error", "", _CREATE, libraries))
    return tuple(found)


def create_sentence(report: LoaderReport) -> str:
    """Return the result of vkCreateInstance with what it hangs on, or with who is to blame."""
    conditions = create_conditions(report)
    if not conditions:
        blamed = failing_layer(report)
        return f"{report.create}, from {blamed}" if blamed else report.create
    parts = [f"{x.unless} ({x.result})" if x.result else x.unless for x in conditions]
    either = " or ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))
    return f"{report.create} unless {either}"


def failing_layer(report: LoaderReport) -> str:
    """Return the layer in which a probe saw vkCreateInstance fail, or ""."""
    for layer in report.found:
        verdict = layer.verdict
        if verdict.reason is Reason.CREATE_FAILS and verdict.outcome is Outcome.FAILS:
            return layer.name
    return ""
