/**
 * Replicas behind a proxy, each stopped and started in turn while clients ask a thousand times a second: nothing may be
 * lost, and nothing refused. A proxy that is not installed is left out.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sleep } from './client.js';
import { freePort, startService } from './service.js';

const RATE = 1000;
const TICK_MS = 20;
const user = JSON.stringify({ name: 'Ada', email: 'ada@example.com', age: 36 });

const proxies = [
  { name: 'nginx', program: '/usr/sbin/nginx', args: (file) => ['-c', file], configure: nginx },
  { name: 'HAProxy', program: '/usr/sbin/haproxy', args: (file) => ['-f', file], configure: haproxy },
];

/** The requests that are sent in turn: without a body, with one, in chunks, and after having been told to go on. */
const kinds = [
  { name: 'GET', method: 'GET', path: '/items/1', status: 200 },
  { name: 'POST', method: 'POST', path: '/users/', status: 201, headers: { 'Content-Length': user.length } },
  {
    name: 'chunks',
    method: 'POST',
    path: '/users/',
    status: 201,
    headers: { 'Transfer-Encoding': 'chunked' },
  },
  {
    name: '100-continue',
    method: 'POST',
    path: '/users/',
    status: 201,
    headers: { 'Content-Length': user.length, Expect: '100-continue' },
  },
];

export async function run({ isFull }) {
  const rows = [];
  for (const proxy of proxies.filter(({ program }) => existsSync(program)))
    rows.push(...(await roll(proxy, { replicas: 3, seconds: isFull ? 60 : 15 })));
  return rows;
}

async function roll({ name, program, args, configure }, { replicas, seconds }) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-rolling-'));
  const services = await Promise.all(Array.from({ length: replicas }, () => startReplica()));
  const port = await freePort();
  const file = join(folder, 'proxy.conf');
  writeFileSync(
    file,
    configure(
      port,
      services.map((each) => each.port),
      folder,
    ),
  );
  const child = spawn(program, args(file), { stdio: 'ignore' });
  const exited = once(child, 'exit');
  await answered(port);
  const clients = ask(port);
  const ends = Date.now() + seconds * 1000;
  let restarts = 0;
  while (Date.now() < ends) {
    const at = restarts++ % replicas;
    const { port: same } = services[at];
    await services[at].stop();
    services[at] = await startReplica(same);
    await sleep(500);
  }
  const { sent, wrong, aborted } = await clients.end();
  child.kill();
  await exited;
  for (const service of services) await service.stop();
  rmSync(folder, { recursive: true });
  const what = (text) => `behind ${name}, ${text}`;
  return [
    { what: what('replicas stopped and started again'), figure: restarts, atLeast: 2 },
    { what: what('requests a second'), figure: sent / seconds },
    { what: what('clients that went away in the middle'), figure: aborted },
    { what: what('requests lost or refused'), figure: wrong.length, atMost: 0, more: wrong.slice(0, 5) },
  ];
}

const startReplica = (port) =>
  startService({ env: { IDLE_TIMEOUT: '75000', ...(port && { PORT: String(port) }) } });

/** Asks at a steady rate on connections that are kept, and goes away in the middle of one request of a hundred. */
function ask(port) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const wrong = [];
  const pending = new Set();
  let sent = 0;
  let aborted = 0;
  const started = Date.now();
  const timer = setInterval(() => {
    const due = ((Date.now() - started) * RATE) / 1000;
    while (sent < due && pending.size < 2000) {
      const kind = kinds[sent % kinds.length];
      const leaves = sent++ % 100 === 99;
      if (leaves) aborted++;
      const reply = send(agent, port, kind, leaves).then((got) => {
        pending.delete(reply);
        if (!leaves && got !== kind.status) wrong.push(`${kind.name}: ${got}`);
      });
      pending.add(reply);
    }
  }, TICK_MS);
  return {
    async end() {
      clearInterval(timer);
      await Promise.all(pending);
      agent.destroy();
      return { sent, wrong, aborted };
    },
  };
}

/** Sends a request, and tells its status or what went wrong. */
function send(agent, port, { method, path, headers = {} }, leaves) {
  return new Promise((resolve) => {
    const asked = request({
      agent,
      port,
      method,
      path,
      headers: { 'Content-Type': 'application/json', ...headers },
    });
    asked.once('error', (error) => resolve(error.code ?? error.message));
    asked.once('response', (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
      response.once('error', (error) => resolve(error.code));
    });
    const finish = () => asked.end(method === 'POST' ? user : undefined);
    if (leaves) asked.once('socket', () => asked.destroy());
    else if (headers.Expect) asked.once('continue', finish).flushHeaders();
    else finish();
  });
}

async function answered(port) {
  const agent = new Agent();
  for (let tries = 0; tries < 100; tries++) {
    if ((await send(agent, port, kinds[0])) === 200) return;
    await sleep(100);
  }
  throw new Error('The proxy does not answer');
}

/** A proxy may send a request again, to the next replica: one that was not sent at all, or one that changes nothing. */
function nginx(port, replicas, folder) {
  return `daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 4096; }
http {
  access_log off;
  client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder};
  uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
  upstream assay {
    ${replicas.map((each) => `server 127.0.0.1:${each} max_fails=0;`).join('\n    ')}
    keepalive 64;
  }
  server {
    listen 127.0.0.1:${port};
    keepalive_requests 100000;
    location / {
      proxy_pass http://assay;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      # Each endpoint can be asked again without harm.
      proxy_next_upstream error timeout non_idempotent;
    }
  }
}
`;
}

function haproxy(port, replicas) {
  const servers = replicas.map((each, at) => `  server replica${at} 127.0.0.1:${each}`);
  return `defaults
  mode http
  option http-buffer-request
  timeout connect 2s
  timeout client 75s
  timeout server 30s
  retries 3
  option redispatch 1
  retry-on conn-failure empty-response response-timeout
frontend all
  bind 127.0.0.1:${port}
  default_backend replicas
backend replicas
${servers.join('\n')}
`;
}
