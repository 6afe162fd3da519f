"""Tools over many documents at once."""

from __future__ import annotations

from typing import Annotated, Literal

from mcp.server import MCPServer
from mcp_types import ContentBlock
from pydantic import Field

from quire.mcp.document_tools import READS, Pages, link
from quire.mcp.marking import values
from quire.mcp.service_calls import LOOK, Service
from quire_client import Batch, StillRunning
from quire_client.sources import is_url


def add(server: MCPServer, service: Service) -> None:
    """Add the tools to a server."""

    @server.tool(annotations=READS, structured_output=False)
    async def submit_batch(
        files: Annotated[
            list[str],
            Field(min_length=1, max_length=100, description="Local paths, or else URLs, or one s3:// prefix."),
        ],
        to: Literal["md", "json", "html", "docx", "pptx", "chunks", "statements", "invoices"] = "md",
        pages: Pages = "",
    ) -> list[ContentBlock]:
        """Send many documents in one call; returns the batch and its documents. Ask `get_batch` how far it is."""
        async with service.client() as client:
            sources = [one if is_url(one) else service.inputs.local(one) for one in files]
            return batch_content(await client.submit_batch(sources, to, pages=pages))

    @server.tool(annotations=READS, structured_output=False)
    async def get_batch(batch_id: str) -> list[ContentBlock]:
        """Get how far a batch is, with a resource for every result that is ready; waits up to two seconds."""
        async with service.client() as client:
            try:
                found = await client.wait_batch(batch_id, timeout=LOOK)
            except StillRunning:
                found = await client.batch(batch_id)
            return batch_content(found)


def batch_content(batch: Batch) -> list[ContentBlock]:
    """A batch with its documents, and links to the results that are ready."""
    said = ", ".join(f"{count} {state}" for state, count in batch.counts.items() if count)
    rows = [{"name": item.name, "status": item.status, "error": item.error} for item in batch.items]
    ready = [item for item in batch.items if item.status == "done" and item.task and item.task.service != "invoice"]
    links = [link(item.task, item.name) for item in ready if item.task]
    return [*values(f"Batch {batch.id} is {batch.status}: {said}.", rows), *links]
