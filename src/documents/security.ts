import { apiKey, basic, bearer, type Credential } from '../contract/credential.ts';
import { isRecord } from '../fields/values.ts';
import { ensure } from '../text/memo.ts';
import { trim } from '../text/scan.ts';
import type { Dialect } from './dialect.ts';
import { itemsOf, type Located, textIn, within } from './located.ts';
import type { References } from './references.ts';

/** The credentials that the security requirements of a document ask for. */

/** Finds the credential of a scheme by its name; undefined if requests don't carry one, as with mutual TLS. */
type CredentialOf = (name: string) => Credential | undefined;

/** Makes the credential of each scheme once: any number of requirements may name it. */
export function credentialsOf(schemes: Located, references: References, dialect: Dialect): CredentialOf {
  const known = new Map<string, { readonly credential: Credential | undefined }>();
  const make = (name: string) => ({
    credential: credentialOf(references.follow(within(schemes, name)), dialect),
  });
  return (name) => ensure(known, name, () => make(name)).credential;
}

/** A security requirement: its place, and the names of the schemes that it asks for. */
export interface Requirement {
  readonly part: Located;
  readonly names: readonly string[];
}

export type Requirements = readonly Requirement[];

/** Reads a list of requirements. What is no object asks for nothing, but does not allow requests without a credential either. */
export function requirementsIn(security: Located): Requirements {
  return itemsOf(security).flatMap((part) =>
    isRecord(part.value) ? { part, names: Object.keys(part.value) } : [],
  );
}

/** The limit on the schemes that an operation asks for: a request without any credential is compared with each. */
export const MAX_SCHEMES = 20_000;

/** Leaves out the schemes beyond the limit, and the requirements that have no others. */
export function withinLimit(requirements: Requirements): Requirements {
  let left = MAX_SCHEMES;
  return requirements.flatMap(({ part, names }) => {
    const kept = names.slice(0, Math.max(left, 0));
    left -= names.length;
    return kept.length > 0 || names.length === 0 ? { part, names: kept } : [];
  });
}

/**
 * Makes the credential of an operation; any well-formed value is accepted. Of several requirements one is enough, but all
 * must be met in a document of FastAPI.
 */
export function readSecurity(
  requirements: Requirements,
  find: CredentialOf,
  { requiresAllSchemes }: Dialect,
): Credential | undefined {
  const all = requirements.map(({ names }) => names);
  if (all.length === 0 || all.some((names) => names.length === 0)) return undefined;
  const together = (names: readonly string[]) => allOf(names.flatMap((name) => find(name) ?? []));
  if (requiresAllSchemes) return together([...new Set(all.flat())]);
  const [first, ...others] = all.flatMap((names) => together(names) ?? []);
  return first && others.length > 0 ? { ...first, or: others } : first;
}

function allOf([first, ...others]: readonly Credential[]): Credential | undefined {
  return first && others.length > 0 ? { ...first, and: others } : first;
}

/** Makes the credential of a scheme. */
function credentialOf(scheme: Located, dialect: Dialect): Credential | undefined {
  switch (textIn(scheme, 'type')) {
    case 'http':
      return httpCredential(textIn(scheme, 'scheme') ?? '', dialect);
    case 'apiKey':
      return keyCredential(textIn(scheme, 'in'), textIn(scheme, 'name'));
    case 'oauth2':
      return normalized(bearer({ check: 'any' }), (sent) => tokenOf(sent, 'bearer'));
    case 'openIdConnect':
      return normalized(bearer({ check: 'any' }), (sent) =>
        dialect.takesAnyScheme ? tokenOfAnyScheme(sent) : tokenOf(sent, 'bearer'),
      );
    default:
      return undefined;
  }
}

/** Makes the credential of an HTTP scheme. Unless it is basic, bearer or digest, FastAPI accepts any scheme instead. */
function httpCredential(written: string, dialect: Dialect): Credential | undefined {
  const scheme = written.toLowerCase();
  if (scheme === '') return undefined;
  if (scheme === 'basic') return basic({ check: 'any' });
  const name = scheme.charAt(0).toUpperCase() + scheme.slice(1);
  const isAny = dialect.takesAnyScheme && !['bearer', 'digest'].includes(scheme);
  const read = (sent: string) => unlessEmpty(tokenOf(sent, isAny ? undefined : scheme));
  return { ...normalized(bearer({ challenge: name, check: 'any' }), read), sample: `${name} token` };
}

/** A credential that is read in more than one notation: `read` normalizes it. */
function normalized(inner: Credential, read: (sent: string) => string | undefined): Credential {
  return { ...inner, read: (sent) => inner.read(sent === undefined ? undefined : read(sent)) };
}

/** Rewrites a credential as a bearer token. The scheme is compared without case; undefined accepts any. */
function tokenOf(sent: string, scheme: string | undefined): string | undefined {
  const space = sent.indexOf(' ');
  const name = space === -1 ? sent : sent.slice(0, space);
  if (scheme !== undefined && name.toLowerCase() !== scheme) return undefined;
  return `Bearer ${space === -1 ? '' : trim(sent.slice(space + 1))}`;
}

function tokenOfAnyScheme(sent: string): string | undefined {
  return sent === '' ? undefined : `Bearer ${sent}`;
}

function unlessEmpty(credential: string | undefined): string | undefined {
  return credential === 'Bearer ' ? undefined : credential;
}

function keyCredential(place: string | undefined, name: string | undefined): Credential | undefined {
  if (name === undefined || (place !== 'header' && place !== 'query' && place !== 'cookie')) return undefined;
  return normalized(
    apiKey({ in: place, name, challenge: 'APIKey', check: 'any' }),
    (sent) => sent || undefined,
  );
}

/** The names of the parameters that a credential may be in. */
export function keysIn(part: string, credential: Credential | undefined): readonly string[] {
  if (!credential) return [];
  const { or = [], and = [], ...first } = credential;
  return [first, ...or, ...and].filter((each) => each.in === part).map(({ name }) => name);
}
