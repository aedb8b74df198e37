import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Installed, installPackage } from '../_package.ts';
import { run, toolPath } from './_tools.ts';

/** Jest without configuration, in a project whose tests `require` the package. */

let installed: Installed;
beforeAll(() => {
  installed = installPackage();
  const other = join(installed.folder, 'other', 'node_modules', 'assay');
  mkdirSync(other, { recursive: true });
  cpSync(join(installed.folder, 'node_modules', 'assay'), other, { recursive: true });
});
afterAll(() => installed.remove());

const tests = `
const { createApp, endpoint, refuse } = require('assay');
const { fieldErrors } = require('assay/client');
const { integer, Issues, object, text } = require('assay/fields');
const { default: practice } = require('assay/practice');
const { mismatch, cases, requestOf } = require('assay/testing');
const others = require('./other/node_modules/assay/dist/cjs/fields.cjs');

test.each([...cases(practice, { only: ['createUser/*'] })].map((each) => [each.id, each]))('%s', async (_, each) => {
  expect(await mismatch(each, await practice.fetch(requestOf(each)))).toBeUndefined();
});

test('an app refuses what its fields refuse, also those of another copy', async () => {
  const row = { method: 'GET', path: '/lamps/{id}', summary: 'Get', reply: { status: 200, body: object({ id: integer() }) } };
  const getLamp = endpoint({ ...row, params: { id: others.integer({ min: 1 }) }, refusals: { 404: text() } });
  const contract = { title: 'Lamps', version: '1', endpoints: { getLamp } };
  const app = createApp(contract, { getLamp: ({ params }) => params.id > 9 ? refuse(404, 'No such lamp') : params });
  const get = (path) => app.fetch(new Request('http://lamps.test' + path));
  const statuses = await Promise.all(['/lamps/1', '/lamps/0', '/lamps/10'].map(async (path) => (await get(path)).status));
  expect(statuses).toEqual([200, 422, 404]);
  expect(fieldErrors(await (await get('/lamps/0')).json())).toEqual({ id: ['Id: must be at least 1'] });
  expect(others.integer().parse('a')).toBeInstanceOf(Issues);
});
`;

it('runs tests that require the package', async () => {
  installed.write('lamps.test.js', tests);
  const args = [toolPath('jest'), '--rootDir', installed.folder, '--ci'];
  const { code, output } = await run(process.execPath, args);
  expect(code, output).toBe(0);
  expect(output).toMatch(/Tests: +(?:[3-9]\d|\d{3}) passed/);
});
