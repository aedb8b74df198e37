import { count, type MessageRule, message } from './words.ts';

/** Issues that only services made from a document have. They are added to the table when a field of one first refuses a value. */
export function documentIssues() {
  return {
    json_type: message('must be JSON in a string', 'JSON input should be string, bytes or bytearray'),
    json_text: {
      publicType: 'json_invalid',
      reason: () => 'must be JSON',
      pydanticMessage: () => `Invalid JSON: ${JSON_ERROR}`,
      pydanticContext: () => ({ error: JSON_ERROR }),
    },
    uuid_version: {
      reason: ({ version }) => `must be a UUID of version ${version}`,
      pydanticMessage: ({ version }) => `UUID version ${version} expected`,
      pydanticContext: ({ version = 0 }) => ({ expected_version: version }),
    },
    base64_decode: {
      reason: () => 'must be Base64',
      pydanticMessage: () => `Base64 decoding error: '${BASE64_ERROR}'`,
      pydanticContext: () => ({ error: BASE64_ERROR }),
    },
    arguments_type: message('must be a list or an object', 'Arguments must be a tuple, list or a dictionary'),
    missing_argument: message('field required', 'Missing required argument'),
    unexpected_positional_argument: message('must not be sent', 'Unexpected positional argument'),
    unexpected_keyword_argument: message('field not allowed', 'Unexpected keyword argument'),
    name_email_type: message(
      'must be a valid email address, with or without a name',
      'Input is not a valid NameEmail',
    ),
    ip_v4_network: message('must be an IPv4 network', 'Input is not a valid IPv4 network'),
    ip_v6_network: message('must be an IPv6 network', 'Input is not a valid IPv6 network'),
    ip_any_network: message('must be an IP network', 'value is not a valid IPv4 or IPv6 network'),
    ip_v4_interface: message('must be an IPv4 interface', 'Input is not a valid IPv4 interface'),
    ip_v6_interface: message('must be an IPv6 interface', 'Input is not a valid IPv6 interface'),
    ip_any_interface: message('must be an IP interface', 'value is not a valid IPv4 or IPv6 interface'),
    set_item_not_hashable: message('must not be a list or an object', 'Set items should be hashable'),
    path_type: message('must be a path', "Input is not a valid path for <class 'pathlib.Path'>"),
    pattern_type: message('must be a regular expression', 'Input should be a valid pattern'),
    pattern_regex: message('must be a regular expression', 'Input should be a valid regular expression'),
    bytes_too_short: {
      reason: ({ minLength }) => `must have at least ${count(minLength, 'byte')}`,
      pydanticMessage: ({ minLength }) => `Data should have at least ${count(minLength, 'byte')}`,
      pydanticContext: ({ minLength = 0 }) => ({ min_length: minLength }),
    },
    bytes_invalid_encoding: {
      reason: ({ encodingError }) => `must be Base64 (${encodingError})`,
      pydanticMessage: ({ encodingError }) => `Data should be valid base64: ${encodingError}`,
      pydanticContext: ({ encodingError = '' }) => ({ encoding: 'base64', encoding_error: encodingError }),
    },
    file_media_type: {
      reason: ({ types = [] }) => `must be a file of the type ${types.join(' or ')}`,
      pydanticMessage: ({ types = [] }) => `Value error, must be a file of the type ${types.join(' or ')}`,
      pydanticContext: ({ types = [] }) => ({ expected: types.join(' or ') }),
    },
    byte_size: message(
      'must be an amount of bytes, as "1.5 MB"',
      'could not parse value and unit from byte string',
    ),
    byte_size_unit: {
      reason: () => 'must be an amount of bytes in a unit that is known, as "1.5 MB"',
      pydanticMessage: ({ unit }) => `could not interpret byte unit: ${unit}`,
      pydanticContext: ({ unit = '' }) => ({ unit }),
    },
    /** JSON Schema has rules for which pydantic has no type. */
    schema_keyword: {
      ...message('', ''),
      publicType: 'value_error',
      reason: ({ keyword }) => `must be valid by the keyword "${keyword}" of its schema`,
      pydanticMessage: ({ keyword }) =>
        `Value error, must be valid by the keyword "${keyword}" of its schema`,
      pydanticContext: ({ keyword = '' }) => ({ keyword }),
    },
  } as const satisfies Record<string, MessageRule>;
}

const JSON_ERROR = 'expected value at line 1 column 1';
const BASE64_ERROR = 'Incorrect padding';
