import { levels } from '../hosts/node/log.ts';
import { defaultConnectionLimits } from '../hosts/node/server/server.ts';
import { DEFAULT_HANDLER_TIMEOUT_MS, defaultLimits, defaultTimeouts } from '../http/limits.ts';
import { MAX_DEPTH } from '../text/json/reader.ts';
import { either, oneOf, origins, text, toggle, whole } from './kinds.ts';
import { open, setting, type ValuesOf } from './setting.ts';

const milliseconds = whole(1, 3_600_000);
const MEGABYTE = 1024 * 1024;

/** The settings of a server. Flags, environment variables, help and the table in docs/settings.md are all made from these rows. */
export const settings = {
  port: setting('port; 0 takes a free one', whole(0, 65_535), 8000),
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
  metrics: setting('serves GET /metrics, for Prometheus', toggle, false),
  faults: setting('answers with the faults that requests ask for, such as Prefer: code=503', toggle, false),
  cors: setting(
    'origins whose web pages may read replies; * is all, off is none',
    either(oneOf('*', 'off'), origins),
    '*',
  ),
  bodyLimit: setting('maximum size of a body, in bytes', whole(1, 64 * MEGABYTE), defaultLimits.body),
  depthLimit: setting('maximum nesting in a body, in levels', whole(1, MAX_DEPTH), defaultLimits.depth),
  targetLimit: setting(
    'maximum length of path and query, in bytes',
    whole(1, MEGABYTE),
    defaultLimits.target,
  ),
  headerLimit: setting('maximum number of headers', whole(1, 10_000), defaultLimits.headers),
  headerBytesLimit: setting(
    'maximum size of all headers together, in bytes',
    whole(1, MEGABYTE),
    defaultLimits.headerBytes,
  ),
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
    'prefix of every path of a document',
    text('path', 'a path such as /api'),
    'none; servers in the document are ignored',
  ),
  values: open(
    'values accepted by a document: those that FastAPI accepts, or only unambiguous ones',
    oneOf('fastapi', 'strict'),
    'fastapi',
  ),
  failOnUnsupported: setting('refuse a document that can’t be served exactly as it says', toggle, false),
  watch: setting('reload a document in a file when it changes', toggle, false),
  stopDeadline: setting('time to stop, in milliseconds', whole(0, 3_600_000), 10_000),
} as const;

export type Settings = ValuesOf<typeof settings>;
