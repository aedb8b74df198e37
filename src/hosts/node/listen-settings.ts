import { inspect } from 'node:util';
import type { ListenSettings } from '../../http/hosting.ts';
import { defaultTimeouts, limitSettings, limitsSetBy } from '../../http/limits.ts';
import { aCors, anOrigin, checkCors } from '../../http/negotiate.ts';
import {
  aCount,
  aFlag,
  aPositive,
  aString,
  checkOptions,
  choice,
  type Rules,
  rule,
  rulesFor,
} from '../../text/options.ts';
import { type Log, levels } from './log.ts';
import { type Gather, openMetrics } from './metrics.ts';
import { areNetworks, Proxies } from './proxies.ts';
import type { RunOptions } from './service.ts';
import type { TlsLayer } from './tls.ts';

/** The settings of a service, which come from the command line or from a program that calls `listen`. */

const settingRules: Rules<ListenSettings> = {
  ...rulesFor(defaultTimeouts, aPositive),
  ...rulesFor(limitSettings, aPositive),
  port: aCount,
  host: aString,
  socket: aString,
  tlsCert: aString,
  tlsKey: aString,
  logLevel: choice(...levels),
  logFormat: choice('pretty', 'json'),
  logSample: rule('a number from 0 to 1', isShare),
  trustedProxies: rule('a list of addresses and networks such as 10.0.0.0/8', areNetworks),
  metrics: aFlag,
  faults: aFlag,
  cors: aCors,
  try: anOrigin,
  handlerTimeout: aPositive,
  maxConnections: aPositive,
  maxConnectionsPerAddress: aPositive,
  stopDeadline: aCount,
};

/** Throws an error with a one-sentence message if a setting of `listen` is unknown, or can't be used. */
export function checkListenSettings(given: ListenSettings): void {
  checkOptions('listen()', given, settingRules);
  checkCors('listen()', given.cors);
  const beside =
    given.socket === undefined ? undefined : given.port !== undefined ? 'port' : given.host && 'host';
  if (beside) throw new TypeError(`listen() takes either the option socket or ${beside}`);
  const { tlsCert, tlsKey } = given;
  if ((tlsCert === undefined) === (tlsKey === undefined)) return;
  const [named, missing] = tlsKey === undefined ? ['tlsCert', 'tlsKey'] : ['tlsKey', 'tlsCert'];
  throw new TypeError(`The option ${named} of listen() needs ${missing}`);
}

function isShare(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}

interface Opened {
  /** The log, if there is one. */
  readonly log: Log | undefined;
  readonly tls: TlsLayer | undefined;
  /** Returns the metrics of all workers, if there are any. */
  readonly gather?: Gather | undefined;
}

/** Turns settings into the options of a running app. */
export async function runOptionsOf(given: ListenSettings, { log, tls, gather }: Opened): Promise<RunOptions> {
  return {
    app: {
      cors: given.cors,
      tryOrigin: given.try,
      handlerTimeout: given.handlerTimeout,
      faults: given.faults,
      limits: limitsSetBy(given),
      ...(log && {
        onBug: (bug, id, endpoint) => log.error({ id, endpoint, error: inspect(bug) }, 'A bug'),
        log: (level, fields, message) => log[level](fields, message),
      }),
    },
    timeouts: given,
    connections: given,
    tls,
    log: given.logLevel === 'silent' ? undefined : log,
    accessLog: {
      sample: given.logSample,
      trustedProxies: given.trustedProxies && new Proxies(given.trustedProxies),
    },
    metrics: given.metrics ? await openMetrics(gather) : undefined,
    ...(log && { onServerBug: (bug) => log.error({ error: inspect(bug) }, 'A bug has closed a connection') }),
  };
}
