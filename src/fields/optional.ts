import { Issue, wrong } from '../errors/issue.ts';
import { InexactNumber } from '../text/json/reader.ts';
import { once } from '../text/memo.ts';
import { checkNoMore, inWords, OptionError } from '../text/options.ts';
import { quote } from '../text/strings.ts';
import type { Side } from './definitions.ts';
import {
  type AnyField,
  checkFields,
  type Field,
  type FieldDefinition,
  field,
  type OptionalField,
  optionalField,
} from './field.ts';
import { NEAR } from './fit.ts';
import { alsoAccepting } from './samples.ts';
import { isRecord } from './values.ts';

/**
 * A field that may be left out. If it is, `optional(integer(), 10)` is 10; null is not accepted. Without a default value it is
 * null, and null may be sent too.
 *
 * @example
 * object({ page: optional(integer(), 1), email: optional(email()) }).parse({}) // { page: 1, email: null }
 */
export function optional<Value, Given>(inner: Field<Value, Given>): OptionalField<Value | null, Given | null>;
export function optional<Value, Given>(
  inner: Field<Value, Given>,
  fallback: Value,
): OptionalField<Value, Given>;
export function optional<Value>(
  inner: Field<Value>,
  fallback: Value | null = null,
): OptionalField<Value | null> {
  checkNoMore('optional()', arguments, 2);
  const sent: Field<Value | null> = fallback === null ? nullable(inner) : inner;
  const isDefault = (value: unknown) => fallback !== null && value === fallback;
  const definition: FieldDefinition<Value | null> = {
    parse: (raw, fit) => (fit?.isReply && isDefault(raw) ? fallback : sent.parse(raw, fit)),
    write: (value = fallback) => (value === null ? 'null' : inner.write(value)),
    describe(side, definitions) {
      const schema = sent.describe(side, definitions);
      return statesDefault(side, fallback) ? { ...schema, default: fallback } : schema;
    },
    typeName: sent.typeName,
    samples: sent.samples,
    absent: copier(fallback),
    takesAnyText: inner.takesAnyText,
  };
  const writeValid: AnyField['writeValid'] = (value) =>
    isDefault(value) ? inner.write(fallback as Value) : sent.writeValid(value);
  return optionalField(definition, { writeValid, parseInSteps: sent.parseInSteps });
}

/** Makes a copy of a default for each request, so that a handler that changes it changes nothing else. */
function copier<Value>(value: Value): () => Value {
  return typeof value === 'object' && value !== null ? () => structuredClone(value) : () => value;
}

/**
 * A field that may be left out of requests and replies, and is then undefined. It does not accept null.
 *
 * @example
 * object({ name: omittable(text()) }).parse({}).name // undefined
 */
export function omittable<Value, Given>(
  inner: Field<Value, Given>,
): OptionalField<Value | undefined, Given | undefined>;
export function omittable<Value>(inner: Field<Value>): OptionalField<Value | undefined> {
  checkFields('omittable', [inner]);
  checkNoMore('omittable()', arguments, 1);
  const definition: FieldDefinition<Value | undefined> = {
    parse: (raw, fit) => inner.parse(raw, fit),
    write: (value) => (value === undefined ? 'null' : inner.write(value)),
    describe: inner.describe,
    typeName: inner.typeName,
    samples: inner.samples,
    absent: () => undefined,
    isOmittable: true,
    takesAnyText: inner.takesAnyText,
  };
  return optionalField(definition, { writeValid: inner.writeValid, parseInSteps: inner.parseInSteps });
}

/**
 * The same as `optional`, for a query parameter: an empty value, as in `name=`, counts as missing, and null is just text.
 *
 * @example
 * unlessBlank(email()).parse('') // null
 */
export function unlessBlank<Value, Given>(
  inner: Field<Value, Given>,
): OptionalField<Value | null, Given | null>;
export function unlessBlank<Value, Given>(
  inner: Field<Value, Given>,
  fallback: Value,
): OptionalField<Value, Given>;
export function unlessBlank<Value>(
  inner: Field<Value>,
  fallback: Value | null = null,
): OptionalField<Value | null> {
  checkNoMore('unlessBlank()', arguments, 2);
  const replied = optional(inner, fallback as Value);
  const absent = copier(fallback);
  const definition: FieldDefinition<Value | null> = {
    parse(raw, fit) {
      if (fit?.isReply) return replied.parse(raw, fit);
      return isBlank(raw) ? absent() : inner.parse(raw, fit);
    },
    write: (value = fallback) => (value === null ? 'null' : inner.write(value)),
    describe(side, definitions) {
      if (side === 'output') return replied.describe(side, definitions);
      const schema = inner.describe(side, definitions);
      if (side === 'input') return { anyOf: [schema, { const: '' }] };
      return statesDefault(side, fallback) ? { ...schema, default: fallback } : schema;
    },
    typeName: inner.typeName,
    samples: (like, open) => alsoAccepting('', inner.samples(like, open)),
    absent,
    takesAnyText: inner.takesAnyText,
  };
  return optionalField(definition);
}

/** Checks for an empty parameter, as in `name=`. A list has it as its only item. */
function isBlank(raw: unknown): boolean {
  return raw === '' || (Array.isArray(raw) && raw.length === 1 && raw[0] === '');
}

/** Decides if a schema states the default. Client generators take a default of null for a value that has to be sent. */
function statesDefault(side: Side, fallback: unknown): boolean {
  return side === 'input' || (side === 'request' && fallback !== null);
}

/**
 * A field that may also be null. Unlike with `optional`, it still has to be sent.
 *
 * @example
 * nullable(integer()).parse(null) // null
 */
export function nullable<Value, Given>(inner: Field<Value, Given>): Field<Value | null, Given | null>;
export function nullable<Value>(inner: Field<Value>): Field<Value | null> {
  checkFields('nullable', [inner]);
  checkNoMore('nullable()', arguments, 1);
  return field<Value | null>(
    {
      parse: (raw, fit) => (raw === null ? null : inner.parse(raw, fit)),
      write: (value) => (value === null ? 'null' : inner.write(value)),
      describe: (side, definitions) => ({ anyOf: [inner.describe(side, definitions), { type: 'null' }] }),
      samples: (like, open) => alsoAccepting(null, inner.samples(like, open)),
      label: inner.label,
      typeName: () => `nullable[${inner.typeName()}]`,
    },
    {
      writeValid: (value) => (value === null ? 'null' : inner.writeValid(value)),
      // Null is not long.
      parseInSteps: inner.parseInSteps,
    },
  );
}

/**
 * A field that is created later, for recursive kinds:
 * `const tree: Field<Tree> = object({ children: list(lazy(() => tree)) }, { name: 'Tree' })`.
 *
 * @example
 * const tree = object({ children: list(lazy(() => tree)) }, { name: 'Tree' });
 * tree.parse({ children: [{ children: [] }] }) // { children: [ { children: [] } ] }
 */
export function lazy<Value, Given>(make: () => Field<Value, Given>): Field<Value, Given>;
export function lazy<Value>(make: () => Field<Value>): Field<Value> {
  checkNoMore('lazy()', arguments, 1);
  if (typeof make !== 'function')
    throw new OptionError(`lazy() takes a function that returns a field, not ${inWords(make)}`);
  const get = once(make);
  const definition: FieldDefinition<Value> = {
    parse(raw, fit) {
      if (depth >= MAX_DEPTH) return wrong('recursion_loop', raw);
      depth++;
      try {
        return get().parse(raw, fit);
      } finally {
        depth--;
      }
    },
    write: (value) => get().write(value),
    describe(side, definitions) {
      const inner = get();
      if (inner.name !== undefined) return inner.describe(side, definitions);
      return definitions.refer(NAMELESS, side, inner.describe);
    },
    /** Visits a recursive kind only once. */
    samples(like, open) {
      const inner = open.mayNest ? get() : undefined;
      if (!inner || open.has(inner)) return { accepted: [], refused: [] };
      return inner.samples(like, open.with(inner));
    },
    /** Abbreviates a recursive name, which would be infinite. */
    typeName() {
      const inner = get();
      if (beingNamed.has(inner)) return '...';
      beingNamed.add(inner);
      const name = inner.typeName();
      beingNamed.delete(inner);
      return name;
    },
  };
  return field(definition, {
    *parseInSteps(raw) {
      const steps = get().parseInSteps?.(raw);
      return steps ? yield* steps : definition.parse(raw);
    },
  });
}

/** The name of the schema of a recursive kind that has no name. */
const NAMELESS = 'Recursive';

const beingNamed = new Set<object>();

let depth = 0;
/** The most levels of recursive kinds. An object that contains itself would otherwise overflow the stack. */
const MAX_DEPTH = 500;

/**
 * Any JSON value. An `Issue` is written as its input, the way it was sent.
 *
 * @example
 * unknown().parse([1, { a: null }]) // [ 1, { a: null } ]
 */
export function unknown(): Field<unknown> {
  checkNoMore('unknown()', arguments, 0);
  return field<unknown>({
    parse(raw, fit) {
      fit?.lower(NEAR);
      return raw;
    },
    write: (value) => (value instanceof Issue ? writeInput(value) : writeJson(value)),
    describe: () => ({}),
    takesAnyText: true,
  });
}

/** Writes the input of an issue, with the digits and escapes of the request if it is available. */
export function writeInput(issue: Issue): string {
  return issue.written ?? writeJson(issue.input);
}

/** Writes a value as JSON, with all digits of its numbers, or `null` if JSON cannot express it. */
export function writeJson(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  return (holdsLongNumber(value) ? writeExactly(value) : JSON.stringify(value)) ?? 'null';
}

/** Checks for numbers with more digits than a double holds. */
function holdsLongNumber(value: unknown): boolean {
  if (typeof value === 'bigint' || value instanceof InexactNumber) return true;
  if (Array.isArray(value)) return value.some(holdsLongNumber);
  return isRecord(value) && Object.values(value).some(holdsLongNumber);
}

/** Tells whether a value, such as a date, has a JSON form of its own. */
function hasToJson(value: unknown): value is { toJSON(): unknown } {
  return isRecord(value) && typeof value.toJSON === 'function';
}

/** Writes the same as `JSON.stringify`, but with all digits; undefined if JSON cannot express the value. */
function writeExactly(value: unknown): string | undefined {
  if (typeof value === 'bigint') return String(value);
  if (value instanceof InexactNumber) return value.text;
  if (Array.isArray(value)) return `[${value.map((item) => writeExactly(item) ?? 'null').join(',')}]`;
  if (hasToJson(value)) return writeExactly(value.toJSON());
  if (!isRecord(value)) return JSON.stringify(value);
  const members = Object.entries(value).flatMap(([name, member]) => {
    const written = writeExactly(member);
    return written === undefined ? [] : `${quote(name)}:${written}`;
  });
  return `{${members.join(',')}}`;
}
