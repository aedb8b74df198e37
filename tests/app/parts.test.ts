import { describe, expect, it } from 'vitest';
import { apps } from '../_apps.ts';
import { byFetch } from '../_client.ts';
import type { Sent } from '../_hosts.ts';

/** The parts of a request that an endpoint can declare. */

const json = (target: string, body: string): Sent => ({
  method: 'POST',
  target,
  headers: { 'Content-Type': 'application/json' },
  body,
});
const cookie = (value: string): Sent => ({ target: '/cookies', headers: { Cookie: value } });

byFetch((send) => {
  describe('declared parts are read from', () => {
    it.each<[Sent, string]>([
      [{ target: '/tags?tag=1' }, '{"tag":[1],"more":null,"last":null}'],
      [{ target: '/tags?tag=2&last=a&tag=1&last=b&%74ag=3' }, '{"tag":[2,1,3],"more":null,"last":"b"}'],
      [{ target: '/tags?tag=1&more=&more=a%26b' }, '{"tag":[1],"more":["","a&b"],"last":null}'],
      [cookie('session=abc'), '{"session":"abc","visits":0}'],
      [cookie('a=b; session="a b"; visits=3;c'), '{"session":"a b","visits":3}'],
      [cookie('session=1; session=2'), '{"session":"2","visits":0}'],
      [cookie('__proto__=x;session==a='), '{"session":"=a=","visits":0}'],
      [json('/list', '[1,"2",3.0]'), '[1,2,3]'],
      [json('/list', '[]'), '[]'],
      [json('/optional', '{"id":1}'), '{"id":1}'],
      [json('/optional', 'null'), 'null'],
      [json('/optional', ''), 'null'],
      [{ method: 'POST', target: '/bytes', body: new Uint8Array([0, 255, 10]) }, '[0,255,10]'],
      [{ method: 'POST', target: '/bytes' }, '[]'],
    ])('%j', async (sent, expected) => {
      expect((await send(sent)).body).toBe(expected);
    });
  });

  describe('declared parts are refused in', () => {
    it.each<[Sent, unknown[]]>([
      [{ target: '/tags' }, [['missing', ['query', 'tag'], null]]],
      [
        { target: '/tags?tag=1&tag=x&tag=' },
        [
          ['int_parsing', ['query', 'tag', 1], 'x'],
          ['int_parsing', ['query', 'tag', 2], ''],
        ],
      ],
      [{ target: '/cookies' }, [['missing', ['cookie', 'session'], null]]],
      [
        cookie('visits=many'),
        [
          ['missing', ['cookie', 'session'], null],
          ['int_parsing', ['cookie', 'visits'], '**********'],
        ],
      ],
      [json('/list', '{}'), [['list_type', ['body'], {}]]],
      [json('/list', '[1,null]'), [['int_type', ['body', 1], null]]],
      [json('/list', 'null'), [['missing', ['body'], null]]],
      [json('/optional', '[]'), [['model_attributes_type', ['body'], []]]],
      [json('/optional', '{}'), [['missing', ['body', 'id'], {}]]],
    ])('%j', async (sent, expected) => {
      const { status, json } = await send(sent);
      expect(status).toBe(422);
      const entries = json.detail.map(({ type, loc, input }: Record<string, unknown>) => [type, loc, input]);
      expect(entries).toEqual(expected);
    });
  });
}, apps.parts);
