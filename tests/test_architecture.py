"""Imports run one way, in the order that docs/architecture.md states, no module outside games/ and
hints/ names a game, and only one writes files.
"""

from __future__ import annotations

import ast
import importlib
import re
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import ludarium
from ludarium import catalogue, moved

ROOT = Path(ludarium.__file__).parent
PROJECT = ROOT.parents[1]
ARCHITECTURE = (PROJECT / "docs" / "architecture.md").read_text(encoding="utf-8")
FACADE = "ludarium"  # what `import ludarium` gives: the names of others, and the version
SOURCES = {
    ".".join(("ludarium", *path.relative_to(ROOT).with_suffix("").parts)): path
    for path in sorted(ROOT.rglob("*.py"))
}
MODULES = {name.removesuffix(".__init__"): path for name, path in SOURCES.items()}
GAMES = {
    path.stem.replace("_", "-"): path
    for folder in ("games", "games/counters")
    for path in sorted((ROOT / folder).glob("*.py"))
    if path.stem != "__init__"
}


def imports(path: Path, *, late: bool = True) -> Iterator[str]:
    """The modules of this package that a file imports; with `late` also within functions and for
    type checkers.
    """
    tree = ast.parse(path.read_bytes())
    for node in ast.walk(tree) if late else tree.body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in MODULES)
        elif isinstance(node, ast.ImportFrom) and node.module in MODULES:
            submodules = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name if name in MODULES else node.module for name in submodules)


def part(module: str) -> str:
    """The top-level package or module that a module belongs to."""
    return module.split(".")[1] if "." in module else FACADE


def stated_order() -> dict[str, int]:
    """The place of each package and module in the map of docs/architecture.md."""
    parts = re.findall(r"^\| \[`(\w+)`\]", ARCHITECTURE, re.MULTILINE)
    return {name: place for place, name in enumerate(parts)}


def test_imports_run_in_the_stated_order() -> None:
    order = stated_order()
    parts = {part(module) for module in MODULES} - {FACADE}
    assert parts == set(order), "docs/architecture.md orders other packages than there are"
    against = [
        f"{module} imports {other}"
        for module, path in MODULES.items()
        for other in imports(path)
        if part(module) != part(other) and FACADE not in (part(module), part(other))
        if order[part(other)] >= order[part(module)]
    ]
    assert against == []


def test_no_modules_import_each_other() -> None:
    graph = {
        module: {other for other in imports(path) if other != module and part(other) != FACADE}
        for module, path in MODULES.items()
        if part(module) != FACADE
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(error.args[1][::-1]))


def test_the_facade_is_only_for_others() -> None:
    """Whatever `import ludarium` imports would import itself."""
    reached, waiting = set[str](), [FACADE]
    while waiting:
        module = waiting.pop()
        for other in set(imports(MODULES[module])) - reached:
            reached.add(other)
            waiting.append(other)
    assert FACADE not in reached


EXAMPLES = {"games/tictactoe.py", "my_engine.py"}  # files that a page tells the reader to write


def test_names_that_pages_give_are_there() -> None:
    """Files by their path or its end, and what is imported by its whole name."""
    folders = ("src", "tests", "docs", "examples", "benchmarks", "tools")
    files = [
        f"/{path.relative_to(PROJECT).as_posix()}"
        for folder in folders
        for path in (PROJECT / folder).rglob("*.py")
    ]
    missing = []
    for page in [
        PROJECT / "README.md",
        PROJECT / "CONTRIBUTING.md",
        *(PROJECT / "docs").glob("*.md"),
    ]:
        text = page.read_text(encoding="utf-8")
        for name in set(re.findall(r"`([\w/]+\.py)`", text)) - EXAMPLES:
            if not any(file.endswith(f"/{name}") for file in files):
                missing.append(f"{page.name}: {name}")
        for name in set(re.findall(r"(?:import|from|`) ?(ludarium(?:\.\w+)+)", text)):
            if not is_there(name):
                missing.append(f"{page.name}: {name}")
    assert missing == []


def is_there(name: str) -> bool:
    """Return whether a module has this name, or something in one."""
    if name in MODULES:
        return True
    module, _, attribute = name.rpartition(".")
    return module in (*MODULES, FACADE) and hasattr(importlib.import_module(module), attribute)


def code_and_templates() -> list[Path]:
    """What must know no game: modules, templates and scripts, but for the games themselves, and old
    names of modules.
    """
    folders = [ROOT / folder for folder in ("games", "hints", "locale")]
    return [
        path
        for path in sorted(ROOT.rglob("*"))
        if path.suffix in (".py", ".html", ".js")
        and path.name != "moved.py"
        and not any(folder in path.parents for folder in folders)
    ]


def strings(tree: ast.AST) -> Iterator[str]:
    """The constants of a module, other than docstrings and examples of commands."""
    aside: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            aside.add(node.value)
        elif isinstance(node, ast.keyword) and node.arg in ("epilog", "help", "examples"):
            aside.update(ast.walk(node.value))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in aside:
            yield node.value


def test_no_module_names_a_game() -> None:
    """Names that are words of English as well, such as go, count only where they stand alone, and
    none counts within a word, as manu in manual.
    """
    short = [name for name in GAMES if len(name) < 4 or name == "chess"]  # there are chess clocks
    patterns = [rf"\b{name}\b" for name in GAMES if name not in short]
    patterns += [rf"^{name}$|[\"']{name}[\"']" for name in short]
    named = re.compile("|".join(patterns), re.IGNORECASE)
    found = []
    for path in code_and_templates():
        text = path.read_text(encoding="utf-8")
        texts = strings(ast.parse(text)) if path.suffix == ".py" else [text]
        found += [f"{path.relative_to(ROOT)}: {one[:60]!r}" for one in texts if named.search(one)]
    found.remove("cli/turn_engine.py: 'go'")  # a command of that protocol
    assert found == []


def test_every_game_is_one_file_of_at_most_400_lines() -> None:
    assert set(GAMES) == set(catalogue.names())
    for name, path in GAMES.items():
        lines = path.read_text(encoding="utf-8").count("\n")
        assert lines <= 400, f"{name} has {lines} lines"


# Files are written by files.py, whole or not at all, but for:
WRITERS = {
    "files.py": "itself",
    "database/backup.py": "SQLite copies into the part that files.py gives it",
    "database/store.py": "makes an empty database that only its user can read",
    "database/upgrade.py": "as backup.py",
    "datasets/writing.py": "Parquet is written into such a part",
    "play/record_files.py": "adds lines to a file, and cuts a last one off that is torn",
    "web/people/export.py": "an archive that goes to its reader, piece by piece",
}
WRITING_MODE = re.compile(r"[rbt]*[wax+][rwaxbt+]*")
WRITING = {
    *("write_text", "write_bytes", "touch", "symlink_to", "hardlink_to", "tofile", "FileHandler"),
    *("mkstemp", "NamedTemporaryFile", "TemporaryFile", "SpooledTemporaryFile"),
    *("ParquetWriter", "write_table", "savez", "savez_compressed", "savetxt"),
    *("np.save", "sqlite3.connect", "os.rename", "os.replace", "os.link", "os.symlink"),
    *("os.truncate", "os.mknod", "shutil.copy", "shutil.copy2", "shutil.copyfile"),
    *("shutil.copytree", "shutil.move"),
}


def writes(tree: ast.AST) -> Iterator[str]:
    """The calls in a module that write files, or may; what is thrown away is no file."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and "os.devnull" not in (text := ast.unparse(node)):
            called = ast.unparse(node.func)
            name = called.rpartition(".")[2]
            if {called, name} & WRITING or _opens(node, called, name) or _renames(node, called):
                yield text


def _opens(node: ast.Call, called: str, name: str) -> bool:
    """Whether it opens a file for writing, or in a mode that is not told here."""
    arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
    if called == "os.open":
        return ast.unparse(arguments[1]) != "os.O_RDONLY"
    if name not in ("open", "fdopen", "ZipFile", "TarFile", "GzipFile", "memmap"):
        return False
    texts = [one.value for one in arguments if isinstance(one, ast.Constant)]
    if called == "open" and len(arguments) > 1 and not isinstance(arguments[1], ast.Constant):
        return True
    return any(isinstance(one, str) and WRITING_MODE.fullmatch(one) for one in texts)


def _renames(node: ast.Call, called: str) -> bool:
    """Whether it is a path's `rename` or `replace`: those of texts and of ours take more."""
    owner, _, name = called.rpartition(".")
    alone = len(node.args) == 1 and not node.keywords
    return name in ("rename", "replace") and alone and owner not in ("", "dataclasses")


def test_only_one_module_writes_files() -> None:
    found = {
        str(path.relative_to(ROOT)): calls
        for path in MODULES.values()
        if (calls := list(writes(ast.parse(path.read_bytes()))))
    }
    assert {name: calls for name, calls in found.items() if name not in WRITERS} == {}
    assert set(WRITERS) == set(found), "listed, and writes none"


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ("open(path, 'w')", 1),
        ("path.open('ab')", 1),
        ("path.open(mode='r+')", 1),
        ("open(path, mode)", 1),
        ("gzip.open(path, 'xt')", 1),
        ("os.open(path, os.O_WRONLY | os.O_CREAT)", 1),
        ("os.open(path, flags)", 1),
        ("path.write_text(text)", 1),
        ("path.rename(other)", 1),
        ("os.replace(path, other)", 1),
        ("np.save(path, array)", 1),
        ("np.memmap(path, '<i8', 'w+')", 1),
        ("zipfile.ZipFile(path, 'w')", 1),
        ("open(path)", 0),
        ("path.open('rb')", 0),
        ("os.open(path, os.O_RDONLY)", 0),
        ("np.memmap(path, '<i8', 'r', 4096)", 0),
        ("text.replace('a', 'x')", 0),
        ("dataclasses.replace(header)", 0),
        ("tables.open(options, '', sitting)", 0),
        ("ratings.rename(old, new)", 0),
    ],
)
def test_what_writes_files_is_found(code: str, count: int) -> None:
    assert len(list(writes(ast.parse(code)))) == count


def test_only_the_console_reaches_the_terminal() -> None:
    """What goes past it is not cleaned."""
    past = re.compile(
        r"(?<!Clean)Console\(|(?<![.\w])input\(|getpass\.getpass\(|__std(out|err)__|std(out|err)\.buffer"
    )
    found = {
        str(path.relative_to(ROOT))
        for path in MODULES.values()
        if past.search(ast.unparse(ast.parse(path.read_bytes())))
    }
    assert found == {"cli/console.py"}


def test_only_one_module_writes_csv() -> None:
    """It lets no text be a formula."""
    writer = re.compile(r"\bcsv\.(writer|DictWriter)\b|from csv import|import csv as")
    found = {
        str(path.relative_to(ROOT))
        for path in MODULES.values()
        if writer.search(ast.unparse(ast.parse(path.read_bytes())))
    }
    assert found == {"spreadsheets.py"}


@pytest.mark.parametrize("old", moved.MODULES)
def test_old_names_that_were_documented_work_for_now(old: str) -> None:
    sys.modules.pop(old, None)
    with pytest.warns(DeprecationWarning, match=rf"{old} is {moved.MODULES[old]} now"):
        module = importlib.import_module(old)
    new = importlib.import_module(moved.MODULES[old])
    for name in new.__all__:
        assert getattr(module, name) is getattr(new, name)
    for former, now in moved.NAMES.items():
        if hasattr(new, now):
            assert getattr(module, former) is getattr(new, now)


@pytest.mark.parametrize(
    ("module", "old", "new"),
    [
        ("rules.boards.verbs", "jumping", "leaper"),
        ("rules.boards.verbs", "sliding", "slider"),
        ("rules.boards.verbs", "stepping", "shift"),
    ],
)
def test_old_names_in_modules_that_have_not_moved_work_for_now(
    module: str, old: str, new: str
) -> None:
    renamed = importlib.import_module(f"ludarium.{module}")
    with pytest.warns(DeprecationWarning, match=rf"ludarium.{module}.{old} is {new} now"):
        assert getattr(renamed, old) is getattr(renamed, new)
    with pytest.raises(AttributeError, match="has no attribute 'gliding'"):
        renamed.gliding  # noqa: B018
