"""The invoice service: a PDF, a picture, an OFD file or an invoice in XML comes in, the fields of every page go out."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from quire.access.permissions import Scope
from quire.tasks.task_states import TaskStatus
from quire.web.documents.corrected_results import DETAILS, corrected_array, correction_keys
from quire.web.documents.finance_routes import TYPES as PAGED
from quire.web.documents.finance_routes import Include
from quire.web.documents.json_splicing import spliced_json
from quire.web.documents.response_schemas import (
    CONFLICT,
    EXPIRED,
    IDEMPOTENCY,
    INCLUDE,
    MISSING,
    REFUSED,
    RESULT_HEADERS,
    STATES,
    SUBMITTED,
    TASK,
    WAIT,
    done,
)
from quire.web.documents.submissions import MIB, SubmissionRules, form_body, submit_upload
from quire.web.documents.task_outcome import find_task, progress_headers, task_body
from quire.web.http import query_parameters
from quire.web.http.operation import Answer, Gate, Json, Operation
from quire.web.http.responses import json_response
from quire.web.state.site import site
from quire.web.upload_staging import MULTIPART_ROOM, OFD, XML

KIND = "invoice.json"
MAX_BYTES = 10 * MIB
TYPES = PAGED | {XML, OFD}
RULES = SubmissionRules(KIND, TYPES, MAX_BYTES)


async def recognize(request: Request) -> Response:
    """Take an invoice in and answer with its task."""
    return await submit_upload(request, RULES)


async def result(request: Request) -> Response:
    """Where a task is, and the fields of its pages."""
    wanted = query_parameters.choice(request, "include", Include)
    task = await find_task(request, "invoice")
    headers = await progress_headers(request, task)
    if task.status is not TaskStatus.DONE:
        return json_response(task_body(task), headers=headers)
    tasks = site(request).tasks
    lies = await run_in_threadpool(lambda: tasks.image_file(task, DETAILS) if wanted else tasks.result_file(task))
    more = await correction_keys(request, task, corrected_array) if wanted is Include.CORRECTIONS else {}
    return await spliced_json(request, task_body(task), ("result", lies), more, headers=headers)


_FIELDS: dict[str, str] = {
    "invoice_type": "增值税电子普通发票",
    "invoice_code": "044032500111",
    "invoice_number": "12345678",
    "invoice_date": "2025-11-03",
    "buyer_name": "云栖示例商贸有限公司",
    "buyer_tax_id": "91330100MA00000000",
    "seller_name": "青屿示例餐饮有限公司",
    "seller_tax_id": "91440300MA11111111",
    "amount": "100.00",
    "tax_rate": "6%",
    "tax_amount": "6.00",
    "total_amount": "106.00",
}
_PAGE: Json = {"page": 1, "total_tokens": 0, "fields": [{"key": key, "value": value} for key, value in _FIELDS.items()]}

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        "POST",
        "/api/invoice/recognize",
        recognize,
        name="recognizeInvoice",
        summary="Extract invoices, one from each page",
        tag="Invoices",
        gate=Gate(scope=Scope.INVOICE, rate="submit", body=MAX_BYTES + MULTIPART_ROOM),
        parameters=(IDEMPOTENCY,),
        body=form_body(
            "InvoiceSubmission", "A PDF, JPEG, PNG, OFD file or invoice in XML, up to 10 MB.", "Invoice.pdf", TYPES
        ),
        answers={200: SUBMITTED, 400: REFUSED, 409: CONFLICT},
    ),
    Operation(
        "GET",
        "/api/invoice/result/{task_id}",
        result,
        name="getInvoices",
        summary="Get the status and the invoice fields",
        tag="Invoices",
        gate=Gate(scope=Scope.INVOICE),
        about="`result` has one element for each page, in order. The 12 fields of the example always come first, "
        "in this order, and are empty if the page does not have them. Other fields follow if they were found.",
        parameters=(TASK, WAIT, INCLUDE),
        answers={
            200: Answer(STATES, done(result=[_PAGE]), schema="InvoiceResult", headers=RESULT_HEADERS),
            404: MISSING,
            410: EXPIRED,
        },
    ),
)
