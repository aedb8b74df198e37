import { curlOf, inShell } from '../../cases/curl.ts';
import { fileNameIn } from './files.ts';
import { type HeaderLine, headerNamed, type Message } from './message.ts';
import { formParts } from './places.ts';

/** A request to be sent, with its address. */
export interface Sending {
  readonly message: Message;
  readonly body: Uint8Array<ArrayBuffer> | Blob | undefined;
  /** The address of the service, without a trailing slash. */
  readonly root: string;
}

const writers = new Map([
  ['fetch', fetchCall],
  ['python', python],
  ['http', http],
]);

/** Writes the code that sends a request, by default a curl command. */
export function write(language: string, sending: Sending): string {
  return (writers.get(language) ?? curl)(sending);
}

const DOTS = /\/(?:\.|%2e){1,2}(?:[/?]|$)/i;

function curl({ message, body, root }: Sending): string {
  const { method, target } = message;
  const { headers, file, form = [], sent } = contentOf(message, body);
  const first = new Map(headers.map(({ name, value }) => [name, value]));
  const line = curlOf(root, { method, target, headers: Object.fromEntries(first), body: sent });
  const others = headers.filter(({ name, value }) => first.get(name) !== value);
  const options = [
    ...others.map(({ name, value }) => `-H ${inShell(`${name}: ${value}`)}`),
    ...(file === undefined ? [] : [`--data-binary ${inShell(`@${file}`)}`]),
    ...form.map(({ name, value, file, type }) =>
      file === undefined
        ? `--form-string ${inShell(`${name}=${value}`)}`
        : `-F ${inShell(`${name}=@${/[",;\\]/.test(file) ? quoted(file) : file};type=${type}`)}`,
    ),
  ];
  const command = line.replace('curl ', DOTS.test(target) ? 'curl --path-as-is ' : 'curl ');
  return [command, ...options].join(' ');
}

/** What a request sends, as programs write it. */
interface Content {
  readonly headers: readonly HeaderLine[];
  /** The name of the file that is the whole body. */
  readonly file?: string;
  /** The parts of a form that has files. */
  readonly form?: readonly Part[];
  readonly sent?: string | Uint8Array | undefined;
}

interface Part {
  readonly name: string;
  readonly value: string;
  /** The name of the file that is the value. */
  readonly file: string | undefined;
  readonly type: string;
}

function contentOf(message: Message, body: Sending['body']): Content {
  const { headers } = message;
  const file = fileNameIn(message.body);
  if (file !== undefined) return { headers, file };
  if (!(body instanceof Blob)) return { headers, sent: textOr(body) };
  const parts = formParts(message);
  if (!parts) return { headers, sent: message.body };
  // The type has the boundary, which each program chooses itself.
  const others = headers.filter(({ name }) => name.toLowerCase() !== 'content-type');
  const form = parts.map(({ name, head, value }) => {
    const [, type = ''] = /^content-type: *(.+)$/im.exec(head) ?? [];
    return { name, value, file: fileNameIn(value), type };
  });
  return { headers: others, form };
}

/** Decodes bytes that are UTF-8; returns others unchanged. */
function textOr(bytes: Uint8Array | undefined): string | Uint8Array | undefined {
  try {
    return bytes && new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return bytes;
  }
}

function fetchCall({ message, body, root }: Sending): string {
  const { method, target } = message;
  const { headers, file, form, sent } = contentOf(message, body);
  const pairs = headers.map(({ name, value }) => `    ${quoted([name, value])},\n`);
  const fields = form?.map(({ name, value, file, type }) => {
    const blob = file && `await openAsBlob(${quoted(file)}, { type: ${quoted(type)} }), ${quoted(file)}`;
    return `form.append(${quoted(name)}, ${blob ?? quoted(value)});\n`;
  });
  const bytes = sent instanceof Uint8Array ? `new Uint8Array(${quoted([...sent])})` : sent && quoted(sent);
  const written = fields ? 'form' : file ? `await openAsBlob(${quoted(file)})` : bytes;
  const lines = [
    file || fields ? `import { openAsBlob } from ${quoted('node:fs')};\n\n` : '',
    fields ? `const form = new FormData();\n${fields.join('')}` : '',
    `const response = await fetch(${quoted(root + target)}, {\n  method: ${quoted(method)},\n`,
    pairs.length > 0 ? `  headers: [\n${pairs.join('')}  ],\n` : '',
    written === undefined ? '' : `  body: ${written},\n`,
  ];
  return `${lines.join('')}});\nconsole.log(response.status, await response.text());`;
}

function python({ message, body, root }: Sending): string {
  const { method, target } = message;
  const { headers, file, form, sent } = contentOf(message, body);
  const pairs = headers.map(({ name, value }) => `        ${quoted(name)}: ${quoted(value)},\n`);
  const opened = (name: string) => `open(${quoted(name)}, "rb")`;
  const fields = form?.map(({ name, value, file, type }) => {
    const content = file ? `${quoted(file)}, ${opened(file)}, ${quoted(type)}` : `None, ${quoted(value)}`;
    return `        (${quoted(name)}, (${content})),\n`;
  });
  const bytes =
    sent instanceof Uint8Array ? `bytes(${quoted([...sent])})` : sent && `${quoted(sent)}.encode()`;
  const written = file ? opened(file) : bytes;
  const lines = [
    `    ${quoted(method)},\n    ${quoted(root + target)},\n`,
    pairs.length > 0 ? `    headers={\n${pairs.join('')}    },\n` : '',
    fields ? `    files=[\n${fields.join('')}    ],\n` : '',
    written === undefined ? '' : `    content=${written},\n`,
  ];
  return `import httpx\n\nresponse = httpx.request(\n${lines.join('')})\nprint(response.status_code, response.text)`;
}

function http({ message, body, root }: Sending): string {
  const { method, target, headers } = message;
  const { host, pathname } = new URL(root);
  const lines = headers.map(({ name, value }) => `${name}: ${value}`);
  const length =
    body && !headerNamed('content-length', headers) ? [`Content-Length: ${new Blob([body]).size}`] : [];
  const named = headerNamed('host', headers) ? [] : [`Host: ${host}`];
  const start = `${method} ${pathname.replace(/\/$/, '')}${target} HTTP/1.1`;
  return [start, ...named, ...lines, ...length, '', message.body ?? ''].join('\n');
}

/** Writes a literal of JavaScript or Python, which both read JSON's texts, numbers and lists. */
function quoted(value: unknown): string {
  return JSON.stringify(value);
}
