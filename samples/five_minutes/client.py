"""Send documents to a service: one, and many in one call.

QUIRE_SERVER=http://127.0.0.1:8000 QUIRE_KEY=... python samples/five_minutes/client.py samples/briefing-slides.pdf
"""

from __future__ import annotations

import os
import sys

from quire_client import Client

with Client(os.environ["QUIRE_SERVER"], os.environ["QUIRE_KEY"]) as client:
    print(client.parse(sys.argv[1], pages="1").text)
    batch = client.wait_batch(client.submit_batch(sys.argv[1:], "chunks"))
    for item in batch.items:
        print(item.name, item.status, item.error)
