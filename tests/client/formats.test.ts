import { describe, expect, it } from 'vitest';
import { fieldErrors } from '../../src/client/errors.ts';
import { formats, ownFormats } from './_formats.ts';

/** The error bodies of frameworks and services, written from their documentation, and those that are made like them. */
describe('fieldErrors reads', () => {
  it.each([...formats, ...ownFormats])('$name', ({ body, errors }) => {
    expect({ ...fieldErrors(body) }).toEqual(errors);
  });
});
