import { expect, test } from 'vitest';
import { fieldErrors } from '../../src/client/errors.ts';

test.each([
  ['the property that a rule names, without a place', { params: { missingProperty: 'qty' } }, 'qty'],
  ['its own place, if a rule has something else', { field: 'user', params: { propertySize: 'qty' } }, 'user'],
  ['the argument of a method', { field: 'create.email' }, 'email'],
  ['a property of the argument of a method', { field: 'create.user.email' }, 'email'],
  ['a method alone', { field: 'create' }, 'create'],
])('an error is at %s', (_, place, path) => {
  expect({ ...fieldErrors({ errors: [{ ...place, message: 'must not be empty' }] }) }).toEqual({
    [path]: ['must not be empty'],
  });
});
