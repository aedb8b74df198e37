import { isBasePath } from '../contract/path.ts';
import { Issues } from '../errors/issue.ts';
import { integer } from '../fields/number.ts';
import { levels } from '../hosts/node/log.ts';
import { areNetworks } from '../hosts/node/proxies.ts';
import { defaultConnectionLimits } from '../hosts/node/server/server.ts';
import {
  DEFAULT_HANDLER_TIMEOUT_MS,
  defaultLimits,
  defaultTimeouts,
  type LimitSetting,
  limitSettings,
} from '../http/limits.ts';
import { meantName } from '../text/names.ts';
import { TOKEN_CHARACTER } from '../text/strings.ts';

/** An error in a command line, in one sentence. */
export class UsageError {
  readonly sentence: string;

  constructor(sentence: string) {
    this.sentence = sentence;
  }
}

export const SEE_HELP = 'see assay --help';

/** The error for a name that does not exist, with the one of the existing names that was probably meant. */
export function unknown(
  kind: string,
  name: string,
  known: readonly string[],
  usualRemedy = SEE_HELP,
): UsageError {
  const meant = meantName(name, known);
  const remedy = meant === undefined ? usualRemedy : `did you mean ${meant}?`;
  return new UsageError(`There is no ${kind} ${JSON.stringify(name)}; ${remedy}`);
}

/** A kind of setting: its syntax and its values. */
export interface Kind<Value> {
  /** The placeholder for the value in the help. */
  readonly placeholder: string;
  /** The allowed values, as the end of a sentence. */
  readonly allowed: string;
  /** The words that it allows, if it is one of several. */
  readonly words?: readonly string[];
  /** The JSON Schema of its values in a file; by default, that of a text. */
  readonly schema?: Readonly<Record<string, unknown>>;
  /** Returns the value; undefined if the text is invalid. */
  read(text: string): Value | undefined;
}

/** A whole number, bounds included. */
export function whole(min: number, max: number): Kind<number> {
  const field = integer({ min, max });
  return {
    placeholder: 'number',
    allowed: `a whole number from ${min} to ${max}`,
    schema: { type: 'integer', minimum: min, maximum: max },
    read(text) {
      const value = field.parse(text);
      return value instanceof Issues ? undefined : value;
    },
  };
}

/** One of several words. */
export function oneOf<const Word extends string>(...words: readonly Word[]): Kind<Word> {
  return {
    placeholder: words.join('|'),
    allowed: anyOf(words),
    words,
    schema: { enum: words },
    read: (text) => words.find((word) => word === text),
  };
}

/** Lists alternatives: `a, b or c`. */
function anyOf(words: readonly string[]): string {
  const others = words.slice(0, -1).join(', ');
  return [others, ...words.slice(-1)].filter(Boolean).join(' or ');
}

/** Any text that is not empty. */
export function text(placeholder: string, allowed: string): Kind<string> {
  return { placeholder, allowed, read: (written) => written || undefined };
}

/** The prefix of all paths, or the word that stands for those of the servers in a document. */
const basePath: Kind<string> = {
  placeholder: 'path',
  allowed: 'a path such as /api, without a slash at its end',
  read: (written) => (written !== '' && (written === 'servers' || isBasePath(written)) ? written : undefined),
};

const yes: ReadonlySet<string> = new Set(['true', 'yes', 'on', '1']);
const no: ReadonlySet<string> = new Set(['false', 'no', 'off', '0']);

/** True or false, also in other usual words. */
export const toggle: Kind<boolean> = {
  placeholder: 'true|false',
  allowed: 'true or false',
  schema: { type: 'boolean' },
  read: (written) => (yes.has(written) || no.has(written) ? yes.has(written) : undefined),
};

/** True or false, or a JSON file; the option alone is true. */
export const toggleOrFile: Kind<boolean | string> = {
  placeholder: 'true|false|file',
  allowed: 'true, false or a JSON file',
  read: (written) => toggle.read(written) ?? (written.endsWith('.json') ? written : undefined),
};

/** A value of either kind; the first one wins. */
function either<First, Second>(first: Kind<First>, second: Kind<Second>): Kind<First | Second> {
  return {
    placeholder: `${first.placeholder}|${second.placeholder}`,
    allowed: `${first.allowed}, or ${second.allowed}`,
    read: (written) => first.read(written) ?? second.read(written),
  };
}

/** The longest delay, in milliseconds. */
const MAX_DELAY = 30_000;

/** Milliseconds, or the least and the most of them. */
const delays: Kind<readonly number[]> = {
  placeholder: 'number|least-most',
  allowed: `milliseconds like 300 or 100-800, up to ${MAX_DELAY}`,
  read(written) {
    const [, least, most = least] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(written) ?? [];
    const range = [Number(least), Number(most)];
    return Number(least) <= Number(most) && Number(most) <= MAX_DELAY ? range : undefined;
  },
};

/** Origins of web pages, separated by commas. */
const origins: Kind<readonly string[]> = {
  placeholder: 'origins',
  allowed: 'origins like https://example.com, separated by commas',
  read(written) {
    const all = written.split(',').map((each) => each.trim());
    return all.every(isOrigin) ? all : undefined;
  },
};

const origin: Kind<string> = {
  placeholder: 'origin',
  allowed: 'an origin like http://localhost:3000',
  read: (written) => (isOrigin(written) ? written : undefined),
};

/** Accepts an origin only in its normal form, because browsers send that and compare it exactly. */
function isOrigin(written: string): boolean {
  try {
    return new URL(written).origin === written;
  } catch {
    return false;
  }
}

/** An address without its scheme: a host with a port, or a host that is certainly none of the files here. */
const BARE_ADDRESS = /^(?:(?:[\w.-]+|\[[\da-f:.]+\]):\d+|localhost|\d+\.\d+\.\d+\.\d+)(?:\/|$)/i;

/** A number from 0 to 1. */
const share: Kind<number> = {
  placeholder: 'number',
  allowed: 'a number from 0 to 1',
  read: (written) => (/^(?:0|1|0?\.\d{1,9})$/.test(written) ? Number(written) : undefined),
};

/** The name or the address of a host, which may have a port. */
const hostName: Kind<string> = {
  placeholder: 'host',
  allowed: 'a host like example.com or example.com:8080',
  read(written) {
    const url = `http://${written}`;
    return URL.canParse(url) && new URL(url).host === written.toLowerCase() ? written : undefined;
  },
};

/** Addresses and networks, separated by commas. */
const networks: Kind<readonly string[]> = {
  placeholder: 'networks',
  allowed: 'addresses or networks like 10.0.0.0/8, separated by commas',
  read(written) {
    const all = written.split(',').map((each) => each.trim());
    return areNetworks(all) ? all : undefined;
  },
};

/** The address of a service, without a trailing slash. `localhost:8000` is read as `http://localhost:8000`. */
export const address: Kind<string> = {
  placeholder: 'address',
  allowed: 'an address like http://localhost:8000',
  read(written) {
    const full = BARE_ADDRESS.test(written) ? `http://${written}` : written;
    const isWeb = /^https?:\/\//i.test(full) && URL.canParse(full);
    return isWeb ? full.replace(/\/$/, '') : undefined;
  },
};

const HEADER = new RegExp(String.raw`^(${TOKEN_CHARACTER}+):[ \t]*([\t -~\x80-\xff]*)$`);

/** A header field, `name: value`. */
export const header: Kind<readonly [name: string, value: string]> = {
  placeholder: 'field',
  allowed: "a header like 'Authorization: Bearer token'",
  read(written) {
    const [, name, value] = HEADER.exec(written) ?? [];
    return name !== undefined && value !== undefined ? [name, value.trimEnd()] : undefined;
  },
};

/** A parameter of a query, `name=value`. */
export const parameter: Kind<readonly [name: string, value: string]> = {
  placeholder: 'parameter',
  allowed: 'a parameter like api_key=token',
  read(written) {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(written) ?? [];
    return name !== undefined && value !== undefined ? [name, value] : undefined;
  },
};

/** A setting. Its flag and its environment variable are derived from its name. */
export interface Setting<Value, Written = Value> {
  readonly kind: Kind<Written>;
  /** The purpose, in a few words. */
  readonly what: string;
  /** The default value. */
  readonly fallback: Value;
  /** The default in words, if the value does not explain itself. */
  readonly unless?: string;
}

/** The settings of a command, by name. */
export type SettingTable = Readonly<Record<string, Setting<unknown>>>;

/** A value for each setting. */
export type ValuesOf<R extends SettingTable> = { readonly [Name in keyof R]: R[Name]['fallback'] };

export function setting<Value>(what: string, kind: Kind<Value>, fallback: Value): Setting<Value> {
  return { what, kind, fallback };
}

/** A setting without a default value. */
export function open<Value>(what: string, kind: Kind<Value>, unless: string): Setting<Value | undefined> {
  return { what, kind, fallback: undefined, unless };
}

/** A setting that may be given several times. */
export function many<Value>(
  what: string,
  kind: Kind<Value>,
  unless: string,
): Setting<readonly Value[], Value> {
  return { what, kind, fallback: [], unless };
}

/** The description of a setting. */
export interface Described {
  /** `--body-limit` */
  readonly flag: string;
  /** `BODY_LIMIT` */
  readonly variable: string;
  /** `--body-limit <number>`, or `--watch`, which needs no value. */
  readonly written: string;
  readonly what: string;
  readonly unless: string;
}

/** Describes settings, for the help and the documentation. */
export function describeSettings(table: SettingTable): Described[] {
  return Object.entries(table).map(([name, { kind, what, fallback, unless }]) => ({
    flag: flagOf(name),
    variable: variableOf(name),
    written: kind === toggle && fallback === false ? flagOf(name) : `${flagOf(name)} ${placeholderOf(kind)}`,
    what,
    unless: unless ?? String(fallback),
  }));
}

/** The value of a flag, in brackets if the flag has a meaning without it. */
function placeholderOf(kind: Kind<unknown>): string {
  return kind === toggleOrFile ? '[file]' : `<${kind.placeholder}>`;
}

export function flagOf(name: string): string {
  return `--${words(name).join('-').toLowerCase()}`;
}

export function variableOf(name: string): string {
  return words(name).join('_').toUpperCase();
}

function words(name: string): string[] {
  return name.split(/(?=[A-Z])/);
}

const milliseconds = whole(1, 3_600_000);

type LimitsToSet = { readonly [Name in keyof typeof limitSettings]: Setting<number> };

/** The limits of requests, which http/limits.ts declares. */
const limitsToSet = Object.fromEntries(
  Object.entries<LimitSetting>(limitSettings).map(([name, { limit, what, least = 1, most, unless }]) => [
    name,
    { ...setting(what, whole(least, most), defaultLimits[limit]), ...(unless && { unless }) },
  ]),
) as LimitsToSet;

/** The settings of a server. Flags, environment variables, help and the tables in docs/reference/cli.md are all made from this table. */
export const settings = {
  port: setting('port to listen on; 0 takes a free one', whole(0, 65_535), 8000),
  host: open(
    'address to listen on',
    text('address', 'an address or a name of this machine'),
    'all interfaces, IPv4 and IPv6',
  ),
  socket: open('path of a Unix socket to listen on, instead of a port', text('path', 'a path'), 'none'),
  tlsCert: open(
    'certificate for TLS, a PEM file with its chain; read again on SIGHUP',
    text('file', 'a file'),
    'none',
  ),
  tlsKey: open('key of the certificate, a PEM file', text('file', 'a file'), 'none'),
  workers: setting('number of processes; auto is one for each core', either(whole(1, 256), oneOf('auto')), 1),
  logLevel: setting('minimum log level', oneOf(...levels), 'info'),
  logFormat: open(
    'log lines for people (pretty) or for programs (json)',
    oneOf('pretty', 'json'),
    'pretty on a terminal, otherwise json',
  ),
  logSample: setting(
    'share of the requests to log, from 0 to 1; those with a 5xx are always logged',
    share,
    1,
  ),
  trustedProxies: open(
    'proxies whose Forwarded or X-Forwarded-For header gives the address of the client in the log',
    networks,
    'none',
  ),
  metrics: setting('serves GET /metrics, for Prometheus', toggle, false),
  adminPort: open(
    'port for /livez, /readyz and /metrics, which are then not on the port of the service',
    whole(0, 65_535),
    'none: they are on the port of the service',
  ),
  adminHost: setting(
    'address to listen on for --admin-port',
    text('address', 'an address or a name of this machine'),
    '127.0.0.1',
  ),
  faults: setting('simulates the failures that requests ask for, such as Prefer: code=503', toggle, false),
  try: open('origin of your own service, to which the docs UI sends requests', origin, 'none'),
  cors: setting(
    'origins whose web pages may call the service (CORS); * allows all, off none',
    either(oneOf('*', 'off'), origins),
    '*',
  ),
  ...limitsToSet,
  headersTimeout: setting(
    'time for the headers to arrive, in milliseconds',
    milliseconds,
    defaultTimeouts.headersTimeout,
  ),
  requestTimeout: setting(
    'time for a whole request to arrive, and again for its reply to be read, in milliseconds',
    milliseconds,
    defaultTimeouts.requestTimeout,
  ),
  handlerTimeout: setting(
    'time for a handler to answer, in milliseconds',
    milliseconds,
    DEFAULT_HANDLER_TIMEOUT_MS,
  ),
  idleTimeout: setting(
    'time that a connection stays open without a request, in milliseconds',
    milliseconds,
    defaultTimeouts.idleTimeout,
  ),
  minRate: setting(
    'minimum speed of a client that needs more time than --request-timeout, in bytes per second',
    whole(1, 1_000_000_000),
    defaultTimeouts.minRate,
  ),
  requestsPerConnection: setting(
    'maximum number of requests on one connection',
    whole(1, 1_000_000_000),
    defaultTimeouts.requestsPerConnection,
  ),
  maxConnections: setting(
    'maximum connections of each process; further ones are closed at once',
    whole(1, 1_000_000),
    defaultConnectionLimits.maxConnections,
  ),
  maxConnectionsPerAddress: open(
    'maximum connections of one IPv4 address or one IPv6 network of 64 bits',
    whole(1, 1_000_000),
    'no limit',
  ),
  basePath: open(
    'prefix of all paths of an OpenAPI document',
    basePath,
    'the base paths of the servers in the document',
  ),
  values: open(
    'how values of an OpenAPI document are read: exactly as it says (schema), as FastAPI does, or as the fields of Assay do (strict)',
    oneOf('auto', 'schema', 'fastapi', 'strict'),
    'auto: fastapi if FastAPI wrote the document, otherwise schema',
  ),
  errors: open(
    'how errors of an OpenAPI document are written: as each operation declares (document), as FastAPI does, or as problem details (problem)',
    oneOf('auto', 'document', 'fastapi', 'problem'),
    'auto: document, or fastapi where nothing else is declared',
  ),
  failOnUnsupported: setting('doesn’t start if the mock doesn’t support all of the document', toggle, false),
  prefer: setting(
    'lets requests choose the reply of a mock, by Prefer: code=404, or ?__code=404 in an address bar',
    toggle,
    true,
  ),
  only: many(
    'operations that a mock serves, by name, or by method and path; * stands for anything: GET /lamps*',
    text('pattern', 'the name of an operation, in which * stands for anything'),
    'all',
  ),
  skip: many(
    'operations that a mock leaves out',
    text('pattern', 'the name of an operation, in which * stands for anything'),
    'none',
  ),
  listUnsupported: setting('lists everything in the document that the mock doesn’t support', toggle, false),
  remember: setting(
    'makes a mock remember what is posted, changed and deleted; a JSON file has the items to begin with',
    toggleOrFile,
    false,
  ),
  save: setting('writes what is remembered back into the file of --remember', toggle, false),
  callbacks: many('hosts that a mock may send callbacks to, besides this machine', hostName, 'none'),
  validate: setting(
    'how a mock answers an invalid request: with an error (on), or like a valid one, with a warning (warn) or without (off)',
    oneOf('on', 'warn', 'off'),
    'on',
  ),
  delay: open(
    'delays the replies of a mock, in milliseconds: 300, or a random time within 100-800',
    delays,
    'none',
  ),
  watch: setting('loads the document again, or restarts the module, when a file changes', toggle, false),
  stopDeadline: setting(
    'time to finish the requests in progress when the service stops, in milliseconds',
    whole(0, 3_600_000),
    10_000,
  ),
} as const;

export type Settings = ValuesOf<typeof settings>;
