import { Found, Issues, wrong } from '../errors/issue.ts';
import {
  type AnyField,
  checkFields,
  type Field,
  field,
  type GivenOf,
  missing,
  type ValueOf,
} from './field.ts';
import { CONVERTED, type Fit } from './fit.ts';
import { tooMany } from './lengths.ts';
import { firstInTurns, type Open, onBothSides, replacing, type Samples } from './samples.ts';

/** The values of several fields, in order. */
export type TupleOf<Fields extends readonly AnyField[]> = {
  readonly [At in keyof Fields]: ValueOf<Fields[At]>;
};

type GivenTuple<Fields extends readonly AnyField[]> = {
  readonly [At in keyof Fields]: GivenOf<Fields[At]>;
};

/**
 * A JSON array with exactly one item for each of these fields, in order.
 *
 * @example
 * tuple(text(), integer()).parse(['Ada', '36']) // [ 'Ada', 36 ]
 */
export function tuple<const Fields extends readonly AnyField[]>(
  ...fields: Fields
): Field<TupleOf<Fields>, GivenTuple<Fields>>;
export function tuple<Fields extends readonly AnyField[]>(...fields: Fields): Field<TupleOf<Fields>> {
  return tupleOf(fields);
}

/** The same, from an array of fields, which may be longer than an argument list. */
export function tupleOf<Fields extends readonly AnyField[]>(fields: Fields): Field<TupleOf<Fields>> {
  checkFields('tuple', fields);
  const items = { minItems: fields.length, maxItems: fields.length };
  return field<TupleOf<Fields>>({
    parse(raw, fit) {
      if (!Array.isArray(raw)) return wrong('tuple_type', raw);
      fit?.lower(CONVERTED);
      return tooMany(items, raw.length, raw, 'Tuple') ?? parseEach(fields, raw, fit);
    },
    write: (values) => `[${fields.map((each, at) => each.write(values[at])).join(',')}]`,
    describe: (side, definitions) => ({
      type: 'array',
      prefixItems: fields.map((each) => each.describe(side, definitions)),
      ...items,
    }),
    samples: (like, open) => tupleSamples(fields, like, open),
    typeName: () => `tuple[${fields.map((each) => each.typeName()).join(', ')}]`,
  });
}

/** Returns `raw` itself if nothing in it is changed. */
function parseEach<Fields extends readonly AnyField[]>(
  fields: Fields,
  raw: readonly unknown[],
  fit?: Fit,
): TupleOf<Fields> | Issues {
  let values: unknown[] | undefined;
  const found = new Found();
  let at = 0;
  for (const each of fields) {
    const result = at < raw.length ? each.parse(raw[at], fit) : missing(each, raw);
    if (result instanceof Issues) found.add(result, [at]);
    else if (!Object.is(result, raw[at])) {
      values ??= raw.slice();
      values[at] = result;
    }
    at++;
  }
  return found.issues ?? ((values ?? raw) as TupleOf<Fields>);
}

/** Lists with one item too many or too few, and with a wrong item. */
export function tupleSamples(fields: readonly AnyField[], like: unknown, open: Open): Samples {
  return onBothSides(function* (side) {
    const given: readonly unknown[] = Array.isArray(like) ? like : [];
    const base: unknown[] = [];
    for (const [at, field] of fields.entries())
      base.push((yield* firstInTurns(field.samples(given[at], open).accepted)) ?? null);
    yield base;
    if (side === 'refused') yield* [[...base, null], base.slice(0, -1)];
    for (const [at, field] of fields.entries())
      yield* replacing(base[at], field.samples(given[at], open)[side], (value) => base.with(at, value));
  });
}
