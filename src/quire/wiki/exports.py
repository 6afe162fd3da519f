"""A wiki as something else: a static site, an Obsidian vault, one HTML file, an EPUB. Nothing in the wiki changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from quire.errors import BadRequest
from quire.wiki.site.export_folder import replace_folder
from quire.wiki.site.site_content import SiteContent
from quire.wiki.site.static_site import StaticSite

__all__ = ["FORMATS", "export"]


def export(folder: Path, to: str, output: Path) -> int:
    """Write the wiki in `folder` as `to` (one of `FORMATS`), and say how many files there are.

    Args:
        folder: the wiki.
        to: site, obsidian, html or epub.
        output: a folder (site, obsidian) or a file (html, epub); what an earlier export wrote is replaced.

    Raises:
        NotFound: there is no wiki in the folder.
        BadRequest: an unknown format, or the output is something else already.
        OSError: the output cannot be written.
    """
    if to not in FORMATS:
        raise BadRequest(f"The format must be one of {', '.join(FORMATS)}.")
    content = SiteContent.open(folder)
    if output.resolve() == folder.resolve():
        raise BadRequest("The export needs a place beside the wiki, not its own folder.")
    return FORMATS[to](content, output)


def _site(content: SiteContent, output: Path) -> int:
    site = StaticSite(content)
    return replace_folder(_folder(output), ((name, site.file(name)) for name in site.names()))


def _obsidian(content: SiteContent, output: Path) -> int:
    from quire.wiki.site.obsidian_export import vault_files

    return replace_folder(_folder(output), vault_files(content))


def _html(content: SiteContent, output: Path) -> int:
    from quire.wiki.site.single_file import single_html

    return _file(output, single_html(content))


def _epub(content: SiteContent, output: Path) -> int:
    from quire.wiki.site.epub_export import epub

    return _file(output, epub(content))


def _folder(output: Path) -> Path:
    if output.exists() and not output.is_dir():
        raise BadRequest("The output of this format is a folder, and there is a file of this name.")
    return output


def _file(output: Path, data: bytes) -> int:
    if output.is_dir():
        raise BadRequest("The output of this format is a file, and there is a folder of this name.")
    output.parent.mkdir(parents=True, exist_ok=True)
    part = output.with_name(f".{output.name[:80]}.part")
    part.write_bytes(data)
    part.replace(output)
    return 1


FORMATS: Mapping[str, Callable[[SiteContent, Path], int]] = {
    "site": _site,
    "obsidian": _obsidian,
    "html": _html,
    "epub": _epub,
}
