import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { casesOf, subjectOf } from '../../src/cases/cases.ts';
import { curlOf } from '../../src/cases/curl.ts';
import { hosting } from '../../src/http/hosting.ts';
import { app as practice } from '../../src/practice/app.ts';
import { shop } from './_apps.ts';

const hasCurl = spawnSync('curl', ['--version']).status === 0;

describe('a command line', () => {
  it.each([
    [{ method: 'GET', target: '/a', headers: {} }, `curl 'http://a.b/a'`],
    [{ method: 'DELETE', target: '/a', headers: {} }, `curl 'http://a.b/a' -X DELETE`],
    [{ method: 'GET', target: '/a?b[]=1', headers: { 'X-Y': '' } }, `curl -g 'http://a.b/a?b[]=1' -H 'X-Y;'`],
    [
      { method: 'POST', target: '/a', headers: {}, body: `it's` },
      String.raw`curl 'http://a.b/a' -H 'Content-Type:' -d 'it'\''s'`,
    ],
    [
      { method: 'PUT', target: '/a', headers: { 'Content-Type': 'a/b' }, body: Uint8Array.of(0, 255) },
      String.raw`printf '\000\377' | curl 'http://a.b/a' -X PUT -H 'Content-Type: a/b' --data-binary @-`,
    ],
  ])('sends %o', (request, line) => {
    expect(curlOf('http://a.b', request)).toBe(line);
  });

  it('has a variable in place of a header that is not shown, however its name is written', () => {
    const request = { method: 'GET', target: '/a', headers: { authorization: 'Bearer x', 'X-Y': '1' } };
    const hidden = [{ name: 'Authorization', prefix: 'Bearer ', variable: 'TOKEN' }];
    expect(curlOf('http://a.b', request, hidden)).toBe(
      `curl 'http://a.b/a' -H 'X-Y: 1' -H "Authorization: Bearer $TOKEN"`,
    );
  });
});

describe.runIf(hasCurl).each([
  { name: 'the practice service', app: practice },
  { name: 'an app with every kind of part', app: shop },
])('the command lines of $name', ({ app }) => {
  it('every case gets the expected status', async () => {
    const server = await app.listen();
    const folder = mkdtempSync(join(tmpdir(), 'assay-curl-'));
    const cases = [...casesOf(subjectOf(app[hosting]))];
    const lines = cases.map(
      ({ id, request }) => `${curlOf(server.origin, request)} -s -o /dev/null -w '${id} %{http_code}\\n'`,
    );
    writeFileSync(join(folder, 'all.sh'), lines.join('\n'));
    const { stdout: printed } = await promisify(execFile)('sh', [join(folder, 'all.sh')]);
    rmSync(folder, { recursive: true });
    await server.close();
    expect(printed.trimEnd().split('\n')).toEqual(
      cases.map(({ id, expected }) => `${id} ${expected.status}`),
    );
  });
});
