"""Webhooks: the secret that signs them, how deliveries went, and sending them again."""

from __future__ import annotations

from dataclasses import asdict

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from quire.tasks.webhook_deliveries import Delivery, DeliveryState
from quire.tasks.webhook_sender import secret_of
from quire.web.documents.response_schemas import BATCH, MISSING, NO_BATCH, TASK
from quire.web.documents.task_outcome import timestamp
from quire.web.http.operation import Answer, Gate, Json, Operation
from quire.web.http.responses import json_response
from quire.web.state.site import key, owner, site


async def secret(request: Request) -> Response:
    """The secret that signs the messages to the caller."""
    return json_response({"secret": secret_of(site(request).secret, key(request).owner)})


async def deliveries(request: Request) -> Response:
    """How the deliveries of a task or a batch went."""
    found = await run_in_threadpool(site(request).deliveries.of, await _about(request))
    return json_response({"deliveries": [_row(one) for one in found]})


async def replay(request: Request) -> Response:
    """Send the message about the end of a task or a batch again."""
    found = await run_in_threadpool(site(request).deliveries.replay, await _about(request))
    return json_response({"deliveries": [_row(one) for one in found]})


async def _about(request: Request) -> str:
    """The id of the task or the batch that the path names, which is the caller's."""
    whose, here = owner(request), site(request)
    if "batch_id" in request.path_params:
        batch_id = str(request.path_params["batch_id"])
        return (await run_in_threadpool(here.batches.find, batch_id, whose)).id
    task_id = str(request.path_params["task_id"])
    return (await run_in_threadpool(lambda: here.tasks.get(task_id, owner=whose))).id


def _row(one: Delivery) -> Json:
    return {
        "id": one.id,
        "url": one.url,
        "state": one.state,
        "attempts": one.attempts,
        "due_at": timestamp(one.due) if one.state is DeliveryState.WAITING else None,
        "log": [asdict(each) for each in one.log],
    }


_EXAMPLE: Json = {
    "deliveries": [
        {
            "id": "msg_6f1d3c0e7a3f4b8d9d2f5a4e1c7b8a90",
            "url": "https://example.org/hook",
            "state": "delivered",
            "attempts": 1,
            "due_at": None,
            "log": [{"at": "2026-03-06T08:30:02Z", "status": 204, "error": "", "seconds": 0.12}],
        }
    ]
}
_ABOUT = (
    "If a submission has a `callback_url`, the service sends a POST request to it when the task ends. The request is "
    "signed according to Standard Webhooks (`webhook-id`, `webhook-timestamp`, `webhook-signature`) and repeated up "
    "to eight times within about two days until the response is 2xx; a 410 response stops it. "
    "Private addresses are refused unless the operator allows them."
)

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        "GET",
        "/api/webhooks/secret",
        secret,
        name="webhookSecret",
        summary="Get the secret that signs your webhooks",
        tag="Webhooks",
        about=_ABOUT,
        answers={
            200: Answer(
                "The secret; all keys of an owner have the same one.",
                {"secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"},
                schema="WebhookSecret",
            )
        },
    ),
    *(
        operation
        for path, word, about, parameter, missing in (
            ("/api/tasks/{task_id}", "Task", "a task", TASK, MISSING),
            ("/api/batches/{batch_id}", "Batch", "a batch", BATCH, NO_BATCH),
        )
        for operation in (
            Operation(
                "GET",
                f"{path}/deliveries",
                deliveries,
                name=f"{word.lower()}Deliveries",
                summary=f"List the webhook deliveries of {about}",
                tag="Webhooks",
                parameters=(parameter,),
                answers={
                    200: Answer(
                        "The deliveries; none if the submission had no callback_url.", _EXAMPLE, schema="Deliveries"
                    ),
                    404: missing,
                },
            ),
            Operation(
                "POST",
                f"{path}/deliveries/replay",
                replay,
                name="replayDeliveries" if word == "Task" else "replayBatchDeliveries",
                summary=f"Send the webhook of {about} again",
                tag="Webhooks",
                gate=Gate(rate="submit"),
                parameters=(parameter,),
                answers={
                    200: Answer("The deliveries; they will be sent again shortly.", _EXAMPLE, schema="Deliveries"),
                    404: missing,
                },
            ),
        )
    ),
)
