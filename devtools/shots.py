"""Make pictures of the window on the sample machine, drawn without a screen, and compare them.

The name of a picture is that of a scene and how it looks, such as settings, main_dark_2x or
problems_mirrored. Each picture is made by a process of its own, since language and scale are fixed
at start. All go to a folder that git ignores; those of the documents are copied to docs/images, or
that folder of a language. Clock and name of the sample machine's folder are fixed, so a picture
changes only when the program does. A text that is cut is named.
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
from pathlib import Path
from typing import Any

from devtools import pictures
from devtools.console import OFFSCREEN, ROOT, SetupError, print_now
from devtools.stage import PictureLook, grab, open_window, rename_sample_folder, stop_the_clock
from vkconfig_py.language.choice import LANGUAGE_VARIABLE, choose_language
from vkconfig_py.language.sentences import ENGLISH_LANGUAGE

DOCUMENTS = ROOT / "docs" / "images"
FOLDER = ROOT / "build" / "shots"
MADE_FOLDER, REFERENCE_FOLDER, DIFFERENCE_FOLDER = (
    FOLDER / "made",
    FOLDER / "reference",
    FOLDER / "different",
)
_LONGEST = 600  # seconds for one picture, on a machine that is busy with something else
LOOKS: dict[str, dict[str, Any]] = {
    "light": {},
    "dark": {"scheme": "dark"},
    "2x": {"scale": 2},
    "narrow": {"size": (860, 600)},
    # For those who see or read differently, and the style of a desktop that is not ours.
    "contrast": {"contrast": "high"},
    "mirrored": {"mirrored": True},
    "large": {"text": 2.0},
    "style": {"style": "desktop"},
}
DOCUMENT_PICTURES = (  # what the help shows
    *("main_light", "main_dark", "settings", "other_layers", "what_if", "problems", "device"),
    *(
        "devices",
        "surfaces",
        "crashed",
        "applying",
        "collection",
        "running",
        "culprit",
        "generate",
        "reports",
    ),
)
IN_README = ("main_light_2x", "why")  # in English alone


def main(arguments: list[str]) -> int:
    """Make all pictures, or those named; compare them, keep them, put them into the documents."""
    if arguments[:1] == ["--take"]:
        take_picture(arguments[1], Path(arguments[2]))
        return 0
    options = _parse(arguments)
    with _find_earlier(options.compare, options.names) as earlier:
        with _hold_lock():
            _make_pictures(options.names, options.language)
        failed = (
            compare_folders(options.names, earlier, MADE_FOLDER, DIFFERENCE_FOLDER)
            if earlier
            else ()
        )
    if options.keep:
        REFERENCE_FOLDER.mkdir(exist_ok=True)
        for name in options.names:
            shutil.copy(MADE_FOLDER / f"{name}.png", REFERENCE_FOLDER)
        print_now(f"Kept in {REFERENCE_FOLDER}.")
    if options.docs:
        update_documents(options.names, MADE_FOLDER, _find_documents(options.language))
    return 1 if failed else 0


def _parse(arguments: list[str]) -> argparse.Namespace:
    from devtools.scenes import SCENES  # not by whoever takes a picture: the clock is stopped first

    parser = argparse.ArgumentParser(prog="dev.py shots", description=__doc__)
    parser.add_argument("names", nargs="*", help="such as main_dark_2x (default: every scene)")
    parser.add_argument("--looks", nargs="+", default=[], help="words to add to each name: dark 2x")
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
        "--language",
        default=ENGLISH_LANGUAGE,
        help="what the window speaks, such as de (default: English)",
    )
    options = parser.parse_args(arguments)
    shown = pictures_of(_find_documents(options.language))
    names = options.names or (shown if options.docs else SCENES)
    options.names = ["_".join((name, *options.looks)) for name in names]
    if unknown := [name for name in options.names if split_name(name)[0] not in SCENES]:
        parser.error(f"no such picture: {', '.join(unknown)}; there are {', '.join(SCENES)}")
    return options


def _find_documents(language: str) -> Path:
    return DOCUMENTS if language == ENGLISH_LANGUAGE else ROOT / "docs" / language / "images"


def pictures_of(documents: Path) -> tuple[str, ...]:
    """Return the pictures of a folder of the documents."""
    return (*DOCUMENT_PICTURES, *IN_README) if documents == DOCUMENTS else DOCUMENT_PICTURES


def split_name(name: str) -> tuple[str, PictureLook]:
    """Return which scene a picture shows, and how it looks there."""
    look, words = PictureLook(), name.split("_")
    while words[-1] in LOOKS:
        look = look._replace(**LOOKS[words.pop()])
    return "_".join(words), look


def take_picture(name: str, folder: Path) -> None:
    """Save a picture in a folder; the language is that of the environment."""
    # Before the program is imported: sentences of modules are made when these are.
    if (
        choose_language(ROOT / "resources" / "translations", os.environ)
        != os.environ[LANGUAGE_VARIABLE]
    ):
        raise SystemExit(f"There is no catalogue for {os.environ[LANGUAGE_VARIABLE]}.")
    stop_the_clock()
    rename_sample_folder(name)
    from devtools.scenes import SCENES
    from tests.framework.cut_text import find_cut_texts

    scene, look = split_name(name)
    with open_window(look, SCENES[scene].prepare) as shown:
        pictures.write(grab(shown).toImage(), Path(folder, f"{name}.png"))
        for cut in find_cut_texts(shown):
            print_now(f"    {name}: {cut}")


def _make_pictures(names: Iterable[str], language: str) -> None:
    MADE_FOLDER.mkdir(parents=True, exist_ok=True)

    def make(name: str) -> str:
        with tempfile.TemporaryDirectory(prefix="vkconfig-shot-") as home:
            environment = {
                **os.environ,
                "QT_QPA_PLATFORM": OFFSCREEN,
                "QT_SCALE_FACTOR": str(split_name(name)[1].scale),
                "HOME": home,
                "TZ": "UTC",
                LANGUAGE_VARIABLE: language,
            }
            command = [sys.executable, "-m", "devtools.shots", "--take", name, str(MADE_FOLDER)]
            done = subprocess.run(command, cwd=ROOT, env=environment, timeout=_LONGEST, check=False)
        if done.returncode:
            raise SetupError(f"The picture {name} could not be made.", 1)
        return name

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for name in pool.map(make, names):
            print_now(f"==> {name}")


@contextmanager
def _hold_lock() -> Iterator[None]:
    """Let no other checkout make pictures meanwhile: their sample machines have the same names."""
    with (Path(tempfile.gettempdir()) / "vkconfig-shots.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@contextmanager
def _find_earlier(wanted: str | None, names: Iterable[str]) -> Iterator[Path | None]:
    """Find the folder to compare with, or let another revision make its pictures."""
    folder = Path(wanted) if wanted else REFERENCE_FOLDER
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
                _run_git_worktree(["add", "--quiet", "--detach", str(tree), wanted])
            except subprocess.CalledProcessError:
                raise SetupError(f"{wanted} is neither a folder nor a revision.", 1) from None
            try:
                print_now(f"Making the pictures of {wanted}")
                command = [sys.executable, "-m", "devtools.shots", *names]
                subprocess.run(command, cwd=tree, check=True)
                made = tree / MADE_FOLDER.relative_to(ROOT)
                yield made if made.is_dir() else tree / DOCUMENTS.relative_to(ROOT)
            finally:
                _run_git_worktree(["remove", "--force", str(tree)])


def _run_git_worktree(arguments: list[str]) -> None:
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
            print_now(f"{name}: new")
            continue
        old, new = pictures.read(before), pictures.read(after)
        difference = pictures.compare(old, new)
        if difference is not None:
            marked = different / after.name
            pictures.write(pictures.mark_differences(old, new), marked)
            print_now(f"{name}: {difference}: {marked}")
            found.append(name)
    verb = "differs" if len(found) == 1 else "differ"
    print_now(f"{len(found)} {verb}." if found else "No picture differs.")
    return tuple(found)


def update_documents(names: Iterable[str], made: Path, documents: Path) -> None:
    """Put the pictures of the documents there, made small; what looks the same stays as it is."""
    documents.mkdir(parents=True, exist_ok=True)
    shown = pictures_of(documents)
    for name in names:
        if name not in shown:
            continue
        file = documents / f"{name}.png"
        small = pictures.reduce_palette(pictures.read(made / file.name))
        if file.exists() and pictures.compare(pictures.read(file), small) is None:
            continue
        pictures.write(small, file)
        print_now(f"{name}: {file.stat().st_size // 1024} KiB")
    for file in documents.glob("*.png"):
        if file.stem not in shown:
            file.unlink()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
