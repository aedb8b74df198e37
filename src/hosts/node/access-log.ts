import { splitTarget } from '../../http/types.ts';
import type { Log } from './log.ts';
import type { RequestObserver } from './server/context.ts';
import { valuesOf } from './server/fields.ts';
import { sizeOf } from './server/output.ts';

/** The longest path in the log, so that lines stay readable. */
const MAX_PATH_LENGTH = 1024;

/**
 * Logs every request, but not its query, headers or body. `isProbe` tells by its path whether a request only monitors the service.
 */
export function accessLog(log: Log, isProbe: (path: string) => boolean): RequestObserver {
  return (request) => {
    const began = performance.now();
    return ({ id, status, body }) => {
      const path = request && pathOf(request.target);
      const level = path !== undefined && isProbe(path) ? 'debug' : 'info';
      log[level]({
        method: request?.method,
        path,
        status,
        ms: Math.round((performance.now() - began) * 1000) / 1000,
        bytes: sizeOf(body),
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

/** Returns the trace that a request is part of (https://www.w3.org/TR/trace-context/#traceparent-header). */
function traceOf(fields: readonly string[]): string | undefined {
  const [parent = '', ...others] = valuesOf(fields, 'traceparent');
  return others.length === 0 ? TRACEPARENT.exec(parent)?.[1] : undefined;
}

/** Only future versions may be longer than the first one. */
const TRACEPARENT =
  /^(?:00(?=.{53}$)|(?!00|ff)[\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-|$)/;
