"""What all tests share: the flag that rewrites golden files, and databases."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

if TYPE_CHECKING:
    from tests.databases import Postgres, Sqlite

PHASES = (Phase.explicit, Phase.reuse, Phase.generate)
settings.register_profile(
    "steady",
    derandomize=True,
    database=None,
    phases=PHASES,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("search", max_examples=2000, deadline=None)
settings.load_profile("steady")

GOLDEN = Path(__file__).parent / "golden"


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--accept` writes what the code gives now; `git diff` shows what that changes."""
    parser.addoption("--accept", action="store_true", help="rewrite golden files instead of comparing with them")


@pytest.hookimpl(trylast=True)
def pytest_configure() -> None:
    """Keep constants of the product out of steady examples: which ones depends on the modules imported so far."""
    if settings.get_current_profile_name() == "steady":
        providers._get_local_constants = Constants


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """`golden(name, text)` compares text with tests/golden/<name>, or rewrites that file under --accept."""

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--accept"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="")
            return
        assert path.is_file(), f"no golden file {name}: run `make accept` and review it"
        assert text == path.read_text(encoding="utf-8"), f"{name} differs: run `make accept` and review the difference"

    return compare


@pytest.fixture(scope="session")
def sqlite(tmp_path_factory: pytest.TempPathFactory) -> Sqlite:
    """Fresh SQLite databases: `.fresh()` migrated, `.empty()` with nothing."""
    from tests.databases import Sqlite

    return Sqlite(tmp_path_factory.mktemp("sqlite"))


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Fresh PostgreSQL databases in a private cluster; skips where PostgreSQL is not installed."""
    from tests.databases import Postgres, postgres_programs

    programs = postgres_programs()
    if programs is None:
        pytest.skip("PostgreSQL (initdb and postgres) is not installed")
    cluster = Postgres(programs)
    yield cluster
    cluster.close()


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> Sqlite | Postgres:
    """Both databases, one after the other."""
    return request.getfixturevalue(request.param)
