"""Passwords cannot be guessed, however many addresses somebody has, and nobody is locked out."""

from __future__ import annotations

import contextlib
import time
from collections import Counter
from collections.abc import Callable, Iterator
from ipaddress import IPv6Address
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.requests import HTTPConnection

from ludarium.tables.errors import TableError
from ludarium.web.config import Config
from ludarium.web.context import WIDER, Context
from ludarium.web.http.guards import Bucket
from ludarium.web.people.devices import COOKIE
from tables_help import Site, Visitor, refusal

RIGHT, NEW = "correct horse", "battery staple"
GUESSES = 24  # at an account's password, from anywhere


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with Site.opened(tmp_path, limited=True) as site:
        yield site


def elsewhere(visitor: Visitor, number: int) -> None:
    """Let the visitor ask from another address: of IPv4, and of IPv6 another /48, in turn."""
    address = f"2001:db8:{number:x}::1" if number % 2 else f"10.1.{number}.1"
    visitor.headers["x-forwarded-for"] = address


def sign_in(visitor: Visitor, password: str = RIGHT, name: str = "Ana") -> httpx.Response:
    return visitor.ask("POST", "/api/session", name=name, password=password)


def account(site: Site, name: str = "Ana") -> tuple[Visitor, str]:
    """Somebody who has an account, and its recovery code."""
    visitor = site.visitor()
    told = visitor.done("POST", "/api/accounts", name=name, password=RIGHT)
    return visitor, told["recovery"]


def guessed(site: Site, name: str = "Ana") -> list[str]:
    """What is told to an attacker who guesses a password, at each guess from another address."""
    eve, told = site.visitor(), []
    for number in range(40):
        elsewhere(eve, number)
        told.append(refusal(sign_in(eve, f"guess {number}", name)))
    return told


def test_no_number_of_addresses_makes_many_guesses(site: Site) -> None:
    ana, code = account(site)
    ana.done("DELETE", "/api/session")
    assert guessed(site) == ["wrong-code"] * GUESSES + ["too-many"] * (40 - GUESSES)
    new = site.visitor()
    elsewhere(new, 50)
    answer = sign_in(new)
    assert refusal(answer) == "too-many", "a device that is not known"
    assert 200 < int(answer.headers["retry-after"]) <= 300
    assert answer.json()["error"] == "That was too often: wait a moment, then try again."
    assert sign_in(ana).is_success, "one that is"
    told = new.done("POST", "/api/recovery", name="Ana", code=code, password=NEW)
    assert told["account"] == "Ana", "or with the recovery code"
    new.done("DELETE", "/api/session")
    assert sign_in(new, NEW).is_success
    assert guessed(site, "Nobody") == ["wrong-code"] * 40, "there is nothing to guess"


def test_an_unknown_device_is_told_when(site: Site) -> None:
    account(site)
    site.context.strange_guesses = Bucket(rate=1.0, burst=3)
    new = site.visitor()
    elsewhere(new, 1)
    for _ in range(3):
        assert refusal(sign_in(new, "wrong")) == "wrong-code"
    answer = sign_in(new)
    assert refusal(answer) == "too-many"
    time.sleep(int(answer.headers["retry-after"]))
    assert sign_in(new).is_success


def test_a_device_is_known_until_the_password_changes(site: Site) -> None:
    ana, _ = account(site)
    phone, school = site.visitor(), site.visitor()
    account(site, "Petr")
    assert sign_in(phone).is_success
    for name in ("Ana", "Petr"):
        assert sign_in(school, name=name).is_success
    guessed(site)
    guessed(site, "Petr")
    for device, name in ((school, "Ana"), (school, "Petr"), (phone, "Ana")):
        assert sign_in(device, name=name).is_success
    assert refusal(sign_in(phone, name="Petr")) == "too-many", "it knows Ana's alone"
    # a session is known, too
    ana.done("PUT", "/api/account/password", current=RIGHT, password=NEW)
    ana.done("DELETE", "/api/session")
    assert sign_in(ana, NEW).is_success
    assert refusal(sign_in(phone, NEW)) == "too-many"
    assert sign_in(school, name="Petr").is_success


def test_known_devices_and_sessions_do_not_guess_for_ever(site: Site) -> None:
    ana, _ = account(site)
    site.context.writes = Bucket(rate=100, burst=1000)
    asked: list[Callable[[], Any]] = [
        lambda: sign_in(ana, "wrong"),
        lambda: ana.ask("POST", "/api/account/recovery", password="wrong"),
    ]
    for ask in asked:
        told = []
        for number in range(40):
            elsewhere(ana, number)
            told.append(refusal(ask()))
        assert told == ["wrong-code"] * GUESSES + ["too-many"] * (40 - GUESSES)
    other = site.visitor()
    elsewhere(other, 50)
    assert sign_in(other).is_success, "these are not others' guesses"


def test_the_cookie_of_a_device_tells_nothing(site: Site) -> None:
    ana = site.visitor()
    answer = ana.ask("POST", "/api/accounts", name="Ana", password=RIGHT)
    [cookie] = [one for one in answer.headers.get_list("set-cookie") if COOKIE in one]
    assert {"HttpOnly", "SameSite=lax", "Path=/api"} <= set(cookie.split("; "))
    marks = ana.cookies[COOKIE]
    ana.cookies.set(COOKIE, f"{marks}x", domain="127.0.0.1", path="/api")
    assert sign_in(ana).is_success, "one that is not ours counts as none"
    assert COOKIE not in sign_in(site.program()).headers["set-cookie"], "a program keeps its token"


# Addresses


def test_a_network_of_many_addresses_has_few_times_as_much(site: Site) -> None:
    few = 5
    site.context.newcomers = Bucket(rate=0.001, burst=few)

    def identities(network: str, addresses: int) -> int:
        asked = [
            site.newcomer(**{"x-forwarded-for": f"{network}:{number:x}::1"})
            for number in range(addresses)
            for _ in range(2)
        ]
        return sum(one.ask("POST", "/api/identities", name="").is_success for one in asked)

    assert identities("2001:db8:1", 40) == WIDER * few
    assert identities("2001:db8:2", 1) == 2


HOSTS = st.integers(0, 40).map(
    # of two /48s, one of which has many /64s
    lambda number: IPv6Address((0x20010DB8 << 96) + ((number % 9 == 0) << 80) + (number << 64))
)


@given(asked=st.lists(HOSTS, max_size=200), seeds=st.integers(1, 4))
def test_what_addresses_and_networks_may_do(asked: list[IPv6Address], seeds: int) -> None:
    context = object.__new__(Context)
    context.config = Config("")
    bucket = Bucket(rate=1e-9, burst=seeds)
    done: Counter[int] = Counter()
    for host in asked:
        near, far = int(host) >> 64, int(host) >> 80
        connection = HTTPConnection({"type": "http", "client": (str(host), 1)})
        may = done[near] < seeds and done[far] < WIDER * seeds
        with contextlib.suppress(TableError) if not may else contextlib.nullcontext():
            context.limit_here(bucket, connection)
            assert may
            done.update((near, far))


def test_codes_are_guessed_no_faster_from_a_network(site: Site) -> None:
    table = site.visitor().open("yoxii", "me", "me")
    told: Counter[Any] = Counter()
    eve = site.visitor()
    for number in range(80):
        eve.headers["x-forwarded-for"] = f"2001:db8:9:{number:x}::1"
        answer = eve.ask("POST", f"/api/tables/{table}/seats/0/return", code="AAAA-AAAA")
        told[refusal(answer)] += 1
    assert told["too-many"] >= 35
