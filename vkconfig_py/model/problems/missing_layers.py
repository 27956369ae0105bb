"""Layers that a configuration turns on and that are not installed, and how they can be had."""

from __future__ import annotations

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.verdicts import Problem, Severity
from vkconfig_py.model.chain.quick_fix import QuickFix, QuickFixKind
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot, RowKind
from vkconfig_py.model.configuration.configuration import LayerControl
from vkconfig_py.model.layer_settings.known_layers import find_source
from vkconfig_py.model.problems.summary import ActionKind, Diagnostic, ProblemAction

NOT_INSTALLED_CODE = "layer-not-installed"
_ACTION_KINDS = {
    QuickFixKind.COPY: ActionKind.COPY,
    QuickFixKind.OPEN_PAGE: ActionKind.OPEN_PAGE,
    QuickFixKind.ADD_FOLDER: ActionKind.ADD_FOLDER,
}


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
