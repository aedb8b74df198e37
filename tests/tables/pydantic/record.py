"""Records what pydantic makes of the values in kinds.json, called as FastAPI calls it, into recorded.json.

    python record.py
"""

import json
import pathlib

from fastapi.encoders import jsonable_encoder
from pydantic import TypeAdapter, ValidationError

HERE = pathlib.Path(__file__).parent
NAMES = "from typing import *\nfrom enum import *\nfrom uuid import *\nfrom pydantic import *\n"


def verdict(adapter, text):
    """The text of the value in a reply, or type, place, message and context of each error, or the exception that becomes a 500."""
    try:
        value = adapter.validate_python(json.loads(text), from_attributes=True)
    except ValidationError as error:
        entries = jsonable_encoder(error.errors(include_url=False, include_input=False))
        return [[entry["type"], entry["loc"], entry["msg"], *([entry["ctx"]] if "ctx" in entry else [])] for entry in entries]
    except OverflowError:
        return {"raised": "OverflowError"}
    return adapter.dump_json(value).decode()


def record(kind, groups):
    names = {}
    exec(NAMES + kind.get("define", ""), names)
    adapter = TypeAdapter(eval(kind["type"], names))
    texts = [text for group in kind.get("groups", []) for text in groups[group]] + kind.get("values", [])
    return {text: verdict(adapter, text) for text in texts}


def main():
    given = json.loads((HERE / "kinds.json").read_text())
    recorded = {name: record(kind, given["groups"]) for name, kind in given["kinds"].items()}
    lines = [f"{json.dumps(name)}: {{\n" + ",\n".join(f"{json.dumps(text)}: {json.dumps(said)}" for text, said in verdicts.items()) + "\n}" for name, verdicts in recorded.items()]
    (HERE / "recorded.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


main()
