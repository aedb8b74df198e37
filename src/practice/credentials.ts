import { hex, list, literal, object, text, unknown, uuid, valid } from '../fields/index.ts';
import { apiKey, bearer, endpoint, refuse } from '../index.ts';

const id = uuid();
const digits = hex();

const EXAMPLE_ID = '6f1d3c52-9a57-4b0e-8d4c-2f7e0a9b1c3d';

export const getProtected = endpoint({
  method: 'GET',
  path: '/protected/',
  tag: 'Authentication',
  summary: 'Open with a bearer token',
  description: 'Requires a bearer token, which may be any UUID.',
  credential: bearer({
    description: 'Any UUID, as a bearer token.',
    format: 'UUID',
    missing: 'The Authorization header is missing',
    malformed: 'The Authorization header must be "Bearer " and a token',
    check: (token) => valid(id, token) ?? refuse(401, 'The bearer token must be a UUID'),
  }),
  reply: {
    status: 200,
    body: object({ authenticated: literal(true), token: text() }, { name: 'Authentication' }),
  },
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
  tag: 'Authentication',
  summary: 'Get data with an API key',
  description: 'Requires an API key, which may be any UUID. The list of data is always empty.',
  credential: apiKey({
    in: 'header',
    name: 'X-API-Key',
    description: 'Any UUID, as an API key.',
    missing: 'The X-API-Key header is missing',
    check: (key) => valid(id, key) ?? refuse(401, 'The X-API-Key header must be a UUID'),
  }),
  reply: { status: 200, body: object({ api_key: text(), data: list(unknown()) }, { name: 'Data' }) },
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
  tag: 'Authentication',
  summary: 'Receive a signed webhook',
  description: 'Accepts any body. Its signature has to be hexadecimal digits.',
  body: 'unread',
  credential: apiKey({
    in: 'header',
    name: 'X-Webhook-Signature',
    challenge: 'WebhookSignature',
    description: 'Any hexadecimal digits, as the signature of the body.',
    missing: 'The X-Webhook-Signature header is missing',
    check: (signature) =>
      valid(digits, signature) ??
      refuse(401, 'The X-Webhook-Signature header must be hexadecimal digits only'),
  }),
  reply: {
    status: 200,
    body: object({ signature_verified: literal(true) }, { name: 'WebhookReceipt' }),
  },
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
