import { writeJson } from '../fields/optional.ts';
import { linesFor } from '../http/faults.ts';
import { linesOf, NO_STORE, NOSNIFF, type Reply } from '../http/reply.ts';
import type { FieldReader } from './fields.ts';
import { isJson } from './media.ts';
import { type Located, partsOf, within } from './references.ts';
import { bodyIn, mediaTypeOf } from './success.ts';
import { withoutWriteOnly } from './write-only.ts';

/** Finds a reply that an operation declares, by status, by the name of an example, or by both. */
export type ReplyLookup = (code: number | undefined, example: string | undefined) => Reply | undefined;

/** A response and the status to send it with. */
interface Candidate {
  readonly status: number;
  readonly response: Located;
}

/** Statuses that come from gateways, which a service's `default` does not mean. */
const gatewayStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Makes the lookup of an operation. It leaves the success without a named example to the handler. */
export function replyLookup(responses: Located, reader: FieldReader, success: number): ReplyLookup {
  const parts = () => partsOf(responses);

  function candidates(code: number | undefined): Candidate[] {
    if (code !== undefined) return responsesFor(code);
    const coded = parts().filter(([key]) => /^[2-5][0-9]{2}$/.test(key));
    const first = coded.filter(([key]) => Number(key) === success);
    return [...first, ...coded].map(([key, response]) => ({ status: Number(key), response }));
  }

  function responsesFor(code: number): Candidate[] {
    const keys = [String(code), `${String(code).slice(0, 1)}XX`];
    if (!gatewayStatuses.has(code)) keys.push('default');
    const found = keys.flatMap((name) => parts().filter(([key]) => key.toUpperCase() === name.toUpperCase()));
    return found.slice(0, 1).map(([, response]) => ({ status: code, response }));
  }

  return (code, example) => {
    if (example === undefined && (code === undefined || code === success)) return undefined;
    for (const { status, response } of candidates(code)) {
      const reply = replyIn(reader.references.follow(response), status, example, reader);
      if (reply) return reply;
    }
    return undefined;
  };
}

function replyIn(
  response: Located,
  status: number,
  example: string | undefined,
  reader: FieldReader,
): Reply | undefined {
  const content = partsOf(within(response, 'content'));
  const ordered = [...content.filter(([type]) => isJson(type)), ...content];
  if (example === undefined) {
    const [type, media] = ordered[0] ?? [];
    if (type === undefined || media === undefined) return replyOf(status);
    return replyOf(status, type, bodyIn(media, reader));
  }
  for (const [type, media] of ordered) {
    const named = partsOf(within(media, 'examples')).find(([name]) => name === example);
    const value = named && within(reader.references.follow(named[1]), 'value').value;
    if (value !== undefined)
      return replyOf(status, type, withoutWriteOnly(value, within(media, 'schema'), reader));
  }
  return undefined;
}

/** Statuses whose replies never have a body, even if one is declared. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

function replyOf(status: number, type?: string, value?: unknown): Reply {
  const uncached = (status >= 400 ? NO_STORE : '') + linesFor(status);
  if (type === undefined || bodiless.has(status))
    return { kind: 'reply', status, headers: NOSNIFF + uncached, body: '' };
  const headers = linesOf('Content-Type', mediaTypeOf(type)) + NOSNIFF + uncached;
  return { kind: 'reply', status, headers, body: textOf(type, value) };
}

function textOf(type: string, value: unknown): string {
  if (isJson(type)) return writeJson(value);
  return typeof value === 'string' ? value : '';
}
