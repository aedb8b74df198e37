import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import { type Issue, Issues, type Path, wrong } from '../errors/issue.ts';
import type { IssueType } from '../errors/table.ts';
import type { Context } from '../errors/words.ts';
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
import { type Open, type Samples, samplesOf } from './samples.ts';

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
  readonly parseInSteps?: (raw: unknown) => Steps<Value | Issues>;
  /** Writes a valid value, or returns everything that is wrong with it. */
  writeValid(value: unknown): string | Issues;
  describe(side: Side, definitions?: Definitions): JsonSchema;
  typeName(): string;
  samples(like?: unknown, open?: Open): Samples;
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

/** Functions of a container that take less time than those made from its definition. */
interface Shortcuts<Value> {
  /** @internal */
  readonly parseAt?: Field<Value>['parseAt'];
  readonly writeValid?: Field<Value>['writeValid'];
}

/** Makes a field from a definition that has no mistakes. */
export function field<Value>(
  definition: FieldDefinition<Value> & Pick<AnyField, 'shape'>,
  shortcuts: Shortcuts<Value> = {},
): Field<Value> {
  const { write, absent, shape, label, name, shownAs, isEmbedded } = definition;
  const parse = labelling(definition);
  const { parseAt = parserAt(parse), writeValid = validWriter(definition) } = shortcuts;
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
    write,
    writeValid,
    describe,
    typeName() {
      typeName ??= definition.typeName?.() ?? 'any';
      return typeName;
    },
    samples: (like, open) => samplesOf(definition, like, open),
    absent,
    shape,
    label,
    name,
    required,
    isOmittable,
    shownAs,
    isEmbedded,
    takesAnyText,
    '~standard': standardProps({ parse }, describe),
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
  const { parseAt, writeValid } = inner;
  return field({ ...inner, ...changes }, parse ? {} : write ? { parseAt } : { parseAt, writeValid });
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

export type { JsonSchema, Side };

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

/** A JSON Schema, by keyword. */
type JsonSchema = { readonly [keyword: string]: unknown };
/**
 * `input` is everything that a request may send. `request` is what clients are told to send, without alternative notations.
 * `output` is what a reply contains.
 */
type Side = 'input' | 'request' | 'output';

type DescribeNamed = (side: Side, definitions: Definitions) => JsonSchema;
type Names = { [S in Side]?: string | undefined };

/**
 * The schemas of named kinds, each written once: other schemas refer to it, and so can the kind itself. A kind whose sides differ
 * gets a name for each.
 *
 * @example
 * const definitions = new Definitions();
 * object({ id: integer() }, { name: 'Lamp' }).describe('output', definitions);
 * Object.keys(definitions.all) // [ 'Lamp' ]
 */
export class Definitions {
  readonly #place: string;
  readonly #taken: Set<string>;
  readonly #schemas = new Map<string, JsonSchema>();
  readonly #names = new Map<DescribeNamed, Names>();

  /** Takes the prefix of all references, which says where the schemas will be placed, and the names that are taken there. */
  constructor(place = '#/$defs/', taken: readonly string[] = []) {
    this.#place = place;
    this.#taken = new Set(taken);
  }

  /**
   * True as long as every kind described so far has samples of all that it refuses.
   * @internal
   */
  areSampled = true;

  /** The schemas by name. */
  get all(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries(this.#schemas);
  }

  /** Returns a reference to the schema of a kind. Kinds are told apart by their `describe` function. */
  refer(name: string, side: Side, describe: DescribeNamed): JsonSchema {
    const names = this.#names.get(describe) ?? {};
    this.#names.set(describe, names);
    const other = sides.find((each) => names[each] !== undefined);
    if (names[side] === undefined) {
      if (other !== undefined && isSame(describe, side, other)) names[side] = names[other];
      else this.#add(other === undefined ? name : name + suffixes[side], side, describe, names);
    }
    return { $ref: this.#place + names[side] };
  }

  #add(name: string, side: Side, describe: DescribeNamed, names: Names): void {
    const plain = name.replace(/[^\w.-]/g, '_');
    let own = plain;
    for (let number = 2; this.#taken.has(own); number++) own = `${plain}${number}`;
    this.#taken.add(own);
    names[side] = own;
    this.#schemas.set(own, {});
    this.#schemas.set(own, describe(side, this));
  }
}

const suffixes = { input: 'Input', request: 'Input', output: 'Output' };
const sides = ['input', 'request', 'output'] as const;

function isSame(describe: DescribeNamed, side: Side, other: Side): boolean {
  const [one, another] = [side, other].map((each) => {
    const definitions = new Definitions();
    definitions.refer('', each, describe);
    return JSON.stringify(definitions.all);
  });
  return one === another;
}

/** The closeness of a value to a kind: exact, almost exact, or only after a conversion. */
export type Exactness = typeof EXACT | typeof NEAR | typeof CONVERTED;

export const EXACT = 2;
export const NEAR = 1;
export const CONVERTED = 0;

/**
 * A measure of how well a value fits one kind of a union. Fields lower the exactness when they convert a value, and objects count
 * the properties that were sent.
 */
export class Fit {
  exactness: Exactness = EXACT;
  /** The number of declared properties that were sent; undefined if there is no object. */
  properties: number | undefined = undefined;
  /** True as long as every property that was sent is declared, at all levels. */
  isWhole = true;
  /**
   * True if the value is for a reply. It may be one that was read before, and need not be accepted a second time: a token without
   * its scheme, or a URL that is longer in normal form.
   */
  readonly isReply: boolean;

  /** Takes the fit of the union around this one, if there is one. */
  constructor(outer?: Fit) {
    this.isReply = outer?.isReply === true;
  }

  lower(exactness: Exactness): void {
    if (exactness < this.exactness) this.exactness = exactness;
  }

  count(properties: number, isWhole: boolean): void {
    this.properties = (this.properties ?? 0) + properties;
    if (!isWhole) this.isWhole = false;
  }

  /** True if no other kind can fit better. */
  get isPerfect(): boolean {
    return this.exactness === EXACT && this.properties === undefined;
  }

  /** True if no other kind of object can fit better: this one knows all that was sent, and converts nothing. */
  get isPerfectObject(): boolean {
    return this.exactness >= NEAR && this.properties !== undefined && this.isWhole;
  }

  isBetterThan(other: Fit): boolean {
    const { properties } = this;
    if (properties !== undefined && other.properties !== undefined && properties !== other.properties)
      return properties > other.properties;
    return this.exactness > other.exactness;
  }
}

/** The fit of any value for a reply, outside unions. Nobody asks how well it fits. */
class ReplyFit extends Fit {
  override readonly isReply = true;
  override lower(): void {}
  override count(): void {}
}

export const forReply: Fit = new ReplyFit();

/** The properties that libraries read which support Standard Schema or Standard JSON Schema. */
export interface StandardProps<Value> {
  readonly version: 1;
  readonly vendor: 'assay';
  readonly types?: { readonly input: unknown; readonly output: Value } | undefined;
  readonly validate: (
    value: unknown,
  ) => { readonly value: Value } | { readonly issues: readonly StandardIssue[] };
  readonly jsonSchema: StandardJSONSchemaV1.Converter;
}

/** An issue of Standard Schema, with more details. */
export interface StandardIssue extends StandardSchemaV1.Issue {
  readonly path: Path;
  readonly type: IssueType;
  readonly context: Context;
  readonly input: unknown;
}

/** The parts of a field that this needs. */
interface Parsed<Value> {
  parse(raw: unknown): Value | Issues;
}
type Describe = (side: Side) => JsonSchema;

/** Makes the `~standard` properties of a field. */
function standardProps<Value>(definition: Parsed<Value>, describe: Describe): StandardProps<Value> {
  return {
    version: 1,
    vendor: 'assay',
    validate(value) {
      const result = definition.parse(value);
      return result instanceof Issues ? { issues: result.all.map(standardIssue) } : { value: result };
    },
    jsonSchema: {
      input: ({ target }) => schema(describe, 'input', target),
      output: ({ target }) => schema(describe, 'output', target),
    },
  };
}

function standardIssue(issue: Issue): StandardIssue {
  const { message, path, type, context, input } = issue;
  return { message, path, type, context, input };
}

/** Dialects in which the keywords of fields mean the same; others lack some of them. */
const dialects: Readonly<Record<string, string>> = {
  'draft-2020-12': 'https://json-schema.org/draft/2020-12/schema',
  'draft-07': 'http://json-schema.org/draft-07/schema#',
};

/** Writes the items of tuples as draft 7 does, where `prefixItems` means nothing. */
function inDraft07<Schema>(described: Schema): Schema {
  return JSON.parse(JSON.stringify(described), (_, value) => {
    if (!Array.isArray(value?.prefixItems)) return value;
    const { prefixItems, ...others } = value;
    return { ...others, items: prefixItems };
  });
}

function schema(describe: Describe, side: Side, target: string): Record<string, unknown> {
  const $schema = Object.hasOwn(dialects, target) ? dialects[target] : undefined;
  if ($schema === undefined) throw new TypeError(`Assay's fields are not described in ${target}`);
  const described = { $schema, ...describe(side) } satisfies JsonSchema;
  return target === 'draft-07' ? inDraft07(described) : described;
}

/** Bounds for the number of characters or items. */
export interface Lengths {
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** Checks that some length can be within the bounds. Anything else is a mistake in the program, and throws. */
export function checkLengths({ minLength = 0, maxLength = minLength }: Lengths): void {
  if (minLength > maxLength)
    throw new TypeError(`No length is at least ${minLength} and at most ${maxLength}`);
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
