"""What a release ships beside the wheel agrees with what is installed."""

from __future__ import annotations

import importlib.metadata
import json
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from quire.clock import FakeClock
from release import bill_of_materials, requirements
from tests.test_repository import FILES

ROOT = Path(__file__).resolve().parent.parent
CIBUILDWHEEL = shutil.which("cibuildwheel")


def test_sources_without_git_have_the_version_that_the_changelog_works_on():
    (listed, *_) = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    for folder in (ROOT, ROOT / "clients" / "python"):
        project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
        assert project["project"]["dynamic"] == ["version"]
        assert project["tool"]["setuptools_scm"]["fallback_version"] == f"{listed}.dev0"


def test_packages_built_without_git_have_every_file_that_is_no_program():
    """With git, setuptools-scm names the files; the image is built from a copy that has only the patterns."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    package = ROOT / "src" / "quire"
    packed = {
        path for pattern in project["tool"]["setuptools"]["package-data"]["quire"] for path in package.glob(pattern)
    }
    ours = {path for path in FILES if path.is_relative_to(package) and path.suffix != ".py"}
    assert len(ours) > 100
    assert sorted(path.relative_to(package) for path in ours - packed) == []


def test_the_image_copies_files_that_are_there_and_that_its_context_has():
    lines = (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines()
    copied = {name for line in lines if re.match(r"COPY (?!--from)", line) for name in line.split()[1:-1]}
    admitted = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    assert {"src", "samples", "pyproject.toml"} <= copied <= admitted
    assert all((ROOT / name).exists() for name in copied)


@pytest.mark.skipif(not CIBUILDWHEEL, reason="cibuildwheel is not on the path")
@pytest.mark.parametrize(
    ("platform", "tags"),
    [
        ("linux", {"manylinux_x86_64", "manylinux_aarch64"}),
        ("macos", {"macosx_x86_64", "macosx_arm64"}),
        ("windows", {"win_amd64"}),
    ],
)
def test_wheels_are_built_for_every_platform(platform: str, tags: set[str]):
    command = [CIBUILDWHEEL, "--print-build-identifiers", "--platform", platform, str(ROOT)]
    said = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout.split()
    assert set(said) == {f"cp3{minor}-{tag}" for minor in (11, 12, 13) for tag in tags}


def test_every_requirement_is_pinned_as_in_the_constraints_and_has_hashes():
    text = requirements.TARGET.read_text(encoding="utf-8")
    found = requirements.entries(text)
    assert list(found) == requirements.pins()
    assert all(found.values())
    assert requirements.written(found) == text


def test_the_bill_lists_every_package_once_with_version_licence_and_hashes():
    found = bill_of_materials.bill(requirements.TARGET.read_text(encoding="utf-8"), FakeClock().now())
    assert json.loads(json.dumps(found)) == found
    assert (found["bomFormat"], found["specVersion"]) == ("CycloneDX", "1.6")
    assert found["metadata"]["timestamp"] == "2026-01-01T00:00:00Z"
    listed = found["components"]
    assert [f"{one['name']}=={one['version']}" for one in listed] == requirements.pins()
    references = [one["bom-ref"] for one in listed]
    assert found["dependencies"][0]["dependsOn"] == references
    assert len(set(references)) == len(references)
    for one in listed:
        assert one["licenses"], one["name"]
        assert one["externalReferences"][0]["hashes"], one["name"]
        assert importlib.metadata.version(one["name"]) == one["version"]
