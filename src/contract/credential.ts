import { decodeBase64 } from '../text/bytes.ts';
import { after } from '../text/guards.ts';
import { trim } from '../text/scan.ts';
import type { Context } from './outcome.ts';
import { attempt, Refusal, thrownRefusal } from './outcome.ts';

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
  /** A well-formed value for generated requests; by default one that suits the scheme. */
  readonly sample?: string | undefined;
  /** Others that a request must send as well (`and`), or may send instead (`or`). */
  readonly and?: readonly Credential[] | undefined;
  readonly or?: readonly Credential[] | undefined;
  /** Refuses a missing or malformed credential; otherwise returns the check to run on it. */
  read(sent: string | undefined): Refusal | Check<Value>;
}

/** Checks one credential that was sent. */
export type Check<Value> = (context: Context) => Verdict<Value> | Promise<Verdict<Value>>;

/** The value that the handler gets; undefined or a refusal rejects the credential. */
type Verdict<Value> = Value | Refusal | undefined;

interface CredentialWords {
  readonly description?: string;
  readonly format?: string;
  readonly challenge?: string;
  /** The detail of the 401 if no credential was sent. */
  readonly missing?: string;
  /** The detail of the 401 if the credential is malformed or of another scheme. */
  readonly malformed?: string;
}

interface CredentialOptions<Sent, Value> extends CredentialWords {
  /** Accepts or rejects a credential. Without it, any well-formed one is accepted. */
  readonly check: (sent: Sent, context: Context) => Verdict<Value> | Promise<Verdict<Value>>;
}

interface KeyPlace {
  readonly in: 'header' | 'query' | 'cookie';
  readonly name: string;
}

/** A user name and a password. */
export interface Login {
  readonly username: string;
  readonly password: string;
}

/**
 * Requires a bearer token (RFC 6750).
 *
 * @example
 * const credential = bearer({ check: (token) => valid(uuid(), token) ?? refuse(401, 'Unknown token') });
 * credential.name // 'Authorization'
 */
export function bearer<Value>(options: CredentialOptions<string, Value>): Credential<Value>;
export function bearer(options?: CredentialWords): Credential<string>;
export function bearer(options: Partial<CredentialOptions<string, unknown>> = {}): Credential {
  const { check = accept } = options;
  const words = { ...usualWords, challenge: 'Bearer', ...options };
  return credential({ scheme: 'bearer', ...authorization, ...words, parse: parseToken, check });
}

/**
 * Requires a user name and a password (RFC 7617).
 *
 * @example
 * const credential = basic({ check: ({ user, password }) => (password === 'secret' ? user : refuse(401, 'Wrong password')) });
 * credential.name // 'Authorization'
 */
export function basic<Value>(options: CredentialOptions<Login, Value>): Credential<Value>;
export function basic(options?: CredentialWords): Credential<Login>;
export function basic(options: Partial<CredentialOptions<Login, unknown>> = {}): Credential {
  const { check = accept } = options;
  const words = { ...usualWords, challenge: 'Basic', ...options };
  return credential({ scheme: 'basic', ...authorization, ...words, parse: parseLogin, check });
}

/**
 * Requires a key in a header, a query parameter or a cookie.
 *
 * @example
 * const credential = apiKey({ in: 'header', name: 'X-API-Key', check: (key) => valid(uuid(), key) });
 * credential.in // 'header'
 */
export function apiKey<Value>(options: KeyPlace & CredentialOptions<string, Value>): Credential<Value>;
export function apiKey(options: KeyPlace & CredentialWords): Credential<string>;
export function apiKey(options: KeyPlace & Partial<CredentialOptions<string, unknown>>): Credential {
  const { check = accept } = options;
  const words = { ...usualWords, challenge: 'ApiKey', ...options };
  return credential({ scheme: 'apiKey', ...words, parse: accept, check });
}

const authorization = { in: 'header', name: 'Authorization' } as const;
const usualWords = { missing: 'Not authenticated', malformed: 'Not authenticated' };

function accept<Sent>(sent: Sent): Sent {
  return sent;
}

interface CredentialParts<Sent> extends Omit<Credential, 'read'> {
  readonly missing: string;
  readonly malformed: string;
  readonly parse: (sent: string) => Sent | undefined;
  readonly check: CredentialOptions<Sent, unknown>['check'];
}

function credential<Sent>(parts: CredentialParts<Sent>): Credential {
  const { missing, malformed, parse, check, ...described } = parts;
  const refused = (detail: unknown, error = '') =>
    new Refusal(401, detail, { 'WWW-Authenticate': parts.challenge + error });
  const invalid = parts.scheme === 'bearer' ? ' error="invalid_token"' : '';

  function complete(verdict: unknown): unknown {
    if (verdict === undefined) return refused('Invalid credentials', invalid);
    if (!(verdict instanceof Refusal) || verdict.status !== 401) return verdict;
    return 'WWW-Authenticate' in verdict.headers ? verdict : refused(verdict.detail, invalid);
  }

  return {
    ...described,
    read(sent) {
      const parsed = sent === undefined ? undefined : parse(sent);
      if (parsed === undefined) return refused(sent === undefined ? missing : malformed);
      return (context) =>
        after(attempt(check, parsed, context), complete, (thrown) => complete(thrownRefusal(thrown)));
    },
  };
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
