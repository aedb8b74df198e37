import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { startService } from '../_service.ts';

/** The line that the log has for a bug in an app of one's own. */

const folder = mkdtempSync(join(tmpdir(), 'assay-bugs-'));
afterAll(() => rmSync(folder, { recursive: true }));

const built = (path: string) => JSON.stringify(new URL(`../../dist/${path}`, import.meta.url).href);
/** Says that the first line of a file was the sixth one of `broken.ts` before it was compiled. */
const map = { version: 3, sources: ['broken.ts'], names: [], mappings: 'AAKA' };
const mapped = `//# sourceMappingURL=data:application/json;base64,${btoa(JSON.stringify(map))}`;
const files = {
  'package.json': '{"type":"module"}',
  'broken.js': `export const fail = () => { throw new Error('broken', { cause: new Error('the lamp is off') }); };\n${mapped}\n`,
  'lamps.js': `
    import { createApp, endpoint } from ${built('index.js')};
    import { fail } from './broken.js';
    const getLamp = endpoint({ method: 'GET', path: '/lamp', summary: '', reply: { status: 204 } });
    export default createApp({ title: 'Lamps', version: '1', endpoints: { getLamp } }, { getLamp: () => fail() });`,
};

it('names the request, the endpoint, the place in the own code as it was written, and the cause', async () => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const service = await startService({ LOG_FORMAT: 'json' }, [join(folder, 'lamps.js')]);
  onTestFinished(() => void service.stop());
  const response = await fetch(`${service.origin}/lamp`, { headers: { 'X-Request-Id': 'mine' } });
  expect([response.status, await response.text()]).toEqual([500, '{"detail":"Internal Server Error"}']);
  const line = JSON.parse(await service.waitForOutput(/(\{.*"A bug"\})\n/));
  expect(line).toMatchObject({ level: 'error', id: 'mine', endpoint: 'getLamp' });
  expect(line.error).toMatch(/^Error: broken\n\s+at fail \(.*broken\.ts:6:/);
  expect(line.error).toContain('lamps.js:5:');
  expect(line.error).toContain('[cause]: Error: the lamp is off');
});
