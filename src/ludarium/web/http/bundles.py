"""All scripts of a page in one file, and all its styles in another.

A browser that asks for sixty modules one by one waits for many round trips, and HTTP/1.1 lets it
ask for six at a time. The files in static/ stay what they are: a bundle is made of them as text,
each module in a function of its own that returns what it exports. So they keep to one way of
writing: `import { … } from "…";` at the beginning of a line, `export` before a function, class or
constant, descriptions on lines of their own, and no module imports one that imports it; a test sees
to that.
"""

from __future__ import annotations

import functools
import posixpath
import re
from pathlib import Path

from markupsafe import Markup

__all__ = ["STATIC", "Bundle", "bundle_text", "modules_of"]

STATIC = Path(__file__).parents[1] / "static"
IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"(\.[^"]+)";\n', re.M)
DESCRIPTION = re.compile(r"^[ \t]*/\*\*(?:(?!\*/)[\s\S])*\*/[ \t]*\n", re.M)
EXPORT = re.compile(r"^export (?=(?:async function\*?|function|class|const) (\w+))", re.M)


class Bundle:
    """The scripts, or the styles, of one page: called with the path of each, in order.

    suffix: `.js` or `.css`. place: the address below which the static files are.
    """

    def __init__(self, suffix: str, place: str) -> None:
        self._suffix, self._place = suffix, place
        self._paths: list[str] = []

    def __call__(self, path: str) -> str:
        if path not in self._paths:
            self._paths.append(path)
        return ""

    @property
    def tag(self) -> Markup:
        """The element that asks for all of them; empty where there are none."""
        if not self._paths:
            return Markup("")
        if self._suffix == ".js":
            return Markup('<script type="module" src="{}"></script>').format(self._address)
        return Markup('<link rel="stylesheet" href="{}">').format(self._address)

    @property
    def prefetch(self) -> Markup:
        """The element by which a browser that has time gets them for a page that may follow."""
        return Markup('<link rel="prefetch" href="{}">').format(self._address)

    @property
    def _address(self) -> str:
        return f"{self._place}/bundle/{name_of(self._paths)}"


def name_of(paths: list[str]) -> str:
    """The file name of the bundle of these files."""
    return (
        ",".join(path.rpartition(".")[0].replace("/", ".") for path in paths)
        + Path(paths[0]).suffix
    )


def bundle_text(name: str) -> str | None:
    """Return the content of the bundle of this file name; None where it names files that there are
    not.
    """
    stem, dot, suffix = name.rpartition(".")
    paths = [f"{part.replace('.', '/')}.{suffix}" for part in stem.split(",")]
    known = dot and "/" not in name and suffix in ("js", "css")
    if not known or not all(path in all_files() for path in paths):
        return None
    if suffix == "css":
        return "".join(text_of(path) for path in paths)
    return script(paths)


def script(paths: list[str]) -> str:
    """One module that does what these do, one after the other."""
    modules: dict[str, None] = {}
    for path in paths:
        modules.update(dict.fromkeys((*modules_of(path), path)))
    names = {module: f"$m{number}" for number, module in enumerate(modules)}
    return "".join(function_of(module, names) for module in modules)


def function_of(path: str, names: dict[str, str]) -> str:
    """A module as a function of its own, called at once, without its descriptions and types.

    names: the variables of all modules.
    """
    text = DESCRIPTION.sub("", text_of(path))

    def taken(statement: re.Match[str]) -> str:
        if statement[1] is None:
            return ""
        parts = ", ".join(part.strip().replace(" as ", ": ") for part in statement[1].split(","))
        return f"const {{ {parts.strip(', ')} }} = {names[target_of(path, statement[2])]};\n"

    exports = ", ".join(EXPORT.findall(text))
    body = EXPORT.sub("", IMPORT.sub(taken, text))
    return f"// {path}\nconst {names[path]} = (() => {{\n{body}return {{ {exports} }};\n}})();\n"


@functools.cache
def modules_of(path: str) -> tuple[str, ...]:
    """The modules that a script imports, and that these import: each after those it imports.

    Raises ValueError where one imports itself by way of others.
    """
    return tuple(ordered(path, ()))[:-1]


def ordered(path: str, above: tuple[str, ...]) -> dict[str, None]:
    if path in above:
        raise ValueError(f"{' imports '.join((*above, path))}")
    paths: dict[str, None] = {}
    for _, target in IMPORT.findall(text_of(path)):
        paths.update(ordered(target_of(path, target), (*above, path)))
    paths[path] = None
    return paths


def target_of(path: str, relative: str) -> str:
    """The path of a module that another names."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), relative))


def text_of(path: str) -> str:
    return (STATIC / path).read_text(encoding="utf-8")


@functools.cache
def all_files() -> frozenset[str]:
    """The paths of all static files."""
    return frozenset(file.relative_to(STATIC).as_posix() for file in STATIC.rglob("*.*"))
