"""Files as the inspector reads them."""

from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.chain.row_details import read_source


def test_an_absolute_link_of_another_root_leads_to_a_file_of_that_root(tmp_path):
    (tmp_path / "opt").mkdir()
    (tmp_path / "opt/real.json").write_text("behind the link")
    (tmp_path / "link.json").symlink_to("/opt/real.json")
    source = read_source(Host(environment={}, root=str(tmp_path)), "/link.json")
    assert (source.text, source.error) == ("behind the link", "")
