import { defined } from './guards.ts';
import { once } from './memo.ts';

/** Finds the name that was meant by one that does not exist. */

/**
 * Returns the name that somebody most likely meant: the same in other case, what other libraries call by the given name, or one
 * that differs by a slip; undefined if nothing is close.
 */
export function meantName(given: string, known: readonly string[]): string | undefined {
  const plain = plainOf(given);
  const names = known.map((name) => [name, plainOf(name)] as const);
  const same = names.find(([, name]) => name === plain) ?? synonymIn(plain, names);
  return (same ?? nearestIn(plain, names) ?? containedIn(plain, names))?.[0];
}

type Names = readonly (readonly [name: string, plain: string])[];

/** Leaves out what spellings differ in: `max_length`, `max-length` and `maxLength` are the same. */
function plainOf(name: string): string {
  return name.replace(/[^a-z0-9]/gi, '').toLowerCase();
}

function synonymIn(plain: string, names: Names) {
  for (const synonym of synonymsOf(plain)) {
    const found = names.find(([name]) => name === synonym);
    if (found) return found;
  }
  return undefined;
}

/** Finds a name with at most one wrong letter in three. */
function nearestIn(plain: string, names: Names) {
  if (plain.length > LONGEST) return undefined;
  const distances = names.map(([, name]) => distance(plain, name));
  const least = Math.min(...distances);
  return least <= Math.max(1, Math.floor(plain.length / 3)) ? names[distances.indexOf(least)] : undefined;
}

/** No name of an option is longer, and the work grows with the square of the length. */
const LONGEST = 40;

/** Finds a name that begins with the given one, or one of which one contains the other: `forbidden` for `forbid`. */
function containedIn(plain: string, names: Names) {
  return names.find(
    ([, name]) =>
      (plain.length > 1 && name.startsWith(plain)) ||
      (Math.min(plain.length, name.length) > 3 && (plain.includes(name) || name.includes(plain))),
  );
}

/** Counts the letters to add, remove, replace or swap with their neighbour. */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const changed = at(row, j - 1) + (isSame ? 0 : 1);
      const swapped = isSwapped ? at(before, j - 2) + 1 : changed;
      next.push(Math.min(at(row, j) + 1, at(next, j - 1) + 1, changed, swapped));
    }
    before = row;
    row = next;
  }
  return at(row, other.length);
}

function at(row: readonly number[], index: number): number {
  return defined(row[index]);
}

/** Returns the names of ours, the likeliest first, for what other libraries call `plain`. */
function synonymsOf(plain: string): readonly string[] {
  return synonyms().flatMap(({ ours, theirs }) => (theirs.includes(plain) ? ours : []));
}

/** Our names, and the names that other libraries have for them. Nothing but a mistake needs them. */
const synonyms = once(() =>
  `\
minLength minItems min: min minimum ge gte atleast minlen minsize minlength minitems size length
maxLength maxItems maxBytes max: max maximum le lte atmost maxlen maxsize maxlength maxitems size
maxBytes body limits: max maxsize size limit maxfilesize filesize maxbody bodylimit maxbodysize
min: minimum ge gte from minvalue greaterorequal minlength
max: maximum le lte to maxvalue lessorequal maxlength
exclusiveMin: gt greaterthan above exclusiveminimum positive
exclusiveMax: lt lessthan below exclusivemaximum negative
minItems: minproperties minentries min nonempty
maxItems: maxproperties maxentries max
multipleOf: step divisibleby
maxPlaces: decimalplaces places scale precision
maxDigits: digits precision
pattern: regex regexp match matches format re
name: title ref header key cookie
label: title displayname name alias
unknown: additionalproperties strict extra passthrough unknownkeys stripunknown others
timezone: tz utc zone offset aware naive local
key: keys propertynames names
parse: validate validator decode read
write: serialize stringify encode
describe: schema jsonschema toschema
absent: default defaultvalue fallback
required: optional
check: verify validate validator authenticate authorize auth handler test lookup
credential: auth authentication authorization security authorize guard
challenge: scheme realm wwwauthenticate
missing: message detail unauthorized
in: location where place from
optional: required allowmissing anonymous
params: parameters pathparams pathparameters path
query: queryparams search searchparams
body: payload data json schema content input value
form: multipart
reply: response responses returns output result success
replies: responses
refusals: errors exceptions failures throws
status: statuscode code
mediaType: type contenttype mimetype
type: mediatype contenttype mimetype
method: verb
path: url route uri href
tag: group category
summary: title name operationid
description: desc doc docs notes text help
examples: samples
example: sample examples
title: name summary
endpoints: routes paths operations
cors: origin origins allowedorigins crossorigin
origins: origin alloworigin allowedorigins
basePath: prefix base baseurl root mount
limits: maxdepth maxheaders
timeouts: timeout requesttimeout handlertimeout headerstimeout idletimeout
handlerTimeout: handler timeout
idleTimeout: keepalive keepalivetimeout
requestTimeout: request body
headersTimeout: headers
requestsPerConnection: maxrequests maxrequestspersocket
depth: nesting levels
target: url maxurllength urllength path
headerBytes: headersize maxheadersize
onBug: onerror errorhandler onexception error
errors: errorformat format
values: mode strict coerce lax
docs: swagger swaggerui apidocs redoc ui
openapi: spec schema openapiurl openapijson
livez: health healthz liveness live healthcheck
readyz: ready readiness
faults: chaos simulate
failOnUnsupported: strict
fetch: fetcher fetchfn adapter transport
only: filter include grep
skip: exclude ignore omit
match: mode compare level
path: field loc at
message: msg text error`
    .split('\n')
    .map((line) => {
      const [ours, theirs] = line.split(': ').map((names) => names.split(' '));
      return { ours: defined(ours), theirs: defined(theirs) };
    }),
);
