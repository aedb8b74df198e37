"""What the programs in Python have in common."""

import base64
import json
import sys
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor


def body_of(asked):
    return None if asked["body"] is None else base64.b64decode(asked["body"])


def answer(status, request_id, body):
    return {"status": status, "id": request_id, "body": base64.b64encode(body).decode()}


def answer_lines(open_session):
    """Asks what each line of standard input says, each list of requests in a session of its own."""
    sessions = defaultdict(open_session)

    def ask(session, asked):
        try:
            return answer(*session(asked))
        except Exception as error:
            return {"error": repr(error)}

    def ask_all(session, requests):
        return [ask(session, asked) for asked in requests]

    with ThreadPoolExecutor(64) as pool:
        for line in sys.stdin:
            lists = json.loads(line)
            opened = [sessions[number] for number in range(len(lists))]
            print(json.dumps(list(pool.map(ask_all, opened, lists))), flush=True)
