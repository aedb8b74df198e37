import { encodeUtf8 } from '../text/bytes.ts';
import type { Row } from './words.ts';

/** Issues of a UUID. */
export function uuidIssues() {
  return {
    uuid_type: {
      reason: () => 'must be a UUID in a string',
      pydanticMessage: () => 'UUID input should be a string, bytes or UUID object',
    },
    uuid_parsing: {
      reason: () => 'must be a UUID, 32 hexadecimal digits with or without hyphens',
      pydanticMessage: (_, input) => `Input should be a valid UUID, ${uuidError(String(input))}`,
      pydanticContext: (_, input) => ({ error: uuidError(String(input)) }),
    },
  } as const satisfies Record<string, Row>;
}

/** Returns the reason why pydantic cannot read a UUID. Positions and lengths count bytes of UTF-8. */
function uuidError(text: string): string {
  const length = byteLength(text);
  if (length > LONGEST) return `invalid length: found ${length}`;
  const isUrn = text.startsWith(URN);
  const isBraced = /^\{.*\}$/s.test(text);
  const bare = isUrn ? text.slice(URN.length) : isBraced ? text.slice(1, -1) : text;
  const unexpected = UNEXPECTED.exec(bare);
  if (unexpected)
    return `invalid character: found \`${unexpected[0]}\` at ${placeOf(unexpected.index, bare, text)}`;
  const groups = bare.split('-');
  return groupError(groups, isUrn || isBraced, length);
}

function groupError(groups: readonly string[], isWrapped: boolean, length: number): string {
  if (groups.length === 1 && !isWrapped) return `invalid length: found ${length}`;
  if (groups.length !== groupLengths.length) return `invalid group count: expected 5, found ${groups.length}`;
  const at = groups.findIndex((group, place) => group.length !== groupLengths[place]);
  return `invalid group length in group ${at}: expected ${groupLengths[at]}, found ${groups[at]?.length}`;
}

/**
 * Returns the position of a character, from the first digit if the digits have the right length, otherwise from the start of the
 * text.
 */
function placeOf(at: number, bare: string, text: string): number {
  const before = byteLength(bare.slice(0, at));
  return byteLength(bare) === HYPHENATED ? before : before + text.indexOf(bare);
}

function byteLength(text: string): number {
  return encodeUtf8(text).length;
}

const URN = 'urn:uuid:';
const HYPHENATED = 36;
const LONGEST = URN.length + HYPHENATED;
const groupLengths = [8, 4, 4, 4, 12];
const UNEXPECTED = /[^0-9a-fA-F-]/u;
