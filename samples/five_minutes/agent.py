"""What an agent does: start the MCP server, list its tools, read a document.

QUIRE_SERVER=http://127.0.0.1:8000 QUIRE_KEY=... python samples/five_minutes/agent.py samples/briefing-slides.pdf
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import anyio
from mcp import Client, StdioServerParameters


async def main(file: Path) -> None:
    """Print the tools, and the first page of a file."""
    server = StdioServerParameters(command="quire", args=["mcp", "--root", str(file.parent)], env=dict(os.environ))
    async with Client(server) as client:
        print(", ".join(tool.name for tool in (await client.list_tools()).tools))
        answer = await client.call_tool("parse_document", {"file": file.name, "pages": "1"})
        for block in answer.content:
            print(getattr(block, "text", ""))


anyio.run(main, Path(sys.argv[1]).resolve())
