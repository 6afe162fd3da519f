"""The functions of docs/webhooks.md accept what the service signs, and nothing else."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from quire.tasks.webhook_deliveries import RETRIES
from quire.tasks.webhook_sender import secret_of, signature

PAGE = (Path(__file__).resolve().parent.parent / "docs" / "webhooks.md").read_text(encoding="utf-8")
SECRET = secret_of(b"installation", "lin")
BODY = '{"type": "task.done", "data": {"filename": "年报.pdf"}}'.encode()
SENT = 1772785802
Verify = Callable[[str, dict[str, str], bytes, int], bool]


def code(language: str) -> str:
    """The block of a language."""
    (found,) = re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    return found


def in_python(secret: str, headers: dict[str, str], body: bytes, now: int) -> bool:
    names: dict = {}
    exec(compile(code("python"), "docs/webhooks.md", "exec"), names)
    return names["is_genuine"](secret, headers, body, now)


def in_javascript(secret: str, headers: dict[str, str], body: bytes, now: int) -> bool:
    if not shutil.which("node"):
        pytest.skip("node is not on the path")
    call = "const [s, h, b, n] = JSON.parse(process.argv[1]);"
    script = f"{code('javascript')}\n{call}\nprocess.exit(isGenuine(s, h, Buffer.from(b), n) ? 0 : 3);"
    arguments = json.dumps([secret, headers, body.decode(), now])
    done = subprocess.run(["node", "-e", script, arguments], capture_output=True, timeout=60, check=False)
    assert done.returncode in {0, 3}, done.stderr
    return done.returncode == 0


def in_shell(secret: str, headers: dict[str, str], body: bytes, now: int) -> bool:
    if not (shutil.which("bash") and shutil.which("openssl")):
        pytest.skip("bash and openssl are not on the path")
    script = f'{code("bash")}\nis_genuine "$1" "$2" "$3" "$4" /dev/stdin "$5"'
    values = [secret, headers["webhook-id"], headers["webhook-timestamp"], headers["webhook-signature"], str(now)]
    done = subprocess.run(
        ["bash", "-c", script, "verify", *values], input=body, capture_output=True, timeout=60, check=False
    )
    assert done.stderr == b""
    return done.returncode == 0


def test_the_repetitions_are_those_that_are_documented():
    assert "up to eight times within about two days" in " ".join(PAGE.split())
    assert (len(RETRIES), round(sum(RETRIES, timedelta()) / timedelta(days=1))) == (8, 2)


@pytest.mark.parametrize("verify", [in_python, in_javascript, in_shell])
def test_a_message_is_verified_as_documented(verify: Verify):
    headers = {
        "webhook-id": "msg_1",
        "webhook-timestamp": str(SENT),
        "webhook-signature": signature(SECRET, "msg_1", SENT, BODY),
    }
    assert verify(SECRET, headers, BODY, SENT + 10)
    assert verify(SECRET, headers | {"webhook-signature": f"v1,AAAA {headers['webhook-signature']}"}, BODY, SENT)
    assert not verify(SECRET, headers, BODY + b" ", SENT)
    assert not verify(SECRET, headers, BODY, SENT + 301)
    assert not verify(SECRET, headers | {"webhook-id": "msg_2"}, BODY, SENT)
    assert not verify(secret_of(b"installation", "mei"), headers, BODY, SENT)
    assert not verify(SECRET, headers | {"webhook-signature": "v1,AAAA"}, BODY, SENT)
