"""The audit log as lines of JSON."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import httpx

from quire import app
from quire.access.keys import NewKey
from quire.settings import Settings
from quire.web import application
from tests.cli.conftest import Quire


def test_who_changed_what_is_there_without_content_and_reading_is_not(quire: Quire, tmp_path: Path):
    settings = Settings(data_dir=tmp_path / "data")
    app.migrate(settings)

    async def talk() -> tuple[str, str]:
        with app.open_parts(settings) as made:
            made_key, secret = made.keys.create(NewKey("t", "lin"))
            transport = httpx.ASGITransport(application(app.make_site(settings, made)))
            async with httpx.AsyncClient(
                transport=transport, base_url="http://t", headers={"x-api-key": secret}
            ) as client:
                files = {"file": ("private-name.pdf", b"%PDF-1.7\nprivate")}
                task_id = (await client.post("/api/parse/pdf2word", files=files)).json()["task_id"]
                await client.get(f"/api/tasks/{task_id}")
                await client.delete(f"/api/tasks/{task_id}")
                await client.delete("/api/tasks/unknown", headers={"x-api-key": "wrong"})
            return made_key.id, task_id

    key_id, task_id = asyncio.run(talk())
    code, out, err = quire("audit", "--data-dir", settings.data_dir)
    assert (code, err) == (0, "")
    assert "private" not in out
    rows = [json.loads(line) for line in out.splitlines()]
    assert [(row["key_id"], row["owner"], row["object"], row["status"]) for row in rows] == [
        (key_id, "lin", task_id, 200),
        (key_id, "lin", task_id, rows[1]["status"]),
        ("", "", "", 401),
    ]
    assert rows[1]["status"] in {200, 204}
    assert rows[1]["action"] == "deleteTask"
    assert quire("audit", "--since", "2999-01-01", "--data-dir", settings.data_dir)[1] == ""
    assert quire("audit", "--since", "soon", "--data-dir", settings.data_dir)[0] == 2
