"""This program inside a Flatpak sandbox: its files are those of the sandbox, not of the system.

Source: flatpak-run(1) and flatpak-metadata(5): /.flatpak-info describes the instance, /usr is the
runtime, and permissions host-os and host-etc show the system's own below /run/host.
"""

from __future__ import annotations

from collections.abc import Iterator

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.verdicts import Problem
from vkconfig_py.loader.lint.lint_context import Code, LintContext, problem

INFO = "/.flatpak-info"
HOST = "/run/host"


def find_sandbox_problems(context: LintContext) -> Iterator[Problem]:
    """Yield whose layers and drivers a sandbox shows."""
    # A sample machine lies in a folder of this one. The view of a running program has its root in
    # /proc: there the sandbox is what was asked for.
    host = context.host
    if host.prefix or host.root.startswith("/proc/") or not context.exists(INFO):
        return
    # Few machines are a sandbox.
    from vkconfig_py.loader.api.view_places import parse_keyfile

    about = parse_keyfile(context.document(INFO).data().decode("utf-8", "replace"))
    application = about.get("Application", {})
    runtime = application.get("runtime", "").removeprefix("runtime/") or "?"
    if context.is_there(f"{HOST}/usr"):
        consequence = tr(
            "The layers and drivers are those of {runtime}. Programs outside find the system's, "
            "and what is applied here does not reach them. Theirs are shown by “Open machine…” "
            "with {folder}, and by report --machine {folder}; those in your home folder are not "
            "visible from here.",
            runtime=runtime,
            folder=HOST,
        )
    else:
        consequence = tr(
            "The layers and drivers are those of {runtime}. Programs outside find the system's, "
            "and what is applied here does not reach them. To see and change theirs, install "
            "vkconfig-py outside the sandbox.",
            runtime=runtime,
        )
    title = tr(
        "vkconfig-py runs in the Flatpak sandbox of {application}",
        application=application.get("name", "?"),
    )
    yield problem(Code.IN_SANDBOX, title, consequence, INFO)
