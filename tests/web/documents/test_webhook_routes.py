"""Webhooks over HTTP: the secret, the deliveries of a task, and replaying them."""

from __future__ import annotations

import pytest

from quire.access.keys import NewKey
from quire.store.database import write
from quire.tasks.task_table import insert_task
from quire.tasks.webhook_deliveries import DeliveryState, insert_delivery
from tests.web.documents.test_conversion_routes import PDF

pytestmark = pytest.mark.anyio

HOOK = "https://example.org/hook"


@pytest.fixture
async def task_id(client, tasks, site):
    """A task with a callback; its rows are there as the engine would have written them."""
    files = {"file": ("a.pdf", PDF)}
    answer = await client.post("/api/parse/pdf2json", files=files, data={"callback_url": HOOK})
    made = answer.json()["task_id"]
    assert tasks.asked[-1].callback_url == HOOK
    with write(site.keys._engine) as connection:
        insert_task(connection, tasks.rows[made])
        insert_delivery(connection, tasks.rows[made], HOOK)
    return made


async def test_the_secret_is_the_owners(client, site):
    first = (await client.get("/api/webhooks/secret")).json()["secret"]
    assert first.startswith("whsec_")
    for owner, same in (("lin", True), ("mallory", False)):
        headers = {"authorization": f"Bearer {site.keys.create(NewKey('t', owner))[1]}"}
        assert ((await client.get("/api/webhooks/secret", headers=headers)).json()["secret"] == first) is same


async def test_deliveries_are_listed_and_replayed(client, site, task_id):
    path = f"/api/tasks/{task_id}/deliveries"
    (one,) = (await client.get(path)).json()["deliveries"]
    assert (one["url"], one["state"], one["attempts"], one["log"]) == (HOOK, "waiting", 0, [])
    assert one["due_at"]
    with write(site.keys._engine) as connection:
        from sqlalchemy import update

        from quire.store.schema import deliveries

        connection.execute(update(deliveries).values(state=DeliveryState.FAILED.value, attempts=9))
    (failed,) = (await client.get(path)).json()["deliveries"]
    assert (failed["state"], failed["due_at"]) == ("failed", None)
    (again,) = (await client.post(f"{path}/replay")).json()["deliveries"]
    assert (again["state"], again["attempts"]) == ("waiting", 0)


async def test_others_see_nothing(client, site, task_id):
    headers = {"authorization": f"Bearer {site.keys.create(NewKey('t', 'mallory'))[1]}"}
    path = f"/api/tasks/{task_id}/deliveries"
    assert (await client.get(path, headers=headers)).status_code == 404
    assert (await client.post(f"{path}/replay", headers=headers)).status_code == 404


async def test_a_task_without_a_callback(client, tasks):
    files = {"file": ("a.pdf", PDF)}
    made = (await client.post("/api/parse/pdf2json", files=files)).json()["task_id"]
    assert tasks.asked[-1].callback_url is None
    assert (await client.get(f"/api/tasks/{made}/deliveries")).json() == {"deliveries": []}
    assert (await client.post(f"/api/tasks/{made}/deliveries/replay")).status_code == 404
