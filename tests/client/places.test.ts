import { expect, test } from 'vitest';
import { fieldErrors } from '../../src/client/errors.ts';
import { type Purpose, purposeOf } from '../../src/errors/bodies/roles.ts';

test.each([
  ['the property that a rule names, without a place', { params: { missingProperty: 'qty' } }, 'qty'],
  ['its own place, if a rule has something else', { field: 'user', params: { propertySize: 'qty' } }, 'user'],
  [
    'its own place, if no rule names another',
    { field: 'user', information: { missingProperty: 'qty' } },
    'user',
  ],
  ['the argument of a method', { field: 'create.email' }, 'email'],
  ['a property of the argument of a method', { field: 'create.user.email' }, 'email'],
  ['a method alone', { field: 'create' }, 'create'],
])('an error is at %s', (_, place, path) => {
  expect({ ...fieldErrors({ errors: [{ ...place, message: 'must not be empty' }] }) }).toEqual({
    [path]: ['must not be empty'],
  });
});

/** Names that are only like those that error bodies use themselves. */
const LIKE = `
  predetail detailed msgs messageId messagesSent descriptions summaryList faultstrings texts subtext reasons reasoning titles
  titled codes rules myrule ruler tags subtag constraints substatus fieldset fieldsets params parameters properties attributes
  arguments fieldKeys paths pathway basePath headers preheader locations targets targeted keys keyed mykey filename member members
  membernames unionErrors innerErrors nestedset unnested modelStates details2 innermost because unembedded validations
  prevalidation fieldlists grandchildren roots uproot faults default elementary extras mytype sometime haystack values valued`;
const SENTENCE = `
  detail msg message error_message longDescription summary faultstring text reason issue error errors title subtitle zipCode
  rule tag constraint nonFieldErrors`;
const PLACE = `
  pointer field param parameter property attr attribute argument argumentName fieldPath fieldKey path instancePath dataPath
  errorPath header loc location target`;
const NEITHER = `
  messages issues violations invalid_params problems nested modelState details inner causes embedded validation extensions
  fieldlist children root fault elements extra metadata type typeset timeline tracer stack help rejectedValue`;

test.each<[what: string, names: string, told: (name: string) => object]>([
  ['the name of a field', LIKE, (name) => ({ [name]: ['is too short'] })],
  ['for a sentence', SENTENCE, () => ({ '': ['is too short'] })],
  ['for the place of the error', PLACE, () => ({ 'is too short': ['The server gave no reason'] })],
  ['for something else', NEITHER, () => ({ '': ['The server gave no reason'] })],
])('the only property of an error has a name that is %s', (_, names, told) => {
  for (const name of names.trim().split(/\s+/))
    expect([name, { ...fieldErrors({ errors: [{ [name]: 'is too short' }] }) }]).toEqual([name, told(name)]);
});

const WRAPPERS = `
  messages issues violations invalid_params problems nested modelState details inner causes embedded validation extensions
  fieldlist children root fault elements extra metadata`;

test.each([
  ['texts', LIKE, (name: string) => name],
  ['errors', WRAPPERS, () => ''],
])('a list of %s in an error is told by its name', (_, names, place) => {
  for (const name of names.trim().split(/\s+/))
    expect([name, { ...fieldErrors({ errors: [{ [name]: ['is too short'] }] }) }]).toEqual([
      name,
      { [place(name)]: ['is too short'] },
    ]);
});

test.each(
  `$ * _ __all__ _errors _form _schema base root full_messages non_field_errors nonFieldErrors form_errors formErrors
    NON_FIELD_ERRORS`.split(/\s+/),
)('what is said of %s is said of the whole form', (key) => {
  const errors = { [key]: ['No such order'], qty: ['is too low'] };
  expect({ ...fieldErrors({ errors }) }).toEqual({ '': ['No such order'], qty: ['is too low'] });
});

test.each([
  ...[
    'body',
    'query',
    'querystring',
    'path',
    'json',
    'form',
    'param',
    'params',
    'headers',
    'Cookie',
    'BODY',
  ].map((part): [unknown, string] => [[part, 'items', 0, 'qty'], 'items.0.qty']),
  [['bodies', 'qty'], 'bodies.qty'],
  [['subform', 'qty'], 'subform.qty'],
  [['body'], 'body'],
  [[{ key: 'items' }, 0, { index: 1 }, null, 'qty'], 'items.0.qty'],
  ['items[0].qty', 'items.0.qty'],
  ['$.items[0].qty', 'items.0.qty'],
  ["items['0']['qty']", 'items.0.qty'],
  ['items["0"].qty', 'items.0.qty'],
  ['/items/0/qty', 'items.0.qty'],
  ['items/0/qty', 'items.0.qty'],
  ['#/items/0/qty', 'items.0.qty'],
  ['/data/attributes/qty', 'qty'],
  ['/data/relationships/shop', 'shop'],
  ['/data/attributesof/qty', 'data.attributesof.qty'],
  ['/own/data/attributes/qty', 'own.data.attributes.qty'],
  ['/a~1b/c~0d/e%20f', 'a/b.c~d.e f'],
  ['#/%ZZ', '%ZZ'],
  ['body.qty', 'qty'],
  ['/body/qty', 'qty'],
  ['update.order.qty', 'qty'],
  ['registerAll.order.qty', 'qty'],
  ['saved.order.qty', 'saved.order.qty'],
  ['recreate.order.qty', 'recreate.order.qty'],
  ['create.0.qty', 'create.0.qty'],
])('the place %j is %s', (path, place) => {
  expect({ ...fieldErrors({ errors: [{ path, message: 'must be more' }] }) }).toEqual({
    [place]: ['must be more'],
  });
});

test.each([
  ['fields', ['qty', 'zip']],
  ['keys', ['qty', 'zip']],
  ['members', ['qty', 'zip']],
  ['memberNames', ['qty', 'zip']],
  ['keysUsed', ['']],
  ['membersOnly', ['']],
])('a list of texts beside a sentence has the places of the error, or not: %s', (name, places) => {
  const error = { message: 'must be equal', [name]: ['qty', 'zip'] };
  expect({ ...fieldErrors({ errors: [error] }) }).toEqual(
    Object.fromEntries(places.map((place) => [place, ['must be equal']])),
  );
});

test('the sentence beside a language has a name of its own', () => {
  const error = { lang: 'en', valueType: 'a whole number', value: 'must be more' };
  expect({ ...fieldErrors({ error }) }).toEqual({ '': ['must be more'] });
});

test('an error in the list of a field is at that field, whatever it names itself', () => {
  const errors = { qty: [{ field: 'zip', message: 'must be more' }] };
  expect({ ...fieldErrors({ errors }) }).toEqual({ qty: ['must be more'] });
});

test('a sentence of the whole form is about no field, whichever it begins with', () => {
  const errors = { non_field_errors: ['qty must be more'] };
  expect({ ...fieldErrors({ errors }) }).toEqual({ '': ['qty must be more'] });
});

test.each([
  ['is that of a part', 'zip', 'address.zip', 'zip.address.zip'],
  ['is inside that of its parent', 'address', 'zip', 'address.zip'],
  ['begins with that of its parent', 'address', 'address.zip', 'address.zip'],
  ['is that of its parent', 'address', 'address', 'address'],
  ['only begins like that of its parent', 'address', 'addresses.zip', 'address.addresses.zip'],
])('the place of an error within an error %s', (_, outer, field, place) => {
  const details = [{ field, message: 'is too short' }];
  expect({ ...fieldErrors({ errors: [{ field: outer, details }] }) }).toEqual({ [place]: ['is too short'] });
});

test('a node of a tree has more nodes only in its properties and items', () => {
  const inner = { qty: { errors: ['must be positive'] } };
  const toldOf = (name: string) => ({ ...fieldErrors({ errors: [], [name]: inner }) });
  expect(toldOf('properties')).toEqual({ qty: ['must be positive'] });
  expect(toldOf('additionalProperties')).not.toEqual(toldOf('properties'));
});

test.each<[email: string, count: unknown, told: object]>([
  ['must be valid', 'is too high', { email: ['must be valid'], count: ['is too high'] }],
  ['unique', 'is too high', { email: ['unique'], count: ['is too high'] }],
  ['must be valid', 12, { email: ['must be valid'] }],
  ['must be valid', 'Z!', { email: ['must be valid'] }],
  ['unique', 12, { '': ['The server gave no reason'] }],
])(
  'a wrapper of texts is a map of places if each is a sentence or a word: %s and %s',
  (email, count, told) => {
    expect({ ...fieldErrors({ error: { email, count } }) }).toEqual(told);
  },
);

/** What a property of an error is for, by its plain name and its types. */
test.each<[string, readonly string[], Purpose]>([
  ['status', ['integer'], 'status'],
  ['status', ['string', 'object'], 'status'],
  ['status', ['object'], 'other'],
  ['status', ['array'], 'other'],
  ['httpcode', ['string'], 'status'],
  ['code', ['integer'], 'status'],
  ['errorcode', ['number'], 'status'],
  ['code', ['string'], 'code'],
  ['code', ['object'], 'other'],
  ['source', ['object'], 'source'],
  ['source', ['string'], 'other'],
  ['sourcecode', ['object'], 'other'],
  ['resource', ['object'], 'other'],
  ['constraints', ['object'], 'errors'],
  ['constraints', ['string'], 'other'],
  ['fieldconstraints', ['object'], 'other'],
  ['message', ['string'], 'text'],
  ['message', ['array'], 'errors'],
  ['message', [], 'text'],
  ['fields', ['array'], 'places'],
  ['errors', [], 'errors'],
  ['errors', ['array'], 'errors'],
  ['errorscount', ['integer'], 'other'],
  ['in', ['string'], 'part'],
  ['in', ['integer'], 'other'],
  ['pointer', ['string'], 'place'],
  ['title', ['string'], 'heading'],
  ['title', ['array'], 'errors'],
  ['type', ['string'], 'type'],
  ['mediatype', ['string'], 'other'],
  ['rejectedvalue', [], 'input'],
  ['data', ['object'], 'other'],
])('a property %s of the types %j is for: %s', (name, types, purpose) => {
  expect(purposeOf(name, types)).toBe(purpose);
});
