"""Everything that the program says of a random machine, as text: for golden answers.

Neither this computer nor the folder of the machine plays a part: libraries are hollow, what is
built into programs stands in the machine's folder, and folders are listed in an order of their
own. What is written down are the public forms: members of JSON, planned bytes, sentences.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from tests.framework.elf_files import LIBRARY, make_elf_file
from tests.fuzz.generate import generate
from tests.fuzz.machine import ROOT, Tree, What, build
from tests.fuzz.words import META_NAMES, NAMES, OVERRIDE, UNKNOWN_NAME
from vkconfig_py.loader.api.advice import advise
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.api.report_json import PROBLEM_SCHEMA, remedy_to_json, report_to_json
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.explain.explanation import explain_component
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.rules.loader_report import FoundDriver, FoundLayer, LoaderReport
from vkconfig_py.model.chain.snapshot import compute_snapshot
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot
from vkconfig_py.model.configuration.configuration import (
    NEWEST_COPY,
    UNLISTED,
    Configuration,
    DriverControl,
    LayerControl,
    LayerEntry,
    Target,
)
from vkconfig_py.model.plan.plan import AppliedConfiguration, Mechanism, PlanView, PredictionRequest
from vkconfig_py.model.problems.actionable import find_problems

PROFILES = (
    LoaderProfile((1, 1, 96)),
    LoaderProfile((1, 2, 170)),
    LoaderProfile((1, 3, 224)),
    LoaderProfile((1, 3, 239)),  # a reference loader, as Debian builds it
    LoaderProfile((1, 3, 302)),
    LoaderProfile((1, 4, 364), is_secure=False),  # another one, as Chromium builds it
)
KINDS = ("report", "plan", "words", "advice")
MECHANISMS = tuple(Mechanism)
_ADVISED_EVERY = 10
_ROOT_LENGTH = 48  # texts may be cut
_KEPT_NAMES = (*NAMES, *META_NAMES, OVERRIDE)


class _Hollow:
    """Libraries and programs that open, and hold nothing: no compiler makes them differ."""

    def __init__(self) -> None:
        library = make_elf_file(kind=LIBRARY)
        self._content = {
            What.LAYER: library,
            What.DRIVER: library,
            What.FOREIGN: make_elf_file(32, kind=LIBRARY),
        }

    def link(self, what: What, number: int, target: str) -> None:
        """Put a library at a path."""
        Path(target).write_bytes(self._content[what])

    def link_asker(self, target: str, elevated: bool) -> None:
        """Put a program at a path."""
        Path(target).write_bytes(make_elf_file())
        Path(target).chmod(0o755)


def told_of(seed: int, number: int, folder: Path) -> dict[str, dict[str, str]]:
    """Return all texts about one machine: the kind of text, the question, the text.

    "report" and "plan" are what is decided and written, "words" and "advice" what people read.
    """
    root = f"{folder}/m".ljust(_ROOT_LENGTH, "m")
    tree = build(generate(seed, number), root, _Hollow())
    host = Host(
        tree.variables(),
        executable=f"{root}/{tree.machine.program}",
        working_directory=f"{root}/{tree.machine.working_directory}",
        elevated=tree.machine.elevated,
        prefix=root,
    )
    told: dict[str, dict[str, str]] = {kind: {} for kind in KINDS}
    with _listed_by_name():
        for place, release in enumerate(PROFILES):
            profile = release._replace(
                library=f"{root}/lib/libvulkan.so.1", sysconfdir=f"{root}/etc"
            )
            cache = DocumentCache()
            report = discover(host, tree.machine.application, profile, cache)
            told["report"][profile.version_text] = _text(report_to_json(report), root)
            mechanism = MECHANISMS[(number + place) % len(MECHANISMS)]
            random = Random(f"{seed}:{number}:{profile.version_text}")
            question = _question(tree, host, profile, mechanism, random)
            asked = f"{profile.version_text} {mechanism.value}"
            snapshot = compute_snapshot(question)
            told["plan"][asked] = _text(_plan_members(snapshot), root)
            told["words"][asked] = _text(_words(snapshot), root)
            if number % _ADVISED_EVERY == place:
                told["advice"][profile.version_text] = _text(_advice_members(report, cache), root)
    return told


def _text(value: Any, root: str) -> str:
    return json.dumps(value, indent=1).replace(root, ROOT)


@contextmanager
def _listed_by_name() -> Iterator[None]:
    """List folders in an order that the file system has no part in, and that is not sorted."""
    scan, names = os.scandir, os.listdir

    def place(name: str) -> bytes:
        return hashlib.sha256(os.fsencode(name)).digest()

    @contextmanager
    def scandir(path: str) -> Iterator[Iterator[os.DirEntry[str]]]:
        with scan(path) as found:
            yield iter(sorted(found, key=lambda entry: place(entry.name)))

    def listdir(path: str) -> list[str]:
        return sorted(names(path), key=place)

    with patch("os.scandir", scandir), patch("os.listdir", listdir):
        yield


# -- a configuration, its plan and the picture


def _question(
    tree: Tree, host: Host, profile: LoaderProfile, mechanism: Mechanism, random: Random
) -> PredictionRequest:
    program = f"{tree.root}/{tree.machine.program}"
    view = PlanView(mechanism)
    applied: tuple[AppliedConfiguration, ...] = ()
    if view.is_applied:
        view = view._replace(programs=random.choice(((), (program,))))
        if random.random() < 0.3:
            other = _configuration("other", tree, random)
            applied = (AppliedConfiguration(other, (f"{tree.root}/bin/other",), 0.0, mechanism),)
    return PredictionRequest(
        host=host,
        profile=profile,
        configuration=_configuration("golden", tree, random)._replace(target=Target(program)),
        view=view,
        applied_configurations=applied,
        application=tree.machine.application,
        launch_folder=f"{tree.root}/private",
    )


def _configuration(key: str, tree: Tree, random: Random) -> Configuration:
    """Return a configuration that says anything about the layers and drivers of a machine."""
    texts = b"".join(item.content for item in tree.machine.items)
    names = [name for name in _KEPT_NAMES if name.encode(errors="surrogateescape") in texts]
    names = [*names, UNLISTED, UNKNOWN_NAME]
    chosen = random.sample(names, random.randint(0, min(7, len(names))))
    entries = tuple(
        LayerEntry(
            name,
            random.choice(list(LayerControl)),
            random.random() < 0.5,
            copy="" if name == UNLISTED else random.choice(("", "", NEWEST_COPY)),
        )
        for name in chosen
    )
    sources = (f"{tree.root}/plain",) if random.random() < 0.2 else ()
    configuration = Configuration(key, f"Random {key}", entries, sources=sources)
    if random.random() < 0.2:
        drivers = [path for item in tree.machine.items if "/icd.d/" in (path := item.path)]
        for path in drivers[:1]:
            wish = random.choice((DriverControl.ONLY, DriverControl.OFF))
            configuration = configuration.with_driver_control(path.rpartition("/")[2], wish)
    if random.random() < 0.2:
        name = random.choice(("VK_INSTANCE_LAYERS", "VK_LOADER_LAYERS_DISABLE", "SWITCH_ONE"))
        configuration = configuration.with_variable(name, random.choice((None, "1", "*A*")))
    return configuration


def _plan_members(snapshot: ChainSnapshot) -> dict[str, Any]:
    plan = snapshot.plan
    return {
        "mechanism": plan.mechanism.value,
        "files": [
            {
                "file": one.path,
                "content": None if one.content is None else one.content.decode("latin-1"),
                "position": one.position.value,
                "named": one.has_fixed_name,
            }
            for one in plan.files
        ],
        "variables": [[one.name, one.value] for one in plan.variables],
        "command": plan.command,
        "chain": snapshot.list_loading_layers(),
        "create": snapshot.report.create_result,
    }


def _words(snapshot: ChainSnapshot) -> dict[str, Any]:
    plan = snapshot.plan
    return {
        "limits": [
            [one.subject, one.text, one.alternative, one.is_blocking] for one in plan.limits
        ],
        "summary": plan.summary,
        "notes": plan.notes,
        "rows": [
            [
                *(row.name, row.secondary, row.status, row.reason, row.deviation, row.position),
                *(
                    row.control,
                    row.controls,
                    row.has_user_position,
                    row.depth,
                    row.is_used,
                    row.manifest,
                ),
                *(row.tooltip, row.accessible_text, row.tone.value),
            ]
            for row in snapshot.rows
        ],
    }


# -- what is wrong, what helps, and why


def _advice_members(report: LoaderReport, cache: DocumentCache) -> dict[str, Any]:
    found: tuple[FoundLayer | FoundDriver, ...] = (*report.found_layers, *report.drivers)
    return {
        "problems": [
            {
                **PROBLEM_SCHEMA.write(one.problem),
                "actions": [
                    [x.kind.value, x.label, x.step_label, x.consequence, x.text]
                    for x in one.actions
                ],
                "why nothing": one.no_action_reason,
            }
            for one in find_problems(report, cache)
        ],
        "advice": [
            [one.file, advice.goal.value, remedy_to_json(advice.remedy), advice.trial.state_after]
            for one in found
            for advice in advise(report, one, cache)
        ],
        "stories": {
            name: [[step.mark.value, *step[1:6]] for step in explain_component(report, name)]
            for name in dict.fromkeys(one.verdict.subject for one in found)
        },
    }
