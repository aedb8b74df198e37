"""Asks with http.client, which leaves it to its user to ask again where a connection has ended."""

import http.client
import sys
from urllib.parse import urlsplit

from batches import answer_lines, body_of

origin = urlsplit(sys.argv[1])


def open_session():
    connection = http.client.HTTPConnection(origin.hostname, origin.port, timeout=10)

    def ask(asked):
        body = body_of(asked)
        connection.request(
            asked["method"], asked["target"], iter([body]) if asked["chunked"] else body, asked["headers"]
        )
        response = connection.getresponse()
        return response.status, response.headers["X-Request-Id"], response.read()

    def ask_again(asked):
        try:
            return ask(asked)
        except OSError:
            connection.close()
            if asked["method"] != "GET":
                raise
            return ask(asked)

    return ask_again


answer_lines(open_session)
