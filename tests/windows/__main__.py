"""dev.py windows: random Windows machines, the engine against real loaders under Wine."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

from devtools.windows import SOURCES, fetch
from tests.framework.memory import memory
from tests.windows.answers import Answer, differences, predict, profile_of
from tests.windows.generate import generate
from tests.windows.machine import LAYER_KEY, Machine, from_json, to_json
from tests.windows.prefix import Loader, Prefix, build

DATA = Path(__file__).parents[1] / "data" / "windows"
ANSWERS = DATA / "answers.json"
_MACHINES = 1000
_RECORDED = 300
_CHUNK = 50
_MOST_SHOWN = 5


class Asked(NamedTuple):
    """A machine, and what each loader answers there."""

    machine: Machine
    answers: dict[str, Answer]


def main(arguments: Sequence[str]) -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(prog="dev.py windows", description=__doc__)
    parser.add_argument("--machines", type=int, default=_MACHINES, help=f"how many ({_MACHINES})")
    parser.add_argument("--seed", type=int, default=1, help="which series of machines (1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument(
        "--record", action="store_true", help=f"write the first {_RECORDED} answers down"
    )
    options = parser.parse_args(arguments)
    started = time.monotonic()
    asked = list(ask_all(options.seed, options.machines, options.jobs))
    seconds = time.monotonic() - started
    sys.stdout.write(f"{len(asked)} machines, {seconds / max(len(asked), 1):.2f} s each\n")
    differing = compare(asked)
    if options.record:
        write(asked[:_RECORDED])
    return 1 if differing else 0


def ask_all(seed: int, count: int, jobs: int) -> Iterator[Asked]:
    """Ask the loaders about machines, in several processes, each with a prefix of its own."""
    build()
    chunks = [range(at, min(at + _CHUNK, count)) for at in range(0, count, _CHUNK)]
    with ProcessPoolExecutor(jobs) as pool:
        for found in pool.map(partial(_ask_chunk, seed), chunks):
            yield from found


def _ask_chunk(seed: int, numbers: Iterable[int]) -> list[Asked]:
    loaders = [
        Loader(tuple(map(int, source.version.split("."))), fetch(source)) for source in SOURCES
    ]
    with tempfile.TemporaryDirectory(prefix="vkwine-", dir=memory()) as folder:
        prefix = Prefix(Path(folder), build())
        prefix.start()
        try:
            return [_ask(prefix, generate(seed, number), loaders) for number in numbers]
        finally:
            prefix.stop()


def _ask(prefix: Prefix, machine: Machine, loaders: Sequence[Loader]) -> Asked:
    with prefix.machine(machine) as folder:
        answers = {
            ".".join(map(str, loader.version)): prefix.ask(machine, folder, loader)
            for loader in loaders
        }
    return Asked(machine, answers)


def compare(asked: Iterable[Asked]) -> int:
    """Print what differs, and return on how many machines something does."""
    counts: Counter[str] = Counter()
    differing = 0
    for machine, answers in asked:
        found = differing_keys(machine, answers)
        differing += bool(found)
        for version, keys in found.items():
            counts[f"{version}: {', '.join(keys)}"] += 1
        if found and differing <= _MOST_SHOWN:
            sys.stdout.write(f"machine {machine.name}: {json.dumps(found)}\n")
    for what, count in counts.most_common():
        sys.stdout.write(f"{count:5} {what}\n")
    sys.stdout.write(f"{differing} machines with a difference\n")
    return differing


def differing_keys(machine: Machine, answers: dict[str, Answer]) -> dict[str, list[str]]:
    """Return the keys in which engine and loaders differ, by version; {} if none."""
    with tempfile.TemporaryDirectory(prefix="vkwin-", dir=memory()) as temporary:
        folder = Path(temporary) / "w"
        machine.write(folder)
        found = {
            version: _differing(machine, version, answer, folder)
            for version, answer in answers.items()
        }
    return {version: keys for version, keys in found.items() if keys}


def _differing(machine: Machine, version: str, answer: Answer, folder: Path) -> list[str]:
    profile = profile_of(version)
    return differences(predict(machine, profile, folder), answer, profile)


def write(asked: Sequence[Asked]) -> None:
    """Write machines and answers, a line each."""
    lines = [
        json.dumps([to_json(machine), answers], separators=(",", ":")) for machine, answers in asked
    ]
    DATA.mkdir(exist_ok=True)
    ANSWERS.write_text("[\n" + ",\n".join(lines) + "\n]\n")
    _write_exports(asked[0].machine)


def _write_exports(machine: Machine) -> None:
    """Write what Wine's regedit exports of a machine: fixtures for whoever reads such files."""
    with tempfile.TemporaryDirectory(prefix="vkwine-", dir=memory()) as temporary:
        prefix = Prefix(Path(temporary), build())
        prefix.start()
        try:
            with prefix.machine(machine) as folder:
                (DATA / "khronos.reg").write_bytes(prefix.export(LAYER_KEY, folder))
        finally:
            prefix.stop()


def read() -> list[Asked]:
    """Return the answers that were recorded."""
    return [Asked(from_json(x), answers) for x, answers in json.loads(ANSWERS.read_text())]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
