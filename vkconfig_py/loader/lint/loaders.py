"""What other installed loaders make of the same files.

A machine often has several loaders: of the distribution, of a Vulkan SDK, of a browser, for 32-bit
programs. A file that one of them passes over can end every program that uses another.
"""

from __future__ import annotations

from collections.abc import Iterator

from vkconfig_py.loader.discover import discover
from vkconfig_py.loader.lint.codes import Code, problem
from vkconfig_py.loader.lint.ground import Ground, base_name
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.report import LoaderReport
from vkconfig_py.loader.verdicts import Outcome, Problem, Reason, RemoveFile, Verdict

_ENDS = (Reason.ABORTS_ALL, Reason.CRASHES_ALL)


def find_other_loader_problems(ground: Ground) -> Iterator[Problem]:
    """Yield the files that end every program of an installed loader other than the report's."""
    told = {file for file, _ in _ending(ground.report)}
    for loader in ground.loaders:
        if loader == ground.profile or _decides_alike(loader, ground.profile):
            continue
        host = ground.report.host
        report = discover(host, ground.report.application, loader, ground.cache)
        for file, verdict in _ending(report):
            if file not in told:
                told.add(file)
                yield _ends_other(file, verdict, loader, ground)


def _decides_alike(left: LoaderProfile, right: LoaderProfile) -> bool:
    return left._replace(library="") == right._replace(library="")


def _ending(report: LoaderReport) -> Iterator[tuple[str, Verdict]]:
    verdicts = [(layer.file, layer.verdict) for layer in report.found]
    verdicts += [(driver.file, driver.verdict) for driver in report.drivers]
    for file, verdict in verdicts:
        if verdict.reason in _ENDS and verdict.outcome is Outcome.FAILS:
            yield file, verdict


def _ends_other(file: str, verdict: Verdict, loader: LoaderProfile, ground: Ground) -> Problem:
    does = "crashes on it" if verdict.reason is Reason.CRASHES_ALL else "gives up"
    where = f"Line {verdict.line}: {verdict.detail}. " if verdict.line else ""
    which = f" ({loader.library})" if loader.library else ""
    return problem(
        Code.OTHER_LOADER_FAILS,
        f"{base_name(file)} ends every program that uses the loader {loader.version_text}",
        f"{where}The loader {loader.version_text}{which} {does} in every program; "
        f"the loader {ground.profile.version_text} goes on.",
        file,
        verdict.line,
        (RemoveFile(file),),
        verdict.detail,
    )


def who_gives_up(profile: LoaderProfile) -> str:
    """Return which loaders an invalid file ends, as a sentence."""
    gate = Gate.INVALID_JSON_SKIPPED
    first = ".".join(map(str, gate.value.first))
    if profile.has(gate):
        return f"Loaders before {first} give up on it in every program."
    return f"Loaders from {first} on only pass over it."
