import { Issues } from '../errors/issue.ts';
import { decodeBase64 } from '../text/bytes.ts';
import { after } from '../text/guards.ts';
import {
  aFlag,
  aFunction,
  aString,
  checkNoMore,
  checkOptions,
  choice,
  either,
  needed,
  type Rules,
} from '../text/options.ts';
import { trim } from '../text/scan.ts';
import type { Context } from './outcome.ts';
import { attempt, HandlerReply, Refusal, thrownRefusal } from './outcome.ts';

/** A credential that a request must send. */
export interface Credential<Value = unknown> {
  readonly scheme: 'bearer' | 'basic' | 'apiKey';
  readonly in: 'header' | 'query' | 'cookie';
  /** The name of the header, query parameter or cookie. */
  readonly name: string;
  /** The scheme that a 401 names in `WWW-Authenticate`. */
  readonly challenge: string;
  readonly description?: string | undefined;
  /** A hint at the format of a bearer token, for the OpenAPI document. */
  readonly format?: string | undefined;
  /** True if a request may lack it. */
  readonly optional?: boolean | undefined;
  /** A well-formed value for generated requests; by default one that suits the scheme. */
  readonly sample?: string | undefined;
  /** Others that a request must send as well (`and`), or may send instead (`or`). */
  readonly and?: readonly Credential[] | undefined;
  readonly or?: readonly Credential[] | undefined;
  /** Refuses a missing or malformed credential; otherwise returns the check to run on it. */
  read(sent: string | undefined): Refusal | Check<Value>;
}

/** Lists a credential, and the others that a request must or may send; none for an endpoint without one. */
export function everyCredential(credential: Credential | undefined): readonly Credential[] {
  if (!credential) return [];
  const { and = [], or = [] } = credential;
  return [credential, ...[...and, ...or].flatMap(everyCredential)];
}

/** Checks one credential that was sent. */
export type Check<Value> = (context: Context) => Verdict<Value> | Promise<Verdict<Value>>;

/** What identifies the caller, for the handler. A refusal, or a value that identifies nobody, rejects the credential. */
type Verdict<Value> = Value | Refusal | Nobody;

/** What a search for a user returns if there is none, and what a comparison returns if it fails. */
type Nobody = false | null | undefined | '' | 0;

interface CredentialWords {
  readonly description?: string;
  readonly format?: string;
  readonly challenge?: string;
  /** The detail of the 401 if no credential was sent. */
  readonly missing?: string;
  /** The detail of the 401 if the credential is malformed or of another scheme. */
  readonly malformed?: string;
  /** True if a request may lack the credential, which is then undefined. One that is sent must still be valid. */
  readonly optional?: boolean;
}

interface CredentialOptions<Sent, Value> extends CredentialWords {
  /** Returns what identifies the caller, or rejects the credential with `refuse(…)`, `false`, `null`, `undefined`, `''` or 0. */
  readonly check: (sent: Sent, context: Context) => Verdict<Value> | Promise<Verdict<Value>>;
}

/** Accepts every well-formed credential, as a mock does. */
interface AnyCredential extends CredentialWords {
  readonly check: 'any';
}

interface AnyOptions<Sent> extends CredentialWords {
  readonly check: CredentialOptions<Sent, unknown>['check'] | 'any';
}

interface KeyPlace {
  readonly in: 'header' | 'query' | 'cookie';
  readonly name: string;
}

const rules: Rules<AnyOptions<unknown>> = {
  check: needed(either(choice('any'), aFunction)),
  optional: aFlag,
  description: aString,
  format: aString,
  challenge: aString,
  missing: aString,
  malformed: aString,
};

const keyRules: Rules<KeyPlace & AnyOptions<unknown>> = {
  in: needed(choice('header', 'query', 'cookie')),
  name: needed(aString),
  ...rules,
};

/** A user name and a password. */
export interface Login {
  readonly username: string;
  readonly password: string;
}

type Optional = { readonly optional: true };

/**
 * Requires a bearer token (RFC 6750). Only with `check: 'any'` is every token accepted.
 *
 * @example
 * const credential = bearer({ check: (token) => valid(uuid(), token) ?? refuse(401, 'Unknown token') });
 * credential.name // 'Authorization'
 */
export function bearer<Value>(
  options: CredentialOptions<string, Value> & Optional,
): Credential<Value | undefined>;
export function bearer<Value>(options: CredentialOptions<string, Value>): Credential<Value>;
export function bearer(options: AnyCredential & Optional): Credential<string | undefined>;
export function bearer(options: AnyCredential): Credential<string>;
export function bearer(options: AnyOptions<string>): Credential {
  checkOptions('bearer()', options, rules);
  checkNoMore('bearer()', arguments, 1);
  const words = { ...usualWords, challenge: 'Bearer', ...options };
  return credential({ scheme: 'bearer', ...authorization, ...words, parse: parseToken });
}

/**
 * Requires a user name and a password (RFC 7617). Only with `check: 'any'` are all of them accepted.
 *
 * @example
 * const credential = basic({ check: ({ username, password }) => password === 'secret' && username });
 * credential.name // 'Authorization'
 */
export function basic<Value>(
  options: CredentialOptions<Login, Value> & Optional,
): Credential<Value | undefined>;
export function basic<Value>(options: CredentialOptions<Login, Value>): Credential<Value>;
export function basic(options: AnyCredential & Optional): Credential<Login | undefined>;
export function basic(options: AnyCredential): Credential<Login>;
export function basic(options: AnyOptions<Login>): Credential {
  checkOptions('basic()', options, rules);
  checkNoMore('basic()', arguments, 1);
  const words = { ...usualWords, challenge: 'Basic', ...options };
  return credential({ scheme: 'basic', ...authorization, ...words, parse: parseLogin });
}

/**
 * Requires a key in a header, a query parameter or a cookie. Only with `check: 'any'` is every key accepted.
 *
 * @example
 * const credential = apiKey({ in: 'header', name: 'X-API-Key', check: (key) => valid(uuid(), key) });
 * credential.in // 'header'
 */
export function apiKey<Value>(
  options: KeyPlace & CredentialOptions<string, Value> & Optional,
): Credential<Value | undefined>;
export function apiKey<Value>(options: KeyPlace & CredentialOptions<string, Value>): Credential<Value>;
export function apiKey(options: KeyPlace & AnyCredential & Optional): Credential<string | undefined>;
export function apiKey(options: KeyPlace & AnyCredential): Credential<string>;
export function apiKey(options: KeyPlace & AnyOptions<string>): Credential {
  checkOptions('apiKey()', options, keyRules);
  checkNoMore('apiKey()', arguments, 1);
  const words = { ...usualWords, challenge: 'ApiKey', ...options };
  return credential({ scheme: 'apiKey', ...words, parse: (key) => key });
}

const authorization = { in: 'header', name: 'Authorization' } as const;
const usualWords = { missing: 'Not authenticated', malformed: 'Not authenticated' };

interface CredentialParts<Sent> extends Omit<Credential, 'read'>, Pick<AnyOptions<Sent>, 'check'> {
  readonly missing: string;
  readonly malformed: string;
  readonly parse: (sent: string) => Sent | undefined;
}

function credential<Sent>(parts: CredentialParts<Sent>): Credential {
  const { missing, malformed, parse, check, ...described } = parts;
  const refused = (detail: unknown, error = '') =>
    new Refusal(401, detail, { 'WWW-Authenticate': parts.challenge + error });
  const invalid = parts.scheme === 'bearer' ? ' error="invalid_token"' : '';

  function complete(verdict: unknown): unknown {
    if (isNobody(verdict)) return refused('Invalid credentials', invalid);
    if (!(verdict instanceof Refusal)) return identified(verdict);
    if (verdict.status !== 401 || 'WWW-Authenticate' in verdict.headers) return verdict;
    return refused(verdict.detail, invalid);
  }

  return {
    ...described,
    read(sent) {
      if (sent === undefined && described.optional) return () => undefined;
      const parsed = sent === undefined ? undefined : parse(sent);
      if (parsed === undefined) return refused(sent === undefined ? missing : malformed);
      if (check === 'any') return () => parsed;
      return (context) =>
        after(attempt(check, parsed, context), complete, (thrown) => complete(thrownRefusal(thrown)));
    },
  };
}

/** Recognizes what identifies nobody: what a search that found nothing returns, or a field that refuses the value. */
function isNobody(verdict: unknown): boolean {
  return !verdict || verdict instanceof Issues || (Array.isArray(verdict) && verdict.length === 0);
}

/** Returns what identifies the caller. What only looks like it is a bug, and throws, lest it let everybody in. */
function identified(verdict: unknown): unknown {
  const kind = Object.prototype.toString.call(verdict);
  if (verdict instanceof Error || kind === '[object Error]')
    throw new TypeError('check returned an error; throw it, or return refuse(401, …)', { cause: verdict });
  if (verdict instanceof HandlerReply || kind === '[object Response]')
    throw new TypeError('check returned a reply; return what identifies the caller, or refuse(401, …)');
  return verdict;
}

function parseToken(sent: string): string | undefined {
  return sent.startsWith('Bearer ') ? trim(sent.slice('Bearer '.length)) : undefined;
}

/** Decodes a user name and a password, separated by the first colon. */
function parseLogin(sent: string): Login | undefined {
  const [, encoded] = /^Basic +([\w+/]+=*)$/i.exec(sent) ?? [];
  const text = encoded === undefined ? undefined : decodeText(encoded);
  const colon = text?.indexOf(':') ?? -1;
  if (text === undefined || colon === -1) return undefined;
  return { username: text.slice(0, colon), password: text.slice(colon + 1) };
}

function decodeText(encoded: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(decodeBase64(encoded));
  } catch {
    return undefined;
  }
}
