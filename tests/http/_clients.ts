import type { Fields, ShownFile } from './_forms.ts';

/** Bodies of `multipart/form-data` as clients write them, in Latin-1, and their fields. */
export interface ClientForm {
  readonly client: string;
  readonly boundary: string;
  /** Each with its headers, an empty line and its content. */
  readonly parts: readonly string[];
  readonly fields: Fields;
}

const PIXEL = '\x89PNG\r\n\x1a\n\x00\xff';
const TITLE = '\xc3\x9cn\xc3\xafcode "quoted"';

const title = ['title', 'Ünïcode "quoted"'] as const;
const pixel: ShownFile = { file: 'pixel.png', type: 'image/png', bytes: PIXEL };
const quoted: ShownFile = { file: 'é "q"\\.txt', type: 'text/plain', bytes: 'hi' };
const unchosen: ShownFile = { file: '', type: 'application/octet-stream', bytes: '' };

/** A part of these names, and what stands in it. */
function part(names: string, content: string, type?: string): string {
  const lines = [`Content-Disposition: form-data; ${names}`, ...(type ? [`Content-Type: ${type}`] : [])];
  return `${lines.join('\r\n')}\r\n\r\n${content}`;
}

export const clientForms: readonly ClientForm[] = [
  {
    client: 'Chromium 147',
    boundary: '----WebKitFormBoundaryJh0Pdh8PGEZNtERa',
    parts: [
      part('name="title"', TITLE),
      part('name="note"', 'one\r\ntwo'),
      part('name="tag"', 'a'),
      part('name="tag"', 'b'),
      part('name="odd%22na%0D%0Ame\\"', 'x'),
      part('name="blank"', ''),
      part('name="photo"; filename="pixel.png"', PIXEL, 'image/png'),
      part('name="photo"; filename="\xc3\xa9 %22q%22\\.txt"', 'hi', 'text/plain'),
      part('name="none"; filename=""', '', 'application/octet-stream'),
    ],
    fields: [
      title,
      ['note', 'one\r\ntwo'],
      ['tag', 'a', 'b'],
      ['odd"na\r\nme\\', 'x'],
      ['blank', ''],
      ['photo', pixel, quoted],
      ['none', unchosen],
    ],
  },
  {
    client: 'Firefox 140',
    boundary: '----geckoformboundaryfaa0f7b264525ad835555a5b95d739',
    parts: [
      part('name="title"', TITLE),
      part('name="odd%22na%0D%0Ame"', 'x'),
      part('name="photo"; filename="pixel.png"', PIXEL, 'image/png'),
      part('name="none"; filename=""', '', 'application/octet-stream'),
    ],
    fields: [title, ['odd"na\r\nme', 'x'], ['photo', pixel], ['none', unchosen]],
  },
  {
    client: 'Firefox 115',
    boundary: '---------------------------9051914041544843365972754266',
    parts: [part('name="title"', TITLE), part('name="photo"; filename="pixel.png"', PIXEL, 'image/png')],
    fields: [title, ['photo', pixel]],
  },
  {
    client: 'curl 7.88',
    boundary: '------------------------dda5f4ed8e877bb9',
    parts: [
      part('name="title"', TITLE),
      part('name="photo"; filename="pixel.png"', PIXEL, 'image/png'),
      part('name="photo"; filename="\xc3\xa9 %22q%22\\.txt"', 'hi', 'text/plain'),
      part('name="none"; filename=""', '', 'application/octet-stream'),
    ],
    fields: [title, ['photo', pixel, quoted], ['none', unchosen]],
  },
  {
    client: 'curl 7.68, which writes backslashes',
    boundary: '------------------------b9c1f4ed8e877bb9',
    parts: [part('name="photo"; filename="\xc3\xa9 \\"q\\"\\\\.txt"', 'hi', 'text/plain')],
    fields: [['photo', quoted]],
  },
  {
    client: 'Requests 2.34',
    boundary: '80a5f9c5b8bfa3aa05985f87cf0c46a3',
    parts: [
      part('name="title"', TITLE),
      part('name="odd%22na%0Ame\\"', 'x'),
      part('name="photo"; filename="pixel.png"', PIXEL, 'image/png'),
      part('name="photo"; filename="\xc3\xa9 %22q%22\\.txt"', 'hi'),
    ],
    fields: [title, ['odd"na\nme\\', 'x'], ['photo', pixel, quoted]],
  },
  {
    client: 'HTTPX 0.28',
    boundary: 'f1e3fdbf2f179be6bf1045d27e3617c6',
    parts: [
      part('name="title"', TITLE),
      part('name="odd%22na%0Ame\\\\"', 'x'),
      part('name="photo"; filename="\xc3\xa9 %22q%22\\\\.txt"', 'hi', 'text/plain'),
    ],
    fields: [title, ['odd"na\nme\\', 'x'], ['photo', quoted]],
  },
  {
    client: 'aiohttp 3.14',
    boundary: '74af848794b444a982df51324c0a4506',
    parts: [
      `Content-Type: text/plain; charset=utf-8\r\n${part('name="title"', TITLE)}`,
      `Content-Type: text/plain; charset=utf-8\r\n${part('name="odd\\"name\\\\"', 'x')}`,
      `Content-Type: image/png\r\n${part('name="photo"; filename="pixel.png"', PIXEL)}`,
    ],
    fields: [title, ['odd"name\\', 'x'], ['photo', pixel]],
  },
  {
    client: 'Go and Ruby',
    boundary: '1ptgwHjhmvqfQucsGZbTxF0F8cL4cc3NML2mWyW92_voNKC8XEuYQQ',
    parts: [
      part('name="title"', TITLE),
      part('name="photo"; filename="\xc3\xa9 \\"q\\"\\\\.txt"', 'hi', 'text/plain'),
    ],
    fields: [title, ['photo', quoted]],
  },
  {
    client: 'HttpClient of .NET',
    boundary: '"7e2b5c6a-2f0e-4b58-9f3e-2a6f0f4a7d1c"',
    parts: [
      `Content-Type: text/plain; charset=utf-8\r\n${part('name=title', TITLE)}`,
      `Content-Type: image/png\r\n${part("name=photo; filename=pixel.png; filename*=utf-8''pixel.png", PIXEL)}`,
    ],
    fields: [title, ['photo', pixel]],
  },
  {
    client: 'HttpClient of Apache',
    boundary: 'y4H6rQ_mZl-2cJbUx8dWq1pT0v',
    parts: [
      part('name="title"', 'plain', 'text/plain; charset=ISO-8859-1\r\nContent-Transfer-Encoding: 8bit'),
      part('name="photo"; filename="pixel.png"', PIXEL, 'image/png\r\nContent-Transfer-Encoding: binary'),
    ],
    fields: [
      ['title', 'plain'],
      ['photo', pixel],
    ],
  },
];
