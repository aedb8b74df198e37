import { expect, it } from 'vitest';
import { Description } from '../../src/page/description.ts';
import { SchemaTree } from '../../src/page/schema-tree.ts';
import { atOnce } from '../../src/text/turns.ts';

/** What a reader sees of a schema: its text, with folded parts in braces. */

const LAMP = '#/components/schemas/Lamp';
const schemas = {
  Lamp: { type: 'object', properties: { on: { type: 'boolean' }, next: { $ref: LAMP } } },
  Watt: { type: 'integer', minimum: 1 },
  Color: { enum: ['red', 'green'] },
  State: {
    oneOf: [
      { const: 'on', title: 'Lit', description: 'It *shines*.' },
      { const: 'off', description: 'Dark.' },
    ],
  },
  Loop: { allOf: [{ $ref: '#/components/schemas/Loop' }] },
  Tree: {
    items: {
      anyOf: [1, 2].map((maxItems) => ({ items: { $ref: '#/components/schemas/Tree/items' }, maxItems })),
    },
  },
};
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function seen(schema: unknown): string {
  const tree = new SchemaTree(new Description({ components: { schemas } }), './docs');
  return atOnce(tree.whole(schema))
    .markup.replace(/<details[^>]*>/g, ' { ')
    .replaceAll('</details>', ' } ')
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

it.each<[schema: unknown, text: string]>([
  [{}, 'any value'],
  [true, 'any value'],
  [ref('Lamp'), 'Lamp on true or false next Lamp'],
  [ref('Watt'), 'Watt (an integer of at least 1)'],
  [ref('Color'), 'Color (one of these) One of red, green'],
  [ref('Loop'), 'Loop (any value)'],
  [ref('State'), 'State (one of these) One of on Lit: It shines. off Dark.'],
  [
    { anyOf: [ref('State'), { type: 'null' }] },
    'State (one of these) or null One of on Lit: It shines. off Dark.',
  ],
  [{ anyOf: [ref('Color'), { type: 'null' }] }, 'Color (one of these) or null One of red, green'],
  [{ type: 'array', items: { type: 'string', enum: ['a', 'b'] } }, 'list of text One of a, b'],
  [
    { anyOf: [{ type: 'string', format: 'uri', pattern: '^h' }, { type: 'null' }] },
    'a URL, or null Format uri',
  ],
  [
    { anyOf: [{ type: 'string', pattern: '^h' }, { type: 'null' }] },
    'text of a given form, or null Pattern ^h',
  ],
  [{ type: 'array', items: ref('Color') }, 'list of Color (one of these) One of red, green'],
  [
    { properties: { lamps: { type: 'array', items: ref('Lamp') } } },
    'an object lamps list of Lamp { 2 properties on true or false next Lamp }',
  ],
  [
    { type: 'string', enum: ['a', 'b'], 'x-enum-descriptions': ['The *first*.', 'The second.'] },
    'text One of a The first. b The second.',
  ],
  [
    { type: 'string', enum: ['a', 'b'], 'x-enumDescriptions': { b: 'The second.' } },
    'text One of a b The second.',
  ],
  [
    {
      anyOf: [
        { title: 'Card', properties: { number: {} } },
        { title: 'Cash', type: 'string' },
      ],
    },
    'Card or text { Card number any value }',
  ],
  [
    {
      oneOf: [ref('Lamp')],
      discriminator: { propertyName: 'kind', mapping: { lamp: '#/components/schemas/Lamp', other: 'Other' } },
    },
    'Lamp Told apart by kind lamp: Lamp, other: Other on true or false next Lamp',
  ],
  [{ type: 'object', properties: {} }, 'an object'],
  [{ type: 'string', contentEncoding: 'base64', description: '*Bytes*.' }, 'text Bytes. Content base64'],
  [{ type: 'object', discriminator: { propertyName: 'kind' } }, 'an object Told apart by kind'],
  [
    { type: 'array', items: ref('Lamp'), minItems: 1, uniqueItems: true },
    'list of Lamp, at least 1 item, each once on true or false next Lamp',
  ],
  [
    { type: 'array', prefixItems: [{ type: 'string' }, ref('Lamp')] },
    'a list { text } { Lamp on true or false next Lamp }',
  ],
  [
    { oneOf: [ref('Lamp'), { type: 'string' }, { type: 'null' }] },
    'Lamp or text or null { Lamp on true or false next Lamp }',
  ],
  [
    { anyOf: [ref('Lamp'), { type: 'object', properties: { a: {} } }] },
    'Lamp or an object { Lamp on true or false next Lamp } { an object a any value }',
  ],
  [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, 'an integer or text'],
  [
    { properties: { a: { anyOf: [{ type: 'object', properties: { b: {} } }, { type: 'string' }] } } },
    'an object a an object or text { an object b any value }',
  ],
  [{ oneOf: [ref('Lamp'), { type: 'null' }] }, 'Lamp or null on true or false next Lamp'],
  [{ type: 'string', enum: ['a', ''] }, 'text One of a, &quot;&quot;'],
  [
    { enum: Array.from({ length: 26 }, (_, at) => at) },
    'one of these One of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23 { 2 more24, 25 }',
  ],
  [
    { type: 'string', nullable: true, default: null, pattern: 'a', format: 'x' },
    'text of the format x, or null Default null Format x Pattern a',
  ],
  [
    { type: 'integer', minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: true },
    'an integer, more than 1, less than 9',
  ],
  [{ type: 'string', examples: ['a', 'b'] }, 'text Example a, b'],
  [{ type: 'string', example: 'a', examples: ['b'] }, 'text Example a'],
  [
    {
      type: 'object',
      patternProperties: { '^x-': { type: 'string' } },
      additionalProperties: { type: 'null' },
    },
    'an object of any names, each with null /^x-/ text any other name null',
  ],
  [
    { allOf: [ref('Lamp'), { required: ['on'], properties: { watt: ref('Watt') } }] },
    'an object on true or false required next Lamp { 2 properties on true or false next Lamp } watt Watt (an integer of at least 1)',
  ],
  [{ allOf: [{ required: ['a'] }, { description: 'b' }] }, 'any value b'],
  [
    { properties: { a: { ...ref('Watt'), description: 'Its power.', deprecated: true } } },
    'an object a Watt (an integer of at least 1) deprecated Its power.',
  ],
  [
    { properties: { a: { readOnly: true }, b: { writeOnly: true } }, required: ['a'] },
    'an object a any value required read-only b any value write-only',
  ],
  [
    { properties: { a: { properties: { b: { properties: { c: { type: 'string' } } } } } } },
    'an object a an object { 1 property b an object { 1 property c text } }',
  ],
  [
    { type: 'array', items: { type: 'array', items: { type: 'string' } }, maxItems: 2 },
    'list of list of text, at most 2 items',
  ],
])('%j', (schema, text) => {
  expect(seen(schema)).toBe(text);
});

it('a schema of many levels or properties ends', () => {
  let deep: object = { type: 'string' };
  for (let level = 0; level < 12; level++) deep = { type: 'object', properties: { [`at${level}`]: deep } };
  expect(seen(deep)).toMatch(/at4/);
  expect(seen(deep)).not.toMatch(/at0/);
  const wide = Object.fromEntries(
    Array.from({ length: 500 }, (_, at) => [`p${at}`, { properties: { a: {} } }]),
  );
  expect(seen({ properties: wide }).match(/1 property/g)).toHaveLength(200);
});

it('takes a step for each property, at any level', () => {
  const names = Array.from({ length: 20 }, (_, at) => `p${at}`);
  const object = (inner: unknown) => ({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, inner])),
  });
  const tree = new SchemaTree(new Description({}), './docs');
  const steps = [...tree.whole(object(object({ type: 'integer' })))];
  expect(steps.length).toBeGreaterThan(names.length ** 2);
});

it('says how many of its values it leaves out', () => {
  const values = Array.from({ length: 2003 }, (_, at) => at);
  expect(seen({ enum: values })).toMatch(/ 1998, 1999 3 more, left out here/);
});

it('says how many members of a union a page has no room for, outside of a list', () => {
  const description = 'word '.repeat(8000);
  const members = Array.from({ length: 300 }, () => ({
    type: 'object',
    properties: { a: { type: 'string', description } },
  }));
  const { markup } = atOnce(new SchemaTree(new Description({}), './docs').whole({ anyOf: members }));
  expect(markup).toMatch(/<\/details>\s*<p class="quiet">\d+ more, left out here<\/p>/);
});

it('ends the type of lists and unions that lead back to themselves', () => {
  const text = seen(ref('Tree/items'));
  expect(text).toMatch(/^list of list of .*… or …/);
  expect(text.length).toBeLessThan(100_000);
});

it('ends lists in lists, also those that lead back to themselves by a part of theirs', () => {
  const named = Array.from({ length: 20_000 }, (_, at) => [`L${at}`, { items: ref(`L${at + 1}`) }]);
  const lists = { ...Object.fromEntries(named), Wrapped: { items: { allOf: [ref('Wrapped')] } } };
  const description = new Description({ components: { schemas: lists } });
  const sizes = ['L0', 'Wrapped'].map((name) => {
    const steps = new SchemaTree(description, './docs').whole(ref(name));
    return atOnce(steps).markup.length;
  });
  expect(Math.max(...sizes)).toBeLessThan(10_000);
});

it('ends unions of unions that each have all others in them', () => {
  const names = Array.from({ length: 40 }, (_, at) => `K${at}`);
  const kinds = Object.fromEntries(names.map((name) => [name, { oneOf: names.map(ref) }]));
  const description = new Description({ components: { schemas: kinds } });
  const { markup } = atOnce(new SchemaTree(description, './docs').whole(ref('K0')));
  // Where a tree has as many as it shows of properties, those that are being shown are the last.
  const shown = markup.match(/<summary>/g) ?? [];
  expect(shown.length).toBeGreaterThan(400);
  expect(shown.length).toBeLessThan(400 + 39 * 39);
});

it('names the first kinds of a union, and says how many there are', () => {
  const kinds = (inside: object) => ({
    anyOf: Array.from({ length: 30 }, (_, at) => ({ title: `Kind${at}`, ...inside })),
  });
  expect(seen(kinds({ properties: { a: {} } }))).toMatch(
    /^Kind0 or .* Kind23 or 6 more, left out here \{ Kind0/,
  );
  expect(seen(kinds({ type: 'string' }))).toMatch(/^(text or ){24}6 more, left out here$/);
  expect(seen(kinds({ const: 7 }))).toMatch(/^one of these/);
});

it('takes a step for each kind of a union', () => {
  const anyOf = new Array(1000).fill({ type: 'string' });
  const steps = [...new SchemaTree(new Description({}), './docs').whole({ anyOf })];
  expect(steps.length).toBeGreaterThanOrEqual(1000);
});

it('takes a step for each value that is shown', () => {
  const values = (count: number) => Array.from({ length: count }, (_, at) => ({ at }));
  const union = { anyOf: Array.from({ length: 100 }, () => ({ enum: values(20) })) };
  for (const [schema, shown] of [
    [{ enum: values(1000) }, 1000],
    [union, 2000],
  ] as const) {
    const steps = [...new SchemaTree(new Description({}), './docs').whole(schema)];
    expect(steps.length).toBeGreaterThanOrEqual(shown);
  }
});

it('shows no more of a long value than its beginning', () => {
  const text = seen({ type: 'string', default: 'a'.repeat(100_000), enum: [{ b: 'c'.repeat(100_000) }] });
  expect(text).toMatch(/^text Default a+… One of {&quot;b&quot;:&quot;c+…$/);
  expect(text.length).toBeLessThan(5000);
});

it('leaves out the values of the last kinds of a union if there are too many for a page', () => {
  const kind = { enum: Array.from({ length: 100 }, (_, at) => `${at}${'a'.repeat(1000)}`) };
  const text = seen({ anyOf: new Array(200).fill(kind) });
  expect(text).toMatch(/ \d+ more, left out here$/);
  expect(text.length).toBeLessThan(9_000_000);
});

it('says how many properties a page has no room for', () => {
  const description = 'word '.repeat(8000);
  const properties = Object.fromEntries(
    Array.from({ length: 300 }, (_, at) => [`p${at}`, { type: 'string', description }]),
  );
  const text = seen({ type: 'object', properties });
  const [, count] = /(\d+) more, left out here/.exec(text) ?? [];
  const shown = text.match(/p\d+ text/g) ?? [];
  expect(shown.length).toBeGreaterThan(150);
  expect(shown.length + Number(count)).toBe(300);
});

it('shows the first kinds of a discriminator, and how many more there are', () => {
  const names = Array.from({ length: 100 }, (_, at) => [`kind${at}`, `#/components/schemas/Kind${at}`]);
  const text = seen({ discriminator: { propertyName: 'kind', mapping: Object.fromEntries(names) } });
  expect(text).toMatch(/ kind0: Kind0, kind1: Kind1, .*, kind23: Kind23, 76 more, left out here$/);
});
