import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { createFiles } from './files.ts';

const path = mkdtempSync(join(tmpdir(), 'files-'));
const { app, folder } = createFiles(path);
before(folder.create);
after(() => rmSync(path, { recursive: true }));

const get = (target: string) => app.fetch(new Request(`http://files${target}`));
const upload = async (bytes: Uint8Array<ArrayBuffer>, name: string) => {
  const form = new FormData();
  form.set('file', new File([bytes], name));
  const sent = new Response(form);
  const headers = { 'Content-Type': sent.headers.get('content-type') ?? '' };
  const body = await sent.arrayBuffer();
  return app.fetch(new Request('http://files/files', { method: 'POST', headers, body }));
};
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
const large = new Uint8Array(3_000_000).map((_, index) => index % 251);

test('a file comes down as it went up', async () => {
  const added = await upload(large, 'large.bin');
  assert.equal(added.status, 201);
  const location = added.headers.get('location') ?? '';
  const plain = await get(location);
  assert.equal(
    plain.headers.get('content-disposition'),
    `attachment; filename="large.bin"; filename*=UTF-8''large.bin`,
  );
  assert.equal(plain.headers.get('x-content-type-options'), 'nosniff');
  assert.deepEqual(await bytesOf(plain), Buffer.from(large));
  const compressed = await get(`${location}/gzip`);
  assert.equal(compressed.headers.get('content-type'), 'application/gzip');
  assert.deepEqual(gunzipSync(await bytesOf(compressed)), Buffer.from(large));
});

test('a name is a name, never a path', async () => {
  const before = readdirSync(path).length;
  const added = await upload(large.subarray(0, 3), '../Señor "x" (1).txt');
  const id = added.headers.get('location')?.slice('/files/'.length);
  assert.deepEqual(await added.json(), { id, name: '../Señor "x" (1).txt', size: 3 });
  assert.equal(readdirSync(path).length, before + 2);
  const disposition = (await get(`/files/${id}`)).headers.get('content-disposition');
  const encoded = '..%2FSe%C3%B1or%20%22x%22%20%281%29.txt';
  assert.equal(disposition, `attachment; filename=".._Se_or _x_ _1_.txt"; filename*=UTF-8''${encoded}`);
  assert.match(
    await (await get('/files.csv')).text(),
    new RegExp(`${id},"../Señor ""x"" \\(1\\).txt",3\r\n`),
  );
});

test('what is too large is refused, and leaves nothing behind', async () => {
  const before = readdirSync(path);
  assert.equal((await upload(new Uint8Array(5_000_001), 'a')).status, 422);
  assert.equal((await upload(new Uint8Array(5_010_001), 'a')).status, 413);
  assert.deepEqual(readdirSync(path), before);
});

test('there is nothing but what was uploaded', async () => {
  assert.equal((await get(`/files/${crypto.randomUUID()}`)).status, 404);
  assert.equal((await get(`/files/${crypto.randomUUID()}/gzip`)).status, 404);
  assert.equal((await get('/files/..%2Ffiles.ts')).status, 422);
});

test('a client may stop in the middle', async () => {
  const added = await upload(large, 'large.bin');
  const { body } = await get(added.headers.get('location') ?? '');
  const reader = body?.getReader();
  assert.ok((await reader?.read())?.value?.length);
  await reader?.cancel();
});

test('the folder is made at the start', async () => {
  const inner = createFiles(join(path, 'a', 'b'));
  const server = await inner.app.listen();
  assert.equal(await (await fetch(`${server.origin}/files.csv`)).text(), 'id,name,size\r\n');
  await server.close();
});
