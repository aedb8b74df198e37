import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Service } from '../_service.ts';
import type { Peer } from './_peer.ts';
import { Program } from './_program.ts';
import { type Asked, upload } from './_requests.ts';

const programs = join(import.meta.dirname, 'programs');
const compiled = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'clients', 'go');
/** Debian's Python, which finds the modules of Debian's packages. */
const PYTHON = '/usr/bin/python3';
const GSON = '/usr/share/java/gson.jar';

/** The clients, each with a program that sends the given requests with it. */
export const clients: readonly Peer[] = [
  client('Go', 'command -v go', compileGo),
  client('Ruby', 'command -v ruby', () => ['ruby', join(programs, 'client.rb')]),
  inPython('http.client'),
  inPython('requests'),
  inPython('httpx'),
  inPython('aiohttp'),
  client('PHP', 'php -m | grep -qx curl', () => ['php', join(programs, 'client.php')]),
  client('Java', `command -v javac && test -e ${GSON}`, () => [
    'java',
    '-cp',
    GSON,
    join(programs, 'Client.java'),
  ]),
  client('curl', 'command -v curl', () => [process.execPath, join(programs, 'curl.js')]),
];

function inPython(module: string): Peer {
  const found = `import importlib.util, sys; sys.exit(importlib.util.find_spec("${module}") is None)`;
  const program = join(programs, `with_${module.replace('.', '_')}.py`);
  return client(module, `${PYTHON} -c '${found}'`, () => [PYTHON, program]);
}

/** Compiles the client; Go caches the result. */
function compileGo(): readonly string[] {
  const env = { ...process.env, CGO_ENABLED: '0' };
  execFileSync('go', ['build', '-o', compiled, join(programs, 'client.go')], { env });
  return [compiled];
}

/** The number of programs to kill during their requests, and the connections of each. */
const killed = { programs: 4, connections: 16 };

function client(name: string, check: string, command: () => readonly string[]): Peer {
  const start = (port: number) => new Program([...command(), `http://127.0.0.1:${port}`]);
  return {
    name,
    check,
    async open(port) {
      const program = start(port);
      return {
        port,
        ask: (lists) => program.answer(lists),
        breakOff: (service) => killMany(() => start(port), service),
        close: () => program.end(),
      };
    },
  };
}

/** Starts programs, and kills them during their requests. */
async function killMany(start: () => Program, service: Service): Promise<void> {
  for (let at = 0; at < killed.programs; at++) {
    const lists = Array.from({ length: killed.connections }, uploads);
    const program = start();
    // It is killed before it answers.
    program.answer(lists).catch(() => {});
    await service.waitForOutput(new RegExp(`"id":"${lists.at(-1)?.at(1)?.headers['X-Request-Id']}"`));
    await program.end();
  }
}

function uploads(): Asked[] {
  const body = 'x'.repeat(60_000);
  return Array.from({ length: 10 }, (_, at) => upload(body, { chunked: at % 2 === 0 }));
}
