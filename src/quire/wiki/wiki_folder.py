"""The wiki on disk: an open format that people can read, edit, compare and open in Obsidian.

    local/config.md                     settings of this wiki: NAME, SLUG, LANG, PORT ...
    source/book.<ext>                   the book as it was given
    source/passages.jsonl               {id, chapter, position, text, headings, page}, never renumbered
    source/pictures.jsonl               {file, passage, at, alt, caption, width, height}: places of pictures
    source/shapes.jsonl                 {passage, shapes: [[at, mark, depth, breaks, whole] ...]}: block styles
    pictures/<hash>.<ext>               the pictures, as the book holds them
    pages/<type>/<page_id>.md           front matter and body, see `page`
    genes.jsonl, reviews.jsonl          what was learned, what was found
    log/wiki.log, log/butler.log        lines of text
    log/usage.jsonl                     tokens of a model, one call a line
    .quire/                             what can be made again (search index) and how far the phases are

Files are replaced whole (written beside, then moved); lists only grow by whole lines, and a line that a dying
process left torn is ignored and cut before the next one is written.
"""

from __future__ import annotations

import contextlib
import filecmp
import json
import shutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from quire.errors import BadRequest, NotFound
from quire.wiki.block_style import BlockStyle, styles_from_json
from quire.wiki.figure import IMAGE_SIGNATURES, BookFigure
from quire.wiki.passage import Passage
from quire.wiki.wiki_page import Page, dump, front_matter, front_matter_text, parse

__all__ = ["HouseRule", "Review", "Wiki"]

CONFIG = "local/config.md"
PASSAGES = "source/passages.jsonl"
FIGURES = "source/pictures.jsonl"
BLOCK_STYLES = "source/shapes.jsonl"
PICTURES = "pictures"
PAGES = "pages"
HOUSE_RULES = "genes.jsonl"
REVIEWS = "reviews.jsonl"
WORK_FOLDER = ".quire"

_LONGEST_FILE_NAME = 200
"""Bytes of a page id or type: below the 255 of common file systems, with room for an extension."""


@dataclass(frozen=True, slots=True)
class Review:
    """What a check of a phase found. Keys as the service's `reviews`."""

    id: str
    phase: str
    scope: str  # a page id, "book" or "wiki"
    status: str  # passed | failed
    score: float  # 0..1
    issues: tuple[str, ...]
    created_at: str  # UTC, ISO 8601


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A rule of writing or quality that the wiki learned. Keys as the service's `genes`."""

    id: str
    name: str
    kind: str  # title | link | text | evidence
    text: str  # the rule in words
    phase: str  # that learned it
    weight: float  # 0..1, how much it is trusted
    uses: int  # how often it was applied
    value: str = ""  # what the rule acts on: a name, a pattern


_Row = TypeVar("_Row", Review, HouseRule)


class Wiki:
    """A wiki's folder. Reading is safe at any time beside one writing process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def create(cls, folder: Path, source: Path, *, name: str = "", lang: str = "", **settings: str) -> Wiki:
        """A new wiki of the book `source`, which is copied into it; nothing is read yet.

        Opening an existing wiki of the same book this way changes nothing.

        Args:
            folder: made when it is missing.
            source: the book's file.
            name: the wiki's display name; the file's stem by default.
            lang: "zh" or "en"; "" lets Reading decide.
            settings: further lines for the configuration file, such as PORT or SLUG.

        Raises:
            BadRequest: the folder holds something else, or the wiki of another book.
        """
        wiki = cls(folder)
        if (folder / CONFIG).is_file():
            if _same(wiki.source, source):
                return wiki
            raise BadRequest("The folder holds the wiki of another book.")
        if folder.exists() and any(one.name not in {"local", "source", "log"} for one in folder.iterdir()):
            raise BadRequest("The folder is not empty.")
        (folder / "source").mkdir(parents=True, exist_ok=True)
        (folder / "local").mkdir(exist_ok=True)
        kept = folder / "source" / f"book{source.suffix.lower()}"
        if not kept.exists() or not kept.samefile(source):
            part = kept.with_name(".book.part")
            shutil.copyfile(source, part)
            part.replace(kept)
        wiki.configure(NAME=name or source.stem, LANG=lang, **settings)
        return wiki

    @classmethod
    def open(cls, folder: Path) -> Wiki:
        """The wiki in a folder.

        Raises:
            NotFound: there is none.
        """
        if not (folder / CONFIG).is_file():
            raise NotFound("There is no wiki in this folder.")
        return cls(folder)

    # --- settings

    @property
    def config(self) -> dict[str, str]:
        """The settings in `local/config.md`; its text is people's."""
        values, _ = front_matter(_read(self.folder / CONFIG))
        return {key: value if isinstance(value, str) else ",".join(value) for key, value in values.items()}

    def configure(self, **values: str) -> None:
        """Set values in the configuration file; its other lines and its text stay."""
        before, text = front_matter(_read(self.folder / CONFIG))
        self.write(CONFIG, front_matter_text({**before, **values}) + text)

    @property
    def name(self) -> str:
        """The display name."""
        return self.config.get("NAME") or self.folder.name

    @property
    def lang(self) -> str:
        """Language of the wiki's own words: "zh" or "en"."""
        config = self.config
        return "en" if (config.get("LANG") or config.get("SOURCE_LANG")) == "en" else "zh"

    @property
    def source(self) -> Path:
        """The book's file.

        Raises:
            NotFound: it is gone.
        """
        for path in sorted((self.folder / "source").glob("book.*")):
            return path
        raise NotFound("The wiki's book is missing.")

    # --- passages

    def passages(self) -> tuple[Passage, ...]:
        """All passages in reading order; none before the egg phase. Read once per `Wiki`."""
        return self._passages

    def passage(self, id: str) -> Passage:  # noqa: A002 - the field's name
        """One passage.

        Raises:
            NotFound: there is none of this id.
        """
        found = self._passage_by_id.get(id)
        if found is None:
            raise NotFound("There is no such passage.")
        return found

    def save_passages(self, passages: Iterable[Passage]) -> None:
        """Number the book: written once, by the egg phase."""
        lines = (
            json.dumps({**one._asdict(), "headings": list(one.headings)}, ensure_ascii=False) + "\n" for one in passages
        )
        self.write(PASSAGES, "".join(lines))
        for name in ("_passages", "_passage_by_id"):
            self.__dict__.pop(name, None)

    @cached_property
    def _passages(self) -> tuple[Passage, ...]:
        return tuple(
            Passage(
                id=str(row["id"]),
                chapter=str(row.get("chapter") or ""),
                position=int(row.get("position") or at),
                text=str(row["text"]),
                headings=tuple(row.get("headings") or ()),
                page=int(row.get("page") or 0),
            )
            for at, row in enumerate(_rows(self.folder / PASSAGES))
        )

    @cached_property
    def _passage_by_id(self) -> dict[str, Passage]:
        return {one.id: one for one in self._passages}

    def shapes(self) -> dict[str, tuple[BlockStyle, ...]]:
        """How the paragraphs of passages are set, by passage; what no reader can use is left out."""
        return {
            str(row.get("passage")): found
            for row in _rows(self.folder / BLOCK_STYLES)
            if (found := styles_from_json(row.get("shapes")))
        }

    def save_block_styles(self, shapes: Mapping[str, tuple[BlockStyle, ...]]) -> None:
        """Keep how paragraphs are set: written once, by the egg phase."""
        lines = (json.dumps({"passage": one, "shapes": shapes[one]}, ensure_ascii=False) + "\n" for one in shapes)
        self.write(BLOCK_STYLES, "".join(lines))

    # --- pictures

    @property
    def pictures(self) -> Path:
        """The folder of the pictures; there may be none."""
        return self.folder / PICTURES

    @property
    def cover(self) -> str:
        """The file of the book's cover among the pictures; "" when there is none."""
        named = self.config.get("COVER", "")
        return next((path.name for path in self._picture_files() if path.name == named), "")

    def _picture_files(self) -> list[Path]:
        return [path for path in self.pictures.glob("*.*") if path.suffix[1:] in IMAGE_SIGNATURES.values()]

    def figures(self) -> tuple[BookFigure, ...]:
        """The book's pictures where they stand, in reading order; those whose file is gone are left out."""
        there = {path.name for path in self._picture_files()}
        return tuple(figure for row in _rows(self.folder / FIGURES) if (figure := _figure(row)).file in there)

    def save_figures(self, figures: Iterable[BookFigure]) -> None:
        """Keep where the pictures stand: written once, by the egg phase."""
        self.write(FIGURES, "".join(json.dumps(one._asdict(), ensure_ascii=False) + "\n" for one in figures))

    # --- pages

    def page_ids(self) -> dict[str, str]:
        """Page id to type, sorted by type and id, without reading the pages."""
        return {path.stem: path.parent.name for path in self._page_files()}

    def pages(self) -> Iterator[Page]:
        """All pages, sorted by type and id."""
        for path in self._page_files():
            yield self._read_page(path)

    def page(self, id: str) -> Page:  # noqa: A002 - the field's name
        """One page.

        Raises:
            NotFound: there is none of this id.
        """
        return self._read_page(self._find(id))

    def has(self, id: str) -> bool:  # noqa: A002 - the field's name
        """Whether there is a page of this id."""
        return _safe(id) and any((self.folder / PAGES).glob(f"*/{_glob(id)}.md"))

    def save(self, page: Page) -> None:
        """Write a page; one of the same id and another type goes."""
        if not _safe(page.id) or not _safe(page.type):
            raise BadRequest("A page's id and type are names, not paths.")
        self.write(f"{PAGES}/{page.type}/{page.id}.md", dump(page))
        for path in (self.folder / PAGES).glob(f"*/{_glob(page.id)}.md"):
            if path.parent.name != page.type:
                path.unlink()

    def remove(self, id: str) -> None:  # noqa: A002 - the field's name
        """Remove a page; one that is gone already is fine."""
        for path in (self.folder / PAGES).glob(f"*/{_glob(id)}.md") if _safe(id) else ():
            path.unlink(missing_ok=True)

    def stamp(self) -> str:
        """Changes whenever a page or the passages change: how readers know that an index is stale."""
        latest, count = 0, 0
        for path in [*self._page_files(), self.folder / PASSAGES]:
            if path.exists():
                count += 1
                latest = max(latest, path.stat().st_mtime_ns)
        return f"{count}-{latest}"

    def _page_files(self) -> list[Path]:
        return sorted((self.folder / PAGES).glob("*/*.md"))

    def _find(self, id: str) -> Path:  # noqa: A002 - the field's name
        for path in (self.folder / PAGES).glob(f"*/{_glob(id)}.md") if _safe(id) else ():
            return path
        raise NotFound("There is no such page.")

    def _read_page(self, path: Path) -> Page:
        return parse(_read(path), id=path.stem, type=path.parent.name)

    # --- reviews, genes, logs

    def reviews(self) -> tuple[Review, ...]:
        """All reviews, the oldest first; lines that are none are left out."""
        return tuple(_made(Review, _rows(self.folder / REVIEWS)))

    def add_review(self, review: Review) -> None:
        """Keep a review."""
        self.append(REVIEWS, asdict(review))

    def house_rules(self) -> tuple[HouseRule, ...]:
        """The genes, in the order in which they were learned; lines that are none are left out."""
        return tuple(_made(HouseRule, _rows(self.folder / HOUSE_RULES)))

    def save_house_rules(self, genes: Iterable[HouseRule]) -> None:
        """Replace the genes."""
        self.write(HOUSE_RULES, "".join(json.dumps(asdict(one), ensure_ascii=False) + "\n" for one in genes))

    def log(self, line: str, *, name: str = "wiki") -> None:
        """Add a line to a log."""
        path = self.folder / "log" / f"{name}.log"
        path.parent.mkdir(exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(" ".join(line.split()) + "\n")

    # --- work files

    def load_work(self, name: str) -> object:
        """A work file of the phases as JSON; None when it is missing or torn."""
        try:
            return json.loads(_read(self.folder / WORK_FOLDER / name))
        except ValueError:
            return None

    def save_work(self, name: str, value: object) -> None:
        """Keep a work file."""
        self.write(f"{WORK_FOLDER}/{name}", json.dumps(value, ensure_ascii=False))

    def work_rows(self, name: str) -> Iterator[dict[str, Any]]:
        """The whole lines of a work file that grows."""
        return _rows(self.folder / WORK_FOLDER / name)

    def append_work(self, name: str, row: Mapping[str, object]) -> None:
        """Add a line to a work file."""
        self.append(f"{WORK_FOLDER}/{name}", row)

    def done_units(self, phase: str) -> set[str]:
        """The units of a phase that are finished."""
        return {
            str(row["unit"]) for row in _rows(self.folder / WORK_FOLDER / "done.jsonl") if row.get("phase") == phase
        }

    def mark_done(self, phase: str, unit: str) -> None:
        """Remember that a unit of a phase is finished; its files are there already."""
        self.append(f"{WORK_FOLDER}/done.jsonl", {"phase": phase, "unit": unit})

    # --- files

    def write(self, name: str, text: str) -> None:
        """Replace a file whole: a reader, or the next run after a kill, sees the old one or the new one."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f".{path.name[:80]}.part")
        part.write_text(text, encoding="utf-8", newline="\n")
        part.replace(path)

    def append(self, name: str, row: Mapping[str, object]) -> None:
        """Add a line of JSON to a file; a torn last line is cut off first."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab+") as file:
            end = file.seek(0, 2)
            file.seek(max(0, end - 1))
            if end and file.read(1) != b"\n":
                file.seek(0)
                file.truncate(file.read().rfind(b"\n") + 1)
            file.write(json.dumps(row, ensure_ascii=False).encode() + b"\n")


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except (FileNotFoundError, NotADirectoryError):
        return ""


def _rows(path: Path) -> Iterator[dict[str, Any]]:  # of whole lines; each reader knows its own keys
    for line in _read(path).split("\n"):
        try:
            row = json.loads(line) if line else None
        except ValueError:
            continue
        if isinstance(row, dict):
            yield row


def _made(kind: type[_Row], rows: Iterable[Mapping[str, Any]]) -> Iterator[_Row]:
    """What the rows say, of which people, or later versions, may have changed the keys."""
    known = {one.name for one in fields(kind)}
    for row in rows:
        values: dict[str, Any] = {
            key: tuple(row[key]) if isinstance(row[key], list) else row[key] for key in known & row.keys()
        }
        with contextlib.suppress(TypeError):  # a key is missing
            yield kind(**values)


def _figure(row: Mapping[str, Any]) -> BookFigure:
    words = (str(row.get(key) or "") for key in ("file", "passage", "alt", "caption"))
    numbers = (number if isinstance(number := row.get(key), int) else 0 for key in ("at", "width", "height"))
    (file, passage, alt, caption), (at, width, height) = words, numbers
    return BookFigure(file, passage, at, alt, caption, width, height)


def _safe(name: str) -> bool:
    plain = bool(name) and not name.startswith(".") and not set(name) & set('/\\\0:*?"<>|')
    return plain and len(name.encode()) <= _LONGEST_FILE_NAME


def _glob(name: str) -> str:
    return name.replace("[", "[[]")


def _same(one: Path, other: Path) -> bool:
    return filecmp.cmp(one, other, shallow=False)
