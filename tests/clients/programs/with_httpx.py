"""Asks with httpx, which leaves it to its user to ask again where a connection has ended."""

import sys

import httpx
from batches import answer_lines, body_of

origin = sys.argv[1]


def open_session():
    client = httpx.Client(trust_env=False, timeout=10)

    def ask(asked):
        body = body_of(asked)
        response = client.request(
            asked["method"],
            origin + asked["target"],
            headers=asked["headers"],
            content=iter([body]) if asked["chunked"] else body,
        )
        return response.status_code, response.headers["X-Request-Id"], response.content

    def ask_again(asked):
        try:
            return ask(asked)
        except httpx.TransportError:
            if asked["method"] != "GET":
                raise
            return ask(asked)

    return ask_again


answer_lines(open_session)
