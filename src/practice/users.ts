import {
  email,
  integer,
  list,
  object,
  optional,
  safe,
  text,
  unknown,
  unlessBlank,
  url,
  withType,
} from '../fields/index.ts';
import { endpoint } from '../index.ts';
import { body } from './body.ts';

const ada = { name: 'Ada Lovelace', email: 'ada@example.com', age: 36 };

export const createUser = endpoint({
  method: 'POST',
  path: '/users/',
  tag: 'Users',
  summary: 'Create a user',
  description: 'Validates a new user, lists everything that is wrong, or returns the user in normal form.',
  body: body(
    {
      name: text(),
      email: withType(email(), 'value_error'),
      age: withType(integer({ min: 0, max: 120 }), 'value_error'),
      website: optional(withType(url(), 'value_error')),
    },
    'NewUser',
  ),
  reply: {
    status: 201,
    body: object(
      { name: text(), age: integer(), email: email(), website: optional(url()) },
      { name: 'User' },
    ),
  },
  examples: [
    { title: 'A user', body: { ...ada, website: 'https://example.com' }, status: 201 },
    { title: 'Nothing but the required fields, age as text', body: { ...ada, age: '36' }, status: 201 },
    {
      title: 'Three fields are wrong',
      body: { name: 'Ada', email: 'ada@', age: 150, website: 'ftp://example.com' },
      status: 422,
    },
    { title: 'Required fields are missing', body: { name: 'Ada' }, status: 422 },
    { title: 'The body is not an object', body: [1, 2, 3], status: 422 },
  ],
});

export const listUsers = endpoint({
  method: 'GET',
  path: '/users/',
  tag: 'Users',
  summary: 'List users',
  description: 'Lists users page by page, filtered by email address. The list is always empty.',
  query: {
    page: optional(integer({ min: 1 }), 1),
    limit: optional(integer({ min: 1, max: 100 }), 10),
    email: safe(unlessBlank(email())),
  },
  reply: {
    status: 200,
    body: object(
      { page: integer(), limit: integer(), email_filter: optional(email()), users: list(unknown()) },
      { name: 'UserPage' },
    ),
  },
  refusals: { 400: text() },
  examples: [
    { title: 'The first page', query: {}, status: 200 },
    { title: 'A filtered page', query: { page: '2', limit: '50', email: 'ada@example.com' }, status: 200 },
    { title: 'The limit is out of range', query: { limit: '101' }, status: 422 },
    { title: 'The filter is not an address', query: { email: 'ada' }, status: 400 },
  ],
});

/** A problem with the name of the field and a code for programs. */
const codedProblem = object(
  { error: text(), message: text(), field: text(), code: text() },
  { name: 'CodedProblem' },
);

export const checkUserEmail = endpoint({
  method: 'POST',
  path: '/users',
  tag: 'Users',
  summary: 'Check the email address of a user',
  description: 'Validates the email address of a user. The error has a code for programs.',
  body: body({ email: safe(email(), '') }, 'UserEmail'),
  reply: { status: 200, body: object({ email: email() }, { name: 'CheckedEmail' }) },
  refusals: { 422: codedProblem },
  examples: [
    { title: 'An address', body: { email: 'Ada@EXAMPLE.com' }, status: 200 },
    { title: 'Two @ signs', body: { email: 'ada@@example.com' }, status: 422 },
    { title: 'No address at all', body: {}, status: 422 },
  ],
});
