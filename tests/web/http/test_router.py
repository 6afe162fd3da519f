"""Which operation a path means, and what becomes of paths without one."""

from __future__ import annotations

import pytest
from starlette.requests import Request
from starlette.responses import Response

from quire.access.permissions import Scope
from quire.web.http.operation import OPEN, Operation
from quire.web.http.router import REST, Router


async def endpoint(request: Request) -> Response:
    return Response()


def operation(method: str, path: str) -> Operation:
    return Operation(method, path, endpoint, name=f"{method}{path}", summary="", tag="", gate=OPEN)


ROUTER = Router(
    [
        operation("GET", "/tasks"),
        operation("GET", "/tasks/archive"),
        operation("GET", "/tasks/{task_id}"),
        operation("DELETE", "/tasks/{task_id}"),
        operation("GET", "/files/{task_id}/{name:path}"),
    ]
)


@pytest.mark.parametrize(
    ("method", "path", "name", "values"),
    [
        ("GET", "/tasks", "GET/tasks", {}),
        ("HEAD", "/tasks", "GET/tasks", {}),
        ("GET", "/tasks/archive", "GET/tasks/archive", {}),
        ("DELETE", "/tasks/7", "DELETE/tasks/{task_id}", {"task_id": "7"}),
        (
            "GET",
            "/files/7/images/a b.png",
            "GET/files/{task_id}/{name:path}",
            {"task_id": "7", "name": "images/a b.png"},
        ),
    ],
)
def test_paths_lead_to_their_operations(method: str, path: str, name: str, values: dict[str, str]):
    match = ROUTER.find(method, path)
    assert match.operation is not None
    assert (match.operation.name, match.values) == (name, values)


def test_another_method_is_named_and_an_unknown_path_is_not():
    match = ROUTER.find("POST", "/tasks/7")
    assert (match.operation, match.allowed) == (None, ("DELETE", "GET", "HEAD"))
    for path in ("/tasks/7/x", "/tasks/", "/nothing", "/files/7/"):
        assert (ROUTER.find("GET", path).operation, ROUTER.find("GET", path).allowed) == (None, ())


def test_unknown_paths_of_a_service_ask_for_its_scope():
    assert ROUTER.find("GET", "/api/finance/nothing").gate.scope is Scope.FINANCE
    assert ROUTER.find("GET", "/nothing").gate.scope is None


def test_the_rest_of_a_path_takes_what_no_other_operation_takes():
    router = Router(
        [operation("GET", f"/pages/{REST}"), operation("POST", "/pages/in"), operation("POST", "/pages/{x}")]
    )
    for method, path in (("GET", "/pages/in"), ("GET", "/pages/7"), ("HEAD", "/pages/7/"), ("GET", "/pages//")):
        assert router.find(method, path).operation.path == f"/pages/{REST}"
    assert router.find("POST", "/pages/in").operation.path == "/pages/in"
    assert router.find("DELETE", "/pages/in").allowed == ("POST",)
    for method, path in (("GET", "/pages"), ("GET", "/pages/"), ("POST", "/pages/7/x")):
        assert (router.find(method, path).operation, router.find(method, path).allowed) == (None, ())
