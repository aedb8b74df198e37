import { inspect } from 'node:util';
import type { Log } from '../hosts/node/log.ts';
import { type Gather, openMetrics } from '../hosts/node/metrics.ts';
import type { RunOptions } from '../hosts/node/service.ts';
import type { TlsLayer } from '../hosts/node/tls.ts';
import type { ServeCommand } from './options.ts';

/** Turns the settings into the options of a running app. */
export async function runOptionsOf(
  { settings, chosen, log, tls }: ServeCommand & { readonly log: Log; readonly tls: TlsLayer | undefined },
  gather?: Gather,
): Promise<RunOptions> {
  return {
    app: {
      cors: chosen.cors,
      handlerTimeout: chosen.handlerTimeout,
      faults: chosen.faults,
      limits: {
        body: chosen.bodyLimit,
        depth: chosen.depthLimit,
        target: chosen.targetLimit,
        headers: chosen.headerLimit,
        headerBytes: chosen.headerBytesLimit,
      },
      onBug: (bug, id) => log.error({ id, error: inspect(bug) }, 'A bug'),
    },
    timeouts: chosen,
    connections: {
      maxConnections: settings.maxConnections,
      maxConnectionsPerAddress: settings.maxConnectionsPerAddress,
    },
    tls,
    onServerBug: (bug) => log.error({ error: inspect(bug) }, 'A bug has closed a connection'),
    log: settings.logLevel === 'silent' ? undefined : log,
    metrics: settings.metrics ? await openMetrics(gather) : undefined,
  };
}
