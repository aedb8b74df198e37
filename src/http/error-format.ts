import type { Endpoint } from '../contract/endpoint.ts';
import type { Refusal } from '../contract/outcome.ts';
import type { Reason } from '../errors/bodies/reasons.ts';
import { type Issue, type Issues, inWords, remaining, sentence } from '../errors/issue.ts';
import type { AnyField } from '../fields/field.ts';
import { utf8Length } from '../text/bytes.ts';
import { cutText } from '../text/cut.ts';
import { afterSteps, atOnce, type Steps, soon } from '../text/turns.ts';
import type { Limits } from './limits.ts';
import type { RawBody } from './media.ts';
import { type Reply, replyTo, uncachedJson } from './reply.ts';
import type { RequestContext, RequestHead } from './types.ts';
import { plainWords, validationErrorWriter, type Wording } from './validation-error.ts';

/** How the errors of an app are written. Only the format itself knows which one it is. */
export interface ErrorFormat {
  /** Compiles the writer of an endpoint's errors. */
  writer(name: string, endpoint: Endpoint, limits: Limits): ErrorWriter;
  /** Writes an error that no endpoint makes, such as a 405, by the path that was found; undefined if it is written as usual. */
  unrouted?(refusal: Refusal, path: string | undefined, head: RequestHead): Reply | undefined;
  /** Tells whether the errors of an endpoint with this status are those that the document of its contract declares. */
  isDeclared?(name: string, status: number): boolean;
  /** Runs what needs errors at once, and writes those that take long in steps before. */
  readonly ahead?: <Result>(run: () => Result) => Generator<undefined, Result>;
  /** Says how errors are written. */
  readonly about: string;
  /** The words for what is wrong with a value. */
  readonly words: Wording;
  /** True if every client gets problem details, and not only those that prefer them. */
  readonly isProblem: boolean;
  /** The reply to invalid values, if it is not the usual 422: for the OpenAPI document. */
  readonly invalid?: Pick<OwnErrors, 'status' | 'body'>;
}

/** Writes the errors of an endpoint, apart from those that its handler returns. */
export interface ErrorWriter {
  /** Writes that values are invalid. */
  reject(issues: Issues, head: RequestHead, body?: RawBody): WrittenError;
  /** Writes that a part of the request can't be read: its body, or its path. */
  unreadable(refusal: Refusal, what: Unreadable, head: RequestHead): WrittenError;
  /** Writes any other error. */
  refuse(refusal: Refusal, head: RequestHead): WrittenError;
}

/** An error, or the steps in which it is written, as it takes long to write one by a schema. */
export type WrittenError = Reply | Steps<Reply>;

/** Waits for an error to be written. */
export function written(error: WrittenError, context: RequestContext): Reply | Promise<Reply> {
  return 'kind' in error ? error : soon(error, context);
}

/** Writes an error without a pause. */
export function writtenAtOnce(error: WrittenError): Reply {
  return 'kind' in error ? error : atOnce(error);
}

/** A part of a request that may be unreadable: a body of JSON or of a form, or the path. */
export type Unreadable = 'json' | 'form' | 'path';

/** The format of FastAPI: a 422 with an entry for each issue, and a sentence for any other error. */
export function entriesFormat(words: Wording): ErrorFormat {
  return {
    words,
    isProblem: false,
    about:
      'Every error is JSON with one property, detail: a sentence, an object, or, where declared fields are missing or invalid, a list of errors.',
    writer(_, endpoint, { errorBytes }) {
      const writeErrors = validationErrorWriter(endpoint, words, errorBytes);
      return {
        reject(issues, _, read) {
          const steps = afterSteps(
            writeErrors(issues, read),
            (body): Reply => ({ ...uncachedJson('', 422), body, issues, error: issues }),
          );
          return issues.all.length > FEW ? steps : atOnce(steps);
        },
        unreadable: replyTo,
        refuse: replyTo,
      };
    },
  };
}

/** Problem details (RFC 9457) for every client. */
export const problemFormat: ErrorFormat = {
  ...entriesFormat(plainWords),
  isProblem: true,
  about: 'Every error is a problem (RFC 9457): JSON with a type, a title, a status and a detail.',
};

/** One thing that is wrong with a request, for a form of one's own. */
export type InvalidValue = Reason;

/** The errors of an app, in a form of its own. */
export interface OwnErrors {
  /** The status of the reply to invalid values, and to a body or a path that can't be read. */
  readonly status: number;
  /** The field that writes the body of the reply, and describes it in the OpenAPI document. */
  readonly body: AnyField;
  /** Returns the body of the reply. */
  readonly write: (issues: readonly InvalidValue[]) => unknown;
}

/** Makes the format of an app that has its own. */
export function ownFormat({ status, body, write }: OwnErrors): ErrorFormat {
  const writeAll = (issues: readonly InvalidValue[]) => bodyText(body, write(issues));
  const reply = (text: string): Reply => uncachedJson(text, status);
  return {
    words: plainWords,
    isProblem: false,
    about: `Missing and invalid values are a ${status} in a form of its own. Every other error is JSON with one property, detail.`,
    invalid: { status, body },
    writer: (_name, _endpoint, { errorBytes }) => ({
      reject: (issues) => ({ ...reply(fitting(issues, writeAll, errorBytes)), issues }),
      unreadable: (refusal, what) => reply(writeAll([unreadableValue(refusal, what)])),
      refuse: replyTo,
    }),
  };
}

/** The issues that are always written at once. */
const FEW = 16;

/** Writes as many issues as there is room for, and the number of the others. */
function fitting(
  issues: Issues,
  write: (issues: readonly InvalidValue[]) => string,
  maxBytes: number,
): string {
  const { all, more, shown } = issues;
  const few = write(shown.slice(0, FEW).map(invalidValueOf));
  const size = utf8Length(few);
  if (shown.length <= FEW && size <= maxBytes) return few;
  // Most issues take about as much room as the first ones, and the number of the others takes a little.
  let count = Math.min(all.length, Math.floor((0.9 * Math.min(FEW, shown.length) * maxBytes) / size));
  for (; count > 0; count >>= 1) {
    const rest = more + all.length - count;
    const last = rest > 0 ? [remaining(rest, all[0])] : [];
    const text = write([...all.slice(0, count), ...last].map(invalidValueOf));
    if (utf8Length(text) <= maxBytes) return text;
  }
  return write([invalidValueOf(remaining(more + all.length, all[0]))]);
}

/** Writes a body. One that its field would refuse is a bug, and throws. */
function bodyText(field: AnyField, body: unknown): string {
  const text = field.writeValid(body);
  if (typeof text === 'string') return text;
  throw new TypeError(`What errors.write returned does not fit: ${inWords(text)}`);
}

/** Tells about an issue in plain data. */
export function invalidValueOf(issue: Issue): InvalidValue {
  const [part, ...path] = issue.source;
  // FastAPI's place of malformed JSON in a body is an offset, which is no path.
  const isWhole = issue.type === 'json_invalid' && part === 'body';
  const { publicType: type, input } = issue;
  return { part: String(part), path: isWhole ? [] : path, type, message: cutText(sentence(issue)), input };
}

/** Tells in the same way about a part that can't be read. */
export function unreadableValue({ detail }: Refusal, what: Unreadable): InvalidValue {
  const part = what === 'path' ? 'path' : 'body';
  return { part, path: [], type: `${what}_invalid`, message: String(detail), input: undefined };
}
