import { expect, it } from 'vitest';
import { apps } from '../_apps.ts';
import { byFetch } from '../_client.ts';
import type { Sent } from '../_hosts.ts';

/** Forms as the body of endpoints. */

const urlEncoded = (target: string, body: string): Sent => ({
  method: 'POST',
  target,
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body,
});

/** A multipart form as browsers send it. */
async function multipart(
  target: string,
  entries: readonly (readonly [string, string | File])[],
): Promise<Sent> {
  const data = new FormData();
  for (const [name, value] of entries) data.append(name, value);
  const request = new Request('http://forms.test', { method: 'POST', body: data });
  const headers = { 'Content-Type': request.headers.get('content-type') ?? '' };
  return { method: 'POST', target, headers, body: new Uint8Array(await request.arrayBuffer()) };
}

byFetch((send) => {
  it('reads a URL-encoded form', async () => {
    const { status, body } = await send(urlEncoded('/lamps', 'name=Desk+lamp&watts=40&tag=a&tag=%C3%A4'));
    expect([status, body]).toEqual([201, '{"name":"Desk lamp","watts":40,"tag":["a","ä"]}']);
  });

  it('reads a multipart form, with files and without', async () => {
    const photo = new File([new Uint8Array([0, 1, 255])], 'Lämp.png', { type: 'image/png' });
    const sent = await multipart('/photos', [
      ['title', 'A lamp'],
      ['photo', photo],
    ]);
    const { status, json } = await send(sent);
    expect([status, json]).toEqual([201, { title: 'A lamp', name: 'Lämp.png', type: 'image/png', size: 3 }]);
    const plain = await multipart('/lamps', [
      ['name', 'Desk'],
      ['watts', '1'],
    ]);
    expect((await send(plain)).status).toBe(201);
  });

  it('answers 422 with an entry for each invalid field of a form', async () => {
    const { status, json } = await send(urlEncoded('/lamps', 'watts=0'));
    expect(status).toBe(422);
    expect(json.detail.map(({ type, loc }: Record<string, unknown>) => [type, loc])).toEqual([
      ['missing', ['body', 'name']],
      ['greater_than_equal', ['body', 'watts']],
    ]);
    expect(json.detail.map(({ input }: Record<string, unknown>) => input)).toEqual([null, '0']);
  });

  it('answers 415 or 400 for a body that is not a form', async () => {
    const sent = {
      ...urlEncoded('/lamps', '{"name":"Desk"}'),
      headers: { 'Content-Type': 'application/json' },
    };
    expect((await send(sent)).status).toBe(415);
    const broken = { ...urlEncoded('/lamps', 'x'), headers: { 'Content-Type': 'multipart/form-data' } };
    expect((await send(broken)).status).toBe(400);
  });
}, apps.forms);
