"""The preview site: safe HTML whatever stands in a page, links that lead somewhere, nothing but the wiki."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urljoin

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quire.web.preview_server import Preview
from quire.wiki.passage import Passage
from quire.wiki.wiki_folder import Wiki
from quire.wiki.wiki_page import Page

BAD = """
<script>alert(1)</script> <img src=x onerror=alert(1)> [x](javascript:alert(1)) [y](data:text/html,x)
![p](https://tracker.example/p.png) <a href="#" onclick="x()">a</a> [[<b>]] [[ice|<i>x</i>]] [[nowhere|*lost*]]

| a | b |
|---|---|
| 1 | [[ice]] |
"""


@pytest.fixture(scope="module")
def wiki(tmp_path_factory) -> Wiki:
    folder = tmp_path_factory.mktemp("w")
    (folder / "b.txt").write_text("x")
    made = Wiki.create(folder / "wiki", folder / "b.txt", name="A <b>book</b>", lang="en")
    made.save_passages([Passage("p1", "One <1>", 0, "It is <deep>.")])
    made.save(Page("pond", "Pond <&>", "place", "Deep.[^p1][^p9] See [[Ice]]." + BAD))
    made.save(Page("ice", "Ice", "concept", "Cold."))
    made.save(Page("c-c++ 语言", "C/C++", "concept", "x [[pond]]"))
    return made


@pytest.fixture(scope="module")
def preview(wiki) -> Preview:
    return Preview(wiki.folder, "walden")


def get(preview, path, method="GET"):
    answer = preview.answer(method, path, path.encode())
    return answer.status_code, bytes(answer.body).decode()


def test_a_page_is_safe_and_leads_on(preview):
    status, body = get(preview, "/preview/walden/page/pond")
    assert status == 200
    main = body.partition("<main")[2]
    assert "Pond &lt;&amp;&gt;" in main
    assert not re.search(r"<script|<img|<i>|<b>|\son\w+=[^&]*>", main)
    assert not re.search(r'href="\s*(?:javascript|data):', body)
    for href in re.findall(r'(?:href|src)="([^"#]*)"', body):
        if "://" not in href:
            assert get(preview, urljoin("/preview/walden/page/pond", href).partition("#")[0])[0] == 200, href
    assert '<a href="../page/ice.html"' in body
    assert "It is &lt;deep&gt;." in body
    assert "One &lt;1&gt;" in body
    assert "lost" in body
    assert "<table>" in body
    assert "Linked from" in body


def test_the_start_page_and_the_way_to_it(preview):
    status, body = get(preview, "/preview/walden/")
    assert (status, "A &lt;b&gt;book" in body, "Pond &lt;&amp;&gt;" in body) == (200, True, True)
    assert get(preview, "/")[0] == 303
    assert get(preview, "/preview/walden")[0] == 303
    for name, kind in (("site.css", "text/css"), ("site.js", "text/javascript"), ("search.js", "text/javascript")):
        answer = preview.answer("GET", f"/preview/walden/assets/{name}")
        assert answer.headers["content-type"] == f"{kind}; charset=utf-8"
    assert '<link rel="icon" href="assets/icon.svg"' in body
    assert preview.answer("GET", "/preview/walden/assets/icon.svg").headers["content-type"].startswith("image/svg+xml")
    assert answer.headers["content-security-policy"].startswith(
        "default-src 'none'; style-src 'self'; script-src 'self';"
    )


def test_odd_ids_are_reached_through_their_links(preview):
    body = get(preview, "/preview/walden/")[1]
    hrefs = set(re.findall(r'href="(type/[^"]*)"', body))
    assert len(hrefs) == 2
    for href in hrefs:
        pages = re.findall(r'href="\.\./(page/[^"]*)"', get(preview, f"/preview/walden/{href}")[1])
        assert pages
        for page in pages:
            assert get(preview, f"/preview/walden/{page}")[0] == 200
    assert get(preview, "/preview/walden/page/c-c%2B%2B%20%E8%AF%AD%E8%A8%80")[0] == 200  # by its id


@pytest.mark.parametrize(
    "path",
    [
        "/preview/other/",
        "/preview/walden/page/none",
        "/preview/walden/page/..%2f..%2flocal%2fconfig",
        "/preview/walden/../../etc/passwd",
        "/preview/walden/local/config.md",
        "/preview/walden/page/",
        "/preview/walden/page/%00",
        "/preview/walden/page/%ff",
    ],
)
def test_there_is_nothing_else(preview, path):
    assert get(preview, path)[0] == 404


def test_nothing_is_changed(preview):
    assert get(preview, "/preview/walden/", "POST")[0] == 405
    assert get(preview, "/preview/walden/", "HEAD")[0] == 200


def test_a_wiki_that_is_gone(tmp_path):
    assert get(Preview(Path(tmp_path / "none"), "x"), "/preview/x/")[0] == 404


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], max_examples=80, deadline=None
)
@given(body=st.text(alphabet=st.sampled_from(list("<>[]()*_`|\"'&/:!#\n ax[[]]javascript:onerror=")), max_size=120))
def test_no_text_becomes_script(tmp_path_factory, body):
    folder = tmp_path_factory.mktemp("any")
    (folder / "b.txt").write_text("x")
    wiki = Wiki.create(folder / "wiki", folder / "b.txt", lang="zh")
    wiki.save(Page("a", "a", "concept", body))
    found = get(Preview(wiki.folder, "s"), "/preview/s/page/a")[1].partition('<div class="body"')[2]
    assert found
    assert not re.search(r"<(?:script|img|iframe|svg|style|object)\b", found)
    for tag in re.findall(r"<[a-z][^>]*>", found):
        assert not re.search(r"\son[a-z]+\s*=", tag)
    assert not re.search(r'href="\s*javascript:', found)
