import { expect, it } from 'vitest';
import { Coverage } from '../../src/check/coverage.ts';
import { Findings } from '../../src/check/findings.ts';
import { judgeOf } from '../../src/check/judge.ts';
import { github } from '../../src/check/reporters/github.ts';
import { html } from '../../src/check/reporters/html.ts';
import { json } from '../../src/check/reporters/json.ts';
import { junit } from '../../src/check/reporters/junit.ts';
import { pretty } from '../../src/check/reporters/pretty.ts';
import type { MakeReporter } from '../../src/check/reporters/reporter.ts';
import { tap } from '../../src/check/reporters/tap.ts';
import type { Result } from '../../src/check/result.ts';
import { Tally } from '../../src/check/tally.ts';
import { fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';

/** Each report as a whole, of one result of each kind. */

const responses = { 200: { description: 'All' } };
const paths = {
  '/lamps': { get: { operationId: 'listLamps', responses }, post: { operationId: 'add', responses } },
};
const app = fromDocument({ openapi: '3.1.0', info: { title: 'Lamps & <more>', version: '1' }, paths })[
  hosting
];

const result = {
  case: {
    id: 'listLamps/query.a/missing',
    operation: 'listLamps',
    place: 'query.a',
    type: 'missing',
    title: 'a is "<b>" & c',
    rule: 'a is required',
    request: { method: 'GET', target: '/lamps?a=%5D', headers: {}, body: undefined },
  },
  isSent: true,
  headers: [],
  query: [],
  sentAt: 0,
  took: 1,
  wanted: '422',
};
const received = (status: number) => ({ status, body: 'No', headers: [], header: () => 'text/plain' });
const results = [
  { ...result, outcome: 'agrees', received: received(422) },
  {
    ...result,
    outcome: 'differs',
    fault: 'accepted',
    why: 'it is accepted with 200',
    received: received(200),
  },
  { ...result, outcome: 'not run', why: 'the status is 503', received: received(503) },
  { ...result, outcome: 'inconclusive', why: 'it is rejected with 401', received: received(401) },
] as unknown as readonly Result[];

function reportOf(make: MakeReporter): string {
  const tally = new Tally(app.contract);
  const findings = new Findings();
  const coverage = new Coverage(app.contract, judgeOf(app));
  const reporter = make({
    title: app.title,
    address: 'http://localhost',
    tally,
    findings,
    coverage,
    isVerbose: true,
    isStopped: () => false,
    elapsed: () => 1234,
    summaryFile: undefined,
    credentialRemedy: () => 'give one',
  });
  tally.noteCutOff('listLamps');
  tally.noteCutOff('add');
  let text = '';
  for (const each of results) {
    tally.add(each);
    coverage.add(each);
    findings.add(each, tally.nameOf(each.case.operation));
    text += reporter.result(each);
  }
  return text + reporter.end();
}

it.each<[name: string, make: MakeReporter, start: string, report: string]>([
  [
    'pretty',
    pretty,
    '',
    `listLamps/query.a/missing: a is "<b>" & c
  it is accepted with 200
  curl 'http://localhost/lamps?a=%5D'
  expected 422
  got      200 (text/plain) No

GET /lamps  1 agree, 1 differ, 1 inconclusive, 1 not run

GET /lamps: 1 inconclusive, because it is rejected with 401; give one
Requests that were answered with 429 or 503, or were stopped, count as not run.
Further test cases of GET /lamps are left out: it would take too long to make them
Reached: 1 of 2 operations, 1 of 1 statuses
4 requests: 1 agree, 1 differ, 1 inconclusive, 1 not run (1 accepted though wrong), in 1.2 s
`,
  ],
  [
    'junit',
    junit,
    '<?xml',
    `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
<testsuite name="GET /lamps" tests="4" failures="1" skipped="2">
<testcase classname="listLamps" name="listLamps/query.a/missing: a is &quot;&lt;b&gt;&quot; &amp; c"/>
<testcase classname="listLamps" name="listLamps/query.a/missing: a is &quot;&lt;b&gt;&quot; &amp; c"><failure type="accepted" message="it is accepted with 200">curl 'http://localhost/lamps?a=%5D'
expected 422
got      200 (text/plain) No</failure></testcase>
<testcase classname="listLamps" name="listLamps/query.a/missing: a is &quot;&lt;b&gt;&quot; &amp; c"><skipped message="the status is 503"/></testcase>
<testcase classname="listLamps" name="listLamps/query.a/missing: a is &quot;&lt;b&gt;&quot; &amp; c"><skipped message="it is rejected with 401"/></testcase>
</testsuite>
</testsuites>
`,
  ],
  [
    'tap',
    tap,
    'TAP',
    `TAP version 14
ok 1 - listLamps/query.a/missing: a is "<b>" & c
not ok 2 - listLamps/query.a/missing: a is "<b>" & c
  ---
  message: "it is accepted with 200"
  fault: "accepted"
  request: "curl 'http://localhost/lamps?a=%5D'"
  expected: "422"
  received: "200 (text/plain) No"
  ...
ok 3 - listLamps/query.a/missing: a is "<b>" & c # SKIP the status is 503
ok 4 - listLamps/query.a/missing: a is "<b>" & c # SKIP it is rejected with 401
1..4
`,
  ],
  [
    'github',
    github,
    '::error',
    `::error title=accepted though wrong%3A GET /lamps%2C query.a::it is accepted with 200
::warning title=GET /lamps::GET /lamps: 1 inconclusive, because it is rejected with 401; give one
4 requests: 1 agree, 1 differ, 1 inconclusive, 1 not run (1 accepted though wrong), in 1.2 s
`,
  ],
  [
    'json',
    json,
    '{',
    String.raw`{"address":"http://localhost","results":[
{"case":{"id":"listLamps/query.a/missing","operation":"listLamps","place":"query.a","type":"missing","title":"a is \"<b>\" & c","rule":"a is required","request":{"method":"GET","target":"/lamps?a=%5D","headers":{}}},"outcome":"agrees","wanted":"422","received":{"status":422,"contentType":"text/plain","body":"No"}},
{"case":{"id":"listLamps/query.a/missing","operation":"listLamps","place":"query.a","type":"missing","title":"a is \"<b>\" & c","rule":"a is required","request":{"method":"GET","target":"/lamps?a=%5D","headers":{}}},"outcome":"differs","fault":"accepted","why":"it is accepted with 200","wanted":"422","received":{"status":200,"contentType":"text/plain","body":"No"}},
{"case":{"id":"listLamps/query.a/missing","operation":"listLamps","place":"query.a","type":"missing","title":"a is \"<b>\" & c","rule":"a is required","request":{"method":"GET","target":"/lamps?a=%5D","headers":{}}},"outcome":"not run","why":"the status is 503","wanted":"422","received":{"status":503,"contentType":"text/plain","body":"No"}},
{"case":{"id":"listLamps/query.a/missing","operation":"listLamps","place":"query.a","type":"missing","title":"a is \"<b>\" & c","rule":"a is required","request":{"method":"GET","target":"/lamps?a=%5D","headers":{}}},"outcome":"inconclusive","why":"it is rejected with 401","wanted":"422","received":{"status":401,"contentType":"text/plain","body":"No"}}
],"findings":[{"fault":"accepted","endpoint":"GET /lamps","place":"query.a","why":"it is accepted with 200","count":1,"isKnown":false,"id":"listLamps/query.a/missing","title":"a is \"<b>\" & c","curl":"curl 'http://localhost/lamps?a=%5D'"}],"coverage":{"operations":[{"name":"listLamps"},{"name":"add","missed":"no request was sent"}],"parameters":[],"properties":[],"statuses":[{"name":"listLamps/200"}]},"summary":{"total":{"agree":1,"differ":1,"inconclusive":1,"notRun":1},"requests":4,"leftOut":0,"cutOff":["GET /lamps"],"milliseconds":1234,"endpoints":{"GET /lamps":{"agree":1,"differ":1,"inconclusive":1,"notRun":1}},"stopped":false}}
`,
  ],
  [
    'html',
    html,
    '<main>',
    `<main>
<h1>Check of Lamps &amp; &lt;more&gt;</h1>
<p>http://localhost</p>
<p>4 requests: 1 agree, 1 differ, 1 inconclusive, 1 not run (1 accepted though wrong), in 1.2 s</p>
<details class="accepted" open>
<summary>accepted though wrong: GET /lamps, query.a</summary>
<p>a is &quot;&lt;b&gt;&quot; &amp; c: it is accepted with 200</p>
<pre>curl 'http://localhost/lamps?a=%5D'</pre>
<dl><dt>Expected<dd>422<dt>Got<dd>200 (text/plain) No<dt>Rule<dd>a is required<dt>Case<dd>listLamps/query.a/missing</dl>
</details>
<h2>Inconclusive</h2>
<ul>
<li>GET /lamps: 1 inconclusive, because it is rejected with 401; give one
</ul>
<h2>Endpoints</h2>
<table>
<tr><td>GET /lamps<td>1 agree, 1 differ, 1 inconclusive, 1 not run
</table>
<h2>Reached</h2>
<details><summary>1 of 2 operations</summary><ul>
<li>add: no request was sent
</ul></details>
<details><summary>0 of 0 parameters</summary><ul>
</ul></details>
<details><summary>0 of 0 properties</summary><ul>
</ul></details>
<details><summary>1 of 1 statuses</summary><ul>
</ul></details>
</main>
</html>
`,
  ],
])('%s', (_, make, start, report) => {
  const text = reportOf(make);
  expect(text.slice(text.indexOf(start))).toBe(report);
});

it.each<[string, readonly (readonly [fault: string, place: string, why: string])[], readonly number[]]>([
  [
    'the same mistake in other items of a list',
    [
      ['reply', 'body', 'body.lamps.3.id is missing'],
      ['reply', 'body', 'body.lamps.12.id is missing'],
      ['reply', 'body', 'body.lamps.12.name is missing'],
    ],
    [2, 1],
  ],
  [
    'crashes by the place of the value',
    [
      ['crashed', 'body.a', 'the status is 500'],
      ['crashed', 'body.b', 'the status is 500'],
      ['crashed', 'body.a', 'the status is 500'],
    ],
    [2, 1],
  ],
  [
    'wrong replies whatever the place of the value',
    [
      ['status', 'body.a', 'the status is 418'],
      ['status', 'body.b', 'the status is 418'],
    ],
    [2],
  ],
])('a finding groups %s', (_, all, counts) => {
  const findings = new Findings();
  for (const [fault, place, why] of all)
    findings.add({ outcome: 'differs', fault, why, case: { place } } as unknown as Result, 'GET /lamps');
  expect(findings.all().map(({ count }) => count)).toEqual(counts);
});
