import { expect, expectTypeOf, test } from 'vitest';
import { createClient } from '../../src/client/index.ts';
import { integer, list, object, text } from '../../src/fields/index.ts';
import { createApp, endpoint } from '../../src/index.ts';

const common = { method: 'POST', path: '/lamps', summary: 'Add a lamp' } as const;
const reply = { status: 200, body: text() } as const;
const shape = { form: text(), mediaType: text(), parts: list(object({ watts: integer() })) };
const short = endpoint({ ...common, body: shape, reply });
const long = endpoint({ ...common, body: object(shape), reply });

function appOf(declared: typeof short | typeof long, values: 'strict' | 'fastapi') {
  const contract = { title: 'Lamps', version: '1', endpoints: { addLamp: declared } };
  return createApp(contract, { addLamp: ({ body }) => JSON.stringify(body) }, { values });
}

const bodies = [
  '{"form":"a","mediaType":"b","parts":[{"watts":1}],"other":2}',
  '{"form":1,"parts":[{"watts":"x"}]}',
  '[]',
  '"text"',
  '{',
  '',
];

test.each(['strict', 'fastapi'] as const)(
  'The fields of a body are read and described as an object (%s)',
  async (values) => {
    const replies = [short, long].map(async (declared) => {
      const { fetch } = appOf(declared, values);
      const headers = { 'Content-Type': 'application/json' };
      const requests = bodies.map((body) =>
        fetch(new Request('http://localhost/lamps', { method: 'POST', headers, body })),
      );
      const document = await fetch(new Request('http://localhost/openapi.json'));
      const answers = await Promise.all(requests);
      const texts = await Promise.all(answers.map(async (each) => [each.status, await each.text()]));
      return { texts, document: await document.text() };
    });
    const [fromFields, fromObject] = await Promise.all(replies);
    expect(fromFields).toEqual(fromObject);
    expect(fromFields?.texts[0]).toEqual([
      200,
      JSON.stringify('{"form":"a","mediaType":"b","parts":[{"watts":1}]}'),
    ]);
    expect(fromFields?.texts[1]?.[0]).toBe(422);
  },
);

test('A handler gets the values of the fields', () => {
  createApp(
    { title: 'Lamps', version: '1', endpoints: { short } },
    {
      short({ body }) {
        expectTypeOf(body.form).toEqualTypeOf<string>();
        expectTypeOf(body.parts).toEqualTypeOf<readonly { readonly watts: number }[]>();
        return body.form;
      },
    },
  );
});

test('A client sends the values of the fields', async () => {
  const { fetch } = appOf(short, 'strict');
  const contract = { endpoints: { short } };
  const client = createClient<typeof contract>('http://localhost', {
    fetch,
  });
  const reply = await client.POST('/lamps', { body: { form: 'a', mediaType: 'b', parts: [{ watts: 1 }] } });
  if (reply.status === 422) expectTypeOf(reply.body.detail[0]?.msg).toEqualTypeOf<string | undefined>();
  expect(reply.status).toBe(200);
});

test.each([
  [{ name: text }, 'The endpoint short has no field for name in its body'],
  [text, 'The endpoint short has a body that is neither a field nor a form'],
  [[text()], 'The endpoint short has a body that is neither a field nor a form'],
  [null, 'The endpoint short has a body that is neither a field nor a form'],
])('A mistake in the fields of a body is found (%#)', (body, message) => {
  const wrong = JSON.parse('{}');
  Object.assign(wrong, { ...common, reply, body });
  expect(() =>
    createApp(
      { title: 'Lamps', version: '1', endpoints: { short: wrong } },
      { short: () => expect.unreachable() },
    ),
  ).toThrow(message);
});
