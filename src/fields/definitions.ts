/** A schema in JSON Schema, by keywords. */
export type JsonSchema = { readonly [keyword: string]: unknown };
/**
 * `input` is everything that a request may send, `request` what clients are told to send, without the other spellings that
 * are read as well, and `output` what a reply holds.
 */
export type Side = 'input' | 'request' | 'output';

type Describe = (side: Side, definitions: Definitions) => JsonSchema;
type Names = { [S in Side]?: string | undefined };

/**
 * The schemas of kinds that have a name, each told once: what holds them refers to them, and so may they themselves. A
 * kind has a name for each side where its sides differ.
 */
export class Definitions {
  readonly #place: string;
  readonly #schemas = new Map<string, JsonSchema>();
  readonly #names = new Map<Describe, Names>();

  /** Takes where the schemas will stand, as a reference begins. */
  constructor(place = '#/$defs/') {
    this.#place = place;
  }

  /** Every kind that was described tells samples of all that it refuses. */
  areSampled = true;

  /** The schemas by their names. */
  get all(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries(this.#schemas);
  }

  /** Refers to the schema of a kind, which is known by what describes it. */
  refer(name: string, side: Side, describe: Describe): JsonSchema {
    const names = this.#names.get(describe) ?? {};
    this.#names.set(describe, names);
    const other = sides.find((each) => names[each] !== undefined);
    if (names[side] === undefined) {
      if (other !== undefined && isSame(describe, side, other)) names[side] = names[other];
      else this.#add(other === undefined ? name : name + suffixes[side], side, describe, names);
    }
    return { $ref: this.#place + names[side] };
  }

  #add(name: string, side: Side, describe: Describe, names: Names): void {
    const plain = name.replace(/[^\w.-]/g, '_');
    let own = plain;
    for (let number = 2; this.#schemas.has(own); number++) own = `${plain}${number}`;
    names[side] = own;
    this.#schemas.set(own, {});
    this.#schemas.set(own, describe(side, this));
  }
}

const suffixes = { input: 'Input', request: 'Input', output: 'Output' };
const sides = ['input', 'request', 'output'] as const;

function isSame(describe: Describe, side: Side, other: Side): boolean {
  const [one, another] = [side, other].map((each) => {
    const definitions = new Definitions();
    definitions.refer('', each, describe);
    return JSON.stringify(definitions.all);
  });
  return one === another;
}
