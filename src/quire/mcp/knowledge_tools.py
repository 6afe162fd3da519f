"""Tools over wikis and companies, and the resources of both."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated

from mcp.server import MCPServer
from mcp_types import ContentBlock, ResourceLink, ToolAnnotations
from pydantic import Field

from quire.llm.prompt_fence import fenced
from quire.mcp.marking import content, values
from quire.mcp.service_calls import Service
from quire_client import WikiPage

READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)

Wiki = Annotated[str, Field(description="Its slug, as list_wikis gives it.")]


def add(server: MCPServer, service: Service) -> None:
    """Add the tools and the resources to a server."""

    @server.tool(annotations=READS, structured_output=False)
    async def list_wikis() -> list[ContentBlock]:
        """List the wikis that can be searched."""
        async with service.client() as client:
            found = await client.wikis()
        return values(f"{len(found)} wikis.", found)

    @server.tool(annotations=READS, structured_output=False)
    async def search_wiki(wiki: Wiki, query: str, top: Annotated[int, Field(ge=1, le=50)] = 8) -> list[ContentBlock]:
        """Find the pages of a wiki that answer a question, best first, with the part that answers."""
        async with service.client() as client:
            hits = await client.search(wiki, query, top)
        links = [
            ResourceLink(type="resource_link", name=hit.title, uri=f"quire://wikis/{wiki}/pages/{hit.page_id}")
            for hit in hits
        ]
        return values(f"{len(hits)} pages. Read one with read_wiki_page.", [asdict(hit) for hit in hits], *links)

    @server.tool(annotations=READS, structured_output=False)
    async def read_wiki_page(wiki: Wiki, page_id: str) -> list[ContentBlock]:
        """Read a page of a wiki; [^p12] cites the passage p12 of the book, quoted at the end."""
        async with service.client() as client:
            page = await client.wiki_page(wiki, page_id)
        return content(f"Page {page.page_id} of the wiki {wiki}.", page_text(page))

    @server.tool(annotations=READS, structured_output=False)
    async def find_company(text: str, limit: Annotated[int, Field(ge=1, le=50)] = 10) -> list[ContentBlock]:
        """Find companies by code, name, part of a name or pinyin."""
        async with service.client() as client:
            found = await client.find_companies(text, limit)
        return values(f"{len(found)} companies.", found)

    @server.tool(annotations=READS, structured_output=False)
    async def get_company(
        company: Annotated[str, Field(description="Code, short name or full name; for a US listing its ticker.")],
        market: Annotated[str, Field(description="nyse or nasdaq for a US listing, else empty.")] = "",
    ) -> list[ContentBlock]:
        """Get everything that is known of a company."""
        async with service.client() as client:
            found = await (client.us_company(market, company) if market else client.company(company))
        return values(f"The record of {company}.", found)

    @server.tool(annotations=READS, structured_output=False)
    async def query_companies(query: str) -> list[ContentBlock]:
        """Run a read-only SPARQL 1.1 SELECT or ASK over the graphs of all companies; prefixes need no declaration."""
        async with service.client() as client:
            found = await client.sparql(query)
        return values("The result.", found)

    @server.resource("quire://wikis/{wiki}/pages/{page_id}", mime_type="text/markdown")
    async def wiki_page(wiki: str, page_id: str) -> str:
        """A page of a wiki with the passages that it cites."""
        async with service.reader() as client:
            return fenced(page_text(await client.wiki_page(wiki, page_id)), "document")

    @server.resource("quire://companies/{company}", mime_type="application/json")
    async def company(company: str) -> str:
        """The record of a company."""
        async with service.reader() as client:
            return fenced(json.dumps(await client.company(company), ensure_ascii=False), "document")

    @server.resource("quire://results/{service_name}/{task_id}", mime_type="application/octet-stream")
    async def result(service_name: str, task_id: str) -> str | bytes:
        """The file that a task made: text between fences, other formats as they are."""
        async with service.reader() as client:
            body, media_type = await client.result_file(service_name, task_id)
        is_text = media_type.startswith("text/") or media_type.partition(";")[0].endswith(("json", "x-ndjson"))
        return fenced(body.decode(), "document") if is_text else body


def page_text(page: WikiPage) -> str:
    """A page with the passages that it cites below it."""
    sources = "\n".join(f"[^{one['id']}]: {one['chapter']}: {one['quote']}" for one in page.sources)
    return f"# {page.title}\n\n{page.body}\n\n{sources}"
