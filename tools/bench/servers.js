/** The servers to compare: the command that starts each, and its title in tables. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const python = process.env.PYTHON ?? 'python3';
const require = createRequire(import.meta.url);
const version = (name) => require(`./node_modules/${name}/package.json`).version;

/** The built service. */
export const own = [process.execPath, join(import.meta.dirname, '..', '..', 'dist', 'entries', 'node.js')];
const peer = (name) => [process.execPath, join(import.meta.dirname, 'servers', `${name}.js`)];

/** Lists the servers that can run here. Only those with `logs` log requests. `checkout` is the folder of another build. */
export function listServers(checkout) {
  return [
    ...otherBuild(checkout),
    { name: 'bare', title: '`node:http`, unchecked', command: peer('bare'), isUnchecked: true },
    { name: 'socket', title: 'a socket, fixed bytes', command: peer('socket'), isUnchecked: true },
    ...go(),
    { name: 'assay', title: 'Assay', command: own, env: { LOG_LEVEL: 'silent' } },
    { name: 'fastify', title: `Fastify ${version('fastify')}`, command: peer('fastify') },
    { name: 'hono', title: `Hono ${version('hono')}, zod`, command: peer('hono') },
    { name: 'express', title: `Express ${version('express')}, zod`, command: peer('express') },
    ...fastApi(),
    {
      name: 'assay-log',
      title: 'Assay, with its log',
      command: own,
      env: { LOG_LEVEL: 'info', LOG_FORMAT: 'json' },
      logs: true,
    },
    {
      name: 'fastify-log',
      title: 'Fastify, with its log',
      command: peer('fastify'),
      env: { LOG: 'on' },
      logs: true,
    },
  ];
}

function otherBuild(checkout) {
  if (checkout === undefined) return [];
  const command = [process.execPath, join(checkout, 'dist', 'entries', 'node.js')];
  return [{ name: 'other', title: 'Assay, the other build', command, env: { LOG_LEVEL: 'silent' } }];
}

function go() {
  const { status, stdout } = spawnSync('go', ['version'], { encoding: 'utf8' });
  if (status !== 0) {
    console.log('Go is left out: the command `go` is not installed (Debian: golang-go).');
    return [];
  }
  const program = join(import.meta.dirname, 'node_modules', '.cache', 'go-server');
  const source = join(import.meta.dirname, 'servers', 'go', 'main.go');
  execFileSync('go', ['build', '-o', program, source], { env: { ...process.env, CGO_ENABLED: '0' } });
  const [version] = /\d+\.\d+/.exec(stdout) ?? [];
  return [
    { name: 'go', title: `Go ${version}, \`net/http\`, unchecked`, command: [program], isUnchecked: true },
  ];
}

function fastApi() {
  const script = 'import fastapi, uvicorn, email_validator; print(fastapi.__version__)';
  const { status, stdout } = spawnSync(python, ['-c', script], { encoding: 'utf8' });
  if (status === 0) {
    const command = [python, join(import.meta.dirname, 'servers', 'pydantic_models.py')];
    return [{ name: 'fastapi', title: `FastAPI ${stdout.trim()}, uvicorn`, command }];
  }
  console.log(
    `FastAPI is left out: ${python} lacks fastapi, uvicorn or email-validator (set PYTHON to choose another).`,
  );
  return [];
}
