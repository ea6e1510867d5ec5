"""The image of a server, and the services beside it."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import tomllib
import urllib.request
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml  # type: ignore[import-untyped]
from typer.testing import CliRunner

from ludarium.cli.commands import app
from ludarium.database.store import database_url
from tables_help import Site

ROOT = Path(__file__).parents[1]
IMAGE = (ROOT / "Containerfile").read_text(encoding="utf-8")
SERVICES: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
ENGINE = shutil.which("podman") or shutil.which("docker")


def instructions(name: str) -> list[str]:
    """What follows each of these instructions in the image's file."""
    joined = IMAGE.replace("\\\n", " ")
    return re.findall(rf"^{name} +(.*)$", joined, re.MULTILINE)


def test_the_image_installs_what_it_copies() -> None:
    copied = {word for line in instructions("COPY") for word in shlex.split(line)[:-1]}
    assert all((ROOT / name).exists() for name in copied)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {"pyproject.toml", project["readme"], *project["license-files"]} <= copied
    installed = re.search(r"pip install \S+ '\.\[(.*)\]'", IMAGE)
    assert installed
    assert set(installed[1].split(",")) <= set(project["optional-dependencies"])
    assert instructions("USER") == ["ludarium"], "nothing runs as root"


def test_the_health_check_asks_for_a_page_that_is_there(tmp_path: Path) -> None:
    (line,) = instructions("HEALTHCHECK")
    command = json.loads(line[line.index("CMD") + 3 :])
    asked = urlsplit(re.findall(r"http://[^']+", command[-1])[0])
    with (
        Site.opened(tmp_path, limited=True) as site,
        urllib.request.urlopen(f"{site.address}{asked.path}") as answer,
    ):
        assert answer.status == 200


@pytest.mark.parametrize("of", ["image", "compose"])
def test_the_commands_are_commands(of: str) -> None:
    command = json.loads(instructions("CMD")[0])
    if of == "compose":
        command = [
            str(word).replace("${LUDARIUM_PASSWORD:?a password for the database}", "secret")
            for word in SERVICES["services"]["server"]["command"]
        ]
        url = database_url(command[command.index("--database") + 1])
        assert url.host in SERVICES["services"]
        database = SERVICES["services"][url.host]["environment"]
        assert url.username == database["POSTGRES_USER"]
        assert url.database == database["POSTGRES_DB"]
    told = CliRunner().invoke(app, [command[0], "--help"])
    assert told.exit_code == 0
    assert all(word in told.output for word in command[1:] if word.startswith("--"))


def test_services_wait_for_each_other_and_keep_their_data() -> None:
    services = SERVICES["services"]
    for service in services.values():
        for other, how in service.get("depends_on", {}).items():
            assert how == {"condition": "service_healthy"}
            assert "healthcheck" in services[other]
        for volume in service["volumes"]:
            assert volume.partition(":")[0] in SERVICES["volumes"]


def test_an_engine_takes_them() -> None:
    """Where there is one that works, and knows of services."""

    def works(*command: str) -> bool:
        return ENGINE is not None and not subprocess.run([ENGINE, *command], check=False).returncode

    if works("info") and works("compose", "version"):
        assert ENGINE
        surroundings = {**os.environ, "LUDARIUM_PASSWORD": "secret"}
        for command in (["compose", "config", "--quiet"], ["build", "-f", "Containerfile", "."]):
            subprocess.run([ENGINE, *command], cwd=ROOT, env=surroundings, check=True)
