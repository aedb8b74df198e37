import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { type DocumentApp, type DocumentOptions, fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { ensure } from '../../src/text/memo.ts';

/** Compact documents, and everything that is read from each, beside it in a file: `lamps.yaml` and `lamps.txt`. */

type Json = Readonly<Record<string, unknown>>;

/** A file with a document. */
interface Source {
  readonly document: unknown;
  /** The options of its app; several, to compare them. */
  readonly options?: DocumentOptions | readonly DocumentOptions[];
  /** True if its app calls back. */
  readonly callbacks?: boolean;
  /** The sections that are recorded; all by default. */
  readonly sections?: readonly string[];
  /** Requests as `GET /lamps`, `POST /lamps {"watts":7}`, or `POST /lamps [Content-Type: text/plain | Accept: text/plain] 7`. In parts of forms, `⏎` is the end of a line. */
  readonly requests?: readonly string[];
}

const folder = new URL('readings/', import.meta.url);
const fileOf = (name: string, ending: string) => new URL(`${name}.${ending}`, folder);

/** The names of all documents. */
export const names: readonly string[] = readdirSync(folder)
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => file.slice(0, -'.yaml'.length))
  .sort();

function sourceOf(name: string): Source {
  return parse(readFileSync(fileOf(name, 'yaml'), 'utf8'));
}

const HEADING = /^## (.+)\n/;

/** The sections of a recorded file, by their headings. */
function recordedIn(name: string): ReadonlyMap<string, string> {
  const all = readFileSync(fileOf(name, 'txt'), 'utf8').split(/^(?=## )/m);
  return new Map(all.map((section) => [HEADING.exec(section)?.[1] ?? '', section.replace(HEADING, '')]));
}

/** Each section of each document as it is recorded, and as it is read now. With `RECORD=yes` in the environment, it is recorded anew. */
export async function readings(name: string): Promise<readonly Reading[]> {
  const source = sourceOf(name);
  const wanted = Object.keys(sections).filter((each) => source.sections?.includes(each) ?? true);
  if (process.env.RECORD !== undefined) {
    const all: string[] = [];
    for (const section of wanted) all.push(`## ${section}\n${await read(source, section)}`);
    writeFileSync(fileOf(name, 'txt'), all.join(''));
  }
  const recorded = recordedIn(name);
  return wanted.map((section) => ({
    section,
    recorded: recorded.get(section),
    read: () => read(source, section),
  }));
}

interface Reading {
  readonly section: string;
  readonly recorded: string | undefined;
  readonly read: () => Promise<string>;
}

/** Reads a section with each of the options. What is not the same with all of them says with which it is read. */
async function read(
  { document, options = {}, callbacks = false, requests = [] }: Source,
  section: string,
): Promise<string> {
  const entriesOf = sections[section] ?? (() => []);
  const all = [options].flat();
  const byKey = new Map<string, Map<string, string[]>>();
  for (const each of all) {
    const called: unknown[] = [];
    const onCallback = (callback: unknown) => called.push(callback);
    const own = { ...each, ...(callbacks && { onCallback }) };
    for (const { key, text } of await entriesOf({ document, options: own, requests, called })) {
      const byText = ensure(byKey, key, () => new Map<string, string[]>());
      ensure(byText, text, () => []).push(each.values ?? JSON.stringify(each));
    }
  }
  const lines = [...byKey.values()].flatMap((byText) =>
    Array.from(byText, ([text, names]) =>
      names.length === all.length ? text : `(${names.join(', ')}) ${text}`,
    ),
  );
  return `${lines.join('\n')}\n\n`;
}

/** A line or several, and by what it is known among those that another option makes. */
interface Entry {
  readonly key: string;
  readonly text: string;
}

function entry(key: string, text = key): Entry {
  return { key, text };
}

interface Given {
  readonly document: unknown;
  readonly options: DocumentOptions;
  readonly requests: readonly string[];
  /** The callbacks so far. */
  readonly called: unknown[];
}

type Entries = (given: Given) => readonly Entry[] | Promise<readonly Entry[]>;

const sections: Readonly<Record<string, Entries>> = {
  messages: (given) => messages(given).map((line) => entry(line)),
  document: shownDocument,
  endpoints: ({ document, options }) => endpointsOf(fromDocument(document, options)),
  replies,
};

/** The document as it is shown, unless that is as it was given. */
function shownDocument({ document, options }: Given): readonly Entry[] {
  const shown = JSON.stringify(fromDocument(document, options).contract.document, null, 1);
  return shown === JSON.stringify(document, null, 1) ? [] : [entry(shown)];
}

interface Notice {
  readonly place: string;
  readonly what: string;
}

/** What is said when the document is read, when its examples are checked, and when replies are made. */
function messages({ document, options }: Given): readonly string[] {
  const noticed: string[] = [];
  const onNotice = ({ place, what }: Notice) => noticed.push(`notice ${place} ${what}`);
  try {
    const app = fromDocument(document, { ...options, onNotice });
    const { unsupported, errors, values, contract } = app;
    const examples = [...(app[hosting].checkExamples?.() ?? [])].flatMap((each) => each ?? []);
    const { title, version, description = '' } = contract;
    return [
      `${title} ${version} ${JSON.stringify(description)}: values ${values}, errors ${JSON.stringify(errors)}`,
      ...unsupported.map(({ place, what }) => `${place} ${what}`),
      ...examples.map(({ place, what }) => `example ${place} ${what}`),
      ...noticed,
    ];
  } catch (error) {
    return [`throws ${error}`];
  }
}

/** Lists what each endpoint has: its texts, its fields with their samples, and how it is described. */
function endpointsOf({ contract }: DocumentApp): readonly Entry[] {
  return Object.entries(contract.endpoints).flatMap(([name, endpoint]) => {
    const title = `${name}: ${endpoint.method} ${endpoint.path} ${written(textsOf(endpoint))}`;
    const lines = ['params', 'query', 'headers', 'cookies', 'body', 'credential', 'reply'].flatMap((part) =>
      partLines(part, endpoint[part as keyof Endpoint]),
    );
    return [entry(title), ...lines.map((line) => entry(`${name} ${line.split(' ', 3).join(' ')}`, line))];
  });
}

function textsOf({ summary, tag, description, decodesPath, bodyTypes }: Endpoint): unknown {
  return { summary, tag, description, decodesPath, bodyTypes };
}

/** Lists the fields of a part, and whatever else it says. */
function partLines(part: string, value: unknown): readonly string[] {
  if (value === undefined) return [];
  if (!isObject(value)) return [`  ${part} ${written(value)}`];
  if (isField(value)) return [`  ${part} ${fieldLine(value)}`];
  const fields = Object.entries(value).filter(([, each]) => isObject(each));
  const others = Object.entries(value).filter(([, each]) => !isObject(each) && typeof each !== 'function');
  return [
    ...(others.length > 0 ? [`  ${part} ${written(Object.fromEntries(others))}`] : []),
    ...fields.flatMap(([name, each]) => partLines(`${part}.${name}`, each)),
  ];
}

type FieldLike = Json & {
  readonly required: boolean;
  readonly samples: () => { readonly accepted: Iterable<unknown>; readonly refused: Iterable<unknown> };
  readonly typeName: () => string;
};

function isField(value: Json): value is FieldLike {
  return typeof value.samples === 'function' && typeof value.typeName === 'function';
}

/** The most samples of a field that are shown. */
const MAX_SAMPLES = 4;

function fieldLine(field: FieldLike): string {
  const { accepted, refused } = field.samples();
  const shown = (all: Iterable<unknown>) => firsts(all).map(written).join(' ') || 'nothing';
  const optional = field.required ? '' : 'optional ';
  return `${optional}${field.typeName()} takes ${shown(accepted)}, not ${shown(refused)}`;
}

/** The first samples; there may be very many. */
function firsts(all: Iterable<unknown>): readonly unknown[] {
  const found: unknown[] = [];
  for (const each of all) {
    found.push(each);
    if (found.length === MAX_SAMPLES) break;
  }
  return found;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

/** The most characters of a request or a reply that are shown. */
const MAX_SHOWN = 20_000;

function short(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}… (${text.length})` : text;
}

/** The turns in which all callbacks of a reply are made. */
const MAX_TURNS = 24;

/** Sends the requests one after the other. */
async function replies({ document, options, requests, called }: Given): Promise<readonly Entry[]> {
  const noticed: string[] = [];
  const onNotice = ({ place, what }: Notice) => noticed.push(`notice ${place} ${what}`);
  const app = fromDocument(document, { ...options, onNotice });
  const entries: Entry[] = [];
  for (const [at, request] of requests.entries()) {
    entries.push(entry(`request ${at}`, short(request)));
    const reply = await replyTo(app, request);
    // On a busy machine, each callback that a reply leads to takes a turn or two.
    for (let turns = 0; options.onCallback && turns < MAX_TURNS; turns++)
      await new Promise((resolve) => setTimeout(resolve));
    const all = [reply, ...noticed.splice(0), ...called.splice(0).map((each) => `callback ${written(each)}`)];
    entries.push(entry(`reply ${at}`, all.map((each) => `  ${masked(short(each), options)}`).join('\n')));
  }
  return entries;
}

const REQUEST = /^(\S+) (\S+)(?: \[([^\]]*)\])?(?:[ \n](.*))?$/s;

async function replyTo(app: DocumentApp, request: string): Promise<string> {
  const [, method = '', target = '', lines = '', sent] = REQUEST.exec(request) ?? [];
  const headers = new Headers();
  if (sent !== undefined) headers.set('content-type', 'application/json');
  for (const line of lines.split(' | ').filter(Boolean)) {
    const [name = '', value = ''] = line.split(/: (.*)/s);
    headers.set(name, value);
  }
  const isForm = headers.get('content-type')?.startsWith('multipart/');
  const body = isForm ? sent?.replaceAll('⏎', '\r\n') : sent;
  const reply = await app.fetch(
    new Request(`http://localhost${target}`, { method, headers, ...(body !== undefined && { body }) }),
  );
  const isUsual = ([name, value]: readonly [string, string]) =>
    usual.some((each) => each.test(`${name}: ${value}`));
  const shown = [...reply.headers].filter((each) => !isUsual(each)).map((each) => each.join(': '));
  return [reply.status, ...shown, bodyText(await reply.text())].filter((each) => each !== '').join(' | ');
}

/** Headers of every reply, or of every error. */
const usual: readonly RegExp[] = [
  /^(?:content-length|x-content-type-options|x-request-id|date|access-control-\S+):/,
  /^(?:vary: Prefer|cache-control: no-store|content-type: application\/json)$/,
];

/** The entries of an error on a line of their own each, and any other body as it is. */
function bodyText(text: string): string {
  const { detail } = text.startsWith('{"detail":[') ? JSON.parse(text) : { detail: undefined };
  const isListed = Array.isArray(detail) && detail.every((each) => Array.isArray(each?.loc));
  if (!isListed) return /[\n\r]/.test(text) ? JSON.stringify(text) : text;
  return detail.map(({ loc, type, msg }) => `\n    ${loc.join('.')} ${type}: ${msg}`).join('');
}

function written(value: unknown): string {
  if (value instanceof Uint8Array) return `bytes ${value.length}`;
  return JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}n` : each)) ?? '';
}

/** Puts a name in the place of the ids that a memory draws. */
function masked(text: string, { remember }: DocumentOptions): string {
  return remember === undefined ? text : text.replace(UUIDS, '<drawn>');
}

const UUIDS = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;
