"""Build the distributions, check what is in them, try the wheel where nothing else is, and tag.

`make release` calls this with the Python of .venv. Whatever is wrong ends it with one line.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import urllib.request
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
PACKAGE = "src/ludarium/"
UNWANTED = {".nbc", ".nbi", ".pyc", ".so"}  # machine code and bytecode, made where it is used
COMPILING = 300  # seconds that a server may take to start where nothing is compiled yet
STOPPING = 30  # seconds that it may take to stop


def main() -> None:
    version = released_version()
    wheel, sdist = built()
    run(sys.executable, "-m", "twine", "check", "--strict", wheel, sdist)
    check_sdist(sdist)
    check_wheel(wheel)
    with tempfile.TemporaryDirectory(prefix="ludarium-release-") as folder:
        try_wheel(wheel, Path(folder))
    tag(version)
    print(f"Ready: {wheel.relative_to(ROOT)}, {sdist.relative_to(ROOT)}, v{version}")


def released_version() -> str:
    """Return the version, where all files that state one agree, and all that it has is committed.
    Otherwise exit.
    """
    stated = {
        "src/ludarium/version.py": r'__version__ = "([^"]+)"',
        "CHANGELOG.md": r"\A.*?^## (\S+) \(\d{4}-\d\d-\d\d\)$",
        "CITATION.cff": r"^version: (\S+)$",
    }
    versions = {}
    for name, pattern in stated.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        match = re.search(pattern, text, re.MULTILINE | re.DOTALL)
        versions[name] = match[1] if match else "none"
    if len(set(versions.values())) > 1:
        sys.exit(f"expected one version: {', '.join(f'{n} has {v}' for n, v in versions.items())}")
    if git("status", "--porcelain", "--untracked-files=no"):
        sys.exit("expected all changes to be committed")
    return versions["CHANGELOG.md"]


def tag(version: str) -> None:
    """Tag the last commit, unless it is: a tag never moves."""
    name = f"v{version}"
    tagged = git("tag", "--list", name) and git("rev-list", "-n", "1", name)
    if not tagged:
        git("tag", "--annotate", name, "--message", f"Ludarium {version}")
    elif tagged != git("rev-parse", "HEAD"):
        sys.exit(f"{name} is another commit: expected a new version in src/ludarium/version.py")


def git(*arguments: str) -> str:
    """Return what git prints."""
    done = subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def built() -> tuple[Path, Path]:
    """The wheel is made from the sdist, so that the sdist has all that building needs."""
    shutil.rmtree(DIST, ignore_errors=True)
    run(sys.executable, "-m", "build", "--outdir", DIST, ROOT)
    (wheel,) = DIST.glob("*.whl")
    (sdist,) = DIST.glob("*.tar.gz")
    return wheel, sdist


def check_sdist(path: Path) -> None:
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    compare(path, names - {"PKG-INFO"}, tracked())


def check_wheel(path: Path) -> None:
    """It has the package's files, all and no others: modules, and all that pages, guides, solved
    games and translations need.
    """
    with zipfile.ZipFile(path) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    compare(
        path, {f"src/{name}" for name in names}, {n for n in tracked() if n.startswith(PACKAGE)}
    )


def tracked() -> set[str]:
    """The files of the last commit and of the index."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    return {name for name in listed.stdout.split("\0") if name and (ROOT / name).exists()}


def compare(path: Path, found: set[str], expected: set[str]) -> None:
    if missing := expected - found:
        sys.exit(f"{path.name} lacks {', '.join(sorted(missing))}")
    if others := found - expected:
        sys.exit(f"{path.name} has what git does not track: {', '.join(sorted(others))}")
    if unwanted := [name for name in sorted(found) if Path(name).suffix in UNWANTED]:
        sys.exit(f"{path.name} has machine code: {', '.join(unwanted)}")
    print(f"{path.name}: {len(found)} files, as in git")


def try_wheel(wheel: Path, folder: Path) -> None:
    """Install it, list the games with the core alone, then serve a page and stop: outside the
    sources, with empty caches.
    """
    venv.create(folder / "venv", with_pip=True)
    programs = folder / "venv" / "bin"
    run(programs / "python", "-m", "pip", "install", "--quiet", wheel)
    surroundings = {
        **{name: value for name, value in os.environ.items() if not name.startswith("PYTHON")},
        "LUDARIUM_CACHE": str(folder / "cache"),
        "LUDARIUM_DATA": str(folder / "data"),
        "NO_COLOR": "1",
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
    }
    run("ludarium", "games", cwd=folder, env=surroundings)
    run(programs / "python", "-m", "pip", "install", "--quiet", f"{wheel}[server]")
    serve(folder, surroundings)


def serve(folder: Path, surroundings: dict[str, str]) -> None:
    log = folder / "server.log"
    with log.open("w") as errors:
        server = subprocess.Popen(
            ["ludarium", "serve", "--port", "0"],
            cwd=folder,
            env=surroundings,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
    try:
        assert server.stdout
        signal.signal(signal.SIGALRM, lambda *_: server.kill())  # then its output ends
        signal.alarm(COMPILING)
        line = server.stdout.readline()
        signal.alarm(0)
        address = re.search(r"http://\S+", line)
        if not address:
            sys.exit(f"the server did not start: {log.read_text().strip()[-1000:]}")
        with urllib.request.urlopen(address.group(), timeout=30) as answer:
            if answer.status != 200 or b"</html>" not in answer.read():
                sys.exit(f"{address.group()} answers {answer.status}, and no page")
        server.send_signal(signal.SIGINT)
        code = server.wait(STOPPING)
        if code not in (0, 130):
            sys.exit(f"the server stopped with {code}: {log.read_text().strip()[-1000:]}")
        print(f"{address.group()} answered 200, and the server stopped")
    finally:
        server.kill()
        server.wait()


def run(*command: str | Path, cwd: Path | None = None, env: dict[str, str] | None = None) -> None:
    """Raises SystemExit if it fails; then the command has said why."""
    if subprocess.run(command, check=False, cwd=cwd, env=env).returncode:
        sys.exit(f"failed: {' '.join(map(str, command))}")


if __name__ == "__main__":
    main()
