import { expect, it } from 'vitest';
import { apps } from '../_apps.ts';
import { onEveryHost } from '../_client.ts';
import { PIECE } from '../wire/_streaming.ts';

/** Streamed replies, on every host. */

onEveryHost((send) => {
  it.each([
    ['/short', 'aébc'],
    ['/none', ''],
    ['/long', PIECE.repeat(20)],
  ])('%s is sent completely', async (target, body) => {
    expect((await send({ target })).body).toBe(body);
    expect((await send({ method: 'HEAD', target })).status).toBe(200);
  });
}, apps.streaming);
