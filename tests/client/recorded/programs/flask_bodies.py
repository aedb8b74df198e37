"""Prints the error bodies of marshmallow, and of webargs in Flask."""
import json
import sys
from importlib.metadata import version

from flask import Flask, jsonify
from marshmallow import Schema, ValidationError, fields, validate
from webargs.flaskparser import use_args

sent = json.load(sys.stdin)
bodies = []


class Address(Schema):
    zip = fields.String(validate=validate.Length(min=5))


class Item(Schema):
    qty = fields.Integer(validate=validate.Range(min=1))


class User(Schema):
    name = fields.String(required=True)
    email = fields.Email()
    address = fields.Nested(Address)
    items = fields.List(fields.Nested(Item))


try:
    User().load(sent)
except ValidationError as error:
    bodies.append(
        {"package": "marshmallow", "version": version("marshmallow"), "variant": "messages", "body": error.messages}
    )

app = Flask(__name__)


@app.errorhandler(422)
def refuse(error):
    return jsonify({"code": 422, "status": "Unprocessable Entity", "errors": error.data["messages"]}), 422


@app.post("/users")
@use_args(User)
def create(user):
    return {}


reply = app.test_client().post("/users", json=sent)
bodies.append({"package": "webargs", "version": version("webargs"), "variant": "as flask-smorest", "body": reply.json})
json.dump(bodies, sys.stdout)
