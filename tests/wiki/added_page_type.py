"""What a wiki with a page of type "vessel" shows, as JSON; run as a program with another table of page types."""

from __future__ import annotations

import importlib.util
import json
import sys
import zipfile
from pathlib import Path

import quire.wiki


def main() -> None:
    """Take the table's source and the wiki's folder from the command line."""
    source, folder = Path(sys.argv[1]), Path(sys.argv[2])
    spec = importlib.util.spec_from_file_location("quire.wiki.page_types", source)
    assert spec
    sys.modules["quire.wiki.page_types"] = quire.wiki.page_types = importlib.util.module_from_spec(spec)
    assert spec.loader
    spec.loader.exec_module(quire.wiki.page_types)

    from quire.web.wiki.content_routes import OPERATIONS
    from quire.wiki.assisted.chapter_reading import SCHEMA
    from quire.wiki.assisted.prompt_template import prompt
    from quire.wiki.exports import export
    from quire.wiki.mentions import MentionFinder
    from quire.wiki.opened_wiki import OpenedWiki
    from quire.wiki.page_types import PageType
    from quire.wiki.site.static_site import StaticSite
    from quire.wiki.wiki_folder import Wiki
    from quire.wiki.wiki_page import Page

    wiki = Wiki.open(folder)
    body = "The Argo turns on a gear. [^p1] [[gear]]"
    vessel = next(one for one in PageType if one.value == "vessel")
    wiki.save(Page("argo", "Argo", vessel, body, summary="The Argo turns."))
    site = StaticSite.open(folder)
    export(folder, "obsidian", folder / "out" / "vault")
    export(folder, "html", folder / "out" / "one.html")
    export(folder, "epub", folder / "out" / "book.epub")
    with zipfile.ZipFile(folder / "out" / "book.epub") as book:
        contents = book.read("book/nav.xhtml").decode()
    parameter = next(one for one in OPERATIONS if one.name == "listPages").parameters[1]
    values = {"title": "t", "chapter": "c", "rules": "", "most": "3", "passages": ""}
    asked = [
        prompt("boot", template="boot", lang=lang, schema={}, values=values, most_tokens=1).system
        for lang in ("en", "zh")
    ]
    sys.stdout.write(
        json.dumps(
            {
                "folder": (folder / "pages" / "vessel" / "argo.md").is_file(),
                "types": OpenedWiki(folder).types.get("vessel"),
                "start": site.file("index.html").decode(),
                "list": site.file("type/vessel.html").decode(),
                "graph": [one.type for one in OpenedWiki(folder).graph(9).nodes if one.id == "argo"],
                "search": site.file("assets/search.js").decode(),
                "hits": [(one.page_id, one.type) for one in OpenedWiki(folder).find("Argo", 1)],
                "api": parameter.about,
                "vault": (folder / "out" / "vault" / "pages" / "vessel" / "argo.md").is_file(),
                "html": (folder / "out" / "one.html").read_text(encoding="utf-8"),
                "epub": contents,
                "schema": SCHEMA["properties"]["subjects"]["items"]["properties"]["kind"]["enum"],
                "prompts": asked,
                "found": [
                    len(MentionFinder([("argo", "vessel", ["Argo"])]).find(text))
                    for text in ("the Argo sails", "an argo")
                ],
            }
        )
    )


if __name__ == "__main__":
    main()
