import type { InjectedRequest } from '../http/inject.ts';

/** A header whose value is not shown: in its place is a variable of the shell. */
export interface HiddenHeader {
  readonly name: string;
  /** What precedes the variable: `Bearer `. */
  readonly prefix: string;
  readonly variable: string;
}

/** Writes the command line that sends a request to `origin`. */
export function curlOf(
  origin: string,
  { method, target, headers: given, body }: InjectedRequest,
  hidden: readonly HiddenHeader[] = [],
): string {
  const { source, option } = bodyParts(body);
  const names = new Set(hidden.map(({ name }) => name.toLowerCase()));
  const headers = Object.fromEntries(
    Object.entries(given).filter(([name]) => !names.has(name.toLowerCase())),
  );
  const isImplied = method === (body === undefined ? 'GET' : 'POST');
  const words = [
    'curl',
    ...(GLOBS.test(target) ? ['-g'] : []),
    inShell(origin + target),
    ...(isImplied ? [] : ['-X', method]),
    ...Object.entries(headers).map(
      ([name, value]) => `-H ${inShell(value === '' ? `${name};` : `${name}: ${value}`)}`,
    ),
    ...hidden.map(({ name, prefix, variable }) => `-H "${name}: ${prefix}$${variable}"`),
    ...(body !== undefined && !hasType(given) ? [`-H 'Content-Type:'`] : []),
    ...option,
  ];
  return source + words.join(' ');
}

/** Characters that curl would read as a pattern for several addresses, without `-g`. */
const GLOBS = /[[\]{}]/;

/** The limit on a body as an argument. A longer one ends in spaces, which `printf` pads instead of writing them out. */
const MAX_WRITTEN = 4096;

interface BodyParts {
  /** The command that is piped into curl. */
  readonly source: string;
  readonly option: readonly string[];
}

function bodyParts(body: InjectedRequest['body']): BodyParts {
  if (body === undefined) return { source: '', option: [] };
  if (typeof body !== 'string') return piped(`printf ${inShell(octal(body))}`);
  if (body.length <= MAX_WRITTEN) return { source: '', option: [`-d ${inShell(body)}`] };
  let end = body.length;
  while (body[end - 1] === ' ') end--;
  const text = body.slice(0, end);
  return piped(`printf '%s%*s' ${inShell(text)} ${body.length - text.length} ''`);
}

function piped(command: string): BodyParts {
  return { source: `${command} | `, option: ['--data-binary @-'] };
}

/** Writes bytes as octal escapes for `printf`. */
function octal(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}

function hasType(headers: InjectedRequest['headers']): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
}

/** Quotes a text for a POSIX shell. */
export function inShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
