import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldErrors, isValidationError, message } from '../../src/client/errors.ts';
import app from '../../src/entries/practice.ts';
import { joined, labelled, type Reason, summary } from '../../src/errors/bodies/reasons.ts';

/** Error bodies of all kinds, from this service and others. */

const entry = (loc: unknown, msg: unknown = 'Field required', type: unknown = 'missing') => ({
  type,
  loc,
  msg,
});
const NO_REASON = 'The server gave no reason';
const NO_JSON = 'The server gave an answer that could not be read';

const bodies: readonly (readonly [what: string, body: unknown, errors: object, message: string])[] = [
  ['a sentence', { detail: 'Not Found' }, { '': ['Not Found'] }, 'Not Found'],
  [
    'an entry',
    { detail: [entry(['body', 'email'])] },
    { email: ['Field required'] },
    'email: Field required',
  ],
  [
    'nested entries',
    { detail: [entry(['body', 'address', 'zip']), entry(['body', 'items', 0, 'name'], 'Too short')] },
    { 'address.zip': ['Field required'], 'items.0.name': ['Too short'] },
    'address.zip: Field required. items.0.name: Too short',
  ],
  [
    'several entries of one field, in several parts',
    { detail: [entry(['query', 'page'], 'Low'), entry(['query', 'page'], 'Odd'), entry(['header', 'X-Id'])] },
    { page: ['Low', 'Odd'], 'X-Id': ['Field required'] },
    'page: Low. page: Odd. X-Id: Field required',
  ],
  ['texts in an empty list', { errors: [] }, { '': [NO_REASON] }, NO_REASON],
  [
    'a sentence with a list in it',
    { detail: 'Use one of [{1}]' },
    { '': ['Use one of [{1}]'] },
    'Use one of [{1}]',
  ],
  [
    'a map of which one text is a sentence',
    { name: ['blank', 'Name is missing'], age: ['Age is too low'] },
    { name: ['blank', 'Name is missing'], age: ['Age is too low'] },
    'name: blank. name: Name is missing. age: Age is too low',
  ],
  ['the whole body', { detail: [entry(['body'])] }, { '': ['Field required'] }, 'Field required'],
  [
    'an entry with a label',
    { detail: [entry(['body', 'age'], 'Age: must be at least 1')] },
    { age: ['Age: must be at least 1'] },
    'Age: must be at least 1',
  ],
  [
    'the name of a prototype',
    { detail: [entry(['body', '__proto__'])] },
    { __proto__: ['x'] },
    '__proto__: Field required',
  ],
  [
    'an object with a field',
    { detail: { error: 'Invalid email', message: 'Must be valid', field: 'email', code: 'INVALID_EMAIL' } },
    { email: ['Must be valid'] },
    'email: Must be valid',
  ],
  [
    'an object with a parameter',
    {
      detail: {
        error: 'Invalid quantity',
        message: 'Must be at least 1',
        parameter: 'quantity',
        received: '0',
      },
    },
    { quantity: ['Must be at least 1'] },
    'quantity: Must be at least 1',
  ],
  ['an object of unknown properties', { detail: { code: 7 } }, { '': [NO_REASON] }, NO_REASON],
  [
    'problem details',
    {
      type: 'https://example.com/validation',
      title: 'Invalid',
      status: 422,
      detail: 'Two are wrong',
      errors: [
        { pointer: '#/items/0/na~1me', detail: 'is required' },
        { pointer: '#/stra%C3%9Fe', detail: 'is too short' },
        { pointer: '#/100%', detail: 'is too much' },
        { parameter: 'page', detail: 'is too low' },
        { detail: 'is not signed' },
      ],
    },
    {
      'items.0.na/me': ['is required'],
      straße: ['is too short'],
      '100%': ['is too much'],
      page: ['is too low'],
      '': ['is not signed'],
    },
    'items.0.na/me: is required. straße: is too short. 100%: is too much. page: is too low. is not signed',
  ],
  [
    'problem details without a list',
    { title: 'Gone', detail: 'It is gone' },
    { '': ['It is gone'] },
    'It is gone',
  ],
  ['a title alone', { title: 'Gone', status: 410 }, { '': ['Gone'] }, 'Gone'],
  ['an error of Express', { message: 'Boom' }, { '': ['Boom'] }, 'Boom'],
  ['an error in a word', { error: 'unauthorized' }, { '': ['unauthorized'] }, 'unauthorized'],
  ['JSON in text', '{"detail":"Not Found"}', { '': ['Not Found'] }, 'Not Found'],
  ['text', ' Bad gateway ', { '': ['Bad gateway'] }, 'Bad gateway'],
  ['HTML', '<!doctype html><title>502</title>', { '': [NO_JSON] }, NO_JSON],
  ['truncated JSON', '{"detail":[{"ty', { '': [NO_JSON] }, NO_JSON],
  ['null', null, { '': [NO_REASON] }, NO_REASON],
  ['nothing', undefined, { '': [NO_REASON] }, NO_REASON],
  ['an empty text', '', { '': [NO_REASON] }, NO_REASON],
  ['an empty list', { detail: [] }, { '': [NO_REASON] }, NO_REASON],
  ['a list of texts', { detail: ['One', 'Two'] }, { '': ['One', 'Two'] }, 'One. Two'],
  ['a list at the top', ['One'], { '': ['One'] }, 'One'],
  ['a number', 42, { '': [NO_REASON] }, NO_REASON],
  [
    'a sentence that is about something else than the field',
    { errors: { base: ['The picture is too short'], 'address.zip': ['is too short'] } },
    { '': ['The picture is too short'], 'address.zip': ['is too short'] },
    'The picture is too short. address.zip: is too short',
  ],
  [
    'a sentence that repeats what is said of a nested field',
    { errors: { base: ['The zip is too short'], 'address.zip': ['is too short'] } },
    { 'address.zip': ['is too short'] },
    'address.zip: is too short',
  ],
  [
    'a place with slashes',
    { errors: [{ field: 'address/zip', message: 'No' }] },
    { 'address.zip': ['No'] },
    'address.zip: No',
  ],
  [
    'a list with entries and a map',
    { errors: [{ field: 'a', message: 'No' }, { b: ['Too short'] }] },
    { a: ['No'], b: ['Too short'] },
    'a: No. b: Too short',
  ],
  [
    'an entry that says nothing, beside one that does',
    { errors: [{ code: 7 }, { field: 'a', message: 'No' }, { field: 'b' }] },
    { a: ['No'], b: [NO_REASON] },
    `a: No. b: ${NO_REASON}`,
  ],
  [
    'an entry with a sentence, and words for programs in it',
    { errors: [{ message: 'The address is invalid', details: [{ field: 'zip', code: 'short' }] }] },
    { zip: ['The address is invalid'] },
    'zip: The address is invalid',
  ],
  [
    'names that only begin like that of a sentence',
    { messageId: 'lamp 7', detailsUrl: 'see there', descriptionLanguage: 'en GB', title: 'It is gone' },
    { '': ['It is gone'] },
    'It is gone',
  ],
  [
    'a map for each item of a list',
    { items: [{}, { qty: ['Too low'] }] },
    { 'items.1.qty': ['Too low'] },
    'items.1.qty: Too low',
  ],
  [
    'a word for programs in a wrapper, beside a sentence',
    { message: 'No', errors: [{ field: 'a', code: 'too_low' }] },
    { a: ['too_low'] },
    'a: too_low',
  ],
  [
    'a property that is named at the end of a sentence only',
    "body must have required property 'a', body must have required property 'b' or another",
    { a: ["body must have required property 'a'"], '': ["body must have required property 'b' or another"] },
    "a: body must have required property 'a'. body must have required property 'b' or another",
  ],
  [
    'entries that say nothing, each by itself',
    { errors: [{ code: 7 }, { code: 8 }] },
    { '': [NO_REASON, NO_REASON] },
    `${NO_REASON}. ${NO_REASON}`,
  ],
  [
    'a map of maps in a list of errors',
    { errors: [{ address: { zip: ['Too short'] } }] },
    { 'address.zip': ['Too short'] },
    'address.zip: Too short',
  ],
  [
    'a map of texts for each item of a list, of which one is valid',
    [{}, { name: 'is too short' }],
    { '1.name': ['is too short'] },
    '1.name: is too short',
  ],
  [
    'an entry whose text names its field, and whose details do not',
    { errors: [{ message: 'email must be an email', details: [{ code: 'isEmail' }] }] },
    { email: ['email must be an email'] },
    'email must be an email',
  ],
  [
    'an entry with a place, whose text names another',
    { errors: [{ field: 'a', message: 'body/b must be string' }] },
    { a: ['body/b must be string'] },
    'a: body/b must be string',
  ],
  [
    'a text of a whole body that could name a field',
    { message: 'email must be an email' },
    { '': ['email must be an email'] },
    'email must be an email',
  ],
  [
    'a field beside a status, whose error has a place of its own',
    { status: 422, email: { msg: 'Invalid value', param: 'user.email' } },
    { email: ['Invalid value'] },
    'email: Invalid value',
  ],
  [
    'an entry beside one that is empty',
    [{ field: 'a', message: 'No way' }, {}],
    { a: ['No way'] },
    'a: No way',
  ],
  [
    'a map for the only item of a list',
    [{ name: ['is too short'] }],
    { '0.name': ['is too short'] },
    '0.name: is too short',
  ],
  [
    'a map within data',
    { data: { email: { message: 'is taken' }, address: { zip: { message: 'is too short' } } } },
    { email: ['is taken'], 'address.zip': ['is too short'] },
    'email: is taken. address.zip: is too short',
  ],
  [
    'malformed entries',
    { detail: [null, 7, entry([{}, null], 3)] },
    { '': [NO_REASON, NO_REASON, NO_REASON] },
    [NO_REASON, NO_REASON, NO_REASON].join('. '),
  ],
];

describe('fieldErrors', () => {
  it.each(bodies)('reads %s', (what, body, errors) => {
    const found = fieldErrors(body);
    if (what.includes('prototype')) expect(Object.keys(found)).toEqual(['__proto__']);
    else expect({ ...found }).toEqual(errors);
  });

  it('never throws, and never shows [object Object]', () => {
    const anything = fc.anything({ withNullPrototype: true });
    const detail = fc.record({ detail: fc.oneof(anything, fc.array(anything)), errors: anything });
    fc.assert(
      fc.property(fc.oneof(anything, detail), (body) => {
        const shown = [...Object.values(fieldErrors(body)).flat(), message(body)];
        for (const text of shown) expect(text).not.toContain('[object');
      }),
      {
        numRuns: 2000,
        examples: [
          [
            {
              get detail() {
                return 'x';
              },
            },
          ],
        ],
      },
    );
  });
});

describe('message', () => {
  it.each(bodies)('describes in a sentence: %s', (_, body, __, sentence) => {
    expect(message(body)).toBe(sentence);
  });

  it('joins sentences that end with a full stop', () => {
    const errors = { name: ['The name field is required.'], age: ['The age must be a number.'] };
    expect(message({ errors })).toBe('name: The name field is required. age: The age must be a number.');
  });
});

describe('isValidationError', () => {
  it.each<[unknown, boolean]>([
    [{ detail: [entry(['body'])] }, true],
    [{ detail: [] }, false],
    [{ detail: [entry(['body']), {}] }, false],
    [{ detail: 'Not Found' }, false],
    [null, false],
    ['{"detail":[]}', false],
  ])('%j is %s', (body, expected) => {
    expect(isValidationError(body)).toBe(expected);
  });
});

describe('reasons in one text', () => {
  const MORE = { type: 'greater_than_equal', message: 'Must be at least 1', input: 0 };
  const MISSING = { type: 'missing', message: 'Field required', input: {} };
  const WHOLE = { type: 'dict_type', message: 'Must be an object', input: 7 };
  type Row = [what: string, reasons: readonly Reason[], text: string, errors: object];

  it.each<Row>([
    [
      'of a value',
      [{ part: 'body', path: ['age'], ...MORE }],
      'body/age must be at least 1',
      { age: ['body/age must be at least 1'] },
    ],
    [
      'of a name with other characters',
      [{ part: 'body', path: ['a/b~c', 0, 'd e%'], ...MORE }],
      'body/a~1b~0c/0/d%20e%25 must be at least 1',
      { 'a/b~c.0.d e%': ['body/a~1b~0c/0/d%20e%25 must be at least 1'] },
    ],
    [
      'of a missing property',
      [{ part: 'body', path: ['items', 0, 'qty'], ...MISSING }],
      "body/items/0 must have required property 'qty'",
      { 'items.0.qty': ["body/items/0 must have required property 'qty'"] },
    ],
    [
      'of a whole body',
      [{ part: 'body', path: [], ...WHOLE }],
      'Must be an object',
      { '': ['Must be an object'] },
    ],
    [
      'of a whole body and a parameter',
      [
        { part: 'body', path: [], ...WHOLE },
        { part: 'query', path: ['page'], ...MORE },
      ],
      'body must be an object, query/page must be at least 1',
      { '': ['body must be an object'], page: ['query/page must be at least 1'] },
    ],
    [
      'of two missing bodies',
      [
        { part: 'body', path: [], ...MISSING },
        { part: 'query', path: ['page'], ...MISSING },
      ],
      "body must be right: field required, query must have required property 'page'",
      {
        '': ['body must be right: field required'],
        page: ["query must have required property 'page'"],
      },
    ],
    [
      'of a reason in other words',
      [{ part: 'body', path: ['age'], ...MORE, message: 'Has 7 more errors' }],
      'body/age must be right: has 7 more errors',
      { age: ['body/age must be right: has 7 more errors'] },
    ],
  ])('is read back: %s', (_, reasons, text, errors) => {
    expect(joined(reasons)).toBe(text);
    expect({ ...fieldErrors({ message: text }) }).toEqual(errors);
  });

  it.each([
    [['age'], 'age: must be at least 1'],
    [['items', 0, 'qty'], 'items.0.qty: must be at least 1'],
    [[], 'Must be at least 1'],
    [['Age'], 'body/Age must be at least 1'],
    [['a b'], 'body/a%20b must be at least 1'],
  ])('begins with the name of its field, if that can be read: %j', (path, text) => {
    const reason = { part: 'body', path, ...MORE };
    expect(labelled(reason)).toBe(text);
    expect(summary([reason])).toBe(text);
    expect(summary([reason, reason])).toBe('2 values are missing or invalid');
    expect({ ...fieldErrors([text]) }).toEqual({ [path.join('.')]: [text] });
  });
});

it('reads the replies of the practice service', async () => {
  const post = async (path: string, body: unknown) => {
    const headers = { 'Content-Type': 'application/json' };
    const request = new Request(`http://a${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return { ...fieldErrors(await (await app.fetch(request)).json()) };
  };
  expect(await post('/users/', { email: 'a', age: 150 })).toEqual({
    name: ['Name: field required'],
    email: ['Email: must be a valid email address (there is no @)'],
    age: ['Age: must be between 0 and 120'],
  });
  expect(await post('/users', {})).toEqual({ email: ['Must be a valid email address (it is empty)'] });
  expect(await post('/validate', {})).toEqual({ '': ['Email field is required'] });
});
