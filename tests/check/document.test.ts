import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runService, type Service, startService } from '../_service.ts';
import { formats, documentOf as formOf, response } from '../openapi/_error-formats.ts';
import { documentOf } from '../openapi/_recorded.ts';

/** Checking a service against the document that it serves, or against a file. */

const services = ['clinic', 'ledger', 'office', 'shop', 'tracker', 'travel', 'zoo'];

describe.each(services)('a service with the document of %s', (name) => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-document-'));
  const file = join(folder, 'openapi.json');
  let service: Service;
  beforeAll(async () => {
    writeFileSync(file, JSON.stringify(documentOf(name)));
    service = await startService({}, [file]);
  });
  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true });
  });

  const options = ['--match', 'exact', '--accepted', '--limits', '--pedantic'];

  it.each(['its own document', 'a file'])('agrees exactly with %s', async (which) => {
    const contract = which === 'a file' ? [file] : [];
    const { code, stdout, stderr } = await runService({}, ['check', service.origin, ...contract, ...options]);
    expect(stderr).toMatch(/^Values are read .*\n$/);
    expect(stdout).toMatch(/\n(\d{3,}) requests: \1 agree, in [\d.]+ s\n$/);
    expect(stdout).not.toMatch(/ {2}[0-3] agree\n/);
    expect(code).toBe(0);
  });
});

it.each(['auto', 'document', 'fastapi', 'problem'])(
  'a mock with the errors %s agrees with the document that it serves',
  async (errors) => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-document-'));
    const file = join(folder, 'openapi.json');
    writeFileSync(
      file,
      JSON.stringify(formOf({ 401: response(formats.petstore ?? {}), 422: response(formats.laravel ?? {}) })),
    );
    const service = await startService({}, [file, '--errors', errors]);
    const { code, stdout } = await runService({}, ['check', service.origin, '--accepted', '--limits']);
    await service.stop();
    rmSync(folder, { recursive: true });
    expect(stdout).toMatch(/\n(\d{2,}) requests: \1 agree, in [\d.]+ s\n$/);
    expect(code).toBe(0);
  },
);

it('the practice service agrees with its own document', async () => {
  const service = await startService();
  const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
  const credentials = [`Authorization: Bearer ${id}`, `X-API-Key: ${id}`, 'X-Webhook-Signature: 9f86d081'];
  const headers = credentials.flatMap((each) => ['--header', each]);
  const { code, stdout, stderr } = await runService({}, ['check', service.origin, ...headers]);
  await service.stop();
  expect(stderr).toMatch(/^Values are read as FastAPI reads them/);
  expect(stdout).toMatch(
    /\n(\d{3}) requests: \1 agree, in [\d.]+ s; \d+ similar ones were not sent \(--pedantic sends all\)\n$/,
  );
  expect(code).toBe(0);
});

it('a body is sent with every method that has one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-document-'));
  const file = join(folder, 'openapi.json');
  const schema = {
    type: 'object',
    properties: { ids: { type: 'array', items: { type: 'integer' } } },
    required: ['ids'],
  };
  const operation = {
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { 200: { description: 'Done' } },
  };
  const paths = { '/lamps': { delete: operation, put: operation, patch: operation } };
  writeFileSync(file, JSON.stringify({ openapi: '3.1.0', info: { title: 'Lamps', version: '1' }, paths }));
  const service = await startService({}, [file]);
  const { stdout, code } = await runService({}, [
    'check',
    service.origin,
    file,
    '--match',
    'exact',
    '--pedantic',
  ]);
  await service.stop();
  rmSync(folder, { recursive: true });
  expect(stdout).toMatch(/\n(\d{2,}) requests: \1 agree, in [\d.]+ s\n$/);
  expect(code).toBe(0);
});

it('a service of a document with other values and a base path agrees when these are named', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-document-'));
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(documentOf('office')));
  const settings = ['--values', 'strict', '--base-path', '/api'];
  const service = await startService({}, [file, ...settings]);
  for (const contract of [[file], []]) {
    const all = [...settings, '--match', 'exact', '--accepted', '--limits', '--pedantic'];
    const { code, stdout } = await runService({}, ['check', service.origin, ...contract, ...all]);
    expect(stdout).toMatch(/\n(\d{3,}) requests: \1 agree, in [\d.]+ s\n$/);
    expect(code).toBe(0);
  }
  await service.stop();
  const { stdout } = await runService({}, ['cases', file, '--curl', ...settings]);
  rmSync(folder, { recursive: true });
  expect(stdout).toContain("curl 'http://localhost:8000/api/");
});

it.each(['--values=strict', '--base-path=/api'])('a check without a document refuses %s', async (setting) => {
  const { code, stderr } = await runService({}, ['check', 'http://127.0.0.1:1', 'practice', setting]);
  expect(stderr).toMatch(/^--[a-z-]+ needs a document, such as \.\/openapi\.yaml; .+\n$/);
  expect(code).toBe(2);
});

it('a missing document is reported in one line', async () => {
  const service = await startService();
  const { code, stderr } = await runService({}, ['check', `${service.origin}/nothing`]);
  await service.stop();
  expect(stderr).toMatch(/^.*\/nothing\/openapi\.json.*\n$/);
  expect(code).toBe(2);
});
