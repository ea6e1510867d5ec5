"""Reports as HTML pages that need nothing else, for screens, phones and paper: templates of any
package, with one style.
"""

from __future__ import annotations

import functools
from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader

__all__ = ["template"]

STYLE = "ludarium.draw"
"""The package whose templates hold `report.css`, which all reports include."""


@functools.cache
def template(package: str, name: str) -> Any:
    """The template of a report, from the folder `templates` of its package."""
    environment = Environment(
        loader=ChoiceLoader([PackageLoader(folder) for folder in (package, STYLE)]),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(name)
