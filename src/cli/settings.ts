import { levels } from '../hosts/node/log.ts';
import { defaultConnectionLimits } from '../hosts/node/server/server.ts';
import {
  DEFAULT_HANDLER_TIMEOUT_MS,
  defaultLimits,
  defaultTimeouts,
  type LimitSetting,
  limitSettings,
} from '../http/limits.ts';
import { meantName } from '../text/names.ts';
import {
  basePath,
  delays,
  either,
  hostName,
  type Kind,
  networks,
  oneOf,
  origin,
  origins,
  share,
  text,
  toggle,
  toggleOrFile,
  whole,
} from './kinds.ts';

/** An error in a command line, in one sentence. */
export class UsageError {
  readonly sentence: string;

  constructor(sentence: string) {
    this.sentence = sentence;
  }
}

export const SEE_HELP = 'see assay --help';

/** The error for a name that does not exist, with the one of the existing names that was probably meant. */
export function unknownName(
  kind: string,
  name: string,
  known: readonly string[],
  usualRemedy = SEE_HELP,
): UsageError {
  const meant = meantName(name, known);
  const remedy = meant === undefined ? usualRemedy : `did you mean ${meant}?`;
  return new UsageError(`There is no ${kind} ${JSON.stringify(name)}; ${remedy}`);
}

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

/** The limits of requests, which http/limits.ts declares. */
const settingsOfLimits = Object.fromEntries(
  Object.entries<LimitSetting>(limitSettings).map(([name, { limit, what, least = 1, most, unless }]) => [
    name,
    { ...setting(what, whole(least, most), defaultLimits[limit]), ...(unless && { unless }) },
  ]),
) as { readonly [Name in keyof typeof limitSettings]: Setting<number> };

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
  ...settingsOfLimits,
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
