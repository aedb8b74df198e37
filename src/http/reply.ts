import type { Endpoint } from '../contract/endpoint.ts';
import { validationError } from '../contract/problems.ts';
import { Refusal } from '../contract/refusal.ts';
import { writeList } from '../fields/list.ts';
import { isRecord } from '../fields/object.ts';
import { type Issue, type Issues, type Path, reason } from '../issues/issue.ts';
import { spellEach, speller } from './spelling.ts';

/** What goes back: the only form in which anything leaves the core. */
export interface Reply {
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: string;
}

/** Writes the replies of one endpoint. */
export interface Replier {
  accept(output: unknown): Reply;
  /** `source` is the text of the body, for the value that is shown as it was written. */
  refuse(refusal: Refusal, source?: string): Reply;
  /** The automatic 422. */
  reject(issues: Issues, source?: string): Reply;
}

const nosniff = ['X-Content-Type-Options', 'nosniff'];
const json = ['Content-Type', 'application/json', ...nosniff];
const unstored = ['Cache-Control', 'no-store'];
const jsonError = [...json, ...unstored];

/** Compiles what the contract says of an endpoint's replies. */
export function replier({ reply, refusals, credential }: Endpoint): Replier {
  const type = ['Content-Type', reply.mediaType ?? 'application/json', ...nosniff];
  const headers = [...type, ...(credential ? unstored : []), ...(reply.headers ?? [])];
  return {
    accept: (output) => ({ status: reply.status, headers, body: reply.body.write(output) }),
    refuse(refusal, source) {
      const detail = refusals?.[refusal.status];
      if (!detail || !isRecord(refusal.detail)) return replyTo(refusal);
      return errorReply(refusal, detail.write(spellEach(refusal.detail, speller(source))));
    },
    reject(issues, source) {
      const spell = speller(source);
      const entries = writeList(issues.all, (issue) => writeEntry(spell(issue)));
      return { status: 422, headers: jsonError, body: `{"detail":${entries}}` };
    },
  };
}

/** The reply to a refusal whose detail is a sentence. */
export function replyTo(refusal: Refusal): Reply {
  return errorReply(refusal, JSON.stringify(refusal.detail));
}

/** A reply of which the headers say all. */
export function bodiless(status: 204 | 307, headers: readonly string[]): Reply {
  return { status, headers: [...nosniff, ...headers], body: '' };
}

/** A reply that is the same for everyone. */
export function document(mediaType: string, body: string): Reply {
  return { status: 200, headers: ['Content-Type', mediaType, ...nosniff], body };
}

/** The reply to a bug. Of its cause it says nothing. */
export const bugReply = replyTo(new Refusal(500, 'Internal Server Error'));

function errorReply({ status, headers }: Refusal, detail: string): Reply {
  return { status, headers: [...jsonError, ...headers], body: `{"detail":${detail}}` };
}

function writeEntry(issue: Issue): string {
  const msg = `${label(issue.path)}: ${reason(issue)}`;
  return validationError.write({ type: issue.wire, loc: issue.path, msg, input: issue });
}

/** What people call the value at this path: the name of its field, capitalised. */
function label(path: Path): string {
  const name = String(path.findLast((key) => typeof key === 'string'));
  return name === 'url' ? 'URL' : name.charAt(0).toUpperCase() + name.slice(1);
}
