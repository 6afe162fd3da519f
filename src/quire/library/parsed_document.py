"""Documents for Python programs: text, pages, tables, pictures, chunks."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from quire.errors import BadRequest
from quire.library import model_pickle
from quire.library.handlers import DOCUMENT, PARSE, PICTURES
from quire.library.sandboxed_tasks import Progress, Where, options, run_handler, source_path, working_folder
from quire.model import document as model
from quire.model.block import Block
from quire.model.block import Table as TableBlock
from quire.model.traversal import pictures, text_of, walk
from quire.write import CHUNK_TOKENS, WRITERS
from quire.write.grid_text import column_names, pipe_table, text_rows

if TYPE_CHECKING:
    import pandas

    from quire.write.chunks import Chunk

CONVERT = "quire.jobs.parse_task:run"


def parse(
    source: str | Path,
    *,
    pages: str = "",
    password: str = "",
    ocr: bool = True,
    sandbox: Where = True,
    progress: Progress | None = None,
) -> Document:
    """The document in a PDF or a picture.

    Args:
        source: the file.
        pages: only these, such as "1-5,8,12-"; "" for all.
        password: opens a protected PDF.
        ocr: whether pages without text (scans, photographs) are recognised.
        sandbox: True reads the file in a process of its own, a `Sandbox` in its processes, False in this process.
        progress: called with (pages done, pages in all), first with 0 done.

    Raises:
        FileNotFoundError: there is no such file.
        QuireError: the document cannot be processed, or `pages` lies outside it; the text says why.
    """
    path = source_path(source)
    with working_folder() as folder:
        request = {
            "source": str(path),
            "target": str(folder),
            "options": options(pages=pages, password=password, ocr=ocr),
        }
        made = run_handler(PARSE, request, sandbox=sandbox, progress=progress)
        content = model_pickle.load((folder / DOCUMENT).read_bytes())
    return Document(content, path, warnings=tuple(made["warnings"]), password=password, sandbox=sandbox)


def convert(  # noqa: PLR0913 - one conversion, all of it keyword-only
    source: str | Path,
    target: str | Path,
    *,
    pages: str = "",
    password: str = "",
    ocr: bool = True,
    sandbox: Where = True,
    progress: Progress | None = None,
) -> tuple[str, ...]:
    """Convert a file to the format of the target's suffix (.md, .json, .html, .docx, .pptx, .jsonl); the warnings.

    Pictures of Markdown, JSON and HTML go to ``images/`` beside the target. Arguments and errors are those of `parse`;
    an unknown suffix is a `QuireError`.
    """
    path, goal = source_path(source), Path(target)
    to = format_of(goal)
    with working_folder() as folder:
        request = {
            "source": str(path),
            "target": str(folder),
            "filename": goal.name,
            "kind": f"parse.{to}",
            "options": options(pages=pages, password=password, ocr=ocr),
        }
        made = run_handler(CONVERT, request, sandbox=sandbox, progress=progress)
        for image in made["images"]:
            place = goal.parent / image
            place.parent.mkdir(exist_ok=True)
            place.write_bytes((folder / image).read_bytes())
        goal.write_bytes((folder / made["result"]).read_bytes())
    return tuple(made["warnings"])


def format_of(target: Path) -> str:
    """The format that a file's suffix means, a key of `WRITERS`.

    Raises:
        BadRequest: none has it.
    """
    for name, writer in WRITERS.items():
        if writer.suffix == target.suffix.lower():
            return name
    raise BadRequest(f"{target.name}: use one of {', '.join(writer.suffix for writer in WRITERS.values())}.")


class Document:
    """A document as it was read. Made by `parse`.

    Attributes:
        model: all of it as values (`quire.model.document.Document`): blocks, spans, boxes, furniture.
        warnings: sentences about what may be wrong or missing.
    """

    def __init__(
        self, content: model.Document, source: Path, *, warnings: tuple[str, ...], password: str, sandbox: Where
    ) -> None:
        self.model = content
        self.warnings = warnings
        self._source, self._password, self._sandbox = source, password, sandbox

    @property
    def title(self) -> str:
        """The title that the document prints, else that of its metadata; "" without either."""
        for block in self.model.blocks:
            if getattr(block, "title", False):
                return " ".join(text_of(getattr(block, "spans", ())).split())
        return self.model.meta.title

    @property
    def language(self) -> str:
        """BCP 47, "" if unknown."""
        return self.model.language

    @property
    def page_count(self) -> int:
        """Pages of the source, also when only some were read."""
        return self.model.page_count

    @property
    def blocks(self) -> tuple[Block, ...]:
        """Headings, paragraphs, lists, tables and so on, in reading order."""
        return self.model.blocks

    @cached_property
    def pages(self) -> tuple[Page, ...]:
        """The pages that were read; iterate over them to handle a long document page by page."""
        return tuple(Page(self.model, info.number) for info in self.model.pages)

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """All tables in reading order, also those inside lists and quotations."""
        return tuple(Table(block) for block in walk(self.model.blocks) if isinstance(block, TableBlock))

    @property
    def image_names(self) -> tuple[str, ...]:
        """The names of the figures' pictures; Markdown, HTML and JSON refer to ``images/NAME.png``."""
        return tuple(picture.name for picture in pictures(self.model.blocks))

    def images(self) -> dict[str, bytes]:
        """The figures' pictures as PNG bytes by name; the source file is read again."""
        names = list(self.image_names)
        if not names:
            return {}
        with working_folder() as folder:
            (folder / DOCUMENT).write_bytes(model_pickle.dump(self.model))
            request = {
                "source": str(self._source),
                "target": str(folder),
                "names": names,
                "password": self._password,
            }
            made = run_handler(PICTURES, request, sandbox=self._sandbox)
            self.warnings = tuple(dict.fromkeys((*self.warnings, *made["warnings"])))
            return {name: (folder / f"{name}.png").read_bytes() for name in names}

    def to_markdown(self) -> str:
        """The whole document as Markdown (GFM)."""
        return _written(self.model, "md")

    def to_html(self) -> str:
        """The whole document as one HTML page."""
        return _written(self.model, "html")

    def to_json(self) -> str:
        """The whole document as JSON, as docs/json.md describes it."""
        return _written(self.model, "json")

    def to_chunks(self, tokens: int = CHUNK_TOKENS) -> list[Chunk]:
        """Pieces for retrieval of at most `tokens` tokens, as docs/chunks.md describes them."""
        from quire.write.chunks import chunks

        return chunks(self.model, tokens=tokens)

    def __repr__(self) -> str:
        return f"<quire.Document {self._source.name!r}, {len(self.model.pages)} of {self.page_count} pages>"


class Page:
    """A page of a document: the blocks that begin on it.

    Attributes:
        number: counted from 1 in the source.
    """

    def __init__(self, content: model.Document, number: int) -> None:
        self._document = content
        self.number = number

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks that begin on the page; one that continues on the next page is not repeated there."""
        return tuple(block for block in self._document.blocks if _first_page(block) == self.number)

    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables among the blocks."""
        return tuple(Table(block) for block in walk(self.blocks) if isinstance(block, TableBlock))

    def to_markdown(self) -> str:
        """The page's blocks as Markdown."""
        return _written(replace(self._document, blocks=self.blocks), "md")

    def __repr__(self) -> str:
        return f"<quire.Page {self.number}>"


class Table:
    """A table, over one page or several.

    Attributes:
        block: all of it as values (`quire.model.block.Table`): cells with boxes, spans and styles.
    """

    def __init__(self, block: TableBlock) -> None:
        self.block = block

    @property
    def caption(self) -> str:
        """The caption's text, "" without one."""
        return " ".join(text_of(self.block.caption).split())

    @property
    def pages(self) -> tuple[int, ...]:
        """Numbers of the pages on which it stands."""
        return tuple(dict.fromkeys(place.page for place in self.block.places))

    @property
    def header_rows(self) -> int:
        """How many of the first rows name the columns."""
        return self.block.grid.header_rows

    @property
    def confidence(self) -> float:
        """How sure it is that a table found on a page is right, 0 to 1; 1 where the source says what its cells are."""
        return self.block.grid.confidence

    def to_rows(self, *, repeat_spans: bool = False) -> list[list[str]]:
        """The texts row by row, all rows equally long; a spanning cell's text stands in its first place only.

        Args:
            repeat_spans: it stands in every place that the cell covers.
        """
        return text_rows(self.block.grid, repeat_spans=repeat_spans)

    def to_markdown(self) -> str:
        """A Markdown table with one header row; spanning cells are repeated."""
        return pipe_table(self.block.grid)

    def to_pandas(self) -> pandas.DataFrame:
        """A frame of texts whose columns are named by the header rows. pandas must be installed.

        Raises:
            ModuleNotFoundError: it is not.
        """
        import pandas

        rows = self.to_rows(repeat_spans=True)
        names = column_names(self.block.grid, rows) if self.header_rows else None
        return pandas.DataFrame(rows[self.header_rows :], columns=names)

    def __repr__(self) -> str:
        return f"<quire.Table {self.block.grid.rows} x {self.block.grid.cols}>"


def _written(content: model.Document, to: str) -> str:
    return WRITERS[to].write(content, {}).decode()


def _first_page(block: Block) -> int:
    """The page on which a block begins; 0 if it has no place."""
    return block.places[0].page if block.places else 0
