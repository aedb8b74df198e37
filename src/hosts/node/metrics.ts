import type { Registry } from 'prom-client';
import { Refusal } from '../../contract/outcome.ts';
import { plainReply } from '../../http/document.ts';
import { type Reply, replyTo } from '../../http/reply.ts';
import type { AppCore, Route } from '../../http/types.ts';
import type { RequestObserver } from './server/context.ts';
import type { ConnectionObserver } from './server/server.ts';
import type { Figures } from './workers/messages.ts';

/** Metrics of the requests and of the process, in Prometheus' text format. */
export interface Metrics {
  /** Counts the requests of a service. */
  observe(app: AppCore): RequestObserver;
  /** Counts connections. */
  readonly connections: ConnectionObserver;
  /** Returns the metrics, for `GET /metrics`. */
  readonly gather: Gather;
  /** Returns the metrics of this process alone. */
  figures(): Promise<Figures>;
}

/** Gauges that only add up others. They are left out, because Prometheus reserves names in `_total` for counters. */
const misnamed = ['resources', 'handles', 'requests'].map((kind) => `nodejs_active_${kind}_total`);

/** Returns the metrics as text. */
export type Gather = () => Promise<string>;

/** Opens the metrics of this process; `gather` returns those of all workers, if there are any. */
export async function openMetrics(gather?: Gather): Promise<Metrics> {
  const { collectDefaultMetrics, Registry } = await import('prom-client');
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  return {
    observe: await requestCounter(registry),
    connections: await connectionCounter(registry),
    gather: gather ?? (() => registry.metrics()),
    figures: () => registry.getMetricsAsJSON(),
  };
}

/** The bounds of the durations, in seconds: most replies take less than a millisecond, a slow upload several seconds. */
const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const labelNames = ['route', 'method', 'status'] as const;

async function requestCounter(registry: Registry): Promise<Metrics['observe']> {
  const { Counter, Gauge, Histogram } = await import('prom-client');
  const registers = [registry];
  const total = new Counter({
    name: 'http_requests_total',
    help: 'Requests that have been answered.',
    labelNames,
    registers,
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Seconds from the arrival of a request to its reply.',
    labelNames,
    buckets,
    registers,
  });
  const inFlight = new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests that have arrived and not been answered.',
    registers,
  });

  return (app) => (request) => {
    const began = performance.now();
    inFlight.inc();
    return ({ status }) => {
      const route = (request && app.routeOf(request.target)) ?? 'none';
      const labels = { route, method: request?.method ?? 'none', status };
      total.inc(labels);
      durations.observe(labels, (performance.now() - began) / 1000);
      inFlight.dec();
    };
  };
}

async function connectionCounter(registry: Registry): Promise<ConnectionObserver> {
  const { Counter, Gauge } = await import('prom-client');
  const registers = [registry];
  const open = new Gauge({ name: 'http_connections', help: 'Connections that are open.', registers });
  const dropped = new Counter({
    name: 'http_connections_dropped_total',
    help: 'Connections that have been closed at once, because there were too many: in all, or from one address.',
    labelNames: ['reason'],
    registers,
  });
  const failed = new Counter({
    name: 'http_connections_failed_total',
    help: 'Connections that an exception has ended, which is a bug.',
    registers,
  });
  return {
    changed: (change) => open.inc(change),
    dropped: (reason) => dropped.inc({ reason }),
    failed: () => failed.inc(),
  };
}

const PATH = '/metrics';
const MEDIA_TYPE = 'text/plain; version=0.0.4; charset=utf-8';
const ungathered = replyTo(new Refusal(503, 'The metrics could not be gathered'));

/** Makes the route that shows metrics. */
export function metricsRoute(gather: Gather): Route {
  return {
    method: 'GET',
    path: PATH,
    answer: () => ({
      kind: 'pending',
      reply: gather().then(
        (text): Reply => plainReply({ mediaType: MEDIA_TYPE, text }),
        () => ungathered,
      ),
      abort() {},
    }),
  };
}

/** Adds up the metrics of several processes. */
export async function addUp(all: readonly Figures[]): Promise<string> {
  const { AggregatorRegistry } = await import('prom-client');
  return AggregatorRegistry.aggregate(all.map((figures) => figures.map(withAggregator))).metrics();
}

const START = 'process_start_time_seconds';

/** Keeps the earliest start time, that of the first worker. The library would omit start times. */
function withAggregator(figure: object): object {
  return 'name' in figure && figure.name === START ? { ...figure, aggregator: 'min' } : figure;
}
