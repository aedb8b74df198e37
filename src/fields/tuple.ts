import { type Issue, Issues, wrong } from '../errors/issue.ts';
import { type AnyField, checkFields, type Field, field, missing, type ValueOf } from './field.ts';
import { CONVERTED, type Fit } from './fit.ts';
import { tooMany } from './items.ts';
import { tupleSamples } from './samples/list.ts';

/** The values of several fields, in order. */
export type TupleOf<Fields extends readonly AnyField[]> = {
  readonly [At in keyof Fields]: ValueOf<Fields[At]>;
};

/** A JSON array with exactly one item for each of these fields, in order. */
export function tuple<const Fields extends readonly AnyField[]>(...fields: Fields): Field<TupleOf<Fields>> {
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
  const issues: Issue[] = [];
  let at = 0;
  for (const each of fields) {
    const result = at < raw.length ? each.parse(raw[at], fit) : missing(each, raw);
    if (result instanceof Issues) result.collect(issues, [at]);
    else if (!Object.is(result, raw[at])) {
      values ??= raw.slice();
      values[at] = result;
    }
    at++;
  }
  return Issues.of(issues) ?? ((values ?? raw) as TupleOf<Fields>);
}
