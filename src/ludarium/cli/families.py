"""`ludarium family`: a family of games as a data set."""

from __future__ import annotations

import json

from ludarium.web.api.game_models import FamilyAnswer
from ludarium.web.services.families import family_json
from ludarium.web.services.visitors import Visitor

__all__ = ["family_text", "schema_text"]


def family_text(name: str) -> str:
    """The data set of this family as JSON, in English. Raises TableError."""
    return json.dumps(family_json(name, Visitor(holder="")), ensure_ascii=False, indent=1) + "\n"


def schema_text() -> str:
    """The JSON Schema that data sets of families follow."""
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **FamilyAnswer.model_json_schema(mode="serialization"),
    }
    return json.dumps(schema, indent=1) + "\n"
