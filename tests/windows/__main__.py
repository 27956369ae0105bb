"""dev.py windows: random Windows machines, the engine against real loaders under Wine."""

from __future__ import annotations

import argparse
import json
import lzma
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

from devtools.loaders import list_windows_libraries
from tests.framework.memory import find_memory_folder
from tests.framework.reference import LoaderError
from tests.windows.answers import Answer, differences, predict
from tests.windows.generate import generate
from tests.windows.machine import LAYER_KEY, Machine, from_json, to_json
from tests.windows.prefix import Loader, Prefix, build
from vkconfig_py.loader.profiles.profile import LoaderProfile, parse_loader_version

DATA = Path(__file__).parents[1] / "data" / "windows"
ANSWERS = DATA / "answers.json.xz"
_MACHINES = 1000
_RECORDED = 200
_CHUNK = 50
_MOST_SHOWN = 5


class Asked(NamedTuple):
    """A machine, and what each loader answers there."""

    machine: Machine
    answers: tuple[Answer, ...]


class Recording(NamedTuple):
    """What loaders answered on machines."""

    profiles: tuple[LoaderProfile, ...]
    asked: tuple[Asked, ...]


def main(arguments: Sequence[str]) -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(prog="dev.py windows", description=__doc__)
    parser.add_argument("--machines", type=int, default=_MACHINES, help=f"how many ({_MACHINES})")
    parser.add_argument("--seed", type=int, default=1, help="which series of machines (1)")
    parser.add_argument(
        "--loader",
        action="append",
        type=Path,
        metavar="PATH",
        help="a vulkan-1.dll; may be repeated (those that are fetched); one before 1.1.120 does "
        "not tell its release and stands in a folder with that number: 1.1.74/vulkan-1.dll",
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument(
        "--record",
        action="store_true",
        help=f"write the first {_RECORDED} answers down for the tests, in place of those that are "
        "there: name all loaders whose answers are to be kept",
    )
    options = parser.parse_args(arguments)
    started = time.monotonic()
    try:
        libraries = [existing(path) for path in options.loader or list_windows_libraries()]
        recording = ask_all(libraries, options.seed, options.machines, options.jobs)
    except LoaderError as error:
        sys.stderr.write(f"{parser.prog}: {error}\n")
        return 2
    seconds = time.monotonic() - started
    sys.stdout.write(f"{options.machines} machines, {seconds / options.machines:.2f} s each\n")
    differing = compare(recording)
    if options.record:
        write(recording)
    return 1 if differing else 0


def existing(library: Path) -> Path:
    if not library.is_file():
        raise LoaderError(f"{library}: no such file")
    return library


def ask_all(libraries: Sequence[Path], seed: int, count: int, jobs: int) -> Recording:
    """Ask loaders about machines, in several processes, each with a prefix of its own."""
    build()
    with wine() as prefix:
        loaders = [prefix.loader(library) for library in libraries]
    chunks = [range(at, min(at + _CHUNK, count)) for at in range(0, count, _CHUNK)]
    with ProcessPoolExecutor(jobs) as pool:
        found = pool.map(partial(_ask_chunk, loaders, seed), chunks)
        asked = tuple(one for chunk in found for one in chunk)
    return Recording(tuple(loader.profile for loader in loaders), asked)


def _ask_chunk(loaders: Sequence[Loader], seed: int, numbers: Iterable[int]) -> list[Asked]:
    with wine() as prefix:
        return [_ask(prefix, generate(seed, number), loaders) for number in numbers]


@contextmanager
def wine() -> Iterator[Prefix]:
    """Give a prefix that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="vkwine-", dir=find_memory_folder()) as folder:
        prefix = Prefix(Path(folder), build())
        prefix.start()
        try:
            yield prefix
        finally:
            prefix.stop()


def _ask(prefix: Prefix, machine: Machine, loaders: Sequence[Loader]) -> Asked:
    with prefix.machine(machine) as folder:
        return Asked(machine, prefix.ask(machine, folder, loaders))


def compare(recording: Recording) -> int:
    """Print what differs, and return on how many machines something does."""
    counts: Counter[str] = Counter()
    differing = 0
    for asked in recording.asked:
        found = differing_keys(asked, recording.profiles)
        differing += bool(found)
        counts.update(f"{loader}: {', '.join(keys)}" for loader, keys in found.items())
        if found and differing <= _MOST_SHOWN:
            sys.stdout.write(f"machine {asked.machine.name}: {json.dumps(found)}\n")
    for what, count in counts.most_common():
        sys.stdout.write(f"{count:5} {what}\n")
    sys.stdout.write(f"{differing} machines with a difference\n")
    return differing


def differing_keys(asked: Asked, profiles: Sequence[LoaderProfile]) -> dict[str, list[str]]:
    """Return the keys in which engine and loaders differ, by loader; {} if none."""
    machine, answers = asked
    with tempfile.TemporaryDirectory(prefix="vkwin-", dir=find_memory_folder()) as temporary:
        folder = Path(temporary) / "w"
        machine.write(folder)
        found = {
            profile.title: differences(predict(machine, profile, folder), answer)
            for profile, answer in zip(profiles, answers, strict=True)
        }
    return {loader: keys for loader, keys in found.items() if keys}


def write(recording: Recording) -> None:
    """Write machines and answers, a line each, behind a line of loaders."""
    loaders = [[profile.version_text, profile.is_secure] for profile in recording.profiles]
    asked = recording.asked[:_RECORDED]
    documents = [loaders, *([to_json(machine), answers] for machine, answers in asked)]
    lines = [json.dumps(document, separators=(",", ":")) for document in documents]
    DATA.mkdir(exist_ok=True)
    ANSWERS.write_bytes(lzma.compress("\n".join(lines).encode(), preset=9 | lzma.PRESET_EXTREME))
    with wine() as prefix, prefix.machine(exported(recording)) as folder:
        # What regedit writes: a fixture for whoever reads such files.
        (DATA / "khronos.reg").write_bytes(prefix.export(LAYER_KEY, folder))


def exported(recording: Recording) -> Machine:
    """Return the first machine that has what regedit exports."""
    machines = (asked.machine for asked in recording.asked)
    return next(x for x in machines if any(key.startswith(LAYER_KEY) for key, _ in x.values))


def read(path: Path = ANSWERS) -> Recording:
    """Return answers that were recorded."""
    loaders, *machines = map(json.loads, lzma.decompress(path.read_bytes()).splitlines())
    profiles = (LoaderProfile(parse_loader_version(x), is_secure=secure) for x, secure in loaders)
    asked = (Asked(from_json(machine), tuple(answers)) for machine, answers in machines)
    return Recording(tuple(profiles), tuple(asked))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
