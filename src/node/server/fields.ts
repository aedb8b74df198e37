import type { Refusal } from '../../contract/refusal.ts';
import { type Limits, oversized } from '../../http/limits.ts';
import { trim } from '../../text/trim.ts';
import { malformed, matchAt } from './grammar.ts';

/** The header fields of a request, or the trailers of its body (RFC 9112, 5). */
export interface Fields {
  /** Names and values in turn, as they were sent. */
  readonly pairs: readonly string[];
  /** Where in the text that which follows them begins. */
  readonly end: number;
  /** Why no more than these have been read. */
  readonly refusal: Refusal | undefined;
}

const FIELD = /([!#$%&'*+.^`|~\w-]+):([\t -~\x80-\xff]*)\r\n/y;
/** What a field may look like of which the rest is still to come. */
const BEGUN = /(?:[!#$%&'*+.^`|~\w-]+(?::[\t -~\x80-\xff]*)?)?\r?$/y;

/** Reads the fields from a place in a text up to the empty line behind them; undefined where that is still to come. */
export function readFields(text: string, start: number, limits: Limits): Fields | undefined {
  const pairs: string[] = [];
  let at = start;
  for (let field = matchAt(FIELD, text, at); field; field = matchAt(FIELD, text, at)) {
    pairs.push(field[1] ?? '', trim(field[2] ?? ''));
    at = FIELD.lastIndex;
    if (pairs.length > 2 * limits.headers || at - start > limits.headerBytes) break;
  }
  const size = { target: 0, headers: pairs.length / 2, headerBytes: at - start };
  const refusal = oversized(size, limits);
  if (refusal || text.startsWith('\r\n', at)) return { pairs, end: at + 2, refusal };
  if (!matchAt(BEGUN, text, at)) return { pairs, end: at, refusal: malformed };
  const begun = oversized({ ...size, headerBytes: text.length - start }, limits);
  return begun && { pairs, end: at, refusal: begun };
}

/** All values of a field, given names and values in turn. */
export function valuesOf(pairs: readonly string[], name: string): readonly string[] {
  let values: string[] | undefined;
  for (let at = 0; at < pairs.length; at += 2) {
    if (!isSpelling(pairs[at], name)) continue;
    values ??= [];
    values.push(pairs[at + 1] ?? '');
  }
  return values ?? none;
}

const none: readonly string[] = [];

/** Whether this is a field's name; their lengths tell almost all apart. */
function isSpelling(candidate: string | undefined, name: string): boolean {
  return candidate?.length === name.length && (candidate === name || candidate.toLowerCase() === name);
}
