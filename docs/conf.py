"""The documentation's site: `make docs` builds it into build/docs.

Guides are the Markdown pages of this folder. The reference follows from the package as it is, and
so does the drawing of its imports; no list of modules is kept here.
"""

from __future__ import annotations

import ast
import functools
import logging
import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

HERE = Path(__file__).parent
ROOT = HERE.parent
SOURCES = ROOT / "src" / "ludarium"
GENERATED = HERE / "generated"  # pages that are made at each build; git ignores them
SOURCE = "https://github.com/ludarium/ludarium"

os.environ["NUMBA_DISABLE_JIT"] = "1"  # signatures and docstrings need no machine code
logging.getLogger("alembic").setLevel(logging.WARNING)
sys.path.insert(0, str(HERE))

from draw_packages import drawing  # noqa: E402

import ludarium  # noqa: E402

project = "Ludarium"
author = "the Ludarium authors"
copyright = "2026, the Ludarium authors"
version = release = ludarium.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.autosummary"]
exclude_patterns = ["templates"]
templates_path = ["templates"]
default_role = "code"
highlight_language = "none"  # of a block that names none
myst_heading_anchors = 3

autodoc_default_options = {"members": True, "undoc-members": True, "member-order": "bysource"}
suppress_warnings = ["ref.python"]  # a type that packages hand on has several places to link to
autodoc_preserve_defaults = True
autodoc_typehints_format = "short"
python_maximum_signature_line_length = 88

html_theme = "furo"
html_title = "Ludarium"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_theme_options = {
    "source_repository": SOURCE,
    "source_branch": "main",
    "source_directory": "docs/",
    "light_css_variables": {"color-brand-primary": "#8a4b16", "color-brand-content": "#8a4b16"},
    "dark_css_variables": {"color-brand-primary": "#e0a468", "color-brand-content": "#e0a468"},
}

CAPTION = (
    "<figcaption>What imports what: arrows point to what is imported, those that follow from "
    "others are left out, and dashed boxes are single modules.</figcaption>"
)

FROM_ROOT = {  # pages that lie elsewhere in the repository, because people look for them there
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "benchmarks/README.md": "benchmarks.md",
}


def generate(app: Sphinx) -> None:
    """Begin anew, so that nothing stays of a module that is gone."""
    shutil.rmtree(GENERATED, ignore_errors=True)
    GENERATED.mkdir()
    for path, name in FROM_ROOT.items():
        text = (ROOT / path).read_text(encoding="utf-8")
        page = GENERATED / name
        page.write_text(with_links(text, (ROOT / path).parent, page.parent), encoding="utf-8")
    generate_packages()


def generate_packages() -> None:
    """Write a page for each package: its modules, each with the first paragraph about it."""
    folder = GENERATED / "packages"
    folder.mkdir()
    for package in sorted(path.parent for path in SOURCES.glob("*/__init__.py")):
        lines = [f"# {package.name}", "", first_paragraph(package / "__init__.py"), ""]
        for module in sorted(package.rglob("*.py")):
            if module.name != "__init__.py" and (told := first_paragraph(module)):
                name = module.relative_to(package).as_posix()
                lines.append(f"- [`{name}`]({SOURCE}/blob/main/{module.relative_to(ROOT)}): {told}")
        page = folder / f"{package.name}.md"
        page.write_text("\n".join(lines) + "\n", encoding="utf-8")


def first_paragraph(module: Path) -> str:
    """The first paragraph of a module's docstring, in one line; empty where there is none."""
    text = ast.get_docstring(ast.parse(module.read_text(encoding="utf-8"))) or ""
    return " ".join(text.partition("\n\n")[0].split())


def with_links(text: str, source: Path, page: Path) -> str:
    """The links of a page that lies in the folder source, as they are from the folder page of the
    site. What is not on the site is linked to in the repository.
    """

    def target(match: re.Match[str]) -> str:
        path, number, anchor = match["path"].partition("#")
        file = (source / path).resolve()
        if not path or ":" in path or not file.exists() or not file.is_relative_to(ROOT):
            return match.group()
        inside = str(file.relative_to(ROOT))
        if inside in FROM_ROOT:
            file = GENERATED / FROM_ROOT[inside]
        elif file.parent == SOURCES and file.is_dir():
            file = GENERATED / "packages" / f"{file.name}.md"
        elif not file.is_relative_to(HERE):
            return f"]({SOURCE}/blob/main/{inside}{number}{anchor})"
        return f"]({os.path.relpath(file, page)}{number}{anchor})"

    return re.sub(r"\]\((?P<path>[^()\s]+)\)", target, text)


def outdated(app: Sphinx, *_: object) -> list[str]:
    """The page with the drawing follows from the code, whatever its own date."""
    return ["architecture"]


def read(app: Sphinx, name: str, source: list[str]) -> None:
    """Links as the site has them, and the drawing of the packages before the first section or
    listing of the page on the architecture.
    """
    if name.startswith("generated/"):
        return
    source[0] = with_links(source[0], HERE, HERE)
    if name == "architecture":
        figure = f"```{{raw}} html\n<figure>{drawing()}{CAPTION}</figure>\n```\n\n"
        source[0] = re.sub(
            r"^(?=## |```)", lambda _: figure, source[0], count=1, flags=re.MULTILINE
        )


def find_once(app: Sphinx, environment: BuildEnvironment) -> None:
    """Pages look for a few thousand names again and again, and Sphinx looks through all objects."""
    domain = environment.domains.python_domain
    domain.find_obj = functools.cache(domain.find_obj)


def shorten_navigation(
    app: Sphinx, page: str, template: str, context: dict[str, Any], tree: object
) -> None:
    """The tree beside a page opens where the page is, and nowhere else: with all modules of the
    package on each of hundreds of pages, it would be most of the site and of the time to build it.
    """
    if (whole := context.get("toctree")) is not None:
        context["toctree"] = lambda **options: whole(**{**options, "collapse": True})


# Docstrings are plain text with code in single backticks: here they become reStructuredText.


def as_text(
    app: Sphinx, what: str, name: str, found: object, options: object, lines: list[str]
) -> None:
    lines[:] = [] if lines[:1] and "Alias for field number" in lines[0] else restructured(lines)


def restructured(lines: list[str]) -> Iterator[str]:
    """Examples and what is indented stay as they are; of the rest, nothing is markup but code,
    lists and paragraphs. A line that begins with the name of a field begins a paragraph.
    """
    verbatim = in_list = False
    before = ""
    for line in lines:
        text = line.strip()
        starts = not before
        if not text:
            verbatim = False
            yield ""
        elif verbatim or (starts and text.startswith(">>>")):
            verbatim = True
            yield line
        elif starts and line.startswith("  ") and not in_list:
            verbatim = True
            yield from ("::", "", line)
        elif text.startswith("- "):
            if before and not in_list:
                yield ""
            in_list = True
            yield f"- {escaped(text[2:])}"
        elif in_list and line.startswith(" "):
            yield f"  {escaped(text)}"
        else:
            in_list = False
            if before.endswith((".", ";")) and re.match(r"[a-z_]+(, [a-z_]+)*: ", text):
                yield ""
            yield escaped(text)
        before = text
    yield ""


def signature(
    app: Sphinx,
    what: str,
    name: str,
    found: object,
    options: object,
    given: str | None,
    result: str | None,
) -> tuple[str, str | None] | None:
    """Defaults that are functions have no text that could be read again."""
    return (re.sub(r"= <.*?>(?=[,)])", "= ...", given), result) if given else None


def escaped(text: str) -> str:
    parts = re.split(r"(`[^`]+`)", text)
    return "".join(
        f"`{part}`" if part.startswith("`") else re.sub(r"([\\*|_`])", r"\\\1", part)
        for part in parts
    )


def setup(app: Sphinx) -> None:
    app.connect("builder-inited", generate, priority=0)  # before autosummary looks for pages
    app.connect("env-get-outdated", outdated)
    app.connect("source-read", read)
    app.connect("env-check-consistency", find_once)  # when all objects are known
    app.connect("html-page-context", shorten_navigation, priority=0)  # before the theme asks for it
    app.connect("autodoc-process-docstring", as_text)
    app.connect("autodoc-process-signature", signature)
