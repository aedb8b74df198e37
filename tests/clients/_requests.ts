import { requestOf } from '../../src/contract/example.ts';
import { practiceEndpoints } from '../_practice.ts';
import { sendRaw } from '../_raw.ts';

/** A request, as the programs in `programs/` read it. */
export interface Asked {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** In Base64. */
  readonly body: string | null;
  /** True if the body is sent in chunks. */
  readonly chunked: boolean;
}

/** A reply, as the programs print it. */
export interface Answer {
  readonly status?: number;
  /** The `X-Request-Id`. */
  readonly id?: string;
  /** In Base64. */
  readonly body?: string;
  /** The reason why there is no reply. */
  readonly error?: string;
}

/** Sends several lists of requests concurrently, and those of one list one after another. */
export type Ask = (lists: readonly (readonly Asked[])[]) => Promise<Answer[][]>;

interface Parts {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly chunked?: boolean;
}

let asked = 0;

/** A request with an id of its own. */
export function request(method: string, target: string, parts: Parts = {}): Asked {
  const { headers = {}, body, chunked = false } = parts;
  asked++;
  return {
    method,
    target,
    headers: { ...headers, 'X-Request-Id': `request-${asked}` },
    body: body === undefined ? null : Buffer.from(body).toString('base64'),
    chunked,
  };
}

export function get(target = '/items/1'): Asked {
  return request('GET', target);
}

export const json = { 'Content-Type': 'application/json' };

/** A request that is accepted with any body. */
export function upload(body: string, parts: Parts = {}): Asked {
  const headers = { 'X-Webhook-Signature': 'abc123', ...parts.headers };
  return request('POST', '/webhook', { ...parts, headers, body });
}

export const expect100 = { Expect: '100-continue' };

/** All examples of the contract, and the document. The page shows the origin that it was asked with, which a proxy may change. */
export function examples(): Asked[] {
  const requests = practiceEndpoints.flatMap(([, endpoint]) =>
    endpoint.examples.map((example) => {
      const { method, target, headers, body } = requestOf(endpoint, example);
      return request(method, target, { headers, body });
    }),
  );
  return [...requests.filter(({ target }) => target !== '/docs'), get('/openapi.json')];
}

/** The reply of the service on a new connection. */
export async function answerTo(port: number, { method, target, headers, body }: Asked): Promise<Answer> {
  const bytes = Buffer.from(body ?? '', 'base64');
  const { Expect: _, ...others } = headers;
  const fields = Object.entries({ Host: 'a', Connection: 'close', ...others });
  if (body !== null) fields.push(['Content-Length', String(bytes.length)]);
  const head = [`${method} ${target} HTTP/1.1`, ...fields.map((field) => field.join(': '))].join('\r\n');
  const reply = await sendRaw(port, `${head}\r\n\r\n${bytes.toString('latin1')}`);
  const [, id = ''] = /^x-request-id: (.*)$/im.exec(reply.head) ?? [];
  return { status: reply.status, id, body: Buffer.from(reply.body).toString('base64') };
}
