import { describe, expect, it } from 'vitest';
import { describeSettings, settings } from '../../src/cli/settings.ts';
import { textOf } from '../_markdown.ts';
import { get } from './_bytes.ts';
import { serve } from './_server.ts';
import { openWire } from './_wire.ts';

/** The tables of docs/reference/http.md, whose rows are requests and their replies. */

const page = textOf('docs/reference/http.md');

interface Row {
  readonly rule: string;
  /** The code that the row shows. */
  readonly shown: readonly string[];
  readonly answer: string;
}

function rowsOf(heading: string): Row[] {
  const [, section = ''] = new RegExp(`^## ${heading}$([^]*?)(?=^## )`, 'm').exec(page) ?? [];
  const rows = [...section.matchAll(/^\| ([^|]+) \| (`[^|]+`) \| [^|]+ \| (\d[^|]+) \|$/gm)];
  return rows.map(([, rule = '', code = '', answer = '']) => ({
    rule,
    shown: Array.from(code.matchAll(/`([^`]+)`/g), ([, text = '']) => text),
    answer,
  }));
}

/** Bytes, of which each character is one, of a text with escapes. */
function bytesOf(text: string): string {
  return Buffer.from(text.replaceAll('\\r', '\r').replaceAll('\\n', '\n')).toString('latin1');
}

const requests = [
  ...rowsOf('Request line').map((row) => ({ ...row, request: `${row.shown[0]}\r\nHost: a\r\n\r\n` })),
  ...rowsOf('Headers').map((row) => ({ ...row, request: withHeaders(row.shown) })),
  ...rowsOf('Bodies in chunks').map((row) => ({ ...row, request: withBody(row.shown) })),
];

function withHeaders(lines: readonly string[]): string {
  const host = lines.some((line) => line.startsWith('Host:')) ? [] : ['Host: a'];
  return ['GET /items/1 HTTP/1.1', ...host, ...lines, '\r\n'].join('\r\n');
}

function withBody([body = '']: readonly string[]): string {
  return `POST /users HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${body}`;
}

describe('docs/reference/http.md', () => {
  const { port } = serve();

  it('has rows', () => {
    expect(requests.length).toBeGreaterThan(40);
  });

  it.each(requests)('$rule: $request', async ({ request, answer }) => {
    const wire = await openWire(port());
    wire.socket.on('error', () => {});
    wire.write(bytesOf(request) + get('Connection: close'));
    const replies = await wire.rest();
    const [first, next] = Array.from(replies.matchAll(/HTTP\/1\.1 (\d+) /g), ([, status]) => status);
    expect(`${first}, ${next === '200' ? 'keeps open' : 'closes'}`).toBe(answer);
  });

  it('has the settings and their defaults', () => {
    const rows = [...page.matchAll(/^\| (\d*)[^|]* \| `(--[^`]+)` \|/gm)];
    expect(rows.length).toBeGreaterThan(8);
    const described = new Map(
      describeSettings(settings).map(({ flag, unless }) => [flag, unless.split(';')[0]]),
    );
    for (const [, shown = '', flag = ''] of rows)
      expect(described.get(flag), flag).toBe(shown === '' ? 'no limit' : shown);
  });
});
