import { Issues, type Path, wrong } from '../errors/issue.ts';
import {
  aFlag,
  aFunction,
  aString,
  checkNoMore,
  checkOptions,
  needed,
  type Rules,
  rule,
} from '../text/options.ts';
import type { Steps } from '../text/turns.ts';
import { Definitions, type JsonSchema, type Side } from './definitions.ts';
import { type Fit, forReply } from './fit.ts';
import { type Open, type Samples, samplesOf, samplesOfEachType } from './samples.ts';
import { Standard, type StandardProps } from './standard.ts';

export type { JsonSchema, Side };

/**
 * A field: a complete definition, which also implements Standard Schema and Standard JSON Schema. `Given` is what a reply may have in
 * place of its values, such as a `Date` for a date.
 */
export interface Field<Value, Given = Value> extends FieldDefinition<Value> {
  /** Only a type: there is no such function. */
  '~given'?(given: Given): void;
  /**
   * Parses a value at `place`, which every path begins with.
   * @internal
   */
  parseAt(raw: unknown, place: Path): Value | Issues;
  /**
   * Parses a value as `parse` does, in steps. A field that is made from this one has no such function, unless it makes its own.
   * @internal
   */
  readonly parseInSteps?: ParseInSteps<Value> | undefined;
  /** Writes a valid value, or returns everything that is wrong with it. */
  writeValid(value: unknown): string | Issues;
  describe(side: Side, definitions?: Definitions): JsonSchema;
  typeName(): string;
  samples(like?: unknown, open?: Open): Samples;
  /**
   * The samples of its definition, each of which may be on the wrong side.
   * @internal
   */
  readonly candidates: (like: unknown, open: Open) => Samples;
  /** The fields of an object's properties. */
  readonly shape?: Shape | undefined;
  /** The media type of a body that is sent as text. */
  readonly mediaType?: string;
  readonly required: boolean;
  /** @internal */
  readonly isOmittable: boolean;
  /** @internal */
  readonly takesAnyText: boolean;
  readonly '~standard': StandardProps<Value>;
}

/** A field that may be left out of a request. */
export interface OptionalField<Value, Given = Value> extends Field<Value, Given> {
  readonly required: false;
}

/** A field of any kind. */
export type AnyField = Field<unknown>;
/** Named fields, in the order in which they are checked and written. */
export type Shape = Readonly<Record<string, AnyField>>;
/** The type of the values of a field: `ValueOf<typeof lamp>`. */
export type ValueOf<F> = F extends Field<infer Value, infer _> ? Value : never;
/** The type of what a handler may give for a field in a reply. */
export type GivenOf<F> = F extends Field<unknown, infer Given> ? Given : never;

/** Tells whether a value is a field, of this copy of the package or of another. */
export function isField(value: unknown): value is AnyField {
  return typeof value === 'object' && value !== null && 'parseAt' in value;
}

export const aField = rule('a field, such as text()', isField);

/** Throws an error if a container is made of anything but fields, such as `text` instead of `text()`. */
export function checkFields(kind: string, fields: readonly unknown[]): void {
  if (!fields.every(isField)) throw new TypeError(`${kind} takes fields, such as text()`);
}

/** Functions of a container that take less time than those made from its definition, or give way to others. */
interface Shortcuts<Value> {
  /** @internal */
  readonly parseAt?: Field<Value>['parseAt'];
  readonly writeValid?: Field<Value>['writeValid'];
  /** @internal */
  readonly parseInSteps?: ParseInSteps<Value> | undefined;
}

type ParseInSteps<Value> = (raw: unknown) => Steps<Value | Issues>;

/** A definition, with what is handed on from another field. */
type WholeDefinition<Value> = FieldDefinition<Value> & Pick<AnyField, 'shape'>;

/** Makes a field from a definition that has no mistakes. */
export function field<Value>(
  definition: WholeDefinition<Value>,
  shortcuts: Shortcuts<Value> = {},
): Field<Value> {
  const { write, absent, shape, label, name, shownAs, isEmbedded } = definition;
  const { samples: candidates = samplesOfEachType } = definition;
  const parse = labelling(definition);
  const { parseAt = parserAt(parse), writeValid = validWriter(definition), parseInSteps } = shortcuts;
  const { required = !absent, isOmittable = false, takesAnyText = false } = definition;
  const describe = (side: Side, definitions?: Definitions): JsonSchema => {
    if (!definitions) return withDefinitions((own) => describe(side, own));
    if (!definition.samples && !takesAnyText) definitions.areSampled = false;
    return definition.describe(side, definitions);
  };
  let typeName: string | undefined;
  return {
    parse,
    parseAt: label === undefined ? parseAt : (raw, place) => labelled(parseAt(raw, place), label, place),
    // What has a label is read at once, which spares a third way to add it.
    parseInSteps: label === undefined ? parseInSteps : undefined,
    write,
    writeValid,
    describe,
    typeName() {
      typeName ??= definition.typeName?.() ?? 'any';
      return typeName;
    },
    samples: (like, open) => samplesOf(definition.parse, candidates, like, open),
    candidates,
    absent,
    shape,
    label,
    name,
    required,
    isOmittable,
    shownAs,
    isEmbedded,
    takesAnyText,
    '~standard': new Standard(parse, describe),
  };
}

const definitionRules: Rules<FieldDefinition<unknown>> = {
  parse: needed(aFunction),
  write: needed(aFunction),
  describe: needed(aFunction),
  typeName: aFunction,
  samples: aFunction,
  label: aString,
  name: aString,
  absent: aFunction,
  required: aFlag,
  isOmittable: aFlag,
  shownAs: aString,
  isEmbedded: aFlag,
  takesAnyText: aFlag,
};

/**
 * Makes a field from its definition.
 *
 * @example
 * const upperCase = field({
 *   parse: (raw) => (typeof raw === 'string' ? raw.toUpperCase() : wrong('string_type', raw)),
 *   write: (value) => JSON.stringify(value),
 *   describe: () => ({ type: 'string' }),
 * });
 * upperCase.parse('ada') // 'ADA'
 */
export function customField<Value>(definition: FieldDefinition<Value>): Field<Value> {
  checkNoMore('field()', arguments, 1);
  // Another field, or a copy of one with changes, has more properties.
  const {
    parseAt: _,
    writeValid: __,
    parseInSteps: ____,
    candidates: _____,
    shape,
    mediaType,
    '~standard': ___,
    ...own
  } = Object(definition) as Field<Value>;
  checkOptions('field()', isField(definition) ? own : definition, definitionRules);
  return { ...field({ ...own, shape }), ...(mediaType !== undefined && { mediaType }) };
}

/** Makes a field that differs from another in these properties. Functions that would bypass what is new are made anew. */
export function derive<Value>(inner: Field<Value>, changes: Partial<FieldDefinition<Value>>): Field<Value> {
  const { parse, write } = changes;
  const { parseAt, writeValid, parseInSteps } = inner;
  const kept = write ? { parseAt, parseInSteps } : { parseAt, writeValid, parseInSteps };
  return field({ ...inner, samples: inner.candidates, ...changes }, parse ? {} : kept);
}

/** Makes a field that may be left out. The `absent` of its definition returns the value to use then. */
export function optionalField<Value>(
  definition: FieldDefinition<Value>,
  shortcuts?: Shortcuts<Value>,
): OptionalField<Value> {
  return { ...field(definition, shortcuts), required: false };
}

/** Adds the definitions that a schema refers to. */
function withDefinitions(describe: (definitions: Definitions) => JsonSchema): JsonSchema {
  const definitions = new Definitions();
  const schema = describe(definitions);
  const { all } = definitions;
  return Object.keys(all).length > 0 ? { ...schema, $defs: all } : schema;
}

/** Returns the `parse` of a field, which gives its label to its issues. */
function labelling<Value>({ parse, label }: FieldDefinition<Value>): Field<Value>['parse'] {
  return label === undefined ? parse : (raw, fit) => labelled(parse(raw, fit), label);
}

/** Returns the issue that a required value was not sent; `enclosing` is the object or request without it. */
export function missing({ label }: AnyField, enclosing: unknown): Issues {
  return labelledIssues(wrong('missing', enclosing), label);
}

function parserAt<Value>(parse: Field<Value>['parse']): Field<Value>['parseAt'] {
  return (raw, place) => {
    const result = parse(raw);
    return result instanceof Issues ? result.within(place) : result;
  };
}

/** Makes a writer that checks a value, and writes it as `parse` reads it: in normal form. */
function validWriter({ parse, write }: FieldDefinition<unknown>): AnyField['writeValid'] {
  return (value) => {
    const read = parse(value, forReply);
    return read instanceof Issues ? read : write(read);
  };
}

/** The definition of a kind of field. */
export interface FieldDefinition<Value> {
  /**
   * Returns the value, or everything that is wrong with the input. Never throws. Reports to `fit` how well the input fits;
   * `fit.isReply` tells that it is for a reply.
   */
  parse(raw: unknown, fit?: Fit): Value | Issues;
  /** Writes a value as JSON. */
  write(value: Value): string;
  /** Describes one side as JSON Schema. A named kind is described once, in `definitions`, and referred to. */
  describe(side: Side, definitions: Definitions): JsonSchema;
  /** Returns the name of the kind in pydantic's words, `list[int]`. It is part of the path of an issue inside a union. */
  typeName?(): string;
  /**
   * Returns values that the field accepts and refuses: its bounds, their neighbours, and a value for each type of issue. Values
   * of the other JSON types are added to them. A container starts from `like`, a value that it accepts, and changes one part at a
   * time.
   */
  samples?(like: unknown, open: Open): Samples;
  /** The name in messages, in place of the name under which it is sent. */
  readonly label?: string | undefined;
  /** The name of its schema. */
  readonly name?: string | undefined;
  /**
   * Returns the value to use when none was sent; `enclosing` is the object or request without it. A field that lacks `absent` is
   * required.
   */
  readonly absent?: ((enclosing: unknown) => Value | Issues) | undefined;
  /** True if a request without the field is refused in the end. By default, true for a field that lacks `absent`. */
  readonly required?: boolean;
  /**
   * True if a reply may leave the field out: its value is undefined then.
   * @internal
   */
  readonly isOmittable?: boolean;
  /**
   * The name that issues show, if it differs from the name it is sent under.
   * @internal
   */
  readonly shownAs?: string | undefined;
  /**
   * True if the field stands for several parameters of a body, which FastAPI looks up one by one.
   * @internal
   */
  readonly isEmbedded?: boolean | undefined;
  /**
   * True if `parse` refuses no text.
   * @internal
   */
  readonly takesAnyText?: boolean;
}

/** The option that names a field in messages. */
export interface LabelOption {
  /** The name in messages, `URL` in `URL: must be …`; by default the name under which it is sent, capitalized. */
  readonly label?: string | undefined;
}

const labelRules: Rules<LabelOption> = { label: aString };

/** Checks the options of a field that has no others. */
export function checkLabelOption(name: string, options: LabelOption): void {
  checkOptions(name, options, labelRules);
}

/** Adds a label to the result of a field, if it is not a value; `place` is where the paths of its issues begin. */
function labelled<Value>(result: Value | Issues, label: string, place?: Path): Value | Issues {
  return result instanceof Issues ? labelledIssues(result, label, place) : result;
}

/**
 * Adds a label to the issues of a value and of its items, which have no names. Issues of its properties are named after those.
 */
function labelledIssues(issues: Issues, label: string | undefined, place: Path = []): Issues {
  if (label === undefined) return issues;
  return issues.map((issue) => {
    const inside = issue.source.slice(place.length);
    const isOwn = issue.label === undefined && !inside.some((key) => typeof key === 'string');
    return isOwn ? issue.with({ label }) : issue;
  });
}

/**
 * The value that a field reads, or undefined if the field refuses it: `valid(uuid(), token)`.
 *
 * @example
 * valid(uuid(), 'let-me-in') // undefined
 */
export function valid<Value>(field: Field<Value>, raw: unknown): Value | undefined {
  checkNoMore('valid()', arguments, 2);
  const result = field.parse(raw);
  return result instanceof Issues ? undefined : result;
}
