import { amount, type MessageRule, message } from './words.ts';

/** Issues by rules of JSON Schema that pydantic does not have. */
export function schemaIssues() {
  return {
    type_mismatch: {
      reason: ({ types }) => `must be ${alternatives(types)}`,
      pydanticMessage: ({ types }) => `Input should be ${alternatives(types)}`,
      pydanticContext: ({ types = [] }) => ({ expected: types.join(', ') }),
    },
    const: message('must be the value that its schema names', 'Input should be the constant of its schema'),
    enum_value: {
      ...message(
        'must be one of the values that its schema lists',
        'Input should be one of the values of its schema',
      ),
      publicType: 'enum',
    },
    format: {
      reason: ({ format = '' }) => `must be ${inWords(format)}`,
      pydanticMessage: ({ format = '' }) => `Input should be ${inWords(format)}`,
      pydanticContext: ({ format = '' }) => ({ format }),
    },
    not_allowed: message('must not be of this form', 'Input should not be valid by the schema in "not"'),
    false_schema: message('must not be sent', 'No value is valid here'),
    any_of: message(
      'must fit at least one of several schemas',
      'Input should be valid by at least one of several schemas',
    ),
    one_of: {
      reason: ({ length }) => `must fit exactly one schema, not ${length}`,
      pydanticMessage: ({ length }) => `Input should be valid by exactly one schema, not by ${length}`,
      pydanticContext: ({ length = 0 }) => ({ matches: length }),
    },
    contains: {
      reason: (context) => `must have ${amount(context, 'item')} of a certain form, not ${context.length}`,
      pydanticMessage: (context) =>
        `Input should have ${amount(context, 'item')} valid by the schema in "contains", not ${context.length}`,
      pydanticContext: ({ minLength, maxLength, length = 0 }) => ({
        ...(minLength !== undefined && { min_contains: minLength }),
        ...(maxLength !== undefined && { max_contains: maxLength }),
        matches: length,
      }),
    },
    unique_items: message('must not have equal items', 'Input should not have equal items'),
    dependent_required: {
      reason: ({ tag }) => `field required beside "${tag}"`,
      pydanticMessage: ({ tag }) => `Field required, because '${tag}' is there`,
      pydanticContext: ({ tag = '' }) => ({ dependent_on: tag }),
    },
  } as const satisfies Record<string, MessageRule>;
}

/** The types of JSON Schema in words. */
const typeWords: ReadonlyMap<string, string> = new Map([
  ['null', 'null'],
  ['boolean', 'true or false'],
  ['integer', 'an integer'],
  ['number', 'a number'],
  ['string', 'a string'],
  ['array', 'a list'],
  ['object', 'an object'],
]);

function alternatives(types: readonly string[] = []): string {
  return types.map((type) => typeWords.get(type) ?? type).join(' or ');
}

/** The formats of JSON Schema and OpenAPI in words. */
const formatWords: ReadonlyMap<string, string> = new Map([
  ['date', 'a date, as "2026-01-31"'],
  ['time', 'a time with an offset, as "12:30:00Z"'],
  ['date-time', 'a date and time with an offset, as "2026-01-31T12:30:00Z"'],
  ['duration', 'a duration, as "P1DT12H"'],
  ['email', 'an email address'],
  ['idn-email', 'an email address'],
  ['hostname', 'a host name'],
  ['idn-hostname', 'a host name'],
  ['ipv4', 'an IPv4 address'],
  ['ipv6', 'an IPv6 address'],
  ['uri', 'a URI, as "https://example.com/"'],
  ['url', 'a URL, as "https://example.com/"'],
  ['uri-reference', 'a URI or a relative reference'],
  ['iri', 'an IRI, as "https://example.com/"'],
  ['iri-reference', 'an IRI or a relative reference'],
  ['uri-template', 'a URI template, as "/lamps/{id}"'],
  ['uuid', 'a UUID'],
  ['json-pointer', 'a JSON Pointer, as "/lamps/0"'],
  ['relative-json-pointer', 'a relative JSON Pointer, as "1/lamps"'],
  ['regex', 'a regular expression'],
  ['byte', 'Base64'],
  ['base64url', 'Base64 for URLs'],
  ['char', 'a single character'],
]);

function inWords(format: string): string {
  return formatWords.get(format) ?? `a value of the format "${format}"`;
}
