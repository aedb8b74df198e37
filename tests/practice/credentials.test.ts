import { describe, expect, it } from 'vitest';
import { onEveryHost } from '../_client.ts';

/** Accepted and refused credentials. */

const ID = '6F1D3C52-9A57-4B0E-8D4C-2F7E0A9B1C3D';

onEveryHost((send, { canRepeat = true }) => {
  describe('GET /protected/', () => {
    const ask = (authorization?: string | string[]) =>
      send({ target: '/protected/', ...(authorization && { headers: { Authorization: authorization } }) });

    it.each([`Bearer ${ID}`, `Bearer   ${ID}`, `Bearer {${ID}}`, `Bearer urn:uuid:${ID}`])(
      'accepts %s and shows only the first 8 digits',
      async (authorization) => {
        const { status, body, headers } = await ask(authorization);
        expect(status).toBe(200);
        expect(body).toBe('{"authenticated":true,"token":"6f1d3c52..."}');
        expect(headers.get('cache-control')).toBe('no-store');
      },
    );

    it('asks for a bearer token where there is no Authorization header', async () => {
      const { status, headers, json } = await ask();
      expect(status).toBe(401);
      expect(headers.get('www-authenticate')).toBe('Bearer');
      expect(json.detail).toBe('The Authorization header is missing');
    });

    it.each(['Basic YWRhOmFkYQ==', `bearer ${ID}`, `BEARER ${ID}`, `Bearer`, `Bearer\t${ID}`, ID])(
      'asks for the Bearer scheme where the header is %s',
      async (authorization) => {
        const { status, headers } = await ask(authorization);
        expect(status).toBe(401);
        expect(headers.get('www-authenticate')).toBe('Bearer');
      },
    );

    it.each(['Bearer let-me-in', `Bearer ${ID}0`, `Bearer ${ID} ${ID}`])(
      'calls the token of %s invalid',
      async (authorization) => {
        const { status, headers, json } = await ask(authorization);
        expect(status).toBe(401);
        expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
        expect(json.detail).toBe('The bearer token must be a UUID');
      },
    );

    it.runIf(canRepeat)('refuses two tokens, even if each is valid', async () => {
      const { status } = await ask([`Bearer ${ID}`, `Bearer ${ID}`]);
      expect(status).toBe(401);
    });
  });

  describe('GET /api/data', () => {
    it('accepts a UUID and shows only its first 8 digits', async () => {
      const { status, body } = await send({ target: '/api/data', headers: { 'x-api-key': ID } });
      expect(status).toBe(200);
      expect(body).toBe('{"api_key":"6f1d3c52...","data":[]}');
    });

    it.each([[[]], ['12345'], [''], [[ID, ID]]])('refuses the keys %j', async (keys) => {
      const headers = keys.length === 0 ? {} : { 'X-API-Key': keys };
      const { status, headers: received, json } = await send({ target: '/api/data', headers });
      expect(status).toBe(401);
      expect(received.get('www-authenticate')).toBe('ApiKey');
      expect(json.detail).toMatch(/^The X-API-Key header /);
    });
  });

  describe('POST /webhook', () => {
    const deliver = (signature: string | string[], body: string, type = 'application/json') =>
      send({
        method: 'POST',
        target: '/webhook',
        headers: { 'X-Webhook-Signature': signature, 'Content-Type': type },
        body,
      });

    it.each([
      ['9f86D0', '{"event":1}', 'application/json'],
      ['0', '{"event":', 'application/json'],
      ['ABCDEF', '<event/>', 'text/xml'],
      ['ab', '', 'text/plain'],
    ])('takes the signature %s with any body: %s', async (signature, body, type) => {
      const { status, body: answer } = await deliver(signature, body, type);
      expect(status).toBe(200);
      expect(answer).toBe('{"signature_verified":true}');
    });

    it.each([['sha256=ab'], ['xyz'], ['0x1f'], ['ab cd'], [['ab', 'cd']], ['']])(
      'refuses the signature %j',
      async (signature) => {
        const { status, headers } = await deliver(signature, '{}');
        expect(status).toBe(401);
        expect(headers.get('www-authenticate')).toBe('WebhookSignature');
      },
    );

    it('asks for a signature where there is none', async () => {
      const { status, json } = await send({ method: 'POST', target: '/webhook', body: '{}' });
      expect(status).toBe(401);
      expect(json.detail).toBe('The X-Webhook-Signature header is missing');
    });
  });

  it.each([
    ['/protected/', 'Authorization', 'Bearer my-secret'],
    ['/protected/', 'Authorization', 'my-secret'],
    ['/api/data', 'X-API-Key', 'my-secret'],
  ])('never repeats a credential that %s refuses', async (target, name, value) => {
    const { status, headers, body } = await send({ target, headers: { [name]: value } });
    expect(status).toBe(401);
    expect(JSON.stringify([...headers]) + body).not.toContain('my-secret');
  });

  it.each(['/users/', '/', '/search/?query=x', '/items/1', '/products/'])(
    'asks for no credential at %s',
    async (target) => {
      expect((await send({ target })).status).toBe(200);
    },
  );
});
