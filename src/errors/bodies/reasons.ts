/** Writes what is wrong with a request in the notations that `readErrors` reads. */

/** One thing that is wrong with a request. */
export interface Reason {
  /** The part of the request. */
  readonly part: string;
  /** The path of the value within that part: `['address', 'zip']`. It is empty if the whole part is meant. */
  readonly path: readonly (string | number)[];
  /** The type of the error, for programs: `missing`. */
  readonly type: string;
  /** The reason in a sentence: `Must be at least 1`. */
  readonly message: string;
  /** The value as it was read; for `missing` in a body, the object that lacks it. Undefined if the part can't be read. */
  readonly input: unknown;
}

/** Writes a path with dots: `items.0.qty`. */
export function dotted({ path }: Reason): string {
  return path.join('.');
}

/** Writes a path as a JSON pointer (RFC 6901): `/items/0/qty`. */
export function pointer({ path }: Pick<Reason, 'path'>): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** A name that a text can start with as its label, and be read so. */
const LABEL = /^[a-z_$][\w$.[\]-]*$/;

/** Writes a reason after the name of its field: `age: must be at most 9`. */
export function labelled(reason: Reason): string {
  const name = dotted(reason);
  if (name === '') return reason.message;
  return LABEL.test(name) ? `${name}: ${inLowerCase(reason.message)}` : placed(reason);
}

/** Writes all reasons in one text, so that each can be told from the others: `body/age must be at most 9, query must have …`. */
export function joined(reasons: readonly Reason[]): string {
  const [only, ...others] = reasons;
  if (only && others.length === 0 && only.path.length === 0) return only.message;
  return reasons.map(placed).join(', ');
}

function placed({ part, path, type, message }: Reason): string {
  const name = path.at(-1);
  if (type === 'missing' && name !== undefined)
    return `${part}${escaped(path.slice(0, -1))} must have required property '${name}'`;
  const words = inLowerCase(message);
  return `${part}${escaped(path)} ${words.startsWith('must ') ? words : `must be right: ${words}`}`;
}

/** Writes a pointer without spaces, which would end it in a text. */
function escaped(path: Reason['path']): string {
  return pointer({ path }).replace(/[%\s]/g, encodeURIComponent);
}

function inLowerCase(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

/** Says how many values are wrong, where the reasons are told elsewhere. */
export function summary(reasons: readonly Reason[]): string {
  const [only, ...others] = reasons;
  return only && others.length === 0 ? labelled(only) : `${reasons.length} values are missing or invalid`;
}
