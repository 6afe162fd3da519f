"""Send URLs as a batch and wait for its webhook instead of polling; the service must reach this machine.

QUIRE_SERVER=http://127.0.0.1:8000 QUIRE_KEY=... python samples/five_minutes/webhook.py HOST FILE...

This machine serves the files under its HOST name and takes the webhook there. For a private address the service needs
QUIRE_PRIVATE_HOSTS.
"""

from __future__ import annotations

import http.server
import os
import queue
import sys
import threading
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from quire_client import Client, verify_webhook

host, files = sys.argv[1], {Path(name).name: Path(name) for name in sys.argv[2:]}
messages: queue.Queue[Any] = queue.Queue()


class Here(http.server.BaseHTTPRequestHandler):
    """Serves the files, and takes messages."""

    def do_GET(self) -> None:
        """Send a file."""
        body = files[unquote(self.path.lstrip("/"))].read_bytes()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self) -> None:
        """Take a message that is genuine."""
        body = self.rfile.read(int(self.headers["content-length"]))
        messages.put(verify_webhook(secret, dict(self.headers), body))
        self.send_response(204)
        self.end_headers()


with (
    http.server.ThreadingHTTPServer(("", 0), Here) as server,
    Client(os.environ["QUIRE_SERVER"], os.environ["QUIRE_KEY"]) as client,
):
    threading.Thread(target=server.serve_forever, daemon=True).start()
    here, secret = f"http://{host}:{server.server_port}", client.webhook_secret()
    batch = client.submit_batch([f"{here}/{name}" for name in files], "md", pages="1", callback_url=f"{here}/hook")
    message = messages.get(timeout=120)
    print(message.type, message.data["batch_id"] == batch.id, message.data["done"])
    server.shutdown()
