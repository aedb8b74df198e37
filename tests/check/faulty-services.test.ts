import { afterEach, describe, expect, it } from 'vitest';
import { createApp } from '../../src/app.ts';
import { integer } from '../../src/fields/number.ts';
import { object } from '../../src/fields/object.ts';
import { text } from '../../src/fields/text.ts';
import { contract, handlers } from '../../src/practice/app.ts';
import { runService } from '../_service.ts';
import { type Change, type Server, serve } from './_server.ts';

/** Services with one deliberate fault each: `assay check` finds every one, and none crashes it. */

let server: Server;
afterEach(() => server.close());

const check = (...args: readonly string[]) => runService({}, ['check', server.address, 'practice', ...args]);

const only =
  (path: string, change: Change): Change =>
  (reply, request, response) =>
    request.url?.startsWith(path) ? change(reply, request, response) : reply;

const withDetail =
  (change: (detail: Record<string, unknown>[]) => unknown): Change =>
  (reply) => {
    const { detail } = reply.status === 422 ? JSON.parse(reply.body) : { detail: undefined };
    return Array.isArray(detail) ? { ...reply, body: JSON.stringify({ detail: change(detail) }) } : reply;
  };

interface Fault {
  readonly name: string;
  readonly change: Change;
  /** A case that finds it, and the message. */
  readonly id: string;
  readonly says: string;
  readonly args?: readonly string[];
}

const faults: readonly Fault[] = [
  {
    name: 'a loc without its first element',
    change: withDetail((detail) => detail.map((entry) => ({ ...entry, loc: [entry.loc].flat().slice(1) }))),
    id: 'listUsers/query.page/greater_than_equal',
    says: 'there is no greater_than_equal at query.page, an unexpected greater_than_equal at page',
  },
  {
    name: 'only the first of several errors',
    change: withDetail((detail) => detail.slice(0, 1)),
    id: 'listUsers/query/several',
    says: 'there is no greater_than_equal at query.limit',
  },
  {
    name: 'a 500',
    change: only('/search/', (reply) => ({ ...reply, status: reply.status === 422 ? 500 : reply.status })),
    id: 'search/query.query/missing',
    says: 'the status is 500 instead of 422',
  },
  {
    name: 'a reply that never comes',
    change: only('/users/?page=0', () => undefined),
    id: 'listUsers/query.page/greater_than_equal',
    says: 'no reply within 1000 ms',
    args: ['--timeout', '1000'],
  },
  {
    name: 'a closed connection',
    change: only('/users/?page=0', (_, request) => {
      request.socket.destroy();
      return undefined;
    }),
    id: 'listUsers/query.page/greater_than_equal',
    says: 'the connection was cut',
  },
  {
    name: 'a truncated reply',
    change: only('/users/?page=0', (_, request, response) => {
      response.writeHead(422, { 'content-length': '1000' }).write('{"detail":');
      setImmediate(() => request.socket.destroy());
      return undefined;
    }),
    id: 'listUsers/query.page/greater_than_equal',
    says: 'the connection was cut',
  },
  {
    name: 'a reply that is not HTTP',
    change: only('/users/?page=0', (_, request) => {
      request.socket.end('SSH-2.0-OpenSSH_9.6\r\n');
      return undefined;
    }),
    id: 'listUsers/query.page/greater_than_equal',
    says: 'the reply is not HTTP',
  },
  {
    name: 'an endless reply',
    change: only('/users/?page=0', (_, __, response) => {
      response.writeHead(422);
      const more = () => response.write('a'.repeat(1024 * 1024), more);
      more();
      return undefined;
    }),
    id: 'listUsers/query.page/greater_than_equal',
    says: 'a reply of more than 8388608 bytes',
  },
  {
    name: 'HTML instead of JSON',
    change: (reply) =>
      reply.status === 422
        ? { ...reply, headers: { 'content-type': 'text/html' }, body: '<h1>No</h1>' }
        : reply,
    id: 'createUser/body.age/less_than_equal',
    says: 'the body is not JSON with a list of entries',
  },
  {
    name: 'JSON of another shape',
    change: (reply) => (reply.status === 422 ? { ...reply, body: '{"detail":[null,{"loc":7}]}' } : reply),
    id: 'createUser/body.age/less_than_equal',
    says: 'the body is not JSON with a list of entries',
  },
  {
    name: 'HTML for a 404',
    change: (reply) =>
      reply.status === 404
        ? { ...reply, headers: { 'content-type': 'text/html' }, body: '<h1>No</h1>' }
        : reply,
    id: 'path/not_found',
    says: 'the content type is text/html instead of application/json',
  },
  {
    name: 'a swapped status',
    change: (reply) => (reply.status === 401 ? { ...reply, status: 403 } : reply),
    id: 'getProtected/credential/missing',
    says: 'the status is 403 instead of 401',
  },
  {
    name: 'a lenient parser',
    change: (reply) => (reply.status === 400 ? { ...reply, status: 201, body: '{}' } : reply),
    id: 'createUser/body/json_invalid',
    says: 'the status is 201 instead of 400',
  },
  {
    name: 'a redirect',
    change: only('/search/', () => ({ status: 307, headers: { location: '/users/' }, body: '' })),
    id: 'search/query.query/missing',
    says: 'the status is 307 instead of 422',
  },
];

describe('check finds', () => {
  it.each(faults)('$name', async ({ change, id, says, args = [] }) => {
    server = await serve(change);
    const { code, stdout, stderr } = await check('--verbose', '--skip', '*/email_*', ...args);
    expect(stderr).toBe('');
    expect(stdout).toContain(`${id}: `);
    const [, message] =
      stdout
        .split(`\n\n`)
        .find((block) => block.startsWith(`${id}: `))
        ?.split('\n  ') ?? [];
    expect(message).toContain(says);
    expect(code).toBe(1);
  });

  it('a bound off by one', async () => {
    const { createUser } = contract.endpoints;
    const body = object({ ...shapeOf(), age: integer({ min: 0, max: 121 }) });
    const lenient = createApp(
      { ...contract, endpoints: { ...contract.endpoints, createUser: { ...createUser, body } } },
      { ...handlers, createUser: () => ({ name: '', age: 0, email: 'a@b.cc', website: null }) },
    );
    server = await serve(undefined, lenient.fetch);
    const { code, stdout } = await check(
      '--only',
      'createUser/body.age/less_than_equal',
      '--match',
      'status',
    );
    expect(stdout).toContain('the status is 201 instead of 422');
    expect(code).toBe(1);
  });

  it('a missing header, with --match exact', async () => {
    server = await serve((reply) => {
      const { 'www-authenticate': _, ...headers } = reply.headers;
      return { ...reply, headers };
    });
    const cases = ['--only', '*/credential/missing'];
    expect((await check(...cases)).code).toBe(0);
    const { code, stdout } = await check(...cases, '--match', 'exact');
    expect(stdout).toContain('WWW-Authenticate is missing instead of Bearer');
    expect(code).toBe(1);
  });

  it('another message, with --match exact', async () => {
    server = await serve((reply) => ({ ...reply, body: reply.body.replace('must be', 'has to be') }));
    const cases = ['--only', 'listUsers/query.page/*'];
    expect((await check(...cases)).code).toBe(0);
    const { code, stdout } = await check(...cases, '--match', 'exact');
    expect(stdout).toContain('the body is another');
    expect(code).toBe(1);
  });
});

function shapeOf() {
  return { name: text(), email: text(), website: text() };
}
