"""The least that a server of tables could be, to compare the real one with: it passes each move on
to those who watch, and no more.

It runs as the real one does: FastAPI, and Uvicorn with the same settings.
"""

from __future__ import annotations

from contextlib import nullcontext
from typing import Annotated

import orjson
from fastapi import FastAPI, Header
from pydantic import BaseModel
from starlette.responses import Response
from starlette.websockets import WebSocket

from ludarium.web import server


class Move(BaseModel):
    ply: int
    seat: int
    move: str
    id: int = 0


def echo_app() -> FastAPI:
    app = FastAPI(telemetry={"tracing": False, "metrics": False, "logs": False})
    watching: dict[str, set[WebSocket]] = {}

    async def pass_on(table: str, body: Move, by: str) -> None:
        told = {"id": table, "ply": body.ply + 1, "moves": [{"text": body.move}], "by": by}
        message = orjson.dumps({"type": "table", "table": told}).decode()
        for socket in watching.get(table, ()):
            await socket.send_text(message)

    @app.post("/api/tables/{table}/moves")
    async def play(table: str, body: Move, authorization: Annotated[str, Header()]) -> Response:
        await pass_on(table, body, authorization)
        return Response(orjson.dumps({"ply": body.ply + 1}), media_type="application/json")

    @app.websocket("/api/tables/{table}/watch")
    async def watch(socket: WebSocket, table: str) -> None:
        await socket.accept()
        watching.setdefault(table, set()).add(socket)
        while (message := await socket.receive())["type"] != "websocket.disconnect":
            body = Move.model_validate_json(message["text"])
            await pass_on(table, body, socket.headers["authorization"])
            answer = {"type": "moved", "id": body.id, "ply": body.ply + 1}
            await socket.send_text(orjson.dumps(answer).decode())
        watching[table].discard(socket)

    return app


def main() -> None:
    bound = server.listening("127.0.0.1", 0)
    address = f"http://127.0.0.1:{bound.getsockname()[1]}/"
    server.serve(
        nullcontext(echo_app()), bound, lambda _: print(f"An echo is at {address}", flush=True)
    )


if __name__ == "__main__":
    main()
