"""What programs read is English byte for byte, also of a process that speaks German."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys

import pytest

from tests.framework.lab import SampleReports
from tests.framework.patience import PATIENCE

DOCUMENTS = (
    "bug report",
    "comparison of configurations",
    "comparison of devices",
    "comparison of releases",
    "device",
    "machines as csv",
    "machines as json",
)


@pytest.fixture(scope="module")
def documents(tmp_path_factory):
    """Every document, by the language of the process that made it."""
    folder, lab, found = tmp_path_factory.mktemp("documents"), SampleReports(), {}
    for number, kind in enumerate(("common", "quiet", "common", "common")):
        lab.write_one(folder / "reports" / f"{number}.json", kind, machine=f"m{number}")
    (folder / "reports" / "bad.json").write_text("{")
    for language in ("en", "de"):
        done = subprocess.run(
            [sys.executable, "-m", "tests.model.english_documents", folder],
            env={**os.environ, "VKCONFIG_PY_LANGUAGE": language},
            stdout=subprocess.PIPE,
            timeout=PATIENCE,
            check=True,
        )
        found[language] = json.loads(done.stdout)
        shutil.rmtree(folder / "sample")
    return found


def test_the_processes_speak_different_languages(documents):
    assert [*documents] == [made["language"] for made in documents.values()]
    assert documents["en"].keys() == {"language", *DOCUMENTS}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_german_process_makes_the_same_as_an_english_one(documents, name):
    english, german = (made[name] for made in documents.values())
    assert german == english
