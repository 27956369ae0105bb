"""dev.py loaders: what is fetched is what is expected, or nothing is kept."""

import hashlib

import pytest

from devtools import loaders
from devtools.console import SetupError


@pytest.fixture
def fetched(monkeypatch, tmp_path):
    """A loader to fetch, and the folder that it belongs in; its package holds `content`."""
    folder = tmp_path / "loaders"
    source = loaders.LoaderSource("1.2.3", "pack@1", hashlib.sha256(b"library").hexdigest())
    monkeypatch.setattr(loaders, "FOLDER", folder)
    monkeypatch.setattr(loaders, "SOURCES", (source,))

    def holding(content):
        monkeypatch.setattr(loaders, "_unpack", lambda _source, _folder: content)
        return folder / "1.2.3" / "libvulkan.so.1"

    return holding


def test_a_library_is_kept_under_its_version(fetched):
    library = fetched(b"library")
    assert loaders.main([]) == 0
    assert library.read_bytes() == b"library"


def test_another_library_than_expected_is_not_kept(fetched, capsys):
    library = fetched(b"something else")
    assert loaders.main(["1.2.3"]) == 1
    assert not library.exists()
    assert "not the one that is expected" in capsys.readouterr().err


def test_an_unknown_version_is_refused():
    with pytest.raises(SetupError, match=r"9\.9\.9"):
        loaders.main(["9.9.9"])


def test_each_release_is_there_once():
    assert len({source.version for source in loaders.SOURCES}) == len(loaders.SOURCES)
    assert len({source.digest for source in loaders.SOURCES}) == len(loaders.SOURCES)
