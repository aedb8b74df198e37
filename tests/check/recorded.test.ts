import { readFileSync, writeFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type CheckOptions, check } from '../../src/check/check.ts';
import { Coverage } from '../../src/check/coverage.ts';
import { Findings } from '../../src/check/findings.ts';
import { judgeOf } from '../../src/check/judge.ts';
import type { Result } from '../../src/check/result.ts';
import { Tally } from '../../src/check/tally.ts';
import { fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { ensure } from '../../src/text/memo.ts';
import { options } from './_options.ts';
import { type Change, type Draft, type Server, serve } from './_server.ts';

/**
 * Everything that a check sends by one document, what it expects, and what it says of services that differ in their habits. To
 * record it anew, run `RECORD=yes npx vitest run --project system tests/check/recorded.test.ts`, and read what has changed.
 */
const folder = new URL('recorded/', import.meta.url);
const document = parse(readFileSync(new URL('shops.yaml', folder), 'utf8'));
const app = fromDocument(document)[hosting];

const open: Server[] = [];
afterEach(() => Promise.all(open.splice(0).map((each) => each.close())));

const given: CheckOptions = {
  ...options,
  workers: 1,
  headers: [
    ['Authorization', 'Bearer s3cret'],
    ['Cookie', 'session=s3cret'],
  ],
  query: [['key', 's3cret']],
};

/** A part of the credentials that the check makes up. */
const WRONG = 'not-a-valid-one';
const problem = { 'Content-Type': 'application/problem+json' };

/** Serves shops that are remembered, to those who send no wrong credential. */
async function shops(change?: Change): Promise<string> {
  const { fetch } = fromDocument(document, { remember: true });
  const server = await serve(change, async (request) => {
    const isWrong = [...request.headers.values(), request.url].some((each) => each.includes(WRONG));
    return isWrong ? new Response('{"title":"No"}', { status: 401, headers: problem }) : fetch(request);
  });
  open.push(server);
  return server.address;
}

const page: Draft = { status: 404, headers: { 'content-type': 'text/html' }, body: '<p>No' };
const isRefusal = ({ status }: Draft) => status >= 400;

/** What a service does otherwise than its document says, and how it is checked. */
const habits: Readonly<
  Record<string, { readonly change?: Change; readonly others?: Partial<CheckOptions> }>
> = {
  'is as declared': {},
  'takes whatever is wrong': {
    change: (reply) => (isRefusal(reply) ? { ...reply, status: 200 } : reply),
    others: { selection: { pedantic: true, only: ['getShop/*', 'order/*', 'path/*'] } },
  },
  'crashes on whatever is wrong': {
    change: (reply) => (isRefusal(reply) ? { ...reply, status: 500 } : reply),
    others: {
      selection: { pedantic: false, only: ['changeShop/*', '*/unknown', '*/deleted'] },
      refusedStatus: [400, 404],
    },
  },
  'answers with a page': { change: () => page, others: { selection: { pedantic: false, skip: '*/body*' } } },
  'answers with nothing': { change: (reply) => ({ ...reply, body: '', headers: {} }) },
  'asks who sends a request': { change: (reply) => ({ ...reply, status: 401 }) },
  'is held against statuses': {
    change: () => page,
    others: { match: 'status', selection: { pedantic: false, skip: '*/body*' } },
  },
  'is held against an app': {
    change: ({ headers: { allow: _, ...headers }, ...reply }) => ({ ...reply, headers }),
    others: {
      match: 'exact',
      selection: { pedantic: true, accepted: true, only: ['order/*', 'getTicket/*'] },
    },
  },
};

/** Says what was sent and expected, and what came back from a service. */
async function saidOf(name: string): Promise<string> {
  const { change, others } = habits[name] ?? {};
  const address = await shops(change);
  const judge = judgeOf(app);
  const tally = new Tally(app.contract);
  const [findings, coverage] = [new Findings(), new Coverage(app.contract, judge)];
  const sent: string[] = [];
  const byReply = new Map<string, string[]>();
  for await (const result of check(address, app, { ...given, ...others, onLeftOut: () => tally.leftOut++ })) {
    tally.add(result);
    coverage.add(result);
    findings.add(result, tally.nameOf(result.case.operation));
    sent.push(requestOf(result));
    ensure(byReply, replyOf(result), () => []).push(result.case.id);
  }
  const lines = [
    ...sent,
    ...Array.from(byReply, ([reply, ids]) => `${reply}: ${ids.join(' ')}`),
    ...findings
      .all()
      .map(
        ({ fault, endpoint, place, why, count }) =>
          `${count} × ${fault} ${endpoint}, ${place ?? 'the reply'}: ${why}`,
      ),
    ...tally.doubts().map(({ endpoint, why, count }) => `${count} × ${endpoint} without a verdict: ${why}`),
    ...Array.from(tally.endpoints, ([endpoint, count]) => `${endpoint} ${JSON.stringify(count)}`),
    `${JSON.stringify(tally.total)} by ${tally.requests} requests, ${tally.leftOut} left out`,
    ...Object.values(coverage.all())
      .flat()
      .flatMap((goal) => ('missed' in goal ? [`not reached: ${goal.name}, ${goal.missed}`] : [])),
    coverage.inWords(),
  ];
  return lines.join('\n');
}

/** The most characters of a body that are shown. */
const MAX_SHOWN = 60;

/** Says what was sent, without what the options add, unless that is left out. */
function requestOf({ case: each, wanted, headers, query }: Result): string {
  const { method, target, headers: own, body } = each.request;
  const added = new Set([...headers, ...query].map(([name]) => name));
  const missing = [...given.headers, ...given.query].flatMap(([name]) => (added.has(name) ? [] : [name]));
  const sent = Object.entries(own).filter(([name]) => !/^(?:content-type|authorization)$/i.test(name));
  const text = typeof body === 'string' ? body : `${body}`;
  const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}… (${text.length})` : text;
  return [
    `${each.id}: ${method} ${target}`,
    ...sent.map((pair) => pair.join(': ')),
    ...(body === undefined ? [] : [shown]),
    ...(missing.length > 0 ? [`without ${missing.join(', ')}`] : []),
    `wants ${wanted}`,
  ].join(' | ');
}

function replyOf({ received, outcome, fault, why, isSent }: Result): string {
  return [isSent ? received?.status : 'not sent', outcome, fault, why].filter(Boolean).join(' ');
}

const HEADING = /^## (.+)\n/;

/** What is recorded of each service. The lines of the first are not repeated. */
function recorded(): ReadonlyMap<string, string> {
  const all = readFileSync(file, 'utf8').split(/^(?=## )/m);
  return new Map(
    all.map((section) => [HEADING.exec(section)?.[1] ?? '', section.replace(HEADING, '').trimEnd()]),
  );
}

function withoutLines(text: string, usual: string): string {
  const lines = new Set(usual.split('\n').filter((line) => line.includes('wants ')));
  return text
    .split('\n')
    .filter((line) => !lines.has(line))
    .join('\n');
}

const file = new URL('shops.txt', folder);
const [first = ''] = Object.keys(habits);

if (process.env.RECORD !== undefined) {
  let all = '';
  let usual = '';
  for (const name of Object.keys(habits)) {
    const said = await saidOf(name);
    all += `## ${name}\n${withoutLines(said, usual)}\n\n`;
    if (name === first) usual = said;
  }
  writeFileSync(file, all);
}

it.each(Object.keys(habits))('a service that %s', async (name) => {
  const all = recorded();
  const usual = name === first ? '' : (all.get(first) ?? '');
  expect(withoutLines(await saidOf(name), usual)).toBe(all.get(name));
});
