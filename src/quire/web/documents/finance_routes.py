"""The service of financial statements: a report comes in, its statements go out as JSON and as a workbook."""

from __future__ import annotations

from enum import StrEnum

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from quire.access.permissions import Scope
from quire.tasks.task_states import TaskStatus
from quire.web.documents.corrected_results import DETAILS, corrected_array, correction_keys
from quire.web.documents.json_splicing import spliced_json
from quire.web.documents.response_schemas import (
    CONFLICT,
    EXPIRED,
    FILE_HEADERS,
    IDEMPOTENCY,
    INCLUDE,
    MISSING,
    NOT_READY,
    PART,
    RANGE,
    REFUSED,
    RESULT_HEADERS,
    STATES,
    SUBMITTED,
    TASK,
    WAIT,
    done,
    file_link,
)
from quire.web.documents.submissions import MIB, SubmissionRules, form_body, submit_upload
from quire.web.documents.task_outcome import (
    OUTPUT_FILES,
    file_keys,
    find_task,
    progress_headers,
    result_file,
    task_body,
)
from quire.web.http import query_parameters
from quire.web.http.operation import Answer, Gate, Json, Operation
from quire.web.http.responses import json_response
from quire.web.state.site import site
from quire.web.upload_staging import JPEG, MULTIPART_ROOM, PDF, PNG

KIND = "finance.xlsx"
MAX_BYTES = 50 * MIB
TYPES = frozenset({PDF, JPEG, PNG})
RULES = SubmissionRules(KIND, TYPES, MAX_BYTES)

RESULT = "result.json"
"""The array beside a workbook as the contract has it; `DETAILS` has what ``?include=details`` adds."""

STATEMENTS: tuple[dict[str, Json], ...] = (
    {"type_index": 0, "name": "balance_sheet", "en": "Balance sheet", "zh": "资产负债表"},
    {"type_index": 1, "name": "income_statement", "en": "Income statement", "zh": "利润表"},
    {"type_index": 2, "name": "cash_flow_statement", "en": "Cash flow statement", "zh": "现金流量表"},
    {"type_index": 3, "name": "changes_in_equity", "en": "Statement of changes in equity", "zh": "所有者权益变动表"},
    {"type_index": 4, "name": "other", "en": "Other statement", "zh": "其他报表"},
)
"""What a `type_index` means."""


class Include(StrEnum):
    """What a result can be asked to hold beyond the contract."""

    DETAILS = "details"
    CORRECTIONS = "corrections"


async def extract(request: Request) -> Response:
    """Take a report in and answer with its task."""
    return await submit_upload(request, RULES)


async def result(request: Request) -> Response:
    """Where a task is, and the statements it found."""
    wanted = query_parameters.choice(request, "include", Include)
    task = await find_task(request, "finance")
    headers = await progress_headers(request, task)
    if task.status is not TaskStatus.DONE:
        return json_response(task_body(task), headers=headers)
    name = DETAILS if wanted else RESULT
    lies = await run_in_threadpool(site(request).tasks.image_file, task, name)
    more = await correction_keys(request, task, corrected_array) if wanted is Include.CORRECTIONS else {}
    keys = file_keys(request, task) | more
    return await spliced_json(request, task_body(task), ("result", lies), keys, headers=headers)


async def download(request: Request) -> Response:
    """The workbook."""
    return await result_file(request, await find_task(request, "finance"))


async def types(request: Request) -> Response:  # noqa: ARG001 - an endpoint's signature
    """What a `type_index` means."""
    return json_response({"types": list(STATEMENTS)})


_TABLE: Json = [
    ["", "附注", "2025年12月31日", "2024年12月31日"],
    ["流动资产：", "", "", ""],
    ["货币资金", "七、1", "1,204,318.55", "988,102.00"],
]
_TAG = "Statements"
_GATE = Gate(scope=Scope.FINANCE)
_FILE = Answer("The workbook.", b"PK", media_type=OUTPUT_FILES[KIND].media_type, headers=FILE_HEADERS)

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        "POST",
        "/api/finance/extract",
        extract,
        name="extractStatements",
        summary="Extract financial statements from a report",
        tag=_TAG,
        gate=Gate(scope=Scope.FINANCE, rate="submit", body=MAX_BYTES + MULTIPART_ROOM),
        parameters=(IDEMPOTENCY,),
        body=form_body(
            "StatementsSubmission",
            "A PDF, JPEG or PNG, up to 50 MB. Up to 50 pages are recommended.",
            "Report.pdf",
            TYPES,
        ),
        answers={200: SUBMITTED, 400: REFUSED, 409: CONFLICT},
    ),
    Operation(
        "GET",
        "/api/finance/result/{task_id}",
        result,
        name="getStatements",
        summary="Get the status and the statements",
        tag=_TAG,
        gate=_GATE,
        about="`result` has one element for each statement, in reading order. "
        "See `/api/finance/types` for the meaning of `type_index`.",
        parameters=(TASK, WAIT, INCLUDE),
        answers={
            200: Answer(
                STATES,
                done(
                    result=[{"tables": [_TABLE], "type_index": 0, "angle": 0}],
                    download_url=file_link("Report.xlsx"),
                    filename="Report.xlsx",
                ),
                schema="FinanceResult",
                headers=RESULT_HEADERS,
            ),
            404: MISSING,
            410: EXPIRED,
        },
    ),
    Operation(
        "GET",
        "/api/finance/download/{task_id}",
        download,
        name="downloadWorkbook",
        summary="Download the statements as an Excel workbook",
        tag=_TAG,
        gate=_GATE,
        parameters=(TASK, RANGE),
        answers={200: _FILE, 206: PART, 404: MISSING, 409: NOT_READY, 410: EXPIRED},
    ),
    Operation(
        "GET",
        "/api/finance/types",
        types,
        name="listStatementTypes",
        summary="List the statement types (`type_index`)",
        tag=_TAG,
        gate=_GATE,
        answers={200: Answer("The statement types.", {"types": list(STATEMENTS)}, schema="StatementTypes")},
    ),
)
