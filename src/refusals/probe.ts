import type { Contract, Endpoint, Example } from '../contract/endpoint.ts';
import { type ExampleRequest, requestOf } from '../contract/example.ts';
import { isRecord } from '../fields/object.ts';
import type { Inject } from '../http/inject.ts';

/** A type of an entry in an automatic 422, and how the service came to answer it. */
export interface Finding {
  readonly type: string;
  /** The values that it was answered of, as `body age`. */
  readonly places: ReadonlySet<string>;
  /** What was said of them, without their labels. */
  readonly reasons: ReadonlySet<string>;
  readonly request: ExampleRequest;
  readonly body: string;
}

/** Stands for a number that JSON can spell and no double can hold. */
const BEYOND = 'a number beyond all bounds';
const spelt = (json: string) => json.replaceAll(JSON.stringify(BEYOND), '1e400');

/** What a value could be that is not what it should be; undefined is none at all. */
const texts: readonly (string | undefined)[] = [undefined, '', 'x', '0.5', '-1', '1e9', String(2 ** 53)];
const values: readonly unknown[] = [...texts, null, true, 0.5, -1, 1e9, 2 ** 53, BEYOND, [], {}];

interface Entry {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
}

/** Every type of entry that the service can be brought to answer, with the shortest answer that shows it. */
export function probe({ endpoints }: Contract, inject: Inject): Finding[] {
  const found = new Map<string, Finding & { places: Set<string>; reasons: Set<string> }>();
  for (const request of Object.values(endpoints).flatMap(variants)) {
    const { status = 0, body = '' } = inject(request) ?? {};
    for (const { type, loc, msg } of status === 422 ? entriesOf(body) : []) {
      const finding = found.get(type) ?? { type, places: new Set(), reasons: new Set(), request, body };
      finding.places.add(loc.join(' '));
      finding.reasons.add(msg.slice(msg.indexOf(': ') + 2));
      const shorter = body.length < finding.body.length ? { request, body } : {};
      found.set(type, { ...finding, ...shorter });
    }
  }
  return [...found.values()];
}

function entriesOf(body: string): readonly Entry[] {
  const { detail } = JSON.parse(body);
  return Array.isArray(detail) ? detail : [];
}

/** The examples of an endpoint, and its accepted one with one thing wrong at a time. */
function variants(endpoint: Endpoint): ExampleRequest[] {
  const { query, headers, examples = [] } = endpoint;
  const [accepted] = examples;
  if (!accepted) return [];
  const wrong: Example[] = [
    ...examples,
    ...changed(query, accepted.query, texts).map((query) => ({ ...accepted, query })),
    ...changed(headers, accepted.headers, texts).map((headers) => ({ ...accepted, headers })),
    ...bodies(endpoint, accepted).map((body) => ({ ...accepted, body })),
  ];
  return wrong
    .map((example) => requestOf(endpoint, example))
    .map((request) => ({ ...request, body: request.body && spelt(request.body) }));
}

function bodies({ body: declared }: Endpoint, { body }: Example): unknown[] {
  if (typeof declared !== 'object' || !isRecord(body)) return [];
  return [...values, ...changed(body, body, values)];
}

/** A part of a request in every way in which one of its values is another. */
function changed<Value>(
  names: Readonly<Record<string, unknown>> = {},
  part: Readonly<Record<string, Value>> = {},
  others: readonly (Value | undefined)[],
): Record<string, Value>[] {
  return Object.keys(names).flatMap((name) => {
    const { [name]: _, ...rest } = part;
    return others.map((value) => (value === undefined ? rest : { ...rest, [name]: value }));
  });
}
