import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { nodeCompression } from '../../src/hosts/node/service.ts';
import { serveDocument, webCompression } from '../../src/http/document.ts';

/** Texts, compressed by whatever the runtime has. */

const text = 'A lamp. '.repeat(100);

async function served(accepted: string) {
  const header = (name: string) => (name === 'accept-encoding' ? accepted : undefined);
  const serve = serveDocument({ mediaType: 'text/plain', text }, webCompression);
  const answer = serve({ method: 'GET', target: '/', header });
  return answer.kind === 'pending' ? await answer.reply : answer;
}

describe('a runtime with compression', () => {
  it.each(['gzip', '*', 'br, gzip'])('sends a text in gzip for %s', async (accepted) => {
    const { headers, body } = await served(accepted);
    expect(headers).toContain('Content-Encoding: gzip\r\n');
    expect(body instanceof Uint8Array && gunzipSync(body).toString()).toBe(text);
  });

  it.each(['br', 'identity', ''])('sends a text as it is for %j', async (accepted) => {
    const { headers, body } = await served(accepted);
    expect(headers).not.toContain('Content-Encoding');
    expect(body).toBe(text);
  });
});

const pieces = Array.from({ length: 50 }, (_, at) => `${at} lamps, ü. `.repeat(1000));

it.each([
  ['Node', 'gzip', nodeCompression, gunzipSync],
  ['Node', 'br', nodeCompression, brotliDecompressSync],
  ['another runtime', 'gzip', webCompression, gunzipSync],
] as const)(
  'a long text stays in pieces on %s, also to be compressed as %s',
  async (_, coding, compression, decode) => {
    const answerTo = async (accepted: string) => {
      const header = (name: string) => (name === 'accept-encoding' ? accepted : undefined);
      const serve = serveDocument({ mediaType: 'text/plain', text: pieces }, compression);
      const answer = serve({ method: 'GET', target: '/', header });
      return answer.kind === 'pending' ? await answer.reply : answer;
    };
    expect((await answerTo('identity')).body).toBe(pieces);
    const { headers, body } = await answerTo(coding);
    expect(headers).toContain(`Content-Encoding: ${coding}\r\n`);
    expect(decode(body as Uint8Array).toString()).toBe(pieces.join(''));
  },
);

it('the ETag of a text is the same in pieces', async () => {
  const tagOf = async (text: string | readonly string[]) => {
    const serve = serveDocument({ mediaType: 'text/plain', text }, webCompression);
    const answer = serve({ method: 'GET', target: '/', header: () => undefined });
    return answer.kind === 'reply' && answer.etag;
  };
  expect(await tagOf(pieces)).toBe(await tagOf(pieces.join('')));
});

describe('a runtime without compression', () => {
  afterEach(() => vi.unstubAllGlobals());

  it.each(['gzip', '*'])('sends a text as it is for %s', async (accepted) => {
    vi.stubGlobal('CompressionStream', undefined);
    Reflect.deleteProperty(globalThis, 'CompressionStream');
    const { headers, body } = await served(accepted);
    expect(headers).toMatch(
      /^Content-Type: text\/plain\r\nCache-Control: no-cache\r\nVary: Accept-Encoding\r\nETag: "[\da-f]{16}"\r\n/,
    );
    expect(body).toBe(text);
  });
});
