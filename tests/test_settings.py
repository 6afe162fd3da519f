"""Settings from an environment."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from quire import settings
from quire.errors import BadSetting
from quire.settings import Settings
from quire.store.file_store import STORES


def test_an_empty_environment_gives_the_defaults():
    assert settings.read({}) == Settings()
    assert settings.read({"QUIRE_PORT": " "}).port == 8000


def test_the_names_of_the_contract():
    found = settings.read(
        {
            "QUIRE_DATA_DIR": "/tmp/quire-x",
            "QUIRE_DATABASE_URL": "postgresql://u:p@h/n",
            "QUIRE_FILES_URL": "s3://bucket/x",
            "QUIRE_LINK_TTL": "60",
            "QUIRE_RATE_SUBMIT": "0",
            "QUIRE_RATE_READ": "1000",
            "QUIRE_QUEUE_CAPACITY": "3",
            "QUIRE_RETENTION_DAYS": "1",
            "QUIRE_LLM_BASE_URL": "http://localhost:1234/v1/",
            "QUIRE_LLM_API_KEY": "sk",
            "QUIRE_LLM_MODEL": "m",
            "QUIRE_EMBEDDING_MODEL": "e",
            "SERVICE_ALLOW_PRIVATE_URLS": "1",
        }
    )
    assert (found.data_dir, found.link_ttl, found.rate_submit, found.rate_read) == (Path("/tmp/quire-x"), 60, 0, 1000)
    assert (found.database, found.files) == ("postgresql://u:p@h/n", "s3://bucket/x")
    assert (found.llm_base_url, found.allow_private_urls) == ("http://localhost:1234/v1", True)


def test_what_is_given_wins_unless_it_is_none():
    environment = {"QUIRE_PORT": "9", "QUIRE_HOST": "::1"}
    found = settings.read(environment, given={"port": 10, "host": None})
    assert (found.port, found.host) == (10, "::1")


def test_everything_lies_in_the_data_folder_by_default(tmp_path: Path):
    found = settings.read({}, given={"data_dir": tmp_path / "a b"})
    assert found.database == f"sqlite:///{tmp_path}/a b/quire.sqlite3"
    assert found.files == f"{tmp_path}/a b/files"
    assert found.staging == tmp_path / "a b" / "staging"


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("QUIRE_PORT", "x"),
        ("QUIRE_PORT", "-1"),
        ("QUIRE_PORT", "65536"),
        ("QUIRE_PORT", "1e3"),
        ("QUIRE_RATE_SUBMIT", "٣"),
        ("QUIRE_LINK_TTL", "0"),
        ("QUIRE_LOG_LEVEL", "loud"),
        ("QUIRE_BASE_URL", "quire.example.org"),
        ("QUIRE_BASE_URL", "ftp://quire.example.org"),
        ("QUIRE_DATABASE_URL", "mysql://u:secret-word@h/n"),
        ("QUIRE_FILES_URL", "bucket"),
        ("SERVICE_ALLOW_PRIVATE_URLS", "perhaps"),
    ],
)
def test_a_bad_value_names_its_variable_and_what_it_takes(variable: str, value: str):
    with pytest.raises(BadSetting) as raised:
        settings.read({variable: value})
    sentence = str(raised.value)
    assert sentence.startswith(f"{variable} must be ")
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert "secret-word" not in sentence


def test_no_secret_is_printed():
    found = settings.read(
        {
            "QUIRE_LLM_API_KEY": "sk-word",
            "QUIRE_LINK_SECRET": "link-word",
            "QUIRE_DATABASE_URL": "postgresql://u:database-word@h/n",
        }
    )
    for word in ("sk-word", "link-word", "database-word"):
        assert word not in repr(found)


def test_misspelt_variables_are_told():
    assert settings.unknown({"QUIRE_RATE_SUBMITS": "1", "PATH": "x", "QUIRE_PORT": "1"}) == [
        "QUIRE_RATE_SUBMITS is not a setting; is QUIRE_RATE_SUBMIT meant?"
    ]


def test_the_table_has_every_setting():
    text = settings.table()
    for one in fields(Settings):
        assert one.metadata["doc"] in text
    assert text.count("\n") == len(fields(Settings)) + 2 + sum(len(kind.variables) for kind in STORES.values())


def test_the_table_has_the_variables_of_object_stores():
    text = settings.table()
    for variable in ("AWS_ACCESS_KEY_ID", "GOOGLE_SERVICE_ACCOUNT", "AZURE_STORAGE_ACCOUNT_NAME"):
        assert f"| `{variable}` |" in text


@pytest.mark.parametrize("address", ["memory://", "http://host/x", "s3:bucket", "gs://", "file://host/x"])
def test_an_address_of_another_store_is_refused_with_those_that_are_taken(address: str):
    with pytest.raises(
        BadSetting, match="file:///path, s3://bucket/prefix, gs://bucket/prefix or az://container/prefix"
    ):
        settings.read({"QUIRE_FILES_URL": address})


def test_prefixes_of_buckets():
    found = settings.read({"QUIRE_SOURCE_BUCKETS": "s3://inbox/a/, s3://people/{owner}"}).source_buckets
    assert found == {"s3://inbox/a", "s3://people/{owner}"}
    for wrong in ("in/a", "s3://", "s3://inbox/../a", "s3://{owner}/a", "https://in.example.org/a"):
        with pytest.raises(BadSetting, match="QUIRE_SOURCE_BUCKETS must be addresses such as s3://bucket/folder"):
            settings.read({"QUIRE_SOURCE_BUCKETS": wrong})


def test_models_by_phase_prices_and_a_budget():
    found = settings.read(
        {
            "QUIRE_LLM_MODELS": "boot=small, grow = org/large:7b",
            "QUIRE_LLM_PRICES": "small=0.15/0.60,*=3/15",
            "QUIRE_JOB_BUDGET_USD": "0.5",
        }
    )
    assert found.llm_models == (("boot", "small"), ("grow", "org/large:7b"))
    assert found.llm_prices == (("small", 0.15, 0.6), ("*", 3.0, 15.0))
    assert found.job_budget_usd == 0.5


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("QUIRE_LLM_MODELS", "boot"),
        ("QUIRE_LLM_MODELS", "=small"),
        ("QUIRE_LLM_PRICES", "small=1"),
        ("QUIRE_LLM_PRICES", "small=1/-1"),
        ("QUIRE_LLM_PRICES", "small=1/nan"),
        ("QUIRE_JOB_BUDGET_USD", "-1"),
        ("QUIRE_JOB_BUDGET_USD", "inf"),
    ],
)
def test_models_prices_and_budgets_of_no_sense_are_refused(variable: str, value: str):
    with pytest.raises(BadSetting, match=variable):
        settings.read({variable: value})
