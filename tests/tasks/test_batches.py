"""Batches: opened once, completed once, told once, on both databases."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from quire.errors import Conflict, DamagedDocument, NotFound
from quire.store.database import write
from quire.tasks.batches import Batches, BatchItem, delete_old_batches
from quire.tasks.task_states import TaskStatus
from quire.tasks.webhook_deliveries import Deliveries, insert_delivery, insert_progress_delivery
from quire.tasks.webhook_sender import Sender
from tests.tasks.test_webhook_sender import SECRET, URL, Receiver, send_all


@pytest.fixture
def batches(engine, clock):
    return Batches(engine, clock)


@pytest.fixture
def deliveries(engine, clock):
    return Deliveries(engine, clock)


@pytest.fixture
def batch(batches, add):
    """A complete batch of two tasks, and a document that was refused."""
    opened = batches.open("ann", "pdf2markdown", "f")
    for name in "ab":
        add(name, client_ref=opened.id)
    items = [BatchItem("a.pdf", "a"), BatchItem("b.pdf", "b"), BatchItem("c.gif", error="No.")]
    return batches.complete(opened, items, URL)


def end(ledger, task_id):
    _, claim = ledger.claim(task_id, "w")
    assert ledger.fail(claim, DamagedDocument(), 0.1)


def test_the_same_call_is_the_same_batch(batches, clock):
    first = batches.open("ann", "finance", "f", "key")
    assert batches.open("ann", "finance", "f", "key") == first
    assert batches.open("bob", "finance", "f", "key").id != first.id
    assert batches.open("ann", "finance", "f").id != first.id
    with pytest.raises(Conflict):
        batches.open("ann", "finance", "g", "key")
    done = batches.complete(first, [BatchItem("a.pdf", "a")], None)
    assert batches.open("ann", "finance", "f", "key") == done == batches.find(first.id, "ann")
    clock.advance(timedelta(hours=25).total_seconds())
    assert batches.open("ann", "finance", "g", "key").id != first.id


def test_others_do_not_see_it(batches, batch):
    assert batches.find(batch.id).items == batch.items
    for owner, batch_id in (("bob", batch.id), ("ann", "x")):
        with pytest.raises(NotFound):
            batches.find(batch_id, owner)


def test_progress(batches, batch, ledger):
    assert not batches.progress(batch).done
    end(ledger, "a")
    end(ledger, "b")
    found = batches.progress(batch)
    assert (found.done, found.counts[TaskStatus.FAILED], found.deleted) == (True, 2, 0)
    assert found.finished == ledger.find("b").finished
    ledger.delete("a", None)
    ledger.delete("b", None)
    found = batches.progress(batch)
    assert (found.done, found.deleted, found.finished) == (True, 2, None)


def test_one_message_when_the_last_task_has_ended(batches, batch, deliveries, ledger, add, clock):
    receiver = Receiver()
    sender = Sender(deliveries, ledger.find, receiver, SECRET, clock, batches=batches)
    add("other owner's", client_ref=batch.id, owner="bob")  # whose reference delays nothing
    end(ledger, "a")
    assert send_all(sender) == 0
    end(ledger, "b")
    assert (send_all(sender), send_all(sender)) == (1, 0)
    ((url, body, _),) = receiver.got
    said = json.loads(body)
    assert (url, said["type"], said["data"]["batch_id"]) == (URL, "batch.done", batch.id)
    assert [said["data"][key] for key in ("total", "done", "failed", "refused")] == [3, 0, 2, 1]
    assert said["data"]["result"] == f"/api/batches/{batch.id}"
    batches.complete(batch, batch.items, URL)  # a repeated call tells nobody again
    assert len(deliveries.of(batch.id)) == 1


def test_a_long_document_tells_each_range_of_pages_once(batches, deliveries, ledger, add, clock):
    task = add("long")
    receiver = Receiver()
    sender = Sender(deliveries, ledger.find, receiver, SECRET, clock, batches=batches)
    with write(ledger.engine) as connection:
        insert_progress_delivery(connection, "long", 50, clock.now())  # nobody is to be told
        insert_delivery(connection, task, URL)
        for pages in (50, 50, 100, 50):
            insert_progress_delivery(connection, "long", pages, clock.now())
    assert send_all(sender) == 2
    said = sorted((json.loads(body)["type"], json.loads(body)["data"]["pages_done"]) for _, body, _ in receiver.got)
    assert said == [("task.progress", 50), ("task.progress", 100)]
    deliveries.replay("long")  # the message about the end alone
    assert send_all(sender) == 0


def test_old_ones_go_after_their_tasks(batches, batch, ledger, clock):
    clock.advance(10)
    for gone in (False, True):
        with write(ledger.engine) as connection:
            delete_old_batches(connection, clock.now())
        if gone:
            with pytest.raises(NotFound):
                batches.find(batch.id)
        else:
            assert batches.find(batch.id)
            ledger.delete("a", None)
            ledger.delete("b", None)
