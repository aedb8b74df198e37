import { expect, it } from 'vitest';
import service from '../../src/entries/practice.ts';

const { fetch } = service;

it('is exported as one function, and in the shape that other runtimes start by themselves', async () => {
  const response = await fetch(new Request('http://assay.test/search/?query=x#fragment'));
  expect(response.status).toBe(200);
  expect(await response.text()).toBe('{"query":"x","sort_by":"relevance","page":1}');
});

it('answers a body that breaks off', async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) });
  const request = new Request('http://assay.test/users/', {
    method: 'POST',
    body,
    duplex: 'half',
  } as RequestInit);
  const response = await fetch(request);
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({ detail: 'The body broke off' });
});

it('stops reading a body that goes on beyond the limit', async () => {
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent++;
      controller.enqueue(new Uint8Array(1024));
    },
  });
  const request = new Request('http://assay.test/users/', {
    method: 'POST',
    body: endless,
    duplex: 'half',
  } as RequestInit);
  expect((await fetch(request)).status).toBe(413);
  expect(sent).toBeLessThan(70);
});
