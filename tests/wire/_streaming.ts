import { StreamedContent } from '../../src/http/content.ts';
import type { Route } from '../../src/http/types.ts';
import { practiceCore } from '../_practice.ts';

export const PIECE = 'é'.repeat(32 * 1024);

/** The state of the last endless reply. */
export const endless = { made: 0, ended: Promise.resolve(), end: () => {} };

function* withoutEnd(): Iterable<string> {
  endless.made = 0;
  endless.ended = new Promise((resolve) => {
    endless.end = resolve;
  });
  try {
    for (;;) {
      endless.made++;
      yield PIECE;
    }
  } finally {
    endless.end();
  }
}

/** A route with a streamed reply. */
export function route(path: string, pieces: () => Iterable<string | Uint8Array>): Route {
  const headers = 'Content-Type: text/plain\r\nX-Content-Type-Options: nosniff\r\n';
  return {
    method: 'GET',
    path,
    answer: () => ({ kind: 'reply', status: 200, headers, body: new StreamedContent(pieces()) }),
  };
}

/** The practice service with streamed replies. */
export const streaming = practiceCore({
  hostRoutes: [
    route('/short', () => ['a', '', 'é', new Uint8Array([0x62, 0x63])]),
    route('/none', () => []),
    route('/long', () => Array.from({ length: 20 }, () => PIECE)),
    route('/endless', withoutEnd),
  ],
});
