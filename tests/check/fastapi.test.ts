import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Case } from '../../src/cases/case.ts';
import { matches } from '../../src/cases/case.ts';
import { casesOf } from '../../src/cases/cases.ts';
import { difference } from '../../src/cases/compare.ts';
import { curlOf } from '../../src/cases/curl.ts';
import { wholeSubjectOf } from '../../src/cases/robust.ts';
import { hosting } from '../../src/http/hosting.ts';
import { app } from '../../src/practice/app.ts';
import { runService } from '../_service.ts';

/** docs/reference/fastapi.md explains every difference from FastAPI, and nothing else. */

interface Reply {
  readonly id: string;
  readonly request: string;
  readonly sent: string;
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

const file = new URL('../data/fastapi/replies.json', import.meta.url);
const { replies }: { readonly replies: readonly Reply[] } = JSON.parse(readFileSync(file, 'utf8'));
const recorded = new Map(replies.map((reply) => [reply.id, reply]));

/** The cases whose requests were recorded; later fields may add cases. */
const pairs = [...casesOf(wholeSubjectOf(app[hosting]))].flatMap((each) => {
  const reply = recorded.get(each.id);
  return reply && isSameRequest(each, reply) ? [{ each, reply }] : [];
});

function isSameRequest({ request: { method, target, body = '' } }: Case, { request, sent }: Reply): boolean {
  return `${method} ${target}`.startsWith(request) && (typeof body !== 'string' || body.startsWith(sent));
}

const differing = pairs
  .filter(({ each: { expected }, reply: { status, contentType, body } }) => {
    return difference(expected, { status, header: () => contentType, body }) !== undefined;
  })
  .map(({ each }) => each.id);

const page = readFileSync('docs/reference/fastapi.md', 'utf8');
const sections = page
  .split('\n## ')
  .slice(1)
  .map((text) => {
    const [title = ''] = text.split('\n', 1);
    const [, list = ''] = /\nTest cases: (.*)\n/.exec(text) ?? [];
    const patterns = Array.from(list.matchAll(/`([^`]+)`/g), ([, pattern = '']) => pattern);
    const [, curl, ours, theirs] = /```text\n\$ (.*)\nAssay {4}(.*)\nFastAPI {2}(.*)\n```/.exec(text) ?? [];
    return { title, patterns, curl, ours, theirs };
  });
const claims = (patterns: readonly string[], id: string) => patterns.some((pattern) => matches(pattern, id));

describe('the page of differences', () => {
  it('covers nearly all recorded replies, with no pattern unused', () => {
    expect(pairs.length / replies.length).toBeGreaterThan(0.9);
    const patterns = sections.flatMap(({ patterns }) => patterns);
    expect(patterns.filter((pattern) => !differing.some((id) => matches(pattern, id)))).toEqual([]);
  });

  it.each(differing)('explains %s', (id) => {
    expect(sections.filter(({ patterns }) => claims(patterns, id)).length).toBeGreaterThan(0);
  });

  it.each(sections)('shows both replies: $title', ({ patterns, curl, ours, theirs }) => {
    const pair = pairs.find(({ each }) => curlOf('http://localhost:8000', each.request) === curl);
    if (!pair) return expect.fail(`no case is sent by ${curl}`);
    const { each, reply } = pair;
    expect(ours).toBe(`${each.expected.status} ${each.expected.body}`);
    expect(theirs).toBe(`${reply.status} ${reply.body}`);
    expect(claims(patterns, each.id)).toBe(patterns.length > 0);
    expect(differing.includes(each.id)).toBe(patterns.length > 0);
  });

  it('says how many requests agree', () => {
    expect(page).toContain(`${replies.length} requests`);
    if (pairs.length === replies.length) {
      expect(page).toContain(`${replies.length - differing.length} have the same status`);
      expect(page).toContain(`other ${differing.length} are explained`);
    }
  });
});

it('assay check reports exactly these differences', async () => {
  const server = createServer({ maxHeaderSize: 64 * 1024 }, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { status = 599, contentType = '', body } = replay(request, Buffer.concat(chunks)) ?? {};
    response.writeHead(status, { 'Content-Type': contentType }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const only = pairs.flatMap(({ each }) => ['--only', each.id]);
  const args = ['check', address, 'practice', '--accepted', '--limits', '--verbose', ...only];
  const { stdout } = await runService({}, args);
  server.close();
  const reported = stdout.split('\n').flatMap((line) => /^(\w\S*): /.exec(line)?.[1] ?? []);
  expect(reported.sort()).toEqual(differing.toSorted());
});

/** The recorded reply to a request. */
function replay({ method, url, headers }: IncomingMessage, body: Buffer): Reply | undefined {
  const pair = pairs.find(({ each: { request } }) => {
    if (request.method !== method || request.target !== url) return false;
    const given = Object.entries(request.headers);
    const hasHeaders = given.every(([name, value]) => headers[name.toLowerCase()] === value);
    // Node's client adds Host, Connection and Content-Length.
    const own = Object.keys(headers).filter(
      (name) => !['host', 'connection', 'content-length'].includes(name),
    );
    return hasHeaders && own.length === given.length && body.equals(Buffer.from(request.body ?? ''));
  });
  return pair?.reply;
}
