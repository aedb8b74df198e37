import { createApp } from '../../src/app.ts';
import { endpoint } from '../../src/contract/endpoint.ts';
import type { PassedReply, RequestInfo } from '../../src/contract/outcome.ts';
import { refuse, reply } from '../../src/contract/outcome.ts';
import { list } from '../../src/fields/list.ts';
import { integer } from '../../src/fields/number.ts';
import { object } from '../../src/fields/object.ts';
import { text } from '../../src/fields/text.ts';

const shared = { summary: '', reply: { status: 200, body: object({ id: integer() }) } } as const;
const endpoints = {
  getLamp: endpoint({ ...shared, method: 'GET', path: '/lamps/{id}', params: { id: integer() } }),
  postLamp: endpoint({ ...shared, method: 'POST', path: '/lamps', body: object({ id: integer() }) }),
  postLater: endpoint({ ...shared, method: 'POST', path: '/later', body: object({ id: integer() }) }),
  getNever: endpoint({ ...shared, method: 'GET', path: '/never' }),
  getCookies: endpoint({
    ...shared,
    method: 'GET',
    path: '/cookies',
    reply: { status: 204, headers: { 'Set-Cookie': list(text()) } },
  }),
  getBytes: endpoint({ ...shared, method: 'GET', path: '/bytes', reply: { status: 200, body: 'bytes' } }),
  getInfo: endpoint({
    ...shared,
    method: 'GET',
    path: '/info',
    reply: { status: 200, body: object({ method: text(), path: text(), endpoint: text(), agent: text() }) },
  }),
};

export const bugs: unknown[] = [];
/** What `around` saw. */
export const seen: Record<string, unknown>[] = [];
/** The statuses of the replies that came back to `around`. */
export const passed: number[] = [];
export const never = {
  begun: Promise.resolve(),
  begin: () => {},
  aborted: Promise.resolve(),
  abort: () => {},
};
never.begun = new Promise((resolve) => {
  never.begin = resolve;
});
never.aborted = new Promise((resolve) => {
  never.abort = resolve;
});

const moment = () => new Promise((resolve) => setTimeout(resolve, 1));
type Next = () => Promise<PassedReply>;

/** What `around` does at the value of a header. */
const doings: Readonly<Record<string, (request: RequestInfo, next: Next) => Promise<PassedReply>>> = {
  async refuse() {
    throw refuse(401, 'Log in first', { headers: { 'WWW-Authenticate': 'Cookie' } });
  },
  async refuseLate(_, next) {
    await next();
    throw refuse(403, 'Seen, and refused');
  },
  async wait(_, next) {
    await moment();
    return next();
  },
  async fail() {
    throw new Error('around is broken');
  },
  async nothing(_, next) {
    await next();
    return undefined as never;
  },
  async twice(_, next) {
    await next();
    return next();
  },
  async slow() {
    return new Promise<never>(() => {});
  },
  async slowAfter(_, next) {
    await next();
    return new Promise<never>(() => {});
  },
  async change(_, next) {
    const made = await next();
    made.headers.set('X-A', 'changed');
    made.headers.set('content-type', 'application/vnd.lamp+json');
    made.headers.delete('x-content-type-options');
    made.headers.append('Set-Cookie', 'c=3');
    made.headers.set('X-Request-Id', 'other');
    return made;
  },
  async length(_, next) {
    const made = await next();
    made.headers.set('Transfer-Encoding', 'gzip');
    return made;
  },
};

export const around = createApp(
  { title: 'Around', version: '1.0.0', endpoints },
  {
    getLamp: ({ params }) => params,
    postLamp: ({ body }) => body,
    postLater: async ({ body }) => body,
    getNever(_, { signal }) {
      never.begin();
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          never.abort();
          reject(signal.reason);
        });
      });
    },
    getCookies: () => reply(undefined, { headers: { 'Set-Cookie': ['a=1', 'b=2'] } }),
    getBytes: () => new Blob(['abc']),
    getInfo(_, { request }) {
      const { method, path, endpoint: name = '' } = request;
      return { method, path, endpoint: name, agent: request.headers.get('User-Agent') ?? 'none' };
    },
  },
  {
    async around(request, next) {
      const { method, path, url, requestId, endpoint: name, address } = request;
      const has = [request.headers.has('X-None'), request.headers.get('X-None')];
      seen.push({ method, path, url, requestId, endpoint: name, address, has });
      const doing = doings[request.headers.get('X-Do') ?? ''];
      const made = await (doing ?? ((_, go) => go()))(request, async () => {
        const inner = await next();
        passed.push(inner.status);
        return inner;
      });
      if (!doing) made.headers.set('X-Around', path);
      return made;
    },
    timeouts: { handlerTimeout: 200 },
    onBug: (bug) => bugs.push(bug),
  },
);
