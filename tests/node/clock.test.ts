import { expect, it } from 'vitest';
import { preload, startService } from '../_service.ts';
import { EMAIL, get, posted } from '../wire/_bytes.ts';
import { openWire } from '../wire/_wire.ts';

/** A system clock that jumps forward or back by a day each time it is read. */
const jumping = `
  const { now } = Date;
  let jumps = 0;
  globalThis.Date = class extends Date {
    constructor(...args) {
      if (args.length > 0) super(...args);
      else super(Date.now());
    }
    static now() {
      return now() + ((jumps++ % 3) - 1) * 86_400_000;
    }
  };`;

it('timeouts do not depend on the system clock', async () => {
  const service = await startService({ ...preload(jumping), HEADERS_TIMEOUT: '2000', WORKERS: '1' });
  const [steady, slow] = [await openWire(service.port), await openWire(service.port)];
  slow.write('GET / HTTP/1.1\r\n');
  const refused = slow.reply();
  const days = new Set<string | undefined>();
  for (let round = 0; round < 20; round++) {
    steady.write(round % 2 === 0 ? get() : posted(EMAIL));
    const { status, headers } = await steady.reply();
    expect(status).toBe(200);
    days.add(headers.get('date')?.slice(0, 16));
  }
  expect(days.size).toBe(3);
  expect((await refused).status).toBe(408);
  steady.write(get());
  expect((await steady.reply()).status).toBe(200);
  steady.socket.destroy();
  expect(await service.stop()).toBe(0);
});
