"""Tools over documents: Markdown, tables, other formats, statements, invoices."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ContentBlock, ResourceLink, ToolAnnotations
from pydantic import Field

from quire.mcp.marking import content, part, values
from quire.mcp.service_calls import Service
from quire_client import Converted, Statements, Task

File = Annotated[str, Field(description="A local path (stdio only), or an http or https URL.")]
Pages = Annotated[str, Field(description="Only these pages, counted from 1, such as 1-5,8,12-; empty for all.")]
Password = Annotated[str, Field(description="Opens a locked PDF.")]

READS = ToolAnnotations(read_only_hint=True, open_world_hint=True)


def add(server: MCPServer, service: Service) -> None:
    """Add the tools to a server."""

    @server.tool(annotations=READS, structured_output=False)
    async def parse_document(
        context: Context,
        file: File,
        pages: Pages = "",
        offset: Annotated[int, Field(ge=0, description="Where to continue a long text.")] = 0,
        password: Password = "",
    ) -> list[ContentBlock]:
        """Read a document as Markdown, all of it or some pages; long texts come in parts.

        PDF and pictures, also scanned; Word, slides, workbooks, HTML, EPUB, e-mail, Markdown, text.
        """
        task, result = await service.made(context, file, "md", pages, password)
        text = converted(result).text
        if offset >= max(len(text), 1):
            raise ToolError(f"There is nothing at offset={offset}: the text has {len(text)} characters.")
        shown, following = part(text, offset)
        about = [f"{task.filename}: {f'pages {pages}' if pages else 'all pages'} as Markdown."]
        if offset or following is not None:
            about.append(f"Characters {offset:,} to {offset + len(shown):,} of {len(text):,}.")
        if following is not None:
            about.append(f"Continue with offset={following}.")
        return content(" ".join([*about, *result.warnings]), shown, link(task, converted(result).filename))

    @server.tool(annotations=READS, structured_output=False)
    async def get_tables(
        context: Context, file: File, pages: Pages = "", password: Password = ""
    ) -> list[ContentBlock]:
        """Get every table of a document as rows of texts, with caption, pages and number of header rows."""
        task, result = await service.made(context, file, "json", pages, password)
        found = [table(block) for block in walk(json.loads(converted(result).text)["blocks"])]
        return values(f"{task.filename}: {len(found)} tables.", found, link(task, converted(result).filename))

    @server.tool(annotations=READS, structured_output=False)
    async def convert_document(
        context: Context,
        file: File,
        to: Literal["docx", "pptx", "html", "json", "chunks"],
        pages: Pages = "",
        password: Password = "",
    ) -> list[ContentBlock]:
        """Convert a document to Word, slides, HTML, JSON or chunks for retrieval; returns a resource to read."""
        task, result = await service.made(context, file, to, pages, password)
        name = converted(result).filename
        about = " ".join([f"{task.filename} was converted; read the resource.", *result.warnings])
        return content(about, name, link(task, name))

    @server.tool(annotations=READS, structured_output=False)
    async def get_statements(
        context: Context, file: File, pages: Pages = "", password: Password = ""
    ) -> list[ContentBlock]:
        """Get the financial statements of a report: rows, periods, units, and the checks that fail."""
        task, result = await service.made(context, file, "statements", pages, password)
        found = [statement(one) for one in extracted(result)]
        about = " ".join([f"{task.filename}: {len(found)} statements.", *result.warnings])
        return values(about, found, link(task, "statements.xlsx"))

    @server.tool(annotations=READS, structured_output=False)
    async def get_invoices(
        context: Context, file: File, pages: Pages = "", password: Password = ""
    ) -> list[ContentBlock]:
        """Get the fields of the invoices in a PDF or picture, with how sure each is and the checks that fail."""
        task, result = await service.made(context, file, "invoices", pages, password)
        found = [invoice(one) for one in extracted(result)]
        return values(" ".join([f"{task.filename}: {len(found)} invoices.", *result.warnings]), found)


def link(task: Task, name: str) -> ResourceLink:
    """The resource with the file of a task."""
    return ResourceLink(type="resource_link", name=name, uri=f"quire://results/{task.service}/{task.id}")


def converted(result: Converted | Statements) -> Converted:
    """The result of a conversion."""
    assert isinstance(result, Converted)  # noqa: S101 - for the type checker: of a conversion
    return result


def extracted(result: Converted | Statements) -> Statements:
    """The result of an extraction."""
    assert isinstance(result, Statements)  # noqa: S101 - for the type checker: of an extraction
    return result


def walk(blocks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The tables among blocks, also those inside lists, quotations and notes."""
    found = []
    for block in blocks:
        if block["type"] == "table":
            found.append(block)
        found += walk(block.get("blocks", []))
        for item in block.get("items", []):
            found += walk(item["blocks"])
    return found


def table(block: dict[str, Any]) -> dict[str, Any]:
    """A table of the document's JSON as rows; the text of a spanning cell stands in its first place."""
    rows = [[""] * block["cols"] for _ in range(block["rows"])]
    for cell in block["cells"]:
        rows[cell["row"]][cell["col"]] = cell["text"]
    return {
        "caption": (block["caption"] or {}).get("text", ""),
        "pages": sorted({place["page"] for place in block["places"]}),
        "header_rows": block["header_rows"],
        "rows": rows,
    }


def statement(one: Any) -> dict[str, Any]:  # noqa: ANN401 - an element of the result
    """What an agent needs of a statement."""
    details = one["details"]
    kept = {name: details[name] for name in ("title", "company", "kind", "scope", "unit", "currency", "pages")}
    failed = [check["message"] for check in details["checks"] if not check["holds"]]
    return {**kept, "periods": details["periods"], "rows": one["tables"][0], "failed_checks": failed}


def invoice(one: Any) -> dict[str, Any]:  # noqa: ANN401 - an element of the result
    """What an agent needs of an invoice: the fields that were found."""
    fields = {
        field["key"]: {"value": field["value"], "confidence": field.get("confidence")}
        for field in one["fields"]
        if field["value"] and field["key"] not in {"line_items", "checks"}
    }
    failed = [check["message"] for check in one["details"]["checks"] if not check["holds"]]
    return {"page": one["page"], "fields": fields, "items": one["details"]["items"], "failed_checks": failed}
