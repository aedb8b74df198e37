import { expect, it } from 'vitest';
import { sendRaw } from '../_raw.ts';
import { clients } from './_clients.ts';
import { onEach } from './_peer.ts';
import { proxies } from './_proxies.ts';
import { expect100, get, request, upload } from './_requests.ts';

/** Request smuggling: a request hidden in the body of another is never answered. */

const HIDDEN = 'GET /items/hidden HTTP/1.1\r\nHost: a\r\n\r\n';

onEach([...clients, ...proxies], (site) => {
  it('hides no request in an unwanted body', async () => {
    const refused = () => request('POST', '/nothing', { headers: expect100, body: HIDDEN });
    await site().expectAnswers([refused(), get(), refused(), refused(), get()]);
  });

  // Empty lines before a request are skipped, so that the hidden one is found wherever reading starts.
  it.each([2000, 2001])('hides no request after %d bytes of a body that was never sent', async (length) => {
    const refused = request('POST', '/nothing', { headers: expect100, body: 'x'.repeat(length) });
    const hiding = upload('\r\n'.repeat(length) + HIDDEN);
    await site().expectAnswers([refused, hiding, get(), get()]);
  });

  it('hides no request in a body that is sent with its head and the next request', async () => {
    const head = `POST /nothing HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: ${HIDDEN.length}\r\n\r\n`;
    const next = 'GET /items/next HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    const { text } = await sendRaw(site().port, head + HIDDEN + next);
    expect(text).toContain('{"detail":"Not Found"}');
  });

  it('and none is in the log', async () => {
    await site().close();
    await site().service.stop();
    expect(site().service.output()).toContain('"path":"/nothing"');
    expect(site().service.output()).not.toContain('hidden');
  });
});
