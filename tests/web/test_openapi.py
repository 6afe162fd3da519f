"""The OpenAPI document is complete, consistent, and true."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC, datetime

import jsonschema
import pytest

from quire.tasks.batches import Batch, BatchItem, BatchProgress
from quire.tasks.task_states import Task, TaskStatus
from quire.tasks.webhook_sender import batch_message, message, progress_message
from quire.web import ROUTES
from quire.web.openapi import document
from quire.web.openapi_components import Components

pytestmark = pytest.mark.anyio

API = document(ROUTES, version="1.2.3")


def component(name: str) -> dict:
    return {"$ref": f"#/components/schemas/{name}", "components": API["components"]}


def shown():
    for path, methods in API["paths"].items():
        for method, operation in methods.items():
            yield pytest.param(path, method, operation, id=f"{method} {path}")


def test_every_route_is_described_or_hidden_on_purpose():
    described = {(method.upper(), path) for path, methods in API["paths"].items() for method in methods}
    routes = {(route.method, re.sub(r":path\}", "}", route.path)) for route in ROUTES if not route.hidden}
    assert described == routes
    assert {route.tag for route in ROUTES if route.hidden} == {"Pages", "Console"}
    names = [route.name for route in ROUTES]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(("path", "method", "operation"), [*shown()])
def test_every_operation_has_examples_that_fit(path, method, operation):
    assert operation["summary"]
    in_path = set(re.findall(r"\{([a-z_]+)\}", path))
    assert in_path == {one["name"] for one in operation["parameters"] if one["in"] == "path"}
    for parameter in operation["parameters"]:
        jsonschema.validate(parameter["example"], parameter["schema"])
    assert any(int(status) < 400 for status in operation["responses"])
    for status, answer in operation["responses"].items():
        assert answer["description"]
        if status in {"204", "303", "304"}:  # no body
            continue
        for content in answer["content"].values():
            assert content["example"] not in (None, "")
            schema = content["schema"]
            assert schema == {"type": "string"} or schema.get("format") == "binary" or "$ref" in schema
            jsonschema.validate(content["example"], schema | {"components": API["components"]})
        for header in answer["headers"].values():
            assert header["$ref"].rsplit("/", 1)[1] in API["components"]["headers"]
    if "requestBody" in operation:
        for content in operation["requestBody"]["content"].values():
            jsonschema.validate(content["example"], content["schema"] | {"components": API["components"]})
            assert all(part in content["example"] for part in content.get("encoding", {}))


def objects_inside(schema, place):
    """The places of objects with properties below a component's own top."""
    if isinstance(schema, dict):
        if "properties" in schema and place[-1] != "schemas":
            yield place
        for key, value in schema.items():
            yield from objects_inside(value, (*place, key))
    elif isinstance(schema, list):
        for at, value in enumerate(schema):
            yield from objects_inside(value, (*place, at))


def test_every_object_is_a_component_of_its_own():
    """Generators name an inline object after its place: met twice, two classes have one name and nothing imports."""
    named = [found for one in API["components"]["schemas"].values() for found in objects_inside(one, ("schemas",))]
    assert named == []
    assert list(objects_inside(API["paths"], ("paths",))) == []


def test_two_shapes_cannot_have_one_name():
    one = {"type": "object", "title": "One", "properties": {"a": {"type": "string"}}}
    with pytest.raises(ValueError, match="Two shapes are named One"):
        Components({"First": {"type": "array", "items": one}}).named("", one | {"required": ["a"]})


@pytest.mark.parametrize(
    "path", [path for path in API["paths"] if path.endswith(("extract", "recognize")) or "pdf2" in path]
)
def test_every_submission_has_every_field(path):
    reference = API["paths"][path]["post"]["requestBody"]["content"]["multipart/form-data"]["schema"]["$ref"]
    fields = API["components"]["schemas"][reference.rsplit("/", 1)[1]]["properties"]
    shared = {"file", "source_url", "upload_id", "pages", "client_ref", "callback_url", "callback_pages", "password"}
    assert fields.keys() - {"chunk_tokens", "hidden"} == shared
    assert ("hidden" in fields) == ("pdf2" in path)
    assert ("chunk_tokens" in fields) == path.endswith("pdf2chunks")


def test_the_webhook_is_described_as_it_is_sent():
    task = Task(
        id="0b9f4f0e-6c0a-4f0e-9a53-0c7a4f7d1e11",
        owner="lin",
        key_id="k",
        kind="parse.md",
        status=TaskStatus.FAILED,
        filename="a.pdf",
        created=datetime(2026, 3, 6, 8, 30, tzinfo=UTC),
        error="The file is damaged or not a valid document.",
    )
    batch = Batch("b", "lin", "finance", task.created, (BatchItem("a.pdf", "t"), BatchItem("b.gif", None, "No.")), True)
    progress = BatchProgress(dict.fromkeys(TaskStatus, 0) | {TaskStatus.DONE: 1}, 0, task.created)
    sent = {
        "taskEnded": (message(task), message(replace(task, status=TaskStatus.DONE))),
        "taskProgress": (progress_message(replace(task, pages_total=200), 100, task.created),),
        "batchDone": (batch_message(batch, progress, task.created),),
    }
    assert API["webhooks"].keys() == sent.keys()
    for name, bodies in sent.items():
        hook = API["webhooks"][name]["post"]
        content = hook["requestBody"]["content"]["application/json"]
        for body in (*bodies, content["example"]):
            jsonschema.validate(json.loads(json.dumps(body)), content["schema"] | {"components": API["components"]})
            assert content["example"]["data"].keys() == body["data"].keys()
        assert {one["name"] for one in hook["parameters"]} == {"webhook-id", "webhook-timestamp", "webhook-signature"}


def test_schemas_are_schemas():
    for schema in API["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)


async def test_it_is_served_and_shown(nobody):
    answer = await nobody.get("/openapi.json")
    assert answer.json()["openapi"] == "3.1.0"
    page = (await nobody.get("/docs")).text
    for route in ROUTES:
        if not route.hidden:
            assert f'id="{route.name}"' in page


async def test_answers_fit_their_schemas(client, tasks):
    made = await client.post("/api/parse/pdf2markdown", files={"file": ("a.pdf", b"%PDF-1.7\nx")})
    jsonschema.validate(made.json(), component("Submitted"))
    task_id = made.json()["task_id"]
    steps = [
        lambda: None,
        lambda: tasks.work(task_id, 1, 3),
        lambda: tasks.finish(task_id, b"x", {"images/p1-1.png": b"x"}),
        lambda: tasks.fail(task_id, "The file is damaged or not a valid document."),
    ]
    for step in steps:
        step()
        jsonschema.validate((await client.get(f"/api/parse/result/{task_id}")).json(), component("ParseResult"))
    jsonschema.validate((await client.get("/api/tasks")).json(), component("TaskList"))
    jsonschema.validate((await client.get("/api/v1/auth/me")).json(), component("Me"))
    jsonschema.validate((await client.get("/api/v1/health")).json(), component("Health"))


def test_what_reads_a_query_can_answer_that_it_is_wrong():
    for path, methods in API["paths"].items():
        for method, operation in methods.items():
            if any(parameter["in"] == "query" for parameter in operation["parameters"]):
                assert "400" in operation["responses"], (method, path)


@pytest.mark.parametrize("items", [{"income": "2,324.73"}, {"每股收益": {"2024-12-31": "0.46"}}])
def test_indicators_of_a_company_stand_with_and_without_dates(items):
    jsonschema.validate({"公司代码": "830901", "基本指标": items}, component("Company"))


def test_answers_say_which_of_them_count_against_the_rate():
    result = API["paths"]["/api/parse/result/{task_id}"]["get"]["responses"]
    assert "RateLimit" in result["200"]["headers"]
    assert {"RateLimit", "Retry-After"} <= result["429"]["headers"].keys()
    assert "RateLimit" not in result["401"]["headers"]
    assert "RateLimit" not in API["paths"]["/api/v1/health"]["get"]["responses"]["200"]["headers"]


async def test_the_headers_that_are_told_are_there(client):
    answer = await client.get("/api/tasks")
    assert {"ratelimit", "ratelimit-policy", "x-request-id"} <= answer.headers.keys()
