/** A schema in JSON Schema, by keywords. */
export type JsonSchema = { readonly [keyword: string]: unknown };
/** `input` is what a request may send, `output` what a reply holds. */
export type Side = 'input' | 'output';

type Describe = (side: Side, definitions: Definitions) => JsonSchema;

/**
 * The schemas of kinds that have a name, each told once: what holds them refers to them, and so may they themselves. A
 * kind has a name for each side where its sides differ.
 */
export class Definitions {
  readonly #place: string;
  readonly #schemas = new Map<string, JsonSchema>();
  readonly #names = new Map<Describe, { input?: string; output?: string }>();

  /** Takes where the schemas will stand, as a reference begins. */
  constructor(place = '#/$defs/') {
    this.#place = place;
  }

  /** The schemas by their names. */
  get all(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries(this.#schemas);
  }

  /** Refers to the schema of a kind, which is known by what describes it. */
  refer(name: string, side: Side, describe: Describe): JsonSchema {
    const names = this.#names.get(describe) ?? {};
    this.#names.set(describe, names);
    if (names[side] === undefined) {
      const other = side === 'input' ? names.output : names.input;
      if (other !== undefined && isSameOnBothSides(describe)) names[side] = other;
      else names[side] = this.#add(other === undefined ? name : name + suffixes[side], side, describe);
    }
    return { $ref: this.#place + names[side] };
  }

  #add(name: string, side: Side, describe: Describe): string {
    const names = this.#names.get(describe);
    let own = name;
    for (let number = 2; this.#schemas.has(own); number++) own = `${name}${number}`;
    if (names) names[side] = own;
    this.#schemas.set(own, {});
    this.#schemas.set(own, describe(side, this));
    return own;
  }
}

const suffixes = { input: 'Input', output: 'Output' };

function isSameOnBothSides(describe: Describe): boolean {
  const [input, output] = (['input', 'output'] as const).map((side) => {
    const definitions = new Definitions();
    definitions.refer('', side, describe);
    return JSON.stringify(definitions.all);
  });
  return input === output;
}
