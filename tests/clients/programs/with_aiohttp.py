"""Asks with aiohttp, which leaves it to its user to ask again where a connection has ended."""

import asyncio
import json
import sys
from collections import defaultdict

import aiohttp
from batches import answer, body_of
from yarl import URL

origin = sys.argv[1]


async def chunks(body):
    yield body


async def ask(session, asked):
    body = body_of(asked)
    headers = dict(asked["headers"])
    async with session.request(
        asked["method"],
        URL(origin + asked["target"], encoded=True),
        expect100=headers.pop("Expect", None) is not None,
        headers=headers,
        data=chunks(body) if asked["chunked"] else body,
        allow_redirects=False,
    ) as response:
        return answer(response.status, response.headers["X-Request-Id"], await response.read())


async def ask_again(session, asked):
    try:
        return await ask(session, asked)
    except aiohttp.ClientConnectionError:
        if asked["method"] != "GET":
            raise
        return await ask(session, asked)


async def ask_all(session, requests):
    answers = []
    for asked in requests:
        try:
            answers.append(await ask_again(session, asked))
        except Exception as error:
            answers.append({"error": repr(error)})
    return answers


async def main():
    sessions = defaultdict(lambda: aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(10)))
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        lists = enumerate(json.loads(line))
        answers = await asyncio.gather(*(ask_all(sessions[number], requests) for number, requests in lists))
        print(json.dumps(answers), flush=True)
    for session in sessions.values():
        await session.close()


asyncio.run(main())
