import { date } from '../../fields/date.ts';
import { dateTime } from '../../fields/date-time.ts';
import { duration } from '../../fields/duration.ts';
import { email } from '../../fields/email.ts';
import { type AnyField, field } from '../../fields/field.ts';
import { ip } from '../../fields/ip.ts';
import { text } from '../../fields/text.ts';
import { time } from '../../fields/time.ts';
import { uri } from '../../fields/uri.ts';
import { url } from '../../fields/url.ts';
import { uuid } from '../../fields/uuid.ts';
import type { Values } from '../../fields/values.ts';
import { wrong } from '../../issues/issue.ts';
import { matching } from './checks.ts';
import { compilePattern } from './pattern.ts';
import { lengthIn, type Schema } from './schema.ts';

/** The field for a schema of a string. */
export function textField(schema: Schema, values: Values): AnyField {
  const { format, pattern: source } = schema;
  const special = typeof format === 'string' ? formats.get(format)?.(schema, values) : undefined;
  if (special) return special;
  const pattern = typeof source === 'string' ? compilePattern(source) : undefined;
  const minLength = lengthIn(schema, 'minLength');
  const maxLength = lengthIn(schema, 'maxLength');
  const options = {
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(pattern && { pattern }),
  };
  const plain = text(options);
  return format === 'hostname' ? matching(plain, 'format', isHostname) : plain;
}

type Make = (schema: Schema, values: Values) => AnyField;

const formats: ReadonlyMap<string, Make> = new Map<string, Make>([
  ['email', (_, values) => email({ values })],
  ['idn-email', (_, values) => email({ values })],
  ['uuid', (_, values) => uuid({ values })],
  ['uri', uriField],
  ['url', uriField],
  ['date', (_, values) => date({ values })],
  ['date-time', (_, values) => dateTime({ values })],
  ['time', (_, values) => time({ values })],
  ['duration', (_, values) => duration({ values })],
  ['ipv4', (_, values) => ip('v4', { values })],
  ['ipv6', (_, values) => ip('v6', { values })],
  ['ipvanyaddress', (_, values) => ip('any', { values })],
  ['binary', () => bytes],
]);

/** Pydantic gives addresses of the web a length, and those of any scheme none. */
function uriField({ maxLength }: Schema, values: Values): AnyField {
  return values === 'fastapi' && maxLength !== undefined ? url({ values }) : uri({ values });
}

/** Bytes that are sent as a string. */
const bytes: AnyField = field<unknown>({
  ...text(),
  parse: (raw) => (typeof raw === 'string' ? raw : wrong('bytes_type', raw)),
  write: (value) => JSON.stringify(value),
  typeName: () => 'bytes',
});

const LABEL = /^(?!-)[a-zA-Z0-9-]{1,63}(?<!-)$/;
const MAX_HOSTNAME = 253;

function isHostname(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > MAX_HOSTNAME) return false;
  return value.split('.').every((label) => LABEL.test(label));
}
