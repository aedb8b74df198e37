import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Coverage } from '../../src/check/coverage.ts';
import { Findings, type Known } from '../../src/check/findings.ts';
import { judgeOf } from '../../src/check/judge.ts';
import { github } from '../../src/check/reporters/github.ts';
import { html } from '../../src/check/reporters/html.ts';
import { json } from '../../src/check/reporters/json.ts';
import { junit } from '../../src/check/reporters/junit.ts';
import { pretty } from '../../src/check/reporters/pretty.ts';
import type { MakeReporter, ReportOptions } from '../../src/check/reporters/reporter.ts';
import { tap } from '../../src/check/reporters/tap.ts';
import { type Result, UNREAD } from '../../src/check/result.ts';
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

interface Situation {
  readonly given?: readonly Result[];
  readonly known?: readonly Known[];
  readonly others?: Partial<ReportOptions>;
}

function reportOf(make: MakeReporter, { given = results, known = [], others = {} }: Situation = {}): string {
  const tally = new Tally(app.contract);
  const findings = new Findings(known);
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
    ...others,
  });
  tally.noteCutOff('listLamps');
  tally.noteCutOff('add');
  let text = '';
  for (const each of given) {
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

/** What a check with a credential finds that is stopped, and has found one of the faults before. */
const hostile = {
  ...result,
  case: {
    ...result.case,
    id: 'add/body.a#b/too_long',
    operation: 'add',
    place: 'body.a#b',
    title: 'a#b is `x`, *50%*:\n\u202e<i>',
    rule: 'maxLength',
    request: { method: 'POST', target: '/lamps?x=1&key=own', headers: { 'X-Own': 'a' }, body: '{}' },
  },
  headers: [
    ['Authorization', 'Bearer hush'],
    ['x-own', 'hush'],
  ],
  query: [['key', 'hush']],
  isSent: true,
};
const debatable = { ...result, case: { ...result.case, certainty: 'debatable' } };
const stopped: Situation = {
  given: [
    { ...hostile, outcome: 'differs', fault: 'crashed', why: 'no reply within 5 ms' },
    { ...hostile, outcome: 'differs', fault: 'crashed', why: 'no reply within 5 ms' },
    {
      ...debatable,
      outcome: 'differs',
      fault: 'accepted',
      why: 'it is accepted with 200',
      received: received(200),
    },
    { ...result, outcome: 'differs', fault: 'reply', why: 'a & b', received: received(422) },
    { ...result, outcome: 'inconclusive', why: 'the ```id``` is 404', received: received(404) },
    { ...result, outcome: 'inconclusive', why: 'the ```id``` is 404', received: received(404) },
    { ...hostile, isSent: false, outcome: 'inconclusive', why: 'no body is valid' },
    { ...hostile, outcome: 'not run', why: 'stopped' },
  ] as unknown as readonly Result[],
  known: [{ fault: 'reply', endpoint: 'GET /lamps', why: 'a & b' }],
  others: { isVerbose: false, isStopped: () => true, elapsed: () => 40 },
};

it.each<[name: string, make: MakeReporter, start: string, report: string]>([
  [
    'pretty',
    pretty,
    '',
    `crashed: POST /lamps, body.a#b (2 requests)
  add/body.a#b/too_long: a#b is \`x\`, *50%*:\\u000a\\u202e<i>
  no reply within 5 ms
  curl 'http://localhost/lamps?x=1&key='"$KEY"'' -H "Authorization: Bearer $TOKEN" -H "x-own: $X_OWN" -H 'Content-Type:' -d '{}'
  expected 422
  got      no reply within 5 ms

accepted though wrong: GET /lamps, query.a
  listLamps/query.a/missing: a is "<b>" & c (rests on a is required)
  it is accepted with 200
  curl 'http://localhost/lamps?a=%5D'
  expected 422
  got      200 (text/plain) No

POST /lamps  0 agree, 2 differ, 1 inconclusive, 1 not run
GET /lamps   0 agree, 2 differ, 2 inconclusive

GET /lamps: 2 inconclusive, because the \`\`\`id\`\`\` is 404; give an id that exists with --path id=…
POST /lamps: 1 inconclusive, because no body is valid; give a body that it accepts with --data, or examples in the document
Requests that were answered with 429 or 503, or were stopped, count as not run.
Further test cases of GET /lamps and POST /lamps are left out: it would take too long to make them
Reached: 1 of 2 operations, 1 of 1 statuses
Stopped before the end. 8 requests: 0 agree, 4 differ, 3 inconclusive, 1 not run (1 crashed, 1 accepted though wrong, 1 known), in 0.0 s
`,
  ],
  [
    'junit',
    junit,
    '<testsuites>',
    `<testsuites>
<testsuite name="POST /lamps" tests="4" failures="2" skipped="2">
<testcase classname="add" name="add/body.a#b/too_long: a#b is \`x\`, *50%*:\\u000a\\u202e&lt;i&gt;"><failure type="crashed" message="no reply within 5 ms">curl 'http://localhost/lamps?x=1&amp;key='&quot;$KEY&quot;'' -H &quot;Authorization: Bearer $TOKEN&quot; -H &quot;x-own: $X_OWN&quot; -H 'Content-Type:' -d '{}'
expected 422
got      no reply within 5 ms</failure></testcase>
<testcase classname="add" name="add/body.a#b/too_long: a#b is \`x\`, *50%*:\\u000a\\u202e&lt;i&gt;"><failure type="crashed" message="no reply within 5 ms">curl 'http://localhost/lamps?x=1&amp;key='&quot;$KEY&quot;'' -H &quot;Authorization: Bearer $TOKEN&quot; -H &quot;x-own: $X_OWN&quot; -H 'Content-Type:' -d '{}'
expected 422
got      no reply within 5 ms</failure></testcase>
<testcase classname="add" name="add/body.a#b/too_long: a#b is \`x\`, *50%*:\\u000a\\u202e&lt;i&gt;"><skipped message="no body is valid"/></testcase>
<testcase classname="add" name="add/body.a#b/too_long: a#b is \`x\`, *50%*:\\u000a\\u202e&lt;i&gt;"><skipped message="stopped"/></testcase>
</testsuite>
<testsuite name="GET /lamps" tests="4" failures="2" skipped="2">
`,
  ],
  [
    'tap',
    tap,
    '',
    `TAP version 14
not ok 1 - add/body.a\\#b/too_long: a\\#b is \`x\`, *50%*:\\\\u000a\\\\u202e<i>
  ---
  message: "no reply within 5 ms"
  fault: "crashed"
  request: "curl 'http://localhost/lamps?x=1&key='\\"$KEY\\"'' -H \\"Authorization: Bearer $TOKEN\\" -H \\"x-own: $X_OWN\\" -H 'Content-Type:' -d '{}'"
  expected: "422"
  received: "no reply within 5 ms"
  ...
not ok 2 - add/body.a\\#b/too_long: a\\#b is \`x\`, *50%*:\\\\u000a\\\\u202e<i>
  ---
  message: "no reply within 5 ms"
  fault: "crashed"
  request: "curl 'http://localhost/lamps?x=1&key='\\"$KEY\\"'' -H \\"Authorization: Bearer $TOKEN\\" -H \\"x-own: $X_OWN\\" -H 'Content-Type:' -d '{}'"
  expected: "422"
  received: "no reply within 5 ms"
  ...
not ok 3 - listLamps/query.a/missing: a is "<b>" & c
  ---
  message: "it is accepted with 200"
  fault: "accepted"
  request: "curl 'http://localhost/lamps?a=%5D'"
  expected: "422"
  received: "200 (text/plain) No"
  ...
not ok 4 - listLamps/query.a/missing: a is "<b>" & c
  ---
  message: "a & b"
  fault: "reply"
  request: "curl 'http://localhost/lamps?a=%5D'"
  expected: "422"
  received: "422 (text/plain) No"
  ...
ok 5 - listLamps/query.a/missing: a is "<b>" & c # SKIP the \`\`\`id\`\`\` is 404
ok 6 - listLamps/query.a/missing: a is "<b>" & c # SKIP the \`\`\`id\`\`\` is 404
ok 7 - add/body.a\\#b/too_long: a\\#b is \`x\`, *50%*:\\\\u000a\\\\u202e<i> # SKIP no body is valid
ok 8 - add/body.a\\#b/too_long: a\\#b is \`x\`, *50%*:\\\\u000a\\\\u202e<i> # SKIP stopped
1..8
Bail out! Stopped
`,
  ],
  [
    'github',
    github,
    '',
    `::error title=crashed%3A POST /lamps%2C body.a#b (2 requests)::no reply within 5 ms
::error title=accepted though wrong%3A GET /lamps%2C query.a::it is accepted with 200
::warning title=GET /lamps::GET /lamps: 2 inconclusive, because the \`\`\`id\`\`\` is 404; give an id that exists with --path id=…
::warning title=POST /lamps::POST /lamps: 1 inconclusive, because no body is valid; give a body that it accepts with --data, or examples in the document
Stopped before the end. 8 requests: 0 agree, 4 differ, 3 inconclusive, 1 not run (1 crashed, 1 accepted though wrong, 1 known), in 0.0 s
`,
  ],
  [
    'json',
    json,
    '],"findings"',
    `],"findings":[{"fault":"crashed","endpoint":"POST /lamps","place":"body.a#b","why":"no reply within 5 ms","count":2,"isKnown":false,"id":"add/body.a#b/too_long","title":"a#b is \`x\`, *50%*:\\n\\u202e<i>","curl":"curl 'http://localhost/lamps?x=1&key='\\"$KEY\\"'' -H \\"Authorization: Bearer $TOKEN\\" -H \\"x-own: $X_OWN\\" -H 'Content-Type:' -d '{}'"},{"fault":"accepted","endpoint":"GET /lamps","place":"query.a","why":"it is accepted with 200","count":1,"isKnown":false,"id":"listLamps/query.a/missing","title":"a is \\"<b>\\" & c","curl":"curl 'http://localhost/lamps?a=%5D'"},{"fault":"reply","endpoint":"GET /lamps","why":"a & b","count":1,"isKnown":true,"id":"listLamps/query.a/missing","title":"a is \\"<b>\\" & c","curl":"curl 'http://localhost/lamps?a=%5D'"}]`,
  ],
  [
    'html',
    html,
    '<p>Stopped',
    `<p>Stopped before the end. 8 requests: 0 agree, 4 differ, 3 inconclusive, 1 not run (1 crashed, 1 accepted though wrong, 1 known), in 0.0 s</p>
<details class="crashed" open>
<summary>crashed: POST /lamps, body.a#b (2 requests)</summary>
<p>a#b is \`x\`, *50%*:\\u000a\\u202e&lt;i&gt;: no reply within 5 ms</p>
<pre>curl 'http://localhost/lamps?x=1&amp;key='&quot;$KEY&quot;'' -H &quot;Authorization: Bearer $TOKEN&quot; -H &quot;x-own: $X_OWN&quot; -H 'Content-Type:' -d '{}'</pre>
<dl><dt>Expected<dd>422<dt>Got<dd>no reply within 5 ms<dt>Rule<dd>maxLength<dt>Case<dd>add/body.a#b/too_long</dl>
</details>
<details class="accepted" open>
<summary>accepted though wrong: GET /lamps, query.a</summary>
<p>a is &quot;&lt;b&gt;&quot; &amp; c: it is accepted with 200</p>
<pre>curl 'http://localhost/lamps?a=%5D'</pre>
<dl><dt>Expected<dd>422<dt>Got<dd>200 (text/plain) No<dt>Rule<dd>a is required<dt>Case<dd>listLamps/query.a/missing</dl>
</details>
<details class="reply">
<summary>reply not as declared: GET /lamps (known)</summary>
<p>a is &quot;&lt;b&gt;&quot; &amp; c: a &amp; b</p>
<pre>curl 'http://localhost/lamps?a=%5D'</pre>
<dl><dt>Expected<dd>422<dt>Got<dd>422 (text/plain) No<dt>Rule<dd>a is required<dt>Case<dd>listLamps/query.a/missing</dl>
</details>
<h2>Inconclusive</h2>
<ul>
<li>GET /lamps: 2 inconclusive, because the \`\`\`id\`\`\` is 404; give an id that exists with --path id=…
<li>POST /lamps: 1 inconclusive, because no body is valid; give a body that it accepts with --data, or examples in the document
</ul>
`,
  ],
])(
  'of a check that was stopped, with known faults, credentials and hostile titles: %s',
  (_, make, start, report) => {
    const text = reportOf(make, stopped);
    expect(text.slice(text.indexOf(start)).slice(0, report.length)).toBe(report);
  },
);

it('the summary for GitHub has each fault and each doubt as code', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-summary-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const summaryFile = join(folder, 'summary.md');
  reportOf(github, { ...stopped, others: { ...stopped.others, summaryFile } });
  expect(readFileSync(summaryFile, 'utf8')).toBe(`## Check of Lamps \\& \\<more\\>

Stopped before the end. 8 requests: 0 agree, 4 differ, 3 inconclusive, 1 not run (1 crashed, 1 accepted though wrong, 1 known), in 0.0 s

### crashed: POST /lamps, body.a\\#b (2 requests)

\`\`\`text
add/body.a#b/too_long: a#b is \`x\`, *50%*:\\u000a\\u202e<i>
no reply within 5 ms
curl 'http://localhost/lamps?x=1&key='"$KEY"'' -H "Authorization: Bearer $TOKEN" -H "x-own: $X_OWN" -H 'Content-Type:' -d '{}'
expected 422
got      no reply within 5 ms
\`\`\`

### accepted though wrong: GET /lamps, query.a

\`\`\`text
listLamps/query.a/missing: a is "<b>" & c
it is accepted with 200
curl 'http://localhost/lamps?a=%5D'
expected 422
got      200 (text/plain) No
\`\`\`

\`\`\`\`text
GET /lamps: 2 inconclusive, because the \`\`\`id\`\`\` is 404; give an id that exists with --path id=…
\`\`\`\`

\`\`\`text
POST /lamps: 1 inconclusive, because no body is valid; give a body that it accepts with --data, or examples in the document
\`\`\`
`);
});

it('an annotation for GitHub has nothing that its runner would act on', () => {
  const given = [
    { ...result, outcome: 'differs', fault: 'reply', why: '50%: a,\n::b' },
  ] as unknown as Result[];
  expect(reportOf(github, { given })).toContain(
    '::error title=reply not as declared%3A GET /lamps::50%25: a,\\u000a::b\n',
  );
});

it('XML has no characters that it does not allow', () => {
  const why = '<a b="c">&\u0007\uffff\ud800';
  const given = [{ ...result, outcome: 'differs', fault: 'reply', why }] as unknown as Result[];
  expect(reportOf(junit, { given })).toContain('message="&lt;a b=&quot;c&quot;&gt;&amp;\\u0007\ufffd\ufffd"');
});

it.each<[name: string, make: MakeReporter, report: string]>([
  ['pretty', pretty, '\nReached: 0 of 2 operations\n0 requests: 0 agree, in 1.2 s\n'],
  ['tap', tap, 'TAP version 14\n1..0\n'],
  ['github', github, '0 requests: 0 agree, in 1.2 s\n'],
])('of a check without a request: %s', (_, make, report) => {
  expect(reportOf(make, { given: [] })).toBe(report);
});

it('of a check without a request: json', () => {
  const { address, results, findings, summary } = JSON.parse(reportOf(json, { given: [] }));
  expect({ address, results, findings }).toEqual({ address: 'http://localhost', results: [], findings: [] });
  expect(summary).toMatchObject({ requests: 0, endpoints: {}, cutOff: [] });
});

it.each([
  ['it is rejected with 401', 'give one'],
  ['it is rejected with 403', 'give one'],
  ['it is rejected with 4031', 'give a body that it accepts with --data, or examples in the document'],
  ['it is rejected with 404', 'give an id that exists with --path id=…'],
  ['it is rejected with 4041', 'give a body that it accepts with --data, or examples in the document'],
  ['it is rejected with 422', 'give a body that it accepts with --data, or examples in the document'],
  [UNREAD, 'it was passed on unchecked'],
])('says what helps where %s', (why, remedy) => {
  const given = [
    { ...result, outcome: 'inconclusive', why },
    { ...result, case: { ...result.case, operation: undefined }, outcome: 'inconclusive', why },
  ] as unknown as readonly Result[];
  expect(reportOf(pretty, { given })).toContain(
    ['GET /lamps', 'Anywhere'].map((name) => `${name}: 1 inconclusive, because ${why}; ${remedy}\n`).join(''),
  );
});

it.each([
  ['what was checked', results.slice(0, 1), '<p class="accepted">Nothing failed.</p>\n<h2>Endpoints'],
  [
    'a part of it',
    results.slice(2),
    '<p>Nothing failed in what could be checked.</p>\n<h2>Inconclusive</h2>\n<ul>\n<li>GET /lamps',
  ],
])('a page says that nothing failed in %s', (_, given, words) => {
  expect(reportOf(html, { given })).toContain(words);
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
    'the same mistake in other items at the end of a path, or before words',
    [
      ['reply', 'body', 'there is no 7 at body.lamps.3'],
      ['reply', 'body', 'there is no 7 at body.lamps.4'],
      ['reply', 'body', 'body.lamps.3 is null'],
      ['reply', 'body', 'body.lamps.12 is null'],
      ['reply', 'body', 'body.lamps.3rd is null'],
      ['reply', 'body', 'body.lamps.4rd is null'],
    ],
    [2, 2, 1, 1],
  ],
  ...['accepted', 'request'].map(
    (fault): [string, readonly (readonly [string, string, string])[], readonly number[]] => [
      `what is ${fault} by the place of the value`,
      [
        [fault, 'body.a', 'it is wrong'],
        [fault, 'body.b', 'it is wrong'],
        [fault, 'body.a', 'it is wrong'],
      ],
      [2, 1],
    ],
  ),
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

it.each([
  ['some were', results.slice(0, 3), true],
  ['none was', results.slice(2, 3), false],
  ['all were', results.slice(0, 2), false],
])('says what it means that requests were not run, if %s', (_, given, isSaid) => {
  expect(reportOf(pretty, { given }).includes('count as not run')).toBe(isSaid);
});

it('findings are in the order of how bad they are', () => {
  const findings = new Findings();
  for (const fault of ['request', 'status', 'reply', 'accepted', 'crashed'])
    findings.add(
      { outcome: 'differs', fault, why: 'No', case: { place: 'body' } } as unknown as Result,
      'GET /',
    );
  const worstFirst = ['crashed', 'accepted', 'reply', 'status', 'request'];
  expect(findings.all().map(({ fault }) => fault)).toEqual(worstFirst);
});
