import type { ValidationError } from '../contract/replies.ts';
import { isRecord } from '../fields/record.ts';
import { Issue, Issues } from '../issues/issue.ts';
import { fragmentPointer } from '../text/pointer.ts';
import { PROBLEM_TYPE } from './accept.ts';
import type { ErrorFormat } from './error-format.ts';
import { linesOf } from './lines.ts';
import { phraseOf } from './phrases.ts';
import type { Reply } from './reply.ts';
import { splitTarget } from './request.ts';
import { statuses } from './statuses.ts';

/** One thing that is wrong: in the body, at a pointer, or in a parameter. */
interface Entry {
  readonly detail?: string;
  readonly pointer?: string;
  readonly parameter?: string;
  readonly type?: string;
}

/** Writes an error as problem details (RFC 9457). */
export type ProblemWriter = (reply: Reply, target: string | undefined) => Reply;

export interface ProblemOptions {
  readonly errors: ErrorFormat;
  readonly basePath: string;
  /** The path of the page that explains errors; without one, a problem has no type of its own. */
  readonly errorsPath?: string | false | undefined;
}

/** Neither kind of an error is ever kept, so that only the one that was asked for says what it depends on. */
const PROBLEM_HEADERS = linesOf('Content-Type', PROBLEM_TYPE, 'Vary', 'Accept');

/** Compiles the writer of problems. */
export function problemWriter({ errors, basePath, errorsPath = false }: ProblemOptions): ProblemWriter {
  return ({ status, headers, error }, target) => {
    const type =
      errorsPath === false
        ? 'about:blank'
        : `${relativeAddressOf(errorsPath, basePath, target)}#${statusId(status)}`;
    const told = { type, title: phraseOf(status), status, ...tell(error, status, errors) };
    const lines = headers.replace(CONTENT_TYPE, PROBLEM_HEADERS);
    return { kind: 'reply', status, headers: lines, body: JSON.stringify(told) };
  };
}

const CONTENT_TYPE = /^Content-Type: .*\r\n/m;

/** Names the place of a status on the page that explains errors. */
export function statusId(status: number): string {
  return `status-${status}`;
}

/** So many steps up at most are written; who asks for a path that is deeper gets the whole one. */
const MAX_STEPS = 16;

/**
 * The way to a page as a reference that is relative to what was asked for, so that it holds behind any prefix (RFC 3986,
 * 5.2). Where nothing was asked for that is below the base path, it is the whole path.
 */
function relativeAddressOf(page: string, basePath: string, target = ''): string {
  const { path } = splitTarget(target);
  if (!path.startsWith(`${basePath}/`)) return basePath + page;
  const steps = path.slice(basePath.length + 1).split('/', MAX_STEPS + 1).length - 1;
  if (steps === MAX_STEPS) return basePath + page;
  return `${steps === 0 ? './' : '../'.repeat(steps)}${page.slice(1)}`;
}

/** Puts a detail into a sentence and, where it tells of values, into an entry for each of them. */
function tell(detail: unknown, status: number, errors: ErrorFormat) {
  if (typeof detail === 'string') return { detail };
  if (detail instanceof Issues) return tellIssues(detail, errors);
  const sentence = statuses[status]?.meaning ?? phraseOf(status);
  if (Array.isArray(detail)) return { detail: sentence, errors: detail.filter(isEntry).map(tellEntry) };
  return isRecord(detail) ? tellRecord(detail, sentence, errors) : { detail: sentence };
}

function tellIssues({ all }: Issues, errors: ErrorFormat) {
  const entries = all.map((issue): Entry => {
    const message = errors.label(issue.path) + errors.message(issue);
    return { detail: message, ...placeOf(issue), type: errors.type(issue) };
  });
  const count = entries.length;
  const detail = count === 1 ? entries[0]?.detail : `${count} values are missing or invalid.`;
  return { detail, errors: entries };
}

/** An entry of an automatic 422. */
type WrittenEntry = Pick<ValidationError, 'type' | 'loc' | 'msg'>;

function isEntry(value: unknown): value is WrittenEntry {
  return isRecord(value) && Array.isArray(value.loc);
}

function tellEntry({ type, loc, msg }: WrittenEntry): Entry {
  return { detail: msg, ...placeOf({ type, source: loc }), type };
}

/** The place of a value in what was sent. A body that is no JSON has none but itself. */
function placeOf({
  type,
  source: [part, ...path],
}: Pick<Issue, 'source'> & { readonly type: string }): Entry {
  if (part !== 'body') return { parameter: String(path[0]) };
  return { pointer: fragmentPointer(type === 'json_invalid' ? [] : path) };
}

/** The members of a detail in which a handler says what is wrong, and with which value. */
function tellRecord(told: Readonly<Record<string, unknown>>, sentence: string, errors: ErrorFormat) {
  const { message, field, parameter, ...others } = told;
  const detail = [message, told.detail, told.error].find((each) => typeof each === 'string') ?? sentence;
  const issue = Object.values(told).find((value) => value instanceof Issue);
  const entry = {
    ...Object.fromEntries(Object.entries(others).filter(([, value]) => isPlain(value))),
    detail,
    ...(typeof field === 'string' && { pointer: fragmentPointer([field]) }),
    ...(typeof parameter === 'string' && { parameter }),
    ...(issue && { ...placeOf(issue), type: errors.type(issue) }),
  };
  return { detail, errors: [entry] };
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
