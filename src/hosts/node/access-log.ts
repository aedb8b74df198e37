import { type AppCore, splitTarget } from '../../http/types.ts';
import type { Log } from './log.ts';
import { clientAddress, type Proxies } from './proxies.ts';
import type { RequestObserver } from './server/context.ts';
import type { Head } from './server/head.ts';
import { valuesOf } from './server/header-fields.ts';
import { contentLength } from './server/output.ts';

export interface AccessLogOptions {
  /** Recognizes by its path a request that only monitors the service. */
  readonly isProbe: (path: string) => boolean;
  /** The share of the requests to log, from 0 to 1; those with a 5xx are always logged. */
  readonly sample?: number | undefined;
  /** The proxies that are believed when they name a client. */
  readonly trustedProxies?: Proxies | undefined;
}

/** The longest path and user agent in the log, so that lines stay readable. */
const MAX_PATH_LENGTH = 1024;
const MAX_AGENT_LENGTH = 256;

const FIRST_SERVER_ERROR = 500;

/** Logs requests, but not their queries, bodies, or headers other than the user agent. */
export function accessLog(log: Log, app: AppCore, options: AccessLogOptions): RequestObserver {
  const { isProbe, sample = 1, trustedProxies } = options;
  // The first of every so many requests: with chance, lines would come unevenly.
  let count = 0;
  return (request) => {
    const began = performance.now();
    return ({ id, status, body }, received) => {
      count++;
      const isSampled = Math.ceil(count * sample) > Math.ceil((count - 1) * sample);
      if (!isSampled && status < FIRST_SERVER_ERROR) return;
      const path = request && pathOf(request.target);
      const level = path !== undefined && isProbe(path) ? 'debug' : 'info';
      log[level]({
        method: request?.method,
        path,
        status,
        ms: Math.round((performance.now() - began) * 1000) / 1000,
        bytes: contentLength(body),
        received,
        endpoint: request && app.endpointOf(request),
        address: request && clientAddress(request, trustedProxies),
        agent: request && agentOf(request),
        id,
        trace: request && traceOf(request.fields),
      });
    };
  };
}

/**
 * Returns the path to log. Other addresses than those of the web may contain a password, and a `#` begins what no server should
 * see.
 */
function pathOf(target: string): string | undefined {
  const { path } = splitTarget(target);
  const [plain = ''] = path.split('#', 1);
  return path.startsWith('/') || path === '*' ? plain.slice(0, MAX_PATH_LENGTH) : undefined;
}

/** Returns the name of the client program. Anything but ASCII could confuse a terminal. */
function agentOf({ header }: Head): string | undefined {
  return header('user-agent')
    ?.slice(0, MAX_AGENT_LENGTH)
    .replace(/[^ -~]/g, '?');
}

/** Returns the trace that a request is part of (https://www.w3.org/TR/trace-context/#traceparent-header). */
function traceOf(fields: readonly string[]): string | undefined {
  const [parent = '', ...others] = valuesOf(fields, 'traceparent');
  return others.length === 0 ? TRACEPARENT.exec(parent)?.[1] : undefined;
}

/** Only future versions may be longer than the first one. */
const TRACEPARENT =
  /^(?:00(?=.{53}$)|(?!00|ff)[\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-|$)/;
