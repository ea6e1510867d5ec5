"""Writes tools/types/api.d.ts, the types of what the server answers and sends, for the scripts.

They come from the HTTP API's own description and from the models of the WebSockets' messages. Wants
node_modules (`npm ci`); `--check` only says whether the file is up to date.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from pydantic.json_schema import models_json_schema

from ludarium.web.app import create_app
from ludarium.web.socket_models import MESSAGES

ROOT = Path(__file__).parents[1]
TYPES = ROOT / "tools" / "types" / "api.d.ts"
OF_FASTAPI = ("HTTPValidationError", "ValidationError")  # other with each version, and never sent
REFERENCE = "#/components/schemas/{model}"  # as in the API's description


def described() -> dict[str, Any]:
    """The models of both, as an OpenAPI document without paths."""
    document = create_app().openapi()
    _, sent = models_json_schema(
        [(message, "validation") for message in MESSAGES], ref_template=REFERENCE
    )
    # in that order, as FastAPI drops which fields may be left out
    schemas = document["components"]["schemas"] | sent["$defs"]
    for name in OF_FASTAPI:
        schemas.pop(name, None)
    for schema in schemas.values():
        simplify(schema)
    return {
        "openapi": document["openapi"],
        "info": document["info"] | {"version": ""},
        "paths": {},
        "components": {"schemas": dict(sorted(schemas.items()))},
    }


def simplify(schema: dict[str, Any]) -> None:
    """Without the titles that only repeat the fields' names; what a message may lack, by a default
    of None, is never null where it is there.
    """
    schema.pop("title", None)
    for field in schema.get("properties", {}).values():
        field.pop("title", None)
        if field.get("default", ...) is None and schema.get("additionalProperties") is False:
            del field["default"]
            kinds = [kind for kind in field.pop("anyOf") if kind != {"type": "null"}]
            field.update(kinds[0] if len(kinds) == 1 else {"anyOf": kinds})


def generated() -> str:
    """The text of the file. Raises CalledProcessError."""
    with tempfile.TemporaryDirectory() as place:
        document, types = Path(place, "api.json"), Path(place, "api.d.ts")
        document.write_text(json.dumps(described()), encoding="utf-8")
        command = ["node_modules/.bin/openapi-typescript", str(document), "--output", str(types)]
        subprocess.run(
            [*command, "--default-non-nullable", "false"], cwd=ROOT, check=True, capture_output=True
        )
        return types.read_text(encoding="utf-8")


def main() -> None:
    text = generated()
    if "--check" not in sys.argv:
        TYPES.write_text(text, encoding="utf-8")
    elif text != TYPES.read_text(encoding="utf-8"):
        sys.exit(f"{TYPES.relative_to(ROOT)} is out of date: run make script-types")


if __name__ == "__main__":
    main()
