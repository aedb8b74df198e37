import { email, literal, object, safe, text } from '../fields/index.ts';
import { endpoint } from '../index.ts';
import { body } from './body.ts';

const emailToCheck = body({ email: safe(email()) }, 'EmailToCheck');

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/validate/',
  tag: 'Validation',
  summary: 'Confirm an email address',
  description: 'Validates an email address. Every error is a 400 with a message.',
  body: emailToCheck,
  reply: {
    status: 200,
    body: object({ email: email(), valid: literal(true) }, { name: 'ConfirmedEmail' }),
  },
  refusals: { 400: text() },
  examples: [
    { title: 'An address', body: { email: 'ada@example.com' }, status: 200 },
    { title: 'Nothing before the @', body: { email: '@example.com' }, status: 400 },
    { title: 'No address at all', body: {}, status: 400 },
  ],
});

export const normalizeEmail = endpoint({
  method: 'POST',
  path: '/validate',
  tag: 'Validation',
  summary: 'Normalize an email address',
  description:
    'Returns an email address in normal form. A missing address is another error than an invalid one.',
  body: emailToCheck,
  reply: { status: 200, body: object({ email: email() }, { name: 'NormalizedEmail' }) },
  refusals: { 400: text(), 422: text() },
  examples: [
    { title: 'An address', body: { email: 'Ada@EXAMPLE.com' }, status: 200 },
    { title: 'No address at all', body: {}, status: 400 },
    { title: 'Two dots in a row', body: { email: 'ada@example..com' }, status: 422 },
  ],
});
