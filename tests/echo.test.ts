import { describe, expect, it } from 'vitest';
import { onEveryHost, post } from './_client.ts';

/** Offending values come back as they were written: no digit is lost, no key moved. */

onEveryHost((send) => {
  describe('the input of an automatic refusal', () => {
    it.each([
      '12345678901234567890.50',
      '1e400',
      '-1e400',
      '1.50',
      '{"b":1,"a":2,"1":3}',
      '[1.0,  "\\u0041",\n{ }]',
      '"\\ud800"',
      '"\\ud83d\\ude00😀"',
      '"\\u0000\\u202e"',
      '30.00000000000000000000000000001',
      '9007199254740993',
      'true',
    ])('is %s, as it was written', async (written) => {
      const { status, body } = await send(
        post('/products/', `{"name":"x","price":1,"quantity":${written},"url":null}`),
      );
      expect(status).toBe(422);
      expect(body.endsWith(`,"input":${written}}]}`)).toBe(true);
    });

    it('is the whole body for a missing field, as it was written', async () => {
      const written = '{ "z":1.0, "10":[], "name":"\\u0041" }';
      const { body } = await send(post('/users/', ` ${written}\n`));
      expect(body.split(written)).toHaveLength(3);
    });

    it('is the last of several equal keys', async () => {
      const { body } = await send(
        post('/products/', '{"price":1,"quantity":1.50,"name":"x","quant\\u0069ty":2.50}'),
      );
      expect(body).toContain('"input":2.50}');
    });

    it('is a body that is not an object, as it was written', async () => {
      const { body } = await send(post('/users/', ' [1.0, "\\u0041"] '));
      expect(body).toContain('"input":[1.0, "\\u0041"]}');
    });

    it('is the decoded text of a query parameter', async () => {
      const { json } = await send({ target: '/users/?page=%201.50%20' });
      expect(json.detail[0].input).toBe(' 1.50 ');
    });
  });

  describe('what a structured refusal received', () => {
    it.each(['0.00', '-1e-400', '1e400', '"1e400"', '"\\ud800"', '{"b":1,"a":[2.0]}', 'null', 'false'])(
      'is %s, as it was written',
      async (written) => {
        const { status, body } = await send(post('/products', `{"price": ${written} }`));
        expect(status).toBe(422);
        expect(body).toContain(`"received":${written},`);
      },
    );
  });

  it('repeats the text of an accepted name, whatever it holds', async () => {
    for (const written of ['"\\ud800"', '"\\u0000\\u001b"', '"\\u202e"', '""']) {
      const { status, json } = await send(post('/users/', `{"name":${written},"email":"a@b.cc","age":1}`));
      expect(status).toBe(201);
      expect(json.name).toBe(JSON.parse(written));
    }
  });
});
