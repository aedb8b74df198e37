import { utf8Length } from '../text/bytes.ts';
import { listInWords } from '../text/cut.ts';
import { defined } from '../text/guards.ts';
import { once, rememberEach, rememberLast } from '../text/memo.ts';
import { repr } from '../text/strings.ts';
import { emailIssues, fault } from './email.ts';
import { timeIssues } from './time.ts';
import {
  amount,
  because,
  between,
  type Context,
  count,
  decimal,
  type MessageRule,
  message,
  type PydanticContext,
  type Scalar,
  show,
  valueError,
  type Why,
} from './words.ts';

function ownIssues() {
  const all = {
    missing: message('field required', 'Field required'),
    ...collectionIssues(),
    ...textIssues(),
    ...numberIssues(),
    bool_type: message('must be true or false', 'Input should be a valid boolean'),
    bool_parsing: message(
      'must be true or false',
      'Input should be a valid boolean, unable to interpret input',
    ),
    none_required: message('must be null', 'Input should be None'),
    literal_error: choice,
    enum: choice,
    ...timeIssues(),
    value_error: {
      reason: ({ reason = 'must be valid' }) => reason,
      pydanticMessage: ({ reason = 'must be valid' }) => `Value error, ${reason}`,
      pydanticContext: () => ({ error: {} }),
    },
    bearer_scheme: valueError('must start with "Bearer "'),
    ...uuidIssues(),
    hex: valueError('must be hexadecimal digits only'),
    ...fileIssues(),
    ...fastapiIssues(),
    more_errors: {
      reason: ({ length }) => `has ${more(length)}`,
      pydanticMessage: ({ length }) => more(length, 'More'),
    },
    ...urlIssues(),
    ...emailIssues(),
  } satisfies Record<string, MessageRule>;
  // Declarations then contain the names, but not the messages of each.
  const rules: Readonly<Record<keyof typeof all, MessageRule>> = all;
  return rules;
}

/** The types of issues. Nearly all of them are pydantic's. */
export type IssueType = keyof ReturnType<typeof ownIssues>;

/** The most errors that are counted for people. */
const MAX_COUNTED = 1_000_000;

function more(length = 0, word = 'more'): string {
  return `${length > MAX_COUNTED ? `${word} errors` : count(length, 'more error')}, not listed here`;
}

type IssueTable = Readonly<Record<string, MessageRule>>;

/**
 * The types of issues of every app, in a table that is made when something is first refused. An issue itself has only a type and its
 * facts. The English words, ours and pydantic's, are in this table, with the names that replies show for some types.
 */
export const issueTable = once((): IssueTable => ownIssues());

const added = new Map<string, MessageRule>();

/** Adds types that only part of the package produces, so that the other parts need not load them. */
export function addIssues(more: IssueTable): void {
  for (const [type, rule] of Object.entries(more)) added.set(type, rule);
}

/** Returns the words for a type of issue, of the table or added to it. */
export function ruleOf(type: string): MessageRule {
  return issueTable()[type] ?? defined(added.get(type));
}

/** A value that is not among those that are allowed. */
const choice: MessageRule = {
  reason: ({ expected }) => `must be ${alternatives(expected)}`,
  pydanticMessage: ({ expected }) => `Input should be ${pythonAlternatives(expected)}`,
  pydanticContext: ({ expected }) => ({ expected: pythonAlternatives(expected) }),
};

/** Lists values: `"a", "b" or "c"`. */
const alternatives = rememberEach((values: readonly Scalar[]) =>
  listInWords(values, (value) => JSON.stringify(value), ' or '),
);

const pythonAlternatives = rememberEach((values: readonly Scalar[]) =>
  listInWords(values, reprAmong(values), ' or '),
);

/** Shows one of several values. If some of them are numbers with a fraction, Python takes all for floats: `1.0 or 1.5`. */
function reprAmong(values: readonly Scalar[]): (value: Scalar) => string {
  const areFloats = values.every((value) => typeof value === 'number') && !values.every(Number.isInteger);
  return (value) => (areFloats && Number.isInteger(value) ? `${repr(value)}.0` : repr(value));
}

/** Issues of values that contain others. */
function collectionIssues() {
  return {
    dict_type: message('must be an object', 'Input should be a valid dictionary'),
    model_attributes_type: message(
      'must be an object',
      'Input should be a valid dictionary or object to extract fields from',
    ),
    extra_forbidden: message('field not allowed', 'Extra inputs are not permitted'),
    list_type: message('must be a list', 'Input should be a valid list'),
    set_type: message('must be a list', 'Input should be a valid set'),
    tuple_type: message('must be a list', 'Input should be a valid tuple'),
    too_short: {
      reason: hasItems,
      pydanticMessage: ({ minLength, ...context }) =>
        `${context.container} should have at least ${found(minLength, context)}`,
      pydanticContext: ({ minLength = 0, ...context }) => sizes(context, { min_length: minLength }),
    },
    too_long: {
      reason: hasItems,
      pydanticMessage: ({ maxLength, ...context }) =>
        `${context.container} should have at most ${found(maxLength, context)}`,
      pydanticContext: ({ maxLength = 0, ...context }) => sizes(context, { max_length: maxLength }),
    },
    union_tag_not_found: {
      reason: ({ discriminator }) => `must have the property "${discriminator}"`,
      pydanticMessage: ({ discriminator }) => `Unable to extract tag using discriminator '${discriminator}'`,
      pydanticContext: ({ discriminator }) => ({ discriminator: `'${discriminator}'` }),
    },
    union_tag_invalid: {
      reason: ({ discriminator, tags }) => `must have a "${discriminator}" that is ${anyTag(tags)}`,
      pydanticMessage: ({ discriminator, tag, tags }) =>
        `Input tag '${tag}' found using '${discriminator}' does not match any of the expected tags: ${expectedTags(tags)}`,
      pydanticContext: ({ discriminator, tag = '', tags }) => ({
        discriminator: `'${discriminator}'`,
        tag,
        expected_tags: expectedTags(tags),
      }),
    },
    too_complex: message(
      'must be simpler: its schema combines others in too many ways',
      'Input needs too much work to be checked by its schema',
    ),
    recursion_loop: message('must not contain itself', 'Recursion error - cyclic reference detected'),
  } as const satisfies Record<string, MessageRule>;
}

function hasItems(context: Context): string {
  return `must have ${amount(context, 'item')}`;
}

function found(expected: number | undefined, { length }: Context): string {
  return `${count(expected, 'item')} after validation, not ${length}`;
}

/** Orders the properties as pydantic does. */
function sizes({ container = '', length = 0 }: Context, bound: PydanticContext): PydanticContext {
  return { field_type: container, ...bound, actual_length: length };
}

/** Lists the tags of a union, of which there may be thousands. */
const anyTag = rememberEach((tags: readonly string[]) => listInWords(tags, (tag) => `"${tag}"`, ' or '));
const expectedTags = rememberEach((tags: readonly string[]) => listInWords(tags, (tag) => `'${tag}'`, ', '));

/** Issues of a file. A form without one has text in its place. */
function fileIssues() {
  return {
    file_type: {
      ...valueError('must be a file'),
      pydanticMessage: () => "Value error, Expected UploadFile, received: <class 'str'>",
    },
    bytes_too_long: {
      reason: ({ maxLength }) => `must have at most ${count(maxLength, 'byte')}`,
      pydanticMessage: ({ maxLength }) => `Data should have at most ${count(maxLength, 'byte')}`,
      pydanticContext: ({ maxLength = 0 }) => ({ max_length: maxLength }),
    },
  } as const satisfies Record<string, MessageRule>;
}

/** Issues of a text. */
function textIssues() {
  return {
    string_type: message('must be a string', 'Input should be a valid string'),
    string_too_short: {
      reason: hasLength,
      pydanticMessage: ({ minLength }) => `String should have at least ${count(minLength, 'character')}`,
      pydanticContext: ({ minLength = 0 }) => ({ min_length: minLength }),
    },
    string_too_long: {
      reason: hasLength,
      pydanticMessage: ({ maxLength }) => `String should have at most ${count(maxLength, 'character')}`,
      pydanticContext: ({ maxLength = 0 }) => ({ max_length: maxLength }),
    },
    string_pattern_mismatch: {
      reason: ({ pattern }) => `must match the pattern ${pattern}`,
      pydanticMessage: ({ pattern }) => `String should match pattern '${pattern}'`,
      pydanticContext: ({ pattern = '' }) => ({ pattern }),
    },
    bytes_type: message('must be a string', 'Input should be a valid bytes'),
    ip_v4_address: message('must be an IPv4 address', 'Input is not a valid IPv4 address'),
    ip_v6_address: message('must be an IPv6 address', 'Input is not a valid IPv6 address'),
    ip_any_address: message('must be an IP address', 'value is not a valid IPv4 or IPv6 address'),
  } as const satisfies Record<string, MessageRule>;
}

function hasLength(context: Context): string {
  return `must have ${amount(context, 'character')}`;
}

/** Issues of a number. */
function numberIssues() {
  return {
    int_type: message('must be an integer', 'Input should be a valid integer'),
    int_parsing: message(
      'must be an integer',
      'Input should be a valid integer, unable to parse string as an integer',
    ),
    int_from_float: message(
      'must be an integer, not a number with a fraction',
      'Input should be a valid integer, got a number with a fractional part',
    ),
    int_parsing_size: message(
      `must be an integer ${between(safeRange)}`,
      'Unable to parse input string as an integer, exceeded maximum size',
    ),
    float_type: message('must be a number', 'Input should be a valid number'),
    float_parsing: message(
      'must be a number',
      'Input should be a valid number, unable to parse string as a number',
    ),
    finite_number: message('must be a finite number', 'Input should be a finite number'),
    greater_than_equal: {
      reason: inBounds,
      pydanticMessage: ({ min }) => `Input should be greater than or equal to ${decimal(min)}`,
      pydanticContext: ({ min = 0 }) => ({ ge: min }),
    },
    less_than_equal: {
      reason: inBounds,
      pydanticMessage: ({ max }) => `Input should be less than or equal to ${decimal(max)}`,
      pydanticContext: ({ max = 0 }) => ({ le: max }),
    },
    greater_than: {
      reason: inBounds,
      pydanticMessage: ({ exclusiveMin }) => `Input should be greater than ${decimal(exclusiveMin)}`,
      pydanticContext: ({ exclusiveMin = 0 }) => ({ gt: exclusiveMin }),
    },
    less_than: {
      reason: inBounds,
      pydanticMessage: ({ exclusiveMax }) => `Input should be less than ${decimal(exclusiveMax)}`,
      pydanticContext: ({ exclusiveMax = 0 }) => ({ lt: exclusiveMax }),
    },
    multiple_of: {
      reason: ({ multipleOf }) => `must be a multiple of ${multipleOf}`,
      pydanticMessage: ({ multipleOf }) => `Input should be a multiple of ${decimal(multipleOf)}`,
      pydanticContext: ({ multipleOf = 0 }) => ({ multiple_of: multipleOf }),
    },
    decimal_type: message(
      'must be a number',
      'Decimal input should be an integer, float, string or Decimal object',
    ),
    decimal_parsing: message('must be a number', 'Input should be a valid decimal'),
    decimal_max_digits: {
      reason: ({ maxDigits }) => `must have at most ${count(maxDigits, 'digit')}`,
      pydanticMessage: ({ maxDigits }) =>
        `Decimal input should have no more than ${count(maxDigits, 'digit')} in total`,
      pydanticContext: ({ maxDigits = 0 }) => ({ max_digits: maxDigits }),
    },
    decimal_max_places: {
      reason: ({ maxPlaces }) => `must have at most ${count(maxPlaces, 'decimal place')}`,
      pydanticMessage: ({ maxPlaces }) =>
        `Decimal input should have no more than ${count(maxPlaces, 'decimal place')}`,
      pydanticContext: ({ maxPlaces = 0 }) => ({ decimal_places: maxPlaces }),
    },
    decimal_whole_digits: {
      reason: ({ maxDigits = 0, maxPlaces = 0 }) =>
        `must have at most ${count(maxDigits - maxPlaces, 'digit')} before the decimal point`,
      pydanticMessage: ({ maxDigits = 0, maxPlaces = 0 }) =>
        `Decimal input should have no more than ${count(maxDigits - maxPlaces, 'digit')} before the decimal point`,
      pydanticContext: ({ maxDigits = 0, maxPlaces = 0 }) => ({ whole_digits: maxDigits - maxPlaces }),
    },
  } as const satisfies Record<string, MessageRule>;
}

const safeRange = { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER };

const inBounds = rememberLast((bounds: Context) => `must be ${between(bounds)}`);

/** Issues of a UUID. */
function uuidIssues() {
  return {
    uuid_type: message('must be a UUID in a string', 'UUID input should be a string, bytes or UUID object'),
    uuid_parsing: {
      reason: () => 'must be a UUID, 32 hexadecimal digits with or without hyphens',
      pydanticMessage: (_, input) => `Input should be a valid UUID, ${uuidError(String(input))}`,
      pydanticContext: (_, input) => ({ error: uuidError(String(input)) }),
    },
  } as const satisfies Record<string, MessageRule>;
}

/** Returns the reason why pydantic cannot read a UUID. Positions, from 1, and lengths count bytes of UTF-8. */
function uuidError(text: string): string {
  const isUrn = text.startsWith(URN);
  const isWrapped = isUrn || BRACED.test(text);
  const bare = isUrn ? text.slice(URN.length) : isWrapped ? text.slice(1, -1) : text;
  const unexpected = UNEXPECTED.exec(bare);
  if (!unexpected) return groupError(bare.split('-'), isWrapped, text);
  const place = utf8Length(bare.slice(0, unexpected.index)) + text.indexOf(bare) + 1;
  return `invalid character: found \`${unexpected[0]}\` at ${place}`;
}

function groupError(groups: readonly string[], isWrapped: boolean, text: string): string {
  if (groups.length === 1 && !isWrapped)
    return `invalid length: expected length 32 for simple format, found ${text.length}`;
  if (groups.length !== groupLengths.length) return `invalid group count: expected 5, found ${groups.length}`;
  const at = groups.findIndex((group, place) => group.length !== groupLengths[place]);
  const group = at === LAST_GROUP ? text.slice(LAST_START) : groups[at];
  return `invalid group length in group ${at}: expected ${groupLengths[at]}, found ${group?.length}`;
}

const URN = 'urn:uuid:';
const BRACED = /^\{.*\}$/s;
const groupLengths = [8, 4, 4, 4, 12];
/** The length of the last group is counted to the end of the text, with whatever follows the UUID. */
const LAST_GROUP = 4;
const LAST_START = 24;
const UNEXPECTED = /[^0-9a-fA-F-]/u;

const SCHEMES_ONLY = 'it must start with http:// or https://';
const EXPECTED_SCHEMES = "'http' or 'https'";
/** The names that a URL parser has for characters that it would repair or drop. */
const violations: ReadonlyMap<number, string> = new Map([
  [0x09, 'tabs or newlines are ignored in URLs'],
  [0x0a, 'tabs or newlines are ignored in URLs'],
  [0x0d, 'tabs or newlines are ignored in URLs'],
  [0x5c, 'backslash'],
]);

/** Issues of a URL. Each names its fault. For a URL that pydantic would repair, the message is that of its strict mode. */
export function urlIssues() {
  return {
    url_type: {
      reason: reasonOf('it is not a string'),
      pydanticMessage: () => 'URL input should be a string or URL',
    },
    url_relative: parsing(SCHEMES_ONLY, (input) =>
      input === '' ? 'input is empty' : 'relative URL without a base',
    ),
    url_slashes: violation(SCHEMES_ONLY, () => 'expected //'),
    url_scheme: {
      reason: reasonOf(SCHEMES_ONLY),
      pydanticMessage: () => `URL scheme should be ${EXPECTED_SCHEMES}`,
      pydanticContext: () => ({ expected_schemes: EXPECTED_SCHEMES }),
    },
    url_character: violation(
      ({ codePoint }) => `${show(codePoint)} is not allowed`,
      ({ codePoint = 0 }) => violations.get(codePoint) ?? 'non-URL code point',
    ),
    url_parsing: parsing('the host or the port is missing or malformed', hostError),
    url_host: parsing('the host must be a domain name or an IP address', hostError),
  } as const;
}

/** Makes the messages for a URL that pydantic's parser cannot read either. */
function parsing(
  why: string,
  error: (input: unknown) => string,
): MessageRule & { readonly publicType: 'url_parsing' } {
  return {
    publicType: 'url_parsing',
    reason: reasonOf(why),
    pydanticMessage: (_, input) => `Input should be a valid URL, ${error(input)}`,
    pydanticContext: (_, input) => ({ error: error(input) }),
  };
}

function violation(why: Why, error: (context: Context) => string): MessageRule {
  return {
    publicType: 'url_syntax_violation',
    reason: reasonOf(why),
    pydanticMessage: (context) => `Input violated strict URL syntax rules, ${error(context)}`,
    pydanticContext: (context) => ({ error: error(context) }),
  };
}

/** Names the mistake in the host or the port, as a URL parser does. */
function hostError(input: unknown): string {
  const [, host = '', port] = defined(AUTHORITY.exec(String(input)));
  if (host === '') return 'empty host';
  if (host.startsWith('[')) return 'invalid IPv6 address';
  if (port !== undefined && !(Number(port) <= MAX_PORT)) return 'invalid port number';
  return LAST_IS_NUMBER.test(host) ? 'invalid IPv4 address' : 'invalid international domain name';
}

const AUTHORITY = /^(?:[^:]*:\/*(?:[^/?#@]*@)?(\[[^\]/?#]*\]?|[^:/?#]*)(?::([^/?#]*))?)?/;
const LAST_IS_NUMBER = /(?:^|\.)[0-9][^.]*\.?$/;
const MAX_PORT = 65_535;

function reasonOf(why: Why): MessageRule['reason'] {
  return because('must be a valid URL', why);
}

/** Issues by rules that only FastAPI has. */
export function fastapiIssues() {
  return {
    email_too_many_characters: fault(
      'it is more than 2048 characters long',
      'Length must not exceed 2048 characters',
    ),
    json_invalid: {
      reason: ({ jsonError = '' }) => `must be JSON (${jsonError})`,
      pydanticMessage: () => 'JSON decode error',
      pydanticContext: ({ jsonError = '' }) => ({ error: jsonError }),
    },
    url_too_long: {
      reason: reasonOf(({ maxLength }) => `it is more than ${maxLength} bytes long`),
      pydanticMessage: ({ maxLength }) => `URL should have at most ${maxLength} characters`,
      pydanticContext: ({ maxLength = 0 }) => ({ max_length: maxLength }),
    },
  } as const satisfies Record<string, MessageRule>;
}
