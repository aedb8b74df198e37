import { DEFAULT_HANDLER_TIMEOUT_MS } from '../http/app.ts';
import { defaultLimits } from '../http/limits.ts';
import { defaultTimeouts } from '../http/timeouts.ts';
import { MAX_DEPTH } from '../json/grammar.ts';
import { levels } from '../node/log/log.ts';
import { either, oneOf, origins, text, toggle, whole } from './kinds.ts';
import { open, setting, type ValuesOf } from './setting.ts';

const milliseconds = whole(1, 3_600_000);
const MEGABYTE = 1024 * 1024;

/** Everything that can be set: the command's flags, its help and the README's table are all made from these rows. */
export const settings = {
  port: setting('the port; 0 takes any that is free', whole(0, 65_535), 8000),
  host: open(
    'the address to listen on',
    text('address', 'an address or a name of this machine'),
    'all interfaces, IPv4 and IPv6',
  ),
  workers: setting(
    'the processes that share the work; auto makes as many as there are cores',
    either(whole(1, 256), oneOf('auto')),
    1,
  ),
  logLevel: setting('the least that is logged', oneOf(...levels), 'info'),
  logFormat: open(
    'lines for people or for programs',
    oneOf('pretty', 'json'),
    'pretty on a terminal, otherwise json',
  ),
  metrics: setting('whether there is GET /metrics, for Prometheus', toggle, false),
  cors: setting(
    'the web pages that may read replies: all, none, or those of these origins',
    either(oneOf('*', 'off'), origins),
    '*',
  ),
  bodyLimit: setting('the most bytes of a body', whole(1, 64 * MEGABYTE), defaultLimits.body),
  depthLimit: setting('the most levels of nesting in a body', whole(1, MAX_DEPTH), defaultLimits.depth),
  targetLimit: setting('the most bytes of a request target', whole(1, MEGABYTE), defaultLimits.target),
  headerLimit: setting('the most headers of a request', whole(1, 10_000), defaultLimits.headers),
  headerBytesLimit: setting(
    'the most bytes of all headers together',
    whole(1, MEGABYTE),
    defaultLimits.headerBytes,
  ),
  headersTimeout: setting(
    'the milliseconds that headers may take to arrive',
    milliseconds,
    defaultTimeouts.headersTimeout,
  ),
  requestTimeout: setting(
    'the milliseconds that a whole request may take to arrive, and its reply to be read',
    milliseconds,
    defaultTimeouts.requestTimeout,
  ),
  handlerTimeout: setting(
    'the milliseconds that a handler may take to answer',
    milliseconds,
    DEFAULT_HANDLER_TIMEOUT_MS,
  ),
  idleTimeout: setting(
    'the milliseconds that a connection is kept open without a request',
    milliseconds,
    defaultTimeouts.idleTimeout,
  ),
  minRate: setting(
    'the bytes a second at which a client has to send or read what takes longer than a request may',
    whole(1, 1_000_000_000),
    defaultTimeouts.minRate,
  ),
  requestsPerConnection: setting(
    'the most requests on one connection',
    whole(1, 1_000_000_000),
    defaultTimeouts.requestsPerConnection,
  ),
  stopDeadline: setting('the milliseconds that stopping may take', whole(0, 3_600_000), 10_000),
} as const;

/** A value for each setting. */
export type Settings = ValuesOf<typeof settings>;
