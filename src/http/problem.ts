import type { ValidationError } from '../contract/endpoint.ts';
import { Issue, Issues, remaining } from '../errors/issue.ts';
import { isRecord } from '../fields/values.ts';
import { utf8Length } from '../text/bytes.ts';
import { cutPath, cutText } from '../text/cut.ts';
import { fragmentPointer } from '../text/strings.ts';
import { defaultLimits } from './limits.ts';
import { PROBLEM_TYPE } from './negotiate.ts';
import { meanings, phraseOf } from './phrases.ts';
import type { Reply } from './reply.ts';
import { linesOf } from './reply.ts';
import { splitTarget } from './types.ts';
import type { Wording } from './validation-error.ts';

/** A single error: in the body, at a pointer, or in a parameter. */
interface Entry {
  readonly detail?: string;
  readonly pointer?: string;
  readonly parameter?: string;
  readonly type?: string;
}

/** Writes an error as problem details (RFC 9457). */
type ProblemWriter = (reply: Reply, target: string | undefined) => Pick<Reply, 'status' | 'headers' | 'body'>;

export interface ProblemOptions {
  readonly words: Wording;
  readonly basePath: string;
  /** The most bytes of the entries of a problem. */
  readonly errorBytes?: number;
  /** The path of the page that explains errors; without one, problems have the type `about:blank`. */
  readonly errorsPath?: string | false | undefined;
}

/** Errors are never cached in either format, so only problem details, which a client has to ask for, have a `Vary`. */
const PROBLEM_HEADERS = linesOf('Content-Type', PROBLEM_TYPE, 'Vary', 'Accept');

/** Compiles the writer of problems. */
export function problemWriter(options: ProblemOptions): ProblemWriter {
  const { basePath, errorsPath = false } = options;
  return ({ status, headers, error }, target) => {
    const type =
      errorsPath === false
        ? 'about:blank'
        : `${relativeAddressOf(errorsPath, basePath, target)}#${statusId(status)}`;
    const problem = { type, title: phraseOf(status), status, ...describe(error, status, options) };
    const lines = headers.replace(CONTENT_TYPE, PROBLEM_HEADERS);
    return { status, headers: lines, body: JSON.stringify(problem) };
  };
}

const CONTENT_TYPE = /^Content-Type: .*\r\n/m;

/** Returns the id of a status on the page that explains errors. */
export function statusId(status: number): string {
  return `status-${status}`;
}

/** The most steps up that are written. A deeper path gets the whole path of the page. */
const MAX_STEPS = 16;

/**
 * Returns a reference to a page, relative to the target so that it works behind any prefix (RFC 3986, 5.2). If no target below
 * the base path is known, it is the whole path.
 */
function relativeAddressOf(page: string, basePath: string, target = ''): string {
  const { path } = splitTarget(target);
  if (!path.startsWith(`${basePath}/`)) return basePath + page;
  const steps = path.slice(basePath.length + 1).split('/', MAX_STEPS + 1).length - 1;
  if (steps === MAX_STEPS) return basePath + page;
  return `${'../'.repeat(steps) || './'}${page.slice(1)}`;
}

/** Turns a detail into a sentence and, if it is about values, an entry for each of them. */
function describe(detail: unknown, status: number, options: ProblemOptions) {
  if (typeof detail === 'string') return { detail };
  if (detail instanceof Issues) return describeIssues(detail, options);
  const sentence = meanings[status] ?? phraseOf(status);
  if (Array.isArray(detail)) return { detail: sentence, errors: detail.filter(isEntry).map(describeEntry) };
  return isRecord(detail) ? describeRecord(detail, sentence) : { detail: sentence };
}

function describeIssues(issues: Issues, { words, errorBytes = defaultLimits.errorBytes }: ProblemOptions) {
  const { all, more } = issues;
  const describeIssue = (issue: Issue): Entry => {
    const message = cutText(words.label(issue) + words.message(issue));
    return { detail: message, ...placeOf(issue), type: issue.publicType };
  };
  const entries: Entry[] = [];
  let left = errorBytes - OTHER_BYTES;
  for (const issue of all) {
    const entry = describeIssue(issue);
    left -= utf8Length(JSON.stringify(entry)) + 1;
    if (left < 0) break;
    entries.push(entry);
  }
  const count = all.length + more;
  const rest = count - entries.length;
  if (rest > 0) entries.push(describeIssue(remaining(rest, all[0])));
  const shown = Number.isFinite(count) ? count : `More than ${all.length}`;
  const detail = count === 1 ? entries[0]?.detail : `${shown} values are missing or invalid.`;
  return { detail, errors: entries };
}

/** The most bytes of a problem besides its entries. */
const OTHER_BYTES = 4096;

/** An entry of an automatic 422. */
type WrittenEntry = Pick<ValidationError, 'type' | 'loc' | 'msg'>;

function isEntry(value: unknown): value is WrittenEntry {
  return isRecord(value) && Array.isArray(value.loc);
}

function describeEntry({ type, loc, msg }: WrittenEntry): Entry {
  return { detail: msg, ...placeOf({ type, source: loc }), type };
}

/** Returns the place of a value in the request. In a body that is not JSON, it is the whole body. */
function placeOf({
  type,
  source: [part, ...path],
}: Pick<Issue, 'source'> & { readonly type: string }): Entry {
  if (part !== 'body') return { parameter: cutText(String(path[0] ?? '')) };
  return { pointer: fragmentPointer(type === 'json_invalid' ? [] : cutPath(path)) };
}

/** Reads a detail with which a handler says what is wrong, and with which value. */
function describeRecord(record: Readonly<Record<string, unknown>>, sentence: string) {
  const { message, field, parameter, ...others } = record;
  const detail = [message, record.detail, record.error].find((each) => typeof each === 'string') ?? sentence;
  const issue = Object.values(record).find((value) => value instanceof Issue);
  const entry = {
    ...Object.fromEntries(Object.entries(others).filter(([, value]) => isPlain(value))),
    detail,
    ...(typeof field === 'string' && { pointer: fragmentPointer([field]) }),
    ...(typeof parameter === 'string' && { parameter }),
    ...(issue && { ...placeOf(issue), type: issue.publicType }),
  };
  return { detail, errors: [entry] };
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
