import { Issues } from '../errors/issue.ts';
import type { Fit } from '../fields/field.ts';
import { type AnyField, derive } from '../fields/field.ts';
import { text } from '../fields/text.ts';
import { isRecord } from '../fields/values.ts';
import { trim } from '../text/scan.ts';

/** The syntax of a list or object in a parameter (OpenAPI's `style` and `explode`). */
interface Style {
  readonly name: string;
  readonly style: string;
  readonly explode: boolean;
  /** The types of its schema. */
  readonly types: readonly string[];
  /**
   * Removes white space around items, as in a header ([RFC 9110, 5.6.1](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.1)).
   */
  readonly trims: boolean;
}

/** Makes a field that reads text in a style; returns the same field if its values are plain text in any style. */
export function spread(inner: AnyField, style: Style, hasLines: boolean): AnyField {
  const isList = style.types.includes('array');
  const isSpread = isList || style.types.includes('object');
  if (!isSpread && !prefixes.has(style.style)) return inner;
  const mayBePlain = isSpread && !hasLines && style.types.some((type) => !others.has(type));
  const separator = isList && hasLines ? LINES : separatorOf(style);
  const read = (raw: string) => {
    const sent = withoutPrefix(raw, style);
    const items = sent.split(separator).map((item) => (style.trims ? trim(item) : item));
    if (isList) return items;
    return isSpread ? pairsOf(items, style.explode) : sent;
  };
  const readAny = (raw: string, fit?: Fit) => {
    const value = inner.parse(read(raw), fit);
    const plain = mayBePlain && value instanceof Issues ? inner.parse(withoutPrefix(raw, style), fit) : value;
    return plain instanceof Issues ? value : plain;
  };
  return derive(inner, {
    parse: (raw, fit) => (typeof raw === 'string' ? readAny(raw, fit) : inner.parse(raw, fit)),
    describe: text().describe,
    samples(_, open) {
      const { accepted, refused } = inner.samples(undefined, open);
      return { accepted: written(accepted, style, separator), refused: written(refused, style, separator) };
    },
    takesAnyText: false,
  });
}

/** The types that are not a single text. */
const others: ReadonlySet<string> = new Set(['array', 'object', 'null']);

/** The separator of joined headers; FastAPI reads each of the original headers as an item. */
const LINES = ', ';

const separators: ReadonlyMap<string, string> = new Map([
  ['spaceDelimited', ' '],
  ['pipeDelimited', '|'],
]);
const prefixes: ReadonlySet<string> = new Set(['label', 'matrix']);

function separatorOf({ name, style, explode, types }: Style): string {
  if (!explode || !prefixes.has(style)) return separators.get(style) ?? ',';
  if (style === 'label') return '.';
  return types.includes('array') ? `;${name}=` : ';';
}

function withoutPrefix(raw: string, style: Style): string {
  const prefix = prefixOf(style);
  return raw.startsWith(prefix) ? raw.slice(prefix.length) : raw;
}

/** Reads the pairs of an object: `a,1,b,2`, or exploded `a=1,b=2`. */
function pairsOf(parts: readonly string[], explode: boolean): Readonly<Record<string, string>> {
  const pairs = explode
    ? parts.map(pairOf)
    : parts.flatMap((part, at) => (at % 2 === 0 ? [[part, parts[at + 1] ?? ''] as const] : []));
  return Object.fromEntries(pairs);
}

function pairOf(part: string): readonly [name: string, value: string] {
  const [name = ''] = part.split('=', 1);
  return [name, part.slice(part.indexOf('=') + 1)];
}

/** Writes values in a style. Values other than texts, lists and objects are unchanged. */
function* written(values: Iterable<unknown>, style: Style, separator: string): Iterable<unknown> {
  for (const value of values) {
    if (Array.isArray(value)) yield prefixOf(style) + value.join(separator);
    else if (isRecord(value)) yield prefixOf(style) + pairTexts(value, style).join(separator);
    else yield typeof value === 'string' ? prefixOf(style) + value : value;
  }
}

function pairTexts(value: Readonly<Record<string, unknown>>, { explode }: Style): string[] {
  return Object.entries(value).flatMap(([name, each]) =>
    explode ? [`${name}=${each}`] : [name, String(each)],
  );
}

function prefixOf({ name, style, explode, types }: Style): string {
  if (!prefixes.has(style)) return '';
  if (style === 'label') return '.';
  return !types.includes('object') || !explode ? `;${name}=` : ';';
}
