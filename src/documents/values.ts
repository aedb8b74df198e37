import { Issues, inWords } from '../errors/issue.ts';
import type { FieldReader } from './fields.ts';
import { type Located, partsOf, within } from './located.ts';

/** The examples of media types, parameters and headers. */

/** Reports something about a place of the document. */
export type Tell = (at: string, what: string) => void;

interface ExampleOptions {
  readonly reader: FieldReader;
  readonly tell: Tell;
  /** Reads a text that stands for a value, as in XML or in a header. In JSON, a text is just that. */
  readonly parseText?: ((text: string) => unknown) | undefined;
}

/** Returns the first example that fits the schema. Any that does not is reported, as something else is sent in its place. */
export function exampleIn(holder: Located, schema: Located, options: ExampleOptions): unknown {
  const { reader, tell } = options;
  const parseAny = reader.parserOf(schema);
  const { parseText = parseAny } = options;
  const parse = (value: unknown) => (typeof value === 'string' ? parseText(value) : parseAny(value));
  let first: unknown;
  for (const example of examplesBeside(holder, reader)) {
    const result = parse(example.value);
    if (result instanceof Issues) tell(example.at, unfit(result, example));
    else first ??= example.value;
  }
  return first;
}

/** Says why an example is not sent. One of a reply that has a name is sent to those who ask for it. */
export function unfit(issues: Issues, { isNamed }: Example): string {
  const when = isNamed ? 'sent only if it is asked for by its name' : 'not sent';
  return `is ${when}, because it does not fit its schema: ${inWords(issues)}`;
}

export interface Example extends Located {
  /** True if requests can ask for it. */
  readonly isNamed: boolean;
}

/** All examples beside a schema: the one, and those with names. */
export function examplesBeside(holder: Located, reader: FieldReader): Example[] {
  const isOfReply = holder.at.includes('/responses/') && !holder.at.includes('/headers/');
  const named = partsOf(within(holder, 'examples')).map(([, part]) => valueIn(part, reader));
  return [
    { ...within(holder, 'example'), isNamed: false },
    ...named.map((each) => ({ ...each, isNamed: isOfReply })),
  ].filter(({ value }) => value !== undefined);
}

/** The value of an Example Object. */
function valueIn(part: Located, reader: FieldReader): Located {
  const example = reader.references.follow(part);
  const [found = within(example, 'value')] = ['value', 'dataValue', 'serializedValue']
    .map((name) => within(example, name))
    .filter(({ value }) => value !== undefined);
  return found;
}

/** The value of the example with a name; undefined if there is none, or none that is in the document. */
export function namedExample(holder: Located, name: string, reader: FieldReader): unknown {
  const named = partsOf(within(holder, 'examples')).find(([each]) => each === name);
  return named && valueIn(named[1], reader).value;
}

/** The names of the examples beside a schema that are in the document. */
export function exampleNames(holder: Located, reader: FieldReader): readonly string[] {
  return partsOf(within(holder, 'examples'))
    .filter(([, part]) => valueIn(part, reader).value !== undefined)
    .map(([name]) => name);
}
