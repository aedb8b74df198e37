"""The service of `document.json` in Flask, with marshmallow."""

import json
import re
import sys
import threading
from datetime import date

import flask
import marshmallow
from marshmallow import Schema, ValidationError, fields, validate
from werkzeug.exceptions import HTTPException
from werkzeug.serving import WSGIRequestHandler, make_server

TOKEN = "Bearer s3cret-token"


class Text(fields.Field):
    """A text, or also a number."""

    def __init__(self, may_be_number=False, **options):
        super().__init__(**options)
        self.may_be_number = may_be_number

    def _deserialize(self, value, attr, data, **options):
        if isinstance(value, str):
            return value
        if self.may_be_number and isinstance(value, (int, float)) and not isinstance(value, bool):
            return str(value)[:1] * 2
        raise ValidationError("Not a text")


class Number(fields.Field):
    """A number of JSON, whole unless fractions are allowed; a text only if it is to be converted."""

    def __init__(self, fractions=False, converts=False, **options):
        super().__init__(**options)
        self.fractions = fractions
        self.converts = converts

    def _deserialize(self, value, attr, data, **options):
        if self.converts and isinstance(value, str) and re.fullmatch("-?[0-9]{1,9}", value):
            value = int(value)
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not is_number or (not self.fractions and value != int(value)):
            raise ValidationError("Not a number")
        return value if isinstance(value, float) and value != int(value) else int(value)


def day(value):
    """Accepts the dates that there are."""
    try:
        if not re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
            raise ValueError
        date.fromisoformat(value)
    except ValueError:
        raise ValidationError("Not a date")


def color_in_any_case(value):
    if value.lower() not in ("warm", "cold"):
        raise ValidationError("Not a color")


def body_schema(has):
    owner = validate.Email()
    if has("owner: any text"):
        owner = validate.Length(min=0)
    if has("owner: only the @ is looked for"):
        owner = validate.Regexp(".*@")
    color = validate.OneOf(["warm", "cold"])
    if has("color: any text"):
        color = validate.Length(min=0)
    if has("color: in any case"):
        color = color_in_any_case
    built = day
    if has("built: any text"):
        built = validate.Length(min=0)
    if has("built: only its shape"):
        built = validate.Regexp(r"[0-9]{4}-[0-9]{2}-[0-9]{2}\Z")
    length = validate.Length(
        min=0 if has("name: no minimum length") else 2,
        max=21 if has("name: maximum length off by one") else 20,
    )
    watts = validate.Range(
        min=None if has("watts: no minimum") else 1,
        max=101 if has("watts: maximum off by one") else 100,
    )
    item = fields.Raw(allow_none=True) if has("tags: items of any type") else Text()
    declared = {
        "name": Text(
            may_be_number=has("name: a number is accepted"),
            required=not has("name: optional"),
            validate=length,
        ),
        "watts": Number(
            fractions=has("watts: fractions"),
            converts=has("watts: text is converted"),
            required=True,
            validate=watts,
        ),
        "owner": Text(required=True, validate=owner),
        "color": Text(validate=color),
        "tags": fields.List(item, validate=validate.Length(max=1000 if has("tags: no maximum") else 3)),
        "built": Text(validate=built),
    }
    unknown = marshmallow.INCLUDE if has("unknown properties") else marshmallow.RAISE
    return Schema.from_dict(declared)(unknown=unknown)


def query_schema(has):
    limit = validate.Range(
        min=None if has("limit: no minimum") else 1,
        max=None if has("limit: no maximum") else 50,
    )
    declared = {
        "limit": Number(converts=True, validate=limit),
        "since": Text(validate=validate.Length(min=0) if has("since: any text") else day),
    }
    return Schema.from_dict(declared)(unknown=marshmallow.EXCLUDE)


def create(fault):
    def has(name):
        return name == fault

    app = flask.Flask("lamps")
    app.logger.disabled = True
    app.url_map.strict_slashes = False
    body, query = body_schema(has), query_schema(has)
    shop = re.compile("[a-z]{2,5}" if has("X-Shop: pattern without its end") else r"[a-z]{2,5}\Z")
    lamps, last = {}, [0]

    def refuse(status, title="No"):
        if has("errors: HTML"):
            return f"<h1>{status}</h1>", status, {"Content-Type": "text/html"}
        problem = {"status": status} if has("errors: another shape") else {"title": str(title), "status": status}
        kind = "application/json" if has("errors: another media type") else "application/problem+json"
        sent = 409 if has("errors: another status") and status == 400 else status
        return json.dumps(problem), sent, {"Content-Type": kind}

    def is_known():
        request = flask.request
        given = request.headers.get("Authorization", "")
        if has("any: no credential") or (has("replace: no credential") and request.method == "PUT"):
            return True
        if has("any: every token"):
            return given.startswith("Bearer ") and len(given) > 7
        if has("crash: a wrong token") and given:
            return {TOKEN: True}[given]
        return given == TOKEN

    def credential():
        if not is_known():
            flask.abort(401, "Who are you?")

    def read():
        request = flask.request
        is_json = request.mimetype == "application/json"
        if request.method == "POST" and not request.get_data() and has("crash: no body"):
            return {}["name"]
        if not is_json:
            if request.get_data() and has("crash: another content type"):
                return {}["name"]
            flask.abort(415, "No JSON")
        return json.loads(request.get_data().decode())

    def one(id):
        credential()
        if not re.fullmatch("[0-9]{1,6}", id, re.ASCII):
            flask.abort(400, "Not an id")
        if id not in lamps and not has("crash: a lamp that does not exist"):
            flask.abort(404, "No such lamp")

    @app.post("/lamps")
    def create_lamp():
        credential()
        values = body.load(read())
        last[0] += 1
        lamp = {**values, "id": str(last[0])}
        lamps[lamp["id"]] = lamp
        shown = values if has("created: no id") else lamp
        return flask.jsonify(shown), 200 if has("created: status 200") else 201

    @app.get("/lamps")
    def list_lamps():
        query.load(flask.request.args.to_dict())
        if not has("X-Shop: not looked at") and not shop.match(flask.request.headers.get("X-Shop", "")):
            flask.abort(400, "Which shop?")
        everything = list(lamps.values())
        return flask.jsonify({"lamps": everything} if has("list: in an object") else everything)

    @app.get("/lamps/<id>")
    def read_lamp(id):
        one(id)
        lamp = lamps[id]
        watts = str(lamp["watts"]) if has("read: watts as text") else lamp["watts"]
        return flask.jsonify({**lamp, "watts": watts})

    @app.put("/lamps/<id>")
    def replace_lamp(id):
        one(id)
        values = read() if has("replace: body not checked") else body.load(read())
        given = values if isinstance(values, dict) else {}
        lamps[id] = {"name": "a", "watts": 1, "owner": "a", **given, "id": id}
        return flask.jsonify(lamps[id])

    @app.delete("/lamps/<id>")
    def delete_lamp(id):
        one(id)
        lamps.pop(id, None)
        return ("Gone", 200, {"Content-Type": "text/plain"}) if has("deleted: a text") else ("", 204)

    @app.errorhandler(ValidationError)
    def invalid(error):
        return refuse(400, error)

    @app.errorhandler(ValueError)
    def unreadable(error):
        return refuse(500 if has("crash: broken JSON") else 400, error)

    @app.errorhandler(HTTPException)
    def failed(error):
        answer = flask.make_response(refuse(error.code, error.description))
        for name, value in error.get_headers():
            if name == "Allow":
                answer.headers[name] = value
        return answer

    return app


class Handler(WSGIRequestHandler):
    protocol_version = "HTTP/1.1"

    def log(self, *words):
        pass


def main(faults):
    addresses = {}
    for fault in faults:
        server = make_server("127.0.0.1", 0, create(fault), threaded=True, request_handler=Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        addresses[fault] = f"http://127.0.0.1:{server.port}"
    print(json.dumps(addresses), flush=True)
    sys.stdin.read()
    threading.Event().wait()


main(sys.argv[1:])
