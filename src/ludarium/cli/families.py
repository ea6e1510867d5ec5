"""`ludarium family`: a family of games as a data set."""

from __future__ import annotations

import json

from ludarium.extras import require
from ludarium.rulesets.families import family_json

__all__ = ["family_text", "schema_text"]


def family_text(name: str) -> str:
    """The data set of this family as JSON, in English. Raises TableError."""
    return json.dumps(family_json(name, str), ensure_ascii=False, indent=1) + "\n"


def schema_text() -> str:
    """The JSON Schema that data sets of families follow. Raises MissingExtraError."""
    require("server", "The schema of data sets")
    from ludarium.web.rulesets.models import FamilyAnswer

    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **FamilyAnswer.model_json_schema(mode="serialization"),
    }
    return json.dumps(schema, indent=1) + "\n"
