"""Layers that are known or turned on, but not installed: what they are, and how to get them."""

from __future__ import annotations

from collections.abc import Iterable

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.loader.base.verdicts import Mark, Problem, Severity, Step
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.model.chain.quick_fix import QuickFix, QuickFixKind
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot, RowKind
from vkconfig_py.model.configuration.configuration import LayerControl
from vkconfig_py.model.layer_settings.described_layers import (
    find_described_layer,
    list_described_names,
)
from vkconfig_py.model.layer_settings.known_layers import (
    describe_source,
    find_source,
    list_source_names,
)
from vkconfig_py.model.problems.summary import ActionKind, Diagnostic, ProblemAction

NOT_INSTALLED_CODE = "layer-not-installed"
_ACTION_KINDS = {
    QuickFixKind.COPY: ActionKind.COPY,
    QuickFixKind.OPEN_PAGE: ActionKind.OPEN_PAGE,
    QuickFixKind.ADD_FOLDER: ActionKind.ADD_FOLDER,
}


def list_known_layers() -> tuple[str, ...]:
    """Return the names of all layers that are known without their manifest.

    Of a layer that only the beginning of its name is known of, this beginning.
    """
    described_names = list_described_names()
    other_names = (
        name
        for name in list_source_names()
        if not any(described_name.startswith(name) for described_name in described_names)
    )
    return tuple(sorted((*described_names, *other_names), key=str.casefold))


def list_absent_layers(installed_names: Iterable[str]) -> tuple[str, ...]:
    """Return the names of the known layers that are not among the installed ones."""
    installed = tuple(installed_names)
    return tuple(
        name
        for name in list_known_layers()
        if not any(installed_name.startswith(name) for installed_name in installed)
    )


def find_absent_layers(text: str, installed_names: Iterable[str]) -> tuple[str, ...]:
    """Return the known layers that are not installed and that a text names as people type it.

    "lsfg", "vk-basalt" or the name of a project will do. Names of layers win over projects.
    """
    query = _remove_signs(text)
    if not query:
        return ()
    names = list_absent_layers(installed_names)
    exact_names = tuple(name for name in names if _remove_signs(name) == query)
    named = tuple(name for name in names if query in _remove_signs(name))
    by_maker = tuple(
        name
        for name in names
        if (source := find_source(name)) is not None and query in _remove_signs(source.maker)
    )
    return exact_names or named or by_maker


def _remove_signs(text: str) -> str:
    """Return the letters and digits of a name, in lower case."""
    return "".join(filter(str.isalnum, text.casefold().removeprefix("vk_layer_")))


def explain_absent_layer(report: LoaderReport, layer: str) -> tuple[Step, ...]:
    """Return as steps what a known layer is, and where its manifest was looked for in vain."""
    source_lines = describe_source(layer)
    steps = [
        *(Step(Mark.FACT, line) for line in source_lines[:1]),
        Step(
            Mark.AGAINST,
            tr("Not installed: the loader does not find a manifest for this layer"),
            decisive=True,
        ),
    ]
    for sentence, search in (
        (tr("Folders searched for explicit layers: {folders}"), report.explicit_search),
        (tr("Folders searched for implicit layers: {folders}"), report.implicit_search),
    ):
        if search.paths:
            steps.append(Step(Mark.FACT, sentence.format(folders=", ".join(search.paths))))
    steps += (Step(Mark.FACT, line) for line in source_lines[1:])
    described_layer = find_described_layer(layer)
    if described_layer is not None and described_layer.settings:
        count = sum(not setting.settings for setting in described_layer.walk_settings())
        steps.append(
            Step(
                Mark.FACT,
                counted(
                    "{n} settings are known and can be changed once it is installed",
                    "{n} setting is known and can be changed once it is installed",
                    count,
                ),
            )
        )
    return tuple(steps)


def list_ways_to_install(layer: str, root: str) -> tuple[QuickFix, ...]:
    """Return how a layer gets onto this machine: its package, its page, a folder that has it.

    `root`: the folder that stands for the root of the machine.
    """
    install_fixes = []
    source = find_source(layer)
    if source is not None:
        if command := source.find_command(root):
            install_fixes.append(
                QuickFix(tr("Install its package"), command, QuickFixKind.COPY, command,
                         tr("Copy package command"))
            )  # fmt: skip
        install_fixes.append(
            QuickFix(tr("Get it from {maker}", maker=source.maker), source.page,
                     QuickFixKind.OPEN_PAGE, source.page, tr("Open page"))
        )  # fmt: skip
    install_fixes.append(
        QuickFix(tr("Search another folder"),
                 tr("if the layer is already on this machine"), QuickFixKind.ADD_FOLDER, layer,
                 tr("Add layer folder…"))
    )  # fmt: skip
    return tuple(install_fixes)


def list_missing_layers(snapshot: ChainSnapshot) -> tuple[Diagnostic, ...]:
    """Return a problem for each layer that the configuration turns on and that is not installed."""
    request = snapshot.request
    if request.assumptions.runtime_view is not None:  # a container has layers of its own
        return ()
    title = request.configuration.title
    return tuple(
        Diagnostic(
            Problem(
                Severity.WARNING,
                NOT_INSTALLED_CODE,
                tr("{layer} is not installed", layer=row.name),
                tr("“{name}” turns it on, but programs run without it.", name=title),
                subject=row.name,
            ),
            tuple(
                ProblemAction(
                    _ACTION_KINDS[install_fix.kind], install_fix.label, text=install_fix.value
                )
                for install_fix in list_ways_to_install(row.name, request.host.root)
            ),
        )
        for row in snapshot.unprobed_rows
        if row.kind is RowKind.MISSING and row.control == LayerControl.ON and row.controls
    )
