import { type Issue, Issues, wrong } from '../issues/issue.ts';
import { type Field, field } from './field.ts';
import { isRecord } from './object.ts';

/** A JSON object with any names, each for one such value. */
export function dictionary<Value>(item: Field<Value>): Field<Readonly<Record<string, Value>>> {
  return field<Readonly<Record<string, Value>>>({
    parse: (raw) => (isRecord(raw) ? parseEntries(item, raw) : wrong('dict_type', raw)),
    write(values) {
      const entries = Object.entries(values).map(
        ([name, value]) => `${JSON.stringify(name)}:${item.write(value)}`,
      );
      return `{${entries.join(',')}}`;
    },
    describe: (side) => ({ type: 'object', additionalProperties: item.describe(side) }),
  });
}

function parseEntries<Value>(
  item: Field<Value>,
  raw: Readonly<Record<string, unknown>>,
): Readonly<Record<string, Value>> | Issues {
  const values: [string, Value][] = [];
  const issues: Issue[] = [];
  for (const [name, each] of Object.entries(raw)) {
    const result = item.parse(each);
    if (result instanceof Issues) result.collect(issues, [name]);
    else values.push([name, result]);
  }
  return Issues.of(issues) ?? Object.fromEntries(values);
}
