/** A JSON Schema, by keyword. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/**
 * `input` is everything that a request may send. `request` is what clients are told to send, without alternative notations.
 * `output` is what a reply contains.
 */
export type Side = 'input' | 'request' | 'output';

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

/** Describes a field without the kinds that it refers to, which may be all models of a document. */
export class NoDefinitions extends Definitions {
  override refer(): JsonSchema {
    return {};
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
