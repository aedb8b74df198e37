"""Records what a FastAPI application answers to requests: `python record.py shop.py < requests.jsonl`.

Each line of the input is a request, as `_requests.ts` makes them: {"method", "path", "headers", "body"}. Prints one JSON
text: the document of the application, the versions, every different answer once (a status, and of a 422 its places and
types), and for each request the index of its answer; null where the application let an exception out.
"""

import asyncio
import importlib.metadata
import importlib.util
import json
import sys
from pathlib import Path
from urllib.parse import unquote


def load(path):
    spec = importlib.util.spec_from_file_location(Path(path).stem, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module.app


async def ask(app, request):
    path, _, query = request["path"].partition("?")
    headers = [(name.lower().encode(), value.encode("latin-1")) for name, value in request["headers"]]
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http", "root_path": "",
        "method": request["method"], "path": unquote(path), "raw_path": path.encode(), "query_string": query.encode(),
        "headers": [(b"host", b"localhost"), *headers], "server": ("localhost", 80), "client": ("localhost", 1),
    }
    bodies = [(request.get("body") or "").encode()]
    status, sent = None, b""

    async def receive():
        if bodies:
            return {"type": "http.request", "body": bodies.pop(), "more_body": False}
        await asyncio.Event().wait()

    async def send(message):
        nonlocal status, sent
        status = message.get("status", status)
        sent += message.get("body", b"")

    try:
        await app(scope, receive, send)
    except Exception:
        return None
    return answer(status, sent)


def answer(status, body):
    if status != 422:
        return str(status)
    entries = {".".join(map(str, each["loc"])) + ":" + each["type"] for each in json.loads(body)["detail"]}
    return "422 " + " ".join(sorted(entries))


async def main():
    app = load(sys.argv[1])
    known = {}
    answers = []
    for line in sys.stdin:
        told = await ask(app, json.loads(line))
        answers.append(None if told is None else known.setdefault(told, len(known)))
    versions = {name: importlib.metadata.version(name) for name in ("fastapi", "pydantic", "pydantic-core", "starlette")}
    recorded = {"versions": versions, "document": app.openapi(), "distinct": list(known), "answers": answers}
    print(json.dumps(recorded, separators=(",", ":")))


asyncio.run(main())
