import { describe, expect, it } from 'vitest';
import { onEveryHost, post } from '../_client.ts';
import { missingFields } from '../_missing-fields.ts';

/** Refused values come back exactly as they were written: no digit is lost, no key moved. */

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

    describe.each([
      ['as it is', '', ''],
      ['behind a byte order mark', '\ufeff', ''],
      ['amid white space', ' \r\n\t', '\n '],
      ['behind a byte order mark, amid white space', '\ufeff\n', ' '],
    ])('of a long body, %s', (_, before, after) => {
      it.each([
        ['ASCII', `{ "more":"${'a'.repeat(5000)}", "10":1.0 }`],
        ['other scripts', `{"более":"${'é€😀\\u00e9'.repeat(1000)}"}`],
        ['white space', `{${' '.repeat(5000)}}`],
        ['64 KiB', `{"more":"${'a'.repeat(65_000)}"}`],
      ])('is shown for each field that it lacks: %s', async (_, written) => {
        const { body } = await send(post('/users/', before + written + after));
        expect(body).toBe(missingFields(written, 'Name', 'Email', 'Age'));
      });

      it('is shown beside what else is wrong, in order', async () => {
        const written = `{"age":1.50,"more":[${'1.0,'.repeat(2000)}2],"website":"\\u0041"}`;
        const { body } = await send(post('/users/', before + written + after));
        const [age = '', website = '', ...others] = body.split(/,(?=\{"type":)/).slice(2);
        expect(body.startsWith(missingFields(written, 'Name', 'Email').slice(0, -']}'.length))).toBe(true);
        expect(age).toMatch(/"age".*"input":1\.50\}$/);
        expect(website).toMatch(/"website".*"input":"\\u0041"\}\]\}$/);
        expect(others).toEqual([]);
      });

      it('is shown once where it is not an object', async () => {
        const written = `[${'1.0, '.repeat(2000)}2]`;
        const { body, json } = await send(post('/users/', before + written + after));
        expect(json.detail).toHaveLength(1);
        expect(body.endsWith(`"input":${written}}]}`)).toBe(true);
      });
    });

    it('is the value of the last of several equal keys', async () => {
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

  describe('the received value of a structured refusal', () => {
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
