import { Refusal } from '../../contract/refusal.ts';
import { type Limits, targetTooLong } from '../../http/limits.ts';
import { unknownMethod, wrongVersion } from '../../http/refusals.ts';
import type { RequestHead } from '../../http/request.ts';
import { readFields, valuesOf } from './fields.ts';
import { type Framing, framingOf } from './framing.ts';
import { malformed, matchAt } from './grammar.ts';
import { isMethod, MAX_METHOD_LENGTH } from './methods.ts';

/** The head of a request (RFC 9112, 3): all that comes before the body. */
export interface Head extends RequestHead {
  /** The header fields, names and values in turn, as they were sent. */
  readonly fields: readonly string[];
  /** What it says to the server itself, or why the request must not reach the service. */
  readonly framing: Framing | Refusal;
  /** Where in the text the body begins. */
  readonly end: number;
}

const noTunnel = new Refusal(501, 'The service is no proxy: it knows no CONNECT');

const REQUEST_LINE = /([!#$%&'*+.^`|~\w-]+) ([!-~]+) HTTP\/(\d\.\d)\r\n/y;
/** What a request line may look like of which the rest is still to come. */
const BEGUN = /(?:([!#$%&'*+.^`|~\w-]+)(?: ([!-~]*)(?: [\w/.]{0,8})?)?)?\r?$/y;
/** The forms that a target may have (RFC 9112, 3.2); that of `CONNECT` is not among them. */
const TARGET = /\/|\*$|[a-z][\da-z+.-]*:\/\/(?:[\w.~!$&'()*+,;=:%-]*@)?[\w.~!$&'()*+,;=:%[\]-]*(?:[/?]|$)/iy;

/** Reads the head at a place in a text; undefined where the end of it is still to come. */
export function readHead(text: string, start: number, limits: Limits): Head | Refusal | undefined {
  const line = matchAt(REQUEST_LINE, text, start);
  if (!line) return unreadLine(text, start, limits);
  const [, method = '', target = '', version = ''] = line;
  const unknown = unknownTerms(method, version);
  if (unknown) return unknown;
  const refusal = wrongTarget(target, limits);
  const fields = readFields(text, REQUEST_LINE.lastIndex, limits);
  if (!fields && !refusal) return undefined;
  const { pairs, end } = fields ?? { pairs: [], end: text.length };
  const framing = refusal ?? fields?.refusal ?? framingOf(version, pairs);
  return { method, target, fields: pairs, header: lookup(pairs), framing, end };
}

/** What is wrong with the beginning of a request line. */
function unreadLine(text: string, start: number, limits: Limits): Refusal | undefined {
  const begun = matchAt(BEGUN, text, start);
  if (!begun) return malformed;
  const [, method = '', target = ''] = begun;
  if (method.length > MAX_METHOD_LENGTH) return unknownMethod;
  return target.length > limits.target ? targetTooLong(limits) : undefined;
}

/** Whoever says something that is not known is told so; it goes no further. */
function unknownTerms(method: string, version: string): Refusal | undefined {
  if (version !== '1.1' && version !== '1.0') return wrongVersion;
  if (!isMethod(method)) return unknownMethod;
  return method === 'CONNECT' ? noTunnel : undefined;
}

function wrongTarget(target: string, limits: Limits): Refusal | undefined {
  if (target.length > limits.target) return targetTooLong(limits);
  return matchAt(TARGET, target, 0) ? undefined : malformed;
}

/** Headers are looked up in what was sent: of several of one name none is dropped. */
function lookup(fields: readonly string[]): Head['header'] {
  return (name) => {
    const values = valuesOf(fields, name);
    return values.length > 1 ? values.join(', ') : values[0];
  };
}
