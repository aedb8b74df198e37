import { endpoint } from '../../contract/endpoint.ts';
import { bearer } from '../../fields/bearer.ts';
import { hex } from '../../fields/hex.ts';
import { list } from '../../fields/list.ts';
import { literalTrue } from '../../fields/literal-true.ts';
import { object } from '../../fields/object.ts';
import { safe } from '../../fields/safe.ts';
import { text } from '../../fields/text.ts';
import { unknown } from '../../fields/unknown.ts';
import { uuid } from '../../fields/uuid.ts';

const EXAMPLE_ID = '6f1d3c52-9a57-4b0e-8d4c-2f7e0a9b1c3d';

export const getProtected = endpoint({
  method: 'GET',
  path: '/protected/',
  tag: 'Credentials',
  summary: 'Lets in whoever brings a bearer token that is a UUID.',
  headers: { Authorization: safe(bearer(uuid())) },
  credential: { header: 'Authorization', challenge: 'Bearer', description: 'Any UUID, as a bearer token.' },
  reply: { status: 200, body: object({ authenticated: literalTrue(), token: text() }) },
  refusals: { 401: text() },
  examples: [
    { title: 'A UUID', headers: { Authorization: `Bearer ${EXAMPLE_ID}` }, status: 200 },
    { title: 'No token', headers: {}, status: 401 },
    { title: 'Another scheme', headers: { Authorization: 'Basic YWRhOmFkYQ==' }, status: 401 },
    { title: 'The token is not a UUID', headers: { Authorization: 'Bearer let-me-in' }, status: 401 },
  ],
});

export const getData = endpoint({
  method: 'GET',
  path: '/api/data',
  tag: 'Credentials',
  summary: 'Hands out data, of which there is none, to whoever brings an API key that is a UUID.',
  headers: { 'X-API-Key': safe(uuid()) },
  credential: { header: 'X-API-Key', challenge: 'ApiKey', description: 'Any UUID, as an API key.' },
  reply: { status: 200, body: object({ api_key: text(), data: list(unknown()) }) },
  refusals: { 401: text() },
  examples: [
    { title: 'A UUID', headers: { 'X-API-Key': EXAMPLE_ID }, status: 200 },
    { title: 'No key', headers: {}, status: 401 },
    { title: 'The key is not a UUID', headers: { 'X-API-Key': '12345' }, status: 401 },
  ],
});

export const receiveWebhook = endpoint({
  method: 'POST',
  path: '/webhook',
  tag: 'Credentials',
  summary: 'Takes any body whose signature is made of hexadecimal digits.',
  headers: { 'X-Webhook-Signature': safe(hex()) },
  body: 'unread',
  credential: {
    header: 'X-Webhook-Signature',
    challenge: 'WebhookSignature',
    description: 'Any hexadecimal digits, as the signature of the body.',
  },
  reply: { status: 200, body: object({ signature_verified: literalTrue() }) },
  refusals: { 401: text() },
  examples: [
    {
      title: 'A signed event',
      headers: { 'X-Webhook-Signature': '9f86d081884c7d65' },
      body: { event: 'order.paid' },
      status: 200,
    },
    { title: 'No signature', headers: {}, status: 401 },
    { title: 'Not hexadecimal', headers: { 'X-Webhook-Signature': 'sha256=9f86' }, status: 401 },
  ],
});
