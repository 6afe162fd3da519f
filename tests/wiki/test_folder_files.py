"""Which files of a wiki's folder are copied, and in which order."""

from __future__ import annotations

from quire.wiki.folder_files import files_of


def test_how_far_a_phase_is_comes_before_the_pages_and_nothing_unfinished_comes(tmp_path):
    for name in ("pages/concept/pond.md", ".quire/done.jsonl", ".quire/a/b.json", "local/config.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    (tmp_path / "pages/concept/.wood.md.part").write_text("half")
    (tmp_path / ".part-1234").mkdir()
    (tmp_path / ".part-1234" / "x").write_text("of a copy")
    (tmp_path / "link").symlink_to("/etc/hostname")
    assert [path.relative_to(tmp_path).as_posix() for path in files_of(tmp_path)] == [
        ".quire/a/b.json",
        ".quire/done.jsonl",
        "local/config.md",
        "pages/concept/pond.md",
    ]
