import type { Issue } from '../errors/issue.ts';
import type { CaseKind, Certainty } from './case.ts';

/** What a case rests on. */
export interface Basis {
  readonly certainty: Certainty;
  /** The rule that the request breaks, in a few words. */
  readonly rule: string;
}

/** The parts of a case that decide what it rests on. */
interface Broken {
  readonly place: string;
  readonly type: string;
  /** The mistake in the value, if it is about a single one. */
  readonly issue?: Issue | undefined;
  /** True for a value that somebody has sent. Of those that are made up, a few are enough. */
  readonly isSeen?: boolean;
}

type Entry = readonly [isMeant: (broken: Broken) => boolean, certainty: Certainty, rule: string];

/** The first entry that is meant decides. */
const entries: readonly Entry[] = [
  [isOf('path', 'not_found'), 'open', 'the declared paths'],
  [isOf('path', 'malformed'), 'debatable', 'UTF-8 in a path (RFC 3986)'],
  [isOf('method'), 'certain', 'the declared methods'],
  [isOf('credential'), 'certain', 'the declared credential'],
  [isOf('example'), 'certain', 'an example of the contract'],
  [isOf('body', 'json_invalid'), 'certain', 'JSON (RFC 8259)'],
  [isOf('body', 'form_invalid'), 'certain', 'forms (RFC 7578)'],
  [isOf('body', 'not_utf8'), 'certain', 'JSON in UTF-8 (RFC 8259)'],
  [isOf('body', 'content_type'), 'open', 'the declared media types'],
  [isOf('body', 'content_encoding'), 'debatable', 'the content codings that a service reads (RFC 9110)'],
  [isInfinite, 'debatable', 'numbers that fit into a double, which few programs check'],
  [isHuge, 'open', 'numbers of any size (RFC 8259)'],
  [isEmptyText, 'debatable', 'an empty text, which some read as none'],
  [isNumberForBoolean, 'debatable', 'true and false, which some also read in numbers'],
  [isDebatableEmail, 'debatable', 'email addresses, about which libraries disagree'],
  [isDebatableText, 'debatable', 'formats, of which each library has its own idea'],
];

/** What cases of other kinds rest on. */
export const basisOfKind: Readonly<Record<Exclude<CaseKind, 'refused'>, Basis>> = {
  limit: { certainty: 'open', rule: 'a limit that each service chooses' },
  fault: { certainty: 'open', rule: 'a fault that the request prefers' },
  accepted: { certainty: 'certain', rule: 'the declared values' },
};

const declared: Basis = { certainty: 'certain', rule: 'the declared values' };

/** Finds what a case rests on: by default on the values that the contract declares. */
export function basisOf(broken: Broken): Basis {
  const found = entries.find(([isMeant]) => isMeant(broken));
  return found ? { certainty: found[1], rule: found[2] } : declared;
}

function isOf(place: string, type?: string) {
  return (broken: Broken): boolean => {
    const isThere = broken.place === place || broken.place.startsWith(`${place}.`);
    return isThere && (type === undefined || broken.type === type || broken.type.startsWith(`${type}/`));
  };
}

function isInfinite({ issue }: Broken): boolean {
  return issue?.type === 'finite_number';
}

/** Recognizes a number that is only refused because it does not fit into the memory of most programs. */
function isHuge({ type, issue }: Broken): boolean {
  if (issue?.type === 'int_parsing_size' || isOfFormat(issue, INTEGER_FORMAT)) return true;
  return type.startsWith('huge/') && (type === 'huge/digits' || !issue?.type.startsWith('less_than'));
}

const INTEGER_FORMAT = /^u?int/;
const EMAIL_FORMAT = /email$/;

function isOfFormat(issue: Issue | undefined, name: RegExp): boolean {
  return issue !== undefined && 'format' in issue.context && name.test(String(issue.context.format));
}

/** Recognizes a part of a request that is text. */
function isText({ place }: Broken): boolean {
  return !place.startsWith('body');
}

function isEmptyText(broken: Broken): boolean {
  return isText(broken) && broken.issue?.input === '';
}

function isNumberForBoolean(broken: Broken): boolean {
  return isText(broken) && broken.type.startsWith('bool_') && Number.isFinite(Number(broken.issue?.input));
}

/** Addresses that are none by any rule. */
const NO_EMAILS: ReadonlySet<unknown> = new Set([
  '',
  'ada',
  'ada@',
  '@example.com',
  'a da@example.com',
  'ada@example@com',
  'ada@.example.com',
  'ada@example..com',
]);

/** Without something before and after an @, a text is no address by any rule either. */
const NO_EMAIL = /^[^@]*$|^@|@$/;

function isDebatableEmail({ issue, isSeen = false }: Broken): boolean {
  if (typeof issue?.input !== 'string' || (isSeen && NO_EMAIL.test(issue.input))) return false;
  const isEmail = issue.type.startsWith('email_') || isOfFormat(issue, EMAIL_FORMAT);
  return isEmail && !NO_EMAILS.has(issue.input);
}

/** Texts that some libraries read as a value of a format, and others do not. */
const DEBATABLE_TEXTS: ReadonlySet<unknown> = new Set([
  '0000-01-01',
  '0000-01-01T00:00:00',
  '90',
  'https://example.com/a b',
]);

function isDebatableText({ issue }: Broken): boolean {
  return DEBATABLE_TEXTS.has(issue?.input);
}
