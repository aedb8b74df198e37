/** The measuring side of the load generator, which runs in a process of its own. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { cpuTime } from './process.js';

/** Starts a load generator. `measure` sends `count` requests on connections that are already warm. */
export function loadGenerator() {
  const child = fork(join(import.meta.dirname, 'load.js'));
  const send = async (message) => {
    child.send(message);
    const [answer] = await once(child, 'message');
    if (answer.error) throw new Error(answer.error);
    return answer;
  };
  return {
    async measure({ port, pid }, request, { count, connections = 16 }) {
      await send({ port, request, connections });
      const before = cpuTime(pid);
      const seen = await send({ count });
      return { ...seen, cpu: (cpuTime(pid) - before) / count };
    },
    /** Sends one request on each connection, a byte at a time, and returns the CPU time for each. */
    async trickle({ port, pid }, request, connections = 16) {
      await send({ port, request, connections });
      const before = cpuTime(pid);
      await send({ trickle: true });
      return (cpuTime(pid) - before) / connections;
    },
    stop: () => child.kill(),
  };
}

/** Sends a prepared request once, and returns the status and the JSON of the reply. */
export async function askOnce(port, prepared) {
  const [head, body] = prepared.split('\r\n\r\n');
  const [line, ...lines] = head.split('\r\n');
  const [method, path] = line.split(' ');
  const headers = Object.fromEntries(lines.map((each) => each.split(': ')));
  const request = httpRequest({ port, host: '127.0.0.1', method, path, headers, agent: false }).end(body);
  const [response] = await once(request, 'response');
  const text = (await response.setEncoding('utf8').toArray()).join('');
  return { status: response.statusCode, body: JSON.parse(text) };
}
