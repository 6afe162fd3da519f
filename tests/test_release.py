"""What a release ships beside the wheel agrees with what is installed."""

from __future__ import annotations

import importlib.metadata
import json

from quire.clock import FakeClock
from release import bill_of_materials, requirements


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
