"""Writes the software bill of materials of the service in CycloneDX 1.6 (ECMA-424).

    python -m release.bill_of_materials [FILE]

Components are the packages of requirements.txt with their versions, hashes and licences; licences are those of the
installed packages.
"""

from __future__ import annotations

import importlib.metadata
import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from quire import __version__
from quire.clock import SystemClock
from release.requirements import TARGET, entries, plain


def components(requirements: str) -> list[dict[str, Any]]:
    """The packages as components."""
    found = []
    for pin, digests in entries(requirements).items():
        name, _, version = pin.partition("==")
        purl = f"pkg:pypi/{plain(name)}@{version}"
        files = [
            {"type": "distribution", "url": purl, "hashes": [{"alg": "SHA-256", "content": digest}]}
            for digest in digests
        ]
        one = {"type": "library", "name": name, "version": version, "bom-ref": purl, "purl": purl}
        licence = licence_of(name)
        found.append(one | {"externalReferences": files} | ({"licenses": [licence]} if licence else {}))
    return found


def licence_of(name: str) -> dict[str, Any] | None:
    """The licence of an installed package: an SPDX expression, or its own words; None when it says nothing."""
    try:
        said = importlib.metadata.metadata(name)
    except importlib.metadata.PackageNotFoundError:
        return None
    if "License-Expression" in said:
        return {"expression": said["License-Expression"]}
    words = [
        value.rpartition(" :: ")[2] for value in said.get_all("Classifier") or () if value.startswith("License ::")
    ]
    text = words[0] if words else said["License"].partition("\n")[0] if "License" in said else ""
    return {"license": {"name": text}} if text else None


def bill(requirements: str, moment: datetime) -> dict[str, Any]:
    """The document."""
    listed = components(requirements)
    quire = {"type": "application", "name": "quire", "version": __version__, "bom-ref": f"pkg:pypi/quire@{__version__}"}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "timestamp": moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": quire | {"licenses": [{"license": {"id": "Apache-2.0"}}]},
        },
        "components": listed,
        "dependencies": [{"ref": quire["bom-ref"], "dependsOn": [one["bom-ref"] for one in listed]}],
    }


def main() -> None:
    """Write the document to the file that is given, else to stdout."""
    text = (
        json.dumps(bill(TARGET.read_text(encoding="utf-8"), SystemClock().now()), indent=1, ensure_ascii=False) + "\n"
    )
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
