"""Make pictures of the window on the sample machine, drawn without a screen, and compare them.

Each picture is made by a process of its own, since colour scheme and scale are fixed at start. All
go to a folder that git ignores; those of the documents are copied to docs/images, or that folder of
a language. Clock and name of the sample machine's folder are fixed, so a picture changes only when
the program does.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from devtools import matrix, pictures
from devtools.console import ROOT, SetupError, say
from devtools.picture_list import SHOTS
from devtools.stage import run_child
from vkconfig_py.language.sentences import ENGLISH

DOCUMENTS = ROOT / "docs" / "images"
FOLDER = ROOT / "build" / "shots"
MADE, REFERENCE, DIFFERENT = FOLDER / "made", FOLDER / "reference", FOLDER / "different"
_LONGEST = 600  # seconds for one picture, on a machine that is busy with something else


# What README and the manual show.
IN_DOCUMENTS = (
    "main_light",
    "main_dark",
    "settings",
    "other_layers",
    "what_if",
    "problems",
    "device",
    "devices",
    "crashed",
    "applying",
    "collection",
    "running",
    "culprit",
    "generate",
    "reports",
)


def main(arguments: list[str]) -> int:
    """Make all pictures, or those named; compare them, keep them, put them into the documents."""
    options = _parse(arguments)
    if options.matrix:
        return matrix.make(options.names, FOLDER / "matrix", options.language)
    names = options.names or list(SHOTS)
    with _earlier(options.compare, names) as earlier:
        with _alone():
            _make(names, MADE, options.language)
        failed = compare_folders(names, earlier, MADE, DIFFERENT) if earlier else ()
    if options.keep:
        REFERENCE.mkdir(exist_ok=True)
        for name in names:
            shutil.copy(MADE / f"{name}.png", REFERENCE)
        say(f"Kept in {REFERENCE}.")
    if options.docs:
        update_documents(names, MADE, _documents(options.language))
    return 1 if failed else 0


def _parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="dev.py shots", description=__doc__)
    parser.add_argument("names", nargs="*", help=f"of {', '.join(SHOTS)} (default: all)")
    parser.add_argument(
        "--compare",
        nargs="?",
        const="",
        metavar="FOLDER|REV",
        help="compare with the pictures of a folder, or with those that a revision makes "
        "(default: those that --keep stored in build/shots/reference)",
    )
    parser.add_argument(
        "--keep", action="store_true", help="store these pictures, for --compare to start from"
    )
    parser.add_argument(
        "--docs", action="store_true", help="copy those of the documents to docs/images, made small"
    )
    parser.add_argument(
        "--language", default=ENGLISH, help="what the window speaks, such as de (default: English)"
    )
    parser.add_argument(
        "--matrix",
        action="store_true",
        help="each scene in every language, colour scheme and scale, several on a sheet, in "
        "build/shots/matrix",
    )
    options = parser.parse_args(arguments)
    unknown = [name for name in options.names if name not in SHOTS]
    if unknown:
        parser.error(f"no such picture: {', '.join(unknown)}")
    return options


@contextmanager
def _alone() -> Iterator[None]:
    """Let no other checkout make pictures meanwhile: their sample machines have the same names."""
    with (Path(tempfile.gettempdir()) / "vkconfig-shots.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _documents(language: str) -> Path:
    return DOCUMENTS if language == ENGLISH else ROOT / "docs" / language / "images"


def _make(names: Iterable[str], folder: Path, language: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for name in pool.map(partial(_take_in_child, folder=folder, language=language), names):
            say(f"==> {name}")


def _take_in_child(name: str, folder: Path, language: str) -> str:
    scale = SHOTS[name].scale
    if run_child(
        "devtools.one_shot", [str(folder), name], _LONGEST, scale=scale, language=language
    ):
        raise SetupError(f"The picture {name} could not be made.", 1)
    return name


@contextmanager
def _earlier(wanted: str | None, names: Iterable[str]) -> Iterator[Path | None]:
    """Find the folder to compare with, or let another revision make its pictures."""
    folder = Path(wanted) if wanted else REFERENCE
    if wanted is None:
        yield None
    elif folder.is_dir():
        yield folder
    elif not wanted:
        raise SetupError("There is nothing to compare with yet: dev.py shots --keep", 1)
    else:
        with tempfile.TemporaryDirectory(prefix="vkconfig-shots-") as temporary:
            tree = Path(temporary) / "tree"
            try:
                _worktree(["add", "--quiet", "--detach", str(tree), wanted])
            except subprocess.CalledProcessError:
                raise SetupError(f"{wanted} is neither a folder nor a revision.", 1) from None
            try:
                say(f"Making the pictures of {wanted}")
                command = [sys.executable, "-m", "devtools.shots", *names]
                subprocess.run(command, cwd=tree, check=True)
                made = tree / MADE.relative_to(ROOT)
                yield made if made.is_dir() else tree / DOCUMENTS.relative_to(ROOT)
            finally:
                _worktree(["remove", "--force", str(tree)])


def _worktree(arguments: list[str]) -> None:
    subprocess.run(["git", "worktree", *arguments], cwd=ROOT, check=True)


def compare_folders(
    names: Iterable[str], earlier: Path, later: Path, different: Path
) -> tuple[str, ...]:
    """Compare pictures by name, write where they differ, and return the names of those that do."""
    shutil.rmtree(different, ignore_errors=True)
    found = []
    for name in names:
        before, after = earlier / f"{name}.png", later / f"{name}.png"
        if not before.exists():
            say(f"{name}: new")
            continue
        old, new = pictures.read(before), pictures.read(after)
        difference = pictures.compare(old, new)
        if difference is not None:
            marked = different / after.name
            pictures.write(pictures.mark_differences(old, new), marked)
            say(f"{name}: {difference}: {marked}")
            found.append(name)
    verb = "differs" if len(found) == 1 else "differ"
    say(f"{len(found)} {verb}." if found else "No picture differs.")
    return tuple(found)


def update_documents(names: Iterable[str], made: Path, documents: Path) -> None:
    """Put the pictures of the documents there, made small; what looks the same stays as it is."""
    documents.mkdir(parents=True, exist_ok=True)
    for name in names:
        if name not in IN_DOCUMENTS:
            continue
        file = documents / f"{name}.png"
        small = pictures.with_palette(pictures.read(made / file.name))
        if file.exists() and pictures.compare(pictures.read(file), small) is None:
            continue
        pictures.write(small, file)
        say(f"{name}: {file.stat().st_size // 1024} KiB")
    for file in documents.glob("*.png"):
        if file.stem not in IN_DOCUMENTS:
            file.unlink()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
