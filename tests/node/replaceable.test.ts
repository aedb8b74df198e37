import { expect, it } from 'vitest';
import { fromDocument } from '../../src/from-document.ts';
import { replaceable } from '../../src/hosts/node/replaceable.ts';
import { hosting } from '../../src/http/hosting.ts';
import { inject } from '../../src/http/inject.ts';
import { bugReply } from '../../src/http/reply.ts';
import { documentOf } from '../openapi/_document.ts';

const operation = { responses: { 200: { description: 'x' } } };
const hosted = (method: string, basePath: string) =>
  fromDocument(documentOf({ '/lamp': { [method]: operation } }), { basePath, limits: { body: 7 } })[hosting];

it('a replaced app answers all later requests', () => {
  const first = hosted('get', '/a');
  const second = hosted('post', '/b');
  const { app, replace } = replaceable(first);
  const core = app.build();
  const ask = (method: string, target: string) =>
    inject(core, { method, target, headers: {}, body: undefined }).status;

  expect([ask('GET', '/a/lamp'), ask('POST', '/b/lamp'), core.routeOf('/a/lamp')]).toEqual([
    200,
    404,
    '/a/lamp',
  ]);
  expect(app.contract).toBe(first.contract);
  replace(second);
  expect([ask('GET', '/a/lamp'), ask('POST', '/b/lamp'), core.routeOf('/a/lamp')]).toEqual([
    404,
    200,
    undefined,
  ]);
  const { title, version, paths, documentTargets, timeouts, contract, basePath } = app;
  expect({ title, version, paths, documentTargets, timeouts, contract, basePath }).toEqual({
    title: second.title,
    version: second.version,
    paths: second.paths,
    documentTargets: second.documentTargets,
    timeouts: second.timeouts,
    contract: second.contract,
    basePath: '/b',
  });
  expect([core.limits.body, app.dryRun().limits.body, core.finish(bugReply()).status]).toEqual([7, 7, 500]);
});

it('answers a bug of its host with a 500 that says nothing', () => {
  const bugs: unknown[] = [];
  const core = replaceable(hosted('get', '')).app.build({ onBug: (...told) => bugs.push(told) });
  const bug = new Error('a bug');
  expect(core.fail(bug, 'mine')).toMatchObject({ status: 500, body: '{"detail":"Internal Server Error"}' });
  expect(bugs).toEqual([[bug, 'mine', undefined]]);
});
