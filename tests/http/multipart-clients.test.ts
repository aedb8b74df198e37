import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { readMultipart } from '../../src/http/multipart.ts';
import { clientForms } from './_clients.ts';
import { bytesOf, shown } from './_forms.ts';

describe('a client', () => {
  it.each(clientForms)('is understood: $client', ({ boundary, parts, fields }) => {
    const delimiter = `--${boundary.replaceAll('"', '')}`;
    const body = `${parts.map((each) => `${delimiter}\r\n${each}\r\n`).join('')}${delimiter}--\r\n`;
    const form = readMultipart(bytesOf(body), `multipart/form-data; boundary=${boundary}`);
    expect(shown(form)).toEqual(fields);
  });

  it('is understood: curl', async ({ skip }) => {
    const arguments_ = ['-F', 'title=Ünïcode "quoted"', '-F', 'tag=a', '-F', 'tag=b'];
    const file = ['-F', 'photo=@-;filename="é.png";type=image/png'];
    const server = createServer(async (request, response) => {
      const type = request.headers['content-type'] ?? '';
      response.end(JSON.stringify(shown(readMultipart(await buffer(request), type))));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const curl = spawn('curl', ['-s', `http://127.0.0.1:${port}/`, ...arguments_, ...file]);
    const started = await once(curl, 'spawn').catch(() => undefined);
    if (started === undefined) return skip('curl is not installed');
    curl.stdin.end(Buffer.from([0x89, 0x00, 0xff, 0x0d, 0x0a]));
    const answered = JSON.parse(await text(curl.stdout));
    server.close();
    expect(answered).toEqual([
      ['title', 'Ünïcode "quoted"'],
      ['tag', 'a', 'b'],
      ['photo', { file: 'é.png', type: 'image/png', bytes: '\x89\0\xff\r\n' }],
    ]);
  });
});
