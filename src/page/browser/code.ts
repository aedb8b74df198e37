import { curlOf } from '../../cases/curl.ts';
import type { Message } from './message.ts';

/** A request to be sent, with its address. */
export interface Sending {
  readonly message: Message;
  readonly body: Uint8Array<ArrayBuffer> | undefined;
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
  const { method, target, headers } = message;
  const first = new Map(headers.map(({ name, value }) => [name, value]));
  const line = curlOf(root, { method, target, headers: Object.fromEntries(first), body: textOr(body) });
  const others = headers.filter(({ name, value }) => first.get(name) !== value);
  const added = others.map(({ name, value }) => ` -H '${name}: ${value.replaceAll("'", String.raw`'\''`)}'`);
  return line.replace('curl ', DOTS.test(target) ? 'curl --path-as-is ' : 'curl ') + added.join('');
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
  const { method, target, headers } = message;
  const pairs = headers.map(({ name, value }) => `    ${quoted([name, value])},\n`);
  const sent = textOr(body);
  const written = typeof sent === 'string' ? quoted(sent) : sent && `new Uint8Array(${quoted([...sent])})`;
  const lines = [
    `  method: ${quoted(method)},\n`,
    pairs.length > 0 ? `  headers: [\n${pairs.join('')}  ],\n` : '',
    written === undefined ? '' : `  body: ${written},\n`,
  ];
  return `const response = await fetch(${quoted(root + target)}, {\n${lines.join('')}});\nconsole.log(response.status, await response.text());`;
}

function python({ message, body, root }: Sending): string {
  const { method, target, headers } = message;
  const pairs = headers.map(({ name, value }) => `        ${quoted(name)}: ${quoted(value)},\n`);
  const sent = textOr(body);
  const written =
    typeof sent === 'string' ? `${quoted(sent)}.encode()` : sent && `bytes(${quoted([...sent])})`;
  const lines = [
    `    ${quoted(method)},\n    ${quoted(root + target)},\n`,
    pairs.length > 0 ? `    headers={\n${pairs.join('')}    },\n` : '',
    written === undefined ? '' : `    content=${written},\n`,
  ];
  return `import httpx\n\nresponse = httpx.request(\n${lines.join('')})\nprint(response.status_code, response.text)`;
}

function http({ message, body, root }: Sending): string {
  const { method, target, headers } = message;
  const { host, pathname } = new URL(root);
  const lines = headers.map(({ name, value }) => `${name}: ${value}`);
  const has = (name: string) => headers.some((each) => each.name.toLowerCase() === name);
  const length = body && !has('content-length') ? [`Content-Length: ${body.length}`] : [];
  const named = has('host') ? [] : [`Host: ${host}`];
  const start = `${method} ${pathname.replace(/\/$/, '')}${target} HTTP/1.1`;
  return [start, ...named, ...lines, ...length, '', message.body ?? ''].join('\n');
}

/** Writes a literal of JavaScript or Python, which both read JSON's texts, numbers and lists. */
function quoted(value: unknown): string {
  return JSON.stringify(value);
}
