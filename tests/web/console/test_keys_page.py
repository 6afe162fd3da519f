"""The key page, as a browser without JavaScript uses it."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from html.parser import HTMLParser
from importlib import resources
from pathlib import Path
from unittest.mock import ANY

import httpx
import pytest

from quire.access.keys import NewKey
from quire.access.permissions import Role, Scope
from quire.clock import FakeClock
from quire.web.console import translations
from quire.web.console.sessions import SESSION_SECONDS
from quire.web.console.translations import (
    ADMINISTRATION,
    BOOKS,
    COMPANIES,
    CONSOLE,
    RESULTS,
    TEXTS,
    WORK,
    accepted,
)
from quire.web.state.site import Site
from quire.web.state.wrong_keys import WRONG_KEYS

pytestmark = pytest.mark.anyio

KEYS = "/console/keys"


def token(html: str) -> str:
    found = re.search(r'name="token" value="([0-9a-f]+)"', html)
    assert found is not None
    return found.group(1)


def secret_of(html: str) -> str:
    found = re.search(r'<code class="secret">([^<]+)</code>', html)
    assert found is not None
    return found.group(1)


async def sign_in(client: httpx.AsyncClient, secret: str) -> str:
    """The list of keys after signing in."""
    answer = await client.post("/console/sign-in", data={"secret": secret})
    assert answer.status_code == 303
    return (await client.get(KEYS)).text


async def test_a_fresh_service_offers_its_first_key(nobody, site: Site):
    assert "first" in (await nobody.get(KEYS)).text
    made = await nobody.post("/console/first", data={"name": "mine", "owner": "lin"})
    key = site.keys.find(secret_of(made.text))
    assert (key.name, key.owner, key.is_admin) == ("mine", "lin", True)
    assert "mine" in (await nobody.get(KEYS)).text
    assert (await nobody.post("/console/first", data={"name": "b", "owner": "b"})).status_code == 401


async def test_a_wrong_key_stays_outside(nobody, secret):
    answer = await nobody.post("/console/sign-in", data={"secret": "quire_wrong"})
    assert answer.status_code == 401
    assert "set-cookie" not in answer.headers
    assert TEXTS["en"]["wrong_key"] in answer.text


async def test_the_cookie_is_for_the_console_only(nobody, admin):
    answer = await nobody.post("/console/sign-in", data={"secret": admin})
    cookie = answer.headers["set-cookie"].lower()
    for word in ("httponly", "samesite=strict", "path=/console"):
        assert word in cookie
    assert admin.lower() not in cookie
    assert (await nobody.get("/api/tasks")).status_code == 401


async def test_create_rotate_and_revoke(nobody, site: Site, admin: str):
    page = await sign_in(nobody, admin)
    form = {"token": token(page), "name": "n", "owner": "wang", "role": "user", "expires": "30", "quota": "5"}
    made = await nobody.post(KEYS, data=form | {"scopes": ["parse", "wiki"]})
    assert made.headers["cache-control"] == "no-store"
    key = site.keys.find(secret_of(made.text))
    assert (key.owner, key.scopes, key.quota) == ("wang", {Scope.PARSE, Scope.WIKI}, 5)
    listing = (await nobody.get(KEYS)).text
    assert key.prefix in listing
    assert secret_of(made.text) not in listing

    replaced = await nobody.post(f"{KEYS}/{key.id}/rotate", data={"token": token(page), "sure": "1"})
    fresh = site.keys.find(secret_of(replaced.text))
    assert fresh.scopes == key.scopes
    assert site.keys.get(key.id).revoked

    assert (await nobody.post(f"{KEYS}/{fresh.id}/revoke", data={"token": token(page), "sure": "1"})).status_code == 303
    assert site.keys.get(fresh.id).revoked


async def test_wrong_forms_say_why(nobody, site: Site, admin: str):
    page = await sign_in(nobody, admin)
    form = {"token": token(page), "name": "n", "owner": "w", "role": "user", "scopes": "admin"}
    answer = await nobody.post(KEYS, data=form)
    assert answer.status_code == 400
    assert "The scope admin needs the role admin." in answer.text
    for lang, said in (("en", "Days and limits must be whole numbers."), ("zh", "有效期和各项限额须为整数。")):
        for wrong in ({"expires": "soon"}, {"quota": "many"}):
            answer = await nobody.post(f"{KEYS}?lang={lang}", data=form | {"scopes": "parse", **wrong})
            assert answer.status_code == 400
            assert said in answer.text
    assert len(site.keys.all()) == 1


async def test_forms_of_other_sites_and_sessions_do_nothing(nobody, site: Site, admin: str, secret: str):
    page = await sign_in(nobody, admin)
    form = {"name": "n", "owner": "w", "role": "user"}
    assert (await nobody.post(KEYS, data=form)).status_code == 403
    assert (await nobody.post(KEYS, data=form | {"token": "0" * 64})).status_code == 403
    elsewhere = {"sec-fetch-site": "cross-site"}
    assert (await nobody.post(KEYS, data=form | {"token": token(page)}, headers=elsewhere)).status_code == 403
    assert (await nobody.post("/console/sign-in", data={"secret": secret}, headers=elsewhere)).status_code == 403
    assert (await nobody.post("/console/sign-out", data={"token": ""})).status_code == 403
    assert len(site.keys.all()) == 2


@pytest.mark.parametrize("origin", ["https://evil.example", "http://quire.test.evil", "http://quire.test:81", "null"])
async def test_a_form_from_another_origin_does_nothing_on_plain_http(nobody, site: Site, origin: str):
    """Browsers send no Fetch Metadata to plain http addresses, but they do send Origin."""
    form = {"name": "mine", "owner": "lin"}
    assert (await nobody.post("/console/first", data=form, headers={"origin": origin})).status_code == 403
    assert not site.keys.any()
    ours = {"origin": "http://quire.test"}
    assert (await nobody.post("/console/first", data=form, headers=ours)).status_code == 200


async def test_a_small_key_gets_no_larger_one(nobody, site: Site):
    small = site.keys.create(NewKey("small", "lin", scopes=frozenset({Scope.PARSE})))[1]
    same = site.keys.create(NewKey("same", "lin", scopes=frozenset({Scope.PARSE})))[0]
    larger = site.keys.create(NewKey("larger", "lin"))[0]
    boss = site.keys.create(NewKey("boss", "lin", Role.ADMIN, frozenset({Scope.PARSE})))[0]
    form = {"token": token(await sign_in(nobody, small)), "sure": "1"}
    for key, status in ((larger, 403), (boss, 403), (same, 200)):
        assert (await nobody.post(f"{KEYS}/{key.id}/rotate", data=form)).status_code == status
    assert site.keys.get(larger.id).revoked is None


async def test_users_manage_their_own_keys_only(nobody, site: Site, secret: str, admin: str):
    page = await sign_in(nobody, secret)
    assert "root" not in page
    other = next(key for key in site.keys.all() if key.owner == "root")
    own = site.keys.create(NewKey("own", "lin"))[0]
    form = {"token": token(page), "sure": "1"}
    assert (await nobody.post(f"{KEYS}/{other.id}/revoke", data=form)).status_code == 404
    assert (await nobody.post(f"{KEYS}/{other.id}/rotate", data=form)).status_code == 404
    assert (await nobody.post(KEYS, data=form | {"name": "n", "owner": "lin", "role": "user"})).status_code == 403
    assert (await nobody.post(f"{KEYS}/{own.id}/revoke", data=form)).status_code == 303


async def test_a_session_ends_with_its_key_and_its_time(nobody, site: Site, clock: FakeClock, admin: str):
    await sign_in(nobody, admin)
    clock.advance(SESSION_SECONDS - 1)
    assert "n" in (await nobody.get(KEYS)).text
    clock.advance(1)
    assert 'action="/console/sign-in"' in (await nobody.get(KEYS)).text
    await sign_in(nobody, admin)
    site.keys.revoke(site.keys.find(admin).id)
    assert 'action="/console/sign-in"' in (await nobody.get(KEYS)).text


async def test_rotating_ones_own_key_keeps_the_session(nobody, site: Site, admin: str):
    page = await sign_in(nobody, admin)
    mine = site.keys.find(admin)
    await nobody.post(f"{KEYS}/{mine.id}/rotate", data={"token": token(page), "sure": "1"})
    assert 'action="/console/sign-out"' in (await nobody.get(KEYS)).text


async def test_a_changed_cookie_is_no_session(nobody, admin: str, secret: str):
    await sign_in(nobody, secret)
    good = nobody.cookies["quire_session"]
    key_id, expires, name, mac = good.split(".")
    changed = [(key_id, str(int(expires) + 1), name), ("x" + key_id, expires, name), (key_id, expires, name[::-1])]
    for value in (*(".".join((*parts, mac)) for parts in changed), "", "...", "a.b.c.d", good[:-1]):
        nobody.cookies.set("quire_session", value, domain="quire.test", path="/console")
        assert 'action="/console/sign-in"' in (await nobody.get(KEYS)).text


async def test_signing_out(nobody, admin: str):
    page = await sign_in(nobody, admin)
    await nobody.post("/console/sign-out", data={"token": token(page)})
    assert 'action="/console/sign-in"' in (await nobody.get(KEYS)).text


async def test_signing_out_ends_the_session_on_the_server(nobody, site: Site, admin: str):
    """A copy of the cookie opens nothing; other sessions of the key go on."""
    page = await sign_in(nobody, admin)
    copied = nobody.cookies["quire_session"]
    await nobody.post("/console/sign-out", data={"token": token(page)})
    nobody.cookies.set("quire_session", copied, domain="quire.test", path="/console")
    assert 'action="/console/sign-in"' in (await nobody.get(KEYS)).text
    assert (await nobody.post(KEYS, data={"token": token(page), "name": "n", "owner": "w"})).status_code == 401
    nobody.cookies.clear()
    assert 'action="/console/sign-out"' in await sign_in(nobody, admin)


async def test_wrong_keys_are_slowed_down(nobody, site: Site, secret: str, clock: FakeClock):
    for number in range(WRONG_KEYS.burst):
        answer = await nobody.post("/console/sign-in", data={"secret": f"quire_{number}"})
        assert answer.status_code == 401
    refused = await nobody.post("/console/sign-in", data={"secret": "quire_x"})
    assert (refused.status_code, refused.headers["retry-after"]) == (429, "6")
    assert "Too many wrong keys. Retry in 6 s." in refused.text
    clock.advance(7)
    assert (await nobody.post("/console/sign-in", data={"secret": secret})).status_code == 303


async def test_both_languages(nobody, admin: str):
    chinese = await nobody.get(KEYS, headers={"accept-language": "zh-CN,zh;q=0.9,en;q=0.8"})
    assert "登录" in chinese.text
    assert 'lang="zh-Hans"' in chinese.text
    switched = await nobody.get(f"{KEYS}?lang=en", headers={"accept-language": "zh"})
    assert "Sign in" in switched.text
    assert "Sign in" in (await nobody.get(KEYS, headers={"accept-language": "zh"})).text


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("zh", "zh"),
        ("fr, zh;q=0.3", "zh"),
        ("en;q=0.5, zh-TW;q=0.9", "zh"),
        ("zh;q=0", "en"),
        ("zh;q=x", "en"),
    ],
)
def test_the_language_that_is_liked_best(header: str, language: str):
    assert accepted(header) == language


def test_both_languages_have_every_text():
    assert list(TEXTS["en"]) == list(TEXTS["zh"])


def test_no_table_of_texts_overwrites_another():
    """The state of a build once was “Running heads and feet”."""
    tables = (ADMINISTRATION, BOOKS, COMPANIES, CONSOLE, RESULTS, WORK)
    names = Counter(name for table in tables for name in table["en"])
    assert [name for name, times in names.items() if times > 1] == []
    source = Path(translations.__file__).read_text(encoding="utf-8")
    assert [name for name in names if f'        "{name}":' in source] == []


async def test_names_are_text_and_not_markup(nobody, site: Site, admin: str):
    site.keys.create(NewKey("<script>alert(1)</script>", '"><img src=x>'))
    page = await sign_in(nobody, admin)
    assert "<script" not in page
    assert "<img src=x" not in page


class _Labels(HTMLParser):
    """Collects inputs, labels and scripts."""

    def __init__(self) -> None:
        super().__init__()
        self.inputs: list[dict[str, str | None]] = []
        self.labels: set[str | None] = set()
        self.outside: list[str] = []
        self.scripts: list[str] = []
        self.depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "label":
            self.labels.add(found.get("for"))
        if tag == "input" and found.get("type") not in {"hidden", "radio", "checkbox"} and "aria-label" not in found:
            self.inputs.append(found)
        if any(name.startswith("on") or name == "style" for name in found):
            self.outside.append(tag)
        if tag == "script":
            self.scripts.append(str(found.get("src", "")))
        for name in ("src", "href", "action"):
            if (found.get(name) or "/").startswith(("http", "//")):
                self.outside.append(str(found[name]))


@pytest.mark.parametrize("path", [KEYS, "/docs", "/console/documents", "/console/wikis", "/console/companies"])
async def test_pages_are_labelled_and_need_nothing_from_elsewhere(nobody, site: Site, admin: str, path: str):
    await sign_in(nobody, admin)
    for answer in (await nobody.get(path), await httpx_without_cookies(nobody, path)):
        page = _Labels()
        page.feed(answer.text)
        assert page.outside == []
        for script in page.scripts:  # none inside the page
            assert re.fullmatch(r"/static/[a-z-]+\.js\?v=[0-9a-f]{8}", script)
            assert (await nobody.get(script)).headers["content-type"] == "text/javascript; charset=utf-8"
        assert "object at 0x" not in answer.text
        assert {field["id"] for field in page.inputs} <= page.labels
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "script-src 'self';" in policy
        assert "unsafe" not in policy


@pytest.mark.skipif(not shutil.which("node"), reason="no node to read scripts with")
def test_the_scripts_can_be_read(tmp_path):
    for script in resources.files("quire.web").joinpath("static").iterdir():
        if script.name.endswith(".js"):
            copy = tmp_path / script.name.replace(".js", ".mjs")
            copy.write_bytes(script.read_bytes())
            done = subprocess.run(["node", "--check", str(copy)], capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stderr


async def httpx_without_cookies(client: httpx.AsyncClient, path: str) -> httpx.Response:
    client.cookies.clear()
    return await client.get(path)


async def test_an_admin_key_without_the_admin_scope_manages_no_keys(nobody, site: Site):
    weak = site.keys.create(NewKey("w", "root", Role.ADMIN, frozenset({Scope.PARSE})))[1]
    page = await sign_in(nobody, weak)
    assert 'id="create"' not in page


async def test_an_administrators_key_manages_keys(nobody, site: Site, admin: str):
    page = await sign_in(nobody, admin)
    form = {"token": token(page), "name": "n", "owner": "w", "role": "admin", "scopes": "parse"}
    key = site.keys.find(secret_of((await nobody.post(KEYS, data=form)).text))
    assert (key.is_admin, key.scopes) == (True, {Scope.PARSE, Scope.ADMIN})


async def test_chinese_words_on_buttons_and_heads_of_columns_are_not_broken(nobody):
    style = (await nobody.get("/static/quire.css")).text
    rules = {name.strip(): rule for rule in style.split("}") for name, _, rule in [rule.partition("{")]}
    assert "white-space: nowrap" in rules["button, .button"]
    assert "word-break: keep-all" in rules["thead th"]


@pytest.mark.parametrize("act", ["rotate", "revoke"])
async def test_nothing_goes_unasked(nobody, site: Site, admin: str, act: str):
    page = await sign_in(nobody, admin)
    key = site.keys.create(NewKey("laptop", "lin"))[0]
    asked = await nobody.post(f"{KEYS}/{key.id}/{act}", data={"token": token(page)})
    assert asked.status_code == 200
    assert "laptop" in asked.text
    assert 'name="sure" value="1"' in asked.text
    assert site.keys.get(key.id).revoked is None


async def test_the_last_key_that_manages_keys_stays(nobody, site: Site, admin: str):
    form = {"token": token(await sign_in(nobody, admin)), "sure": "1"}
    mine = site.keys.find(admin)
    site.keys.create(NewKey("helper", "lin", Role.ADMIN, frozenset({Scope.PARSE})))  # sees everything, manages no keys
    refused = await nobody.post(f"{KEYS}/{mine.id}/revoke", data=form)
    assert refused.status_code == 409
    assert "only key that can manage keys" in refused.text
    site.keys.create(NewKey("second", "wang", Role.ADMIN))
    assert (await nobody.post(f"{KEYS}/{mine.id}/revoke", data=form)).status_code == 303
    assert site.keys.get(mine.id).revoked


async def test_keys_are_renamed_and_limited_anew(nobody, site: Site, admin: str, secret: str):
    own = site.keys.find(secret)
    change = {"name": "laptop", "quota": "7", "rate_submit": "", "scopes": ["parse", "wiki"], "expires": "2026-02-03"}
    form = {"token": token(await sign_in(nobody, admin))} | change
    assert 'name="quota"' in (await nobody.get(f"{KEYS}/{own.id}")).text
    assert (await nobody.post(f"{KEYS}/{own.id}", data=form)).status_code == 303
    found = site.keys.get(own.id)
    assert (found.name, found.quota, found.scopes) == ("laptop", 7, {Scope.PARSE, Scope.WIKI})
    assert found.expires == datetime(2026, 2, 3, 23, 59, 59, tzinfo=UTC)
    shown = (await nobody.get(f"{KEYS}/{own.id}")).text
    assert 'value="2026-02-03"' in shown
    assert shown.count("checked") == 2
    wrong = {"quota": "x", "scopes": [], "expires": "2025-12-31"}
    for name, value in (*wrong.items(), ("expires", "soon"), ("scopes", ["admin"]), ("scopes", ["all"])):
        answer = await nobody.post(f"{KEYS}/{own.id}", data=form | {name: value})
        assert (name, answer.status_code, 'role="alert"' in answer.text) == (name, 400, True)
    assert site.keys.get(own.id) == found
    form = {"token": token(await sign_in(nobody, secret))} | change | {"name": "mine", "quota": ""}
    assert 'name="quota"' not in (await nobody.get(f"{KEYS}/{own.id}")).text
    assert (await nobody.post(f"{KEYS}/{own.id}", data=form)).status_code == 303
    assert site.keys.get(own.id) == replace(found, name="mine", last_used=ANY)  # a user changes the name only


async def test_a_key_that_is_narrowed_is_refused_at_once(nobody, site: Site, admin: str, secret: str):
    own, held = site.keys.find(secret), {"authorization": f"Bearer {secret}"}
    assert (await nobody.get("/api/v1/jobs", headers=held)).status_code != 403
    form = {"token": token(await sign_in(nobody, admin)), "name": "n", "scopes": "parse"}
    await nobody.post(f"{KEYS}/{own.id}", data=form)
    nobody.cookies.clear()
    assert (await nobody.get("/api/v1/jobs", headers=held)).status_code == 403


async def test_the_last_key_that_manages_keys_does_not_expire(nobody, site: Site, admin: str):
    mine = site.keys.find(admin)
    form = {"token": token(await sign_in(nobody, admin)), "name": "n", "scopes": "parse", "expires": "2026-02-03"}
    refused = await nobody.post(f"{KEYS}/{mine.id}", data=form)
    assert (refused.status_code, "only key that can manage keys" in refused.text) == (409, True)
    site.keys.create(NewKey("second", "wang", Role.ADMIN))
    assert (await nobody.post(f"{KEYS}/{mine.id}", data=form)).status_code == 303
    assert site.keys.get(mine.id).scopes == {Scope.PARSE, Scope.ADMIN}
