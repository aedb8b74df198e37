"""Asks with requests, which asks again where it is told to."""

import sys

import requests
from batches import answer_lines, body_of
from requests.adapters import HTTPAdapter, Retry

origin = sys.argv[1]


def open_session():
    session = requests.Session()
    session.trust_env = False
    session.mount("http://", HTTPAdapter(max_retries=Retry(1)))

    def ask(asked):
        body = body_of(asked)
        response = session.request(
            asked["method"],
            origin + asked["target"],
            headers=asked["headers"],
            data=iter([body]) if asked["chunked"] else body,
            allow_redirects=False,
            timeout=10,
        )
        return response.status_code, response.headers["X-Request-Id"], response.content

    return ask


answer_lines(open_session)
