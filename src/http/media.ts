import { Refusal } from '../contract/outcome.ts';
import { JSON_TYPE, MULTIPART, URLENCODED } from '../contract/success.ts';
import { encodeUtf8 } from '../text/bytes.ts';
import { trim } from '../text/scan.ts';
import { isFieldName } from '../text/strings.ts';
import type { Steps } from '../text/turns.ts';
import type { HeaderLookup } from './types.ts';

const wrongType = refusalOf([JSON_TYPE]);
const wrongFormType = refusalOf([MULTIPART, URLENCODED]);
const encoded = new Refusal(415, 'The body must be sent without a content encoding');

/** Refuses a body that is not plain JSON, by its headers. */
export function unsupportedJson(header: HeaderLookup, refusal: Refusal = wrongType): Refusal | undefined {
  const type = header('content-type');
  if (type !== undefined && type !== '' && !isUsual(type) && !isJson(essenceOf(type))) return refusal;
  return unlessPlain(header);
}

/** Makes the refusal of a body whose media type is none of those that are declared. */
export function refusalOf(declared: readonly string[] = []): Refusal {
  if (declared.length === 0) return wrongType;
  const others = declared.slice(0, -1).join(', ');
  const all = [others, ...declared.slice(-1)].filter(Boolean).join(' or ');
  return new Refusal(415, `The content type of the body must be ${all}`);
}

/** Makes a function that refuses bodies of other media types than these; without any, none. A body without a type is accepted. */
export function typeChecker(declared: readonly string[] | undefined): BodyReader['unsupported'] {
  if (!declared) return () => undefined;
  const refusal = refusalOf(declared);
  const ranges = declared.map(essenceOf);
  return (header) => {
    const type = essenceOf(header('content-type') ?? '');
    return type === '' || ranges.some((range) => isInRange(type, range)) ? undefined : refusal;
  };
}

/** Tells whether a media type, written without parameters in lower case, is a range of several, such as `image/*`. */
export function isRange(type: string): boolean {
  return type.includes('*');
}

/** Tells whether a media type is in a range, or equal to a type; both are written without parameters in lower case. */
export function isInRange(type: string, range: string): boolean {
  if (range === '*/*' || range === type) return true;
  return range.endsWith('/*') && type.startsWith(range.slice(0, -1));
}

/** Recognizes the type that nearly all clients send. V8 compares part of a longer text faster with `startsWith` than with `===`. */
function isUsual(type: string): boolean {
  return type.length === JSON_TYPE.length && type.startsWith(JSON_TYPE);
}

/** Refuses a body that is not a plain form, by its headers. */
export function unsupportedForm(header: HeaderLookup): Refusal | undefined {
  const type = essenceOf(header('content-type') ?? '');
  return type === MULTIPART || type === URLENCODED ? unlessPlain(header) : wrongFormType;
}

export function isMultipart(contentType: string): boolean {
  return essenceOf(contentType) === MULTIPART;
}

function unlessPlain(header: HeaderLookup): Refusal | undefined {
  const coding = header('content-encoding')?.toLowerCase() ?? '';
  return coding === '' || coding === 'identity' ? undefined : encoded;
}

/** Returns the media type without its parameters. */
export function essenceOf(contentType: string): string {
  const [essence = ''] = contentType.toLowerCase().split(';', 1);
  return trim(essence);
}

/** Recognizes `application/json` and `application/…+json` (RFC 6839, 3.1), written without parameters in lower case. */
export function isJson(name: string): boolean {
  if (name === JSON_TYPE) return true;
  if (!name.startsWith('application/') || !name.endsWith('+json')) return false;
  return isFieldName(name.slice('application/'.length, -'+json'.length));
}

/** A body that has been read. JSON also has its text, and the bytes of the text, which may begin with a byte order mark. */
export interface RawBody {
  readonly value: unknown;
  readonly source?: string;
  readonly bytes: Uint8Array;
}

/** The reader of one kind of body. */
export interface BodyReader {
  /** Refuses a body by its headers alone. */
  unsupported(header: HeaderLookup): Refusal | undefined;
  read(bytes: Uint8Array, header: HeaderLookup): RawBody | Refusal;
  /** Reads a long body in the same way, in steps. */
  readonly readInSteps?: (bytes: Uint8Array, header: HeaderLookup) => Steps<RawBody | Refusal>;
}

/** A body without a value, whatever its media type. It is shown as null. */
export const emptyBody: RawBody = { value: undefined, source: 'null', bytes: encodeUtf8('null') };
