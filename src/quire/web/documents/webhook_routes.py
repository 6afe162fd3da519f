"""Webhooks: the secret that signs them, how deliveries went, and sending them again."""

from __future__ import annotations

from dataclasses import asdict

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from quire.tasks.webhook_deliveries import Delivery
from quire.tasks.webhook_sender import secret_of
from quire.web.documents.response_schemas import MISSING, TASK
from quire.web.documents.task_outcome import timestamp
from quire.web.http.operation import Answer, Gate, Json, Operation
from quire.web.http.responses import json_response
from quire.web.state.site import key, owner, site


async def secret(request: Request) -> Response:
    """The secret that signs the messages to the caller."""
    return json_response({"secret": secret_of(site(request).secret, key(request).owner)})


async def deliveries(request: Request) -> Response:
    """How the deliveries of a task went."""
    task_id = await _task_id(request)
    found = await run_in_threadpool(site(request).deliveries.of, task_id)
    return json_response({"deliveries": [_row(one) for one in found]})


async def replay(request: Request) -> Response:
    """Send the messages of a task again."""
    task_id = await _task_id(request)
    found = await run_in_threadpool(site(request).deliveries.replay, task_id)
    return json_response({"deliveries": [_row(one) for one in found]})


async def _task_id(request: Request) -> str:
    """The id of the task that the path names, which is the caller's."""
    task_id, whose = str(request.path_params["task_id"]), owner(request)
    task = await run_in_threadpool(lambda: site(request).tasks.get(task_id, owner=whose))
    return task.id


def _row(one: Delivery) -> Json:
    return {
        "id": one.id,
        "url": one.url,
        "state": one.state,
        "attempts": one.attempts,
        "due_at": timestamp(one.due),
        "log": [asdict(each) for each in one.log],
    }


_EXAMPLE: Json = {
    "deliveries": [
        {
            "id": "msg_6f1d3c0e7a3f4b8d9d2f5a4e1c7b8a90",
            "url": "https://example.org/hook",
            "state": "delivered",
            "attempts": 1,
            "due_at": "2026-03-06T08:31:00",
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
    Operation(
        "GET",
        "/api/tasks/{task_id}/deliveries",
        deliveries,
        name="taskDeliveries",
        summary="List the webhook deliveries of a task",
        tag="Webhooks",
        parameters=(TASK,),
        answers={
            200: Answer("The deliveries; none if the submission had no callback_url.", _EXAMPLE, schema="Deliveries"),
            404: MISSING,
        },
    ),
    Operation(
        "POST",
        "/api/tasks/{task_id}/deliveries/replay",
        replay,
        name="replayDeliveries",
        summary="Send the webhook of a task again",
        tag="Webhooks",
        gate=Gate(rate="submit"),
        parameters=(TASK,),
        answers={
            200: Answer("The deliveries; they will be sent again shortly.", _EXAMPLE, schema="Deliveries"),
            404: MISSING,
        },
    ),
)
