import type { Node, ParsedPattern, Property, SetNode } from './node.ts';
import { LAST_CODE_POINT } from './ranges.ts';

/** The syntax that differs between engines. */
interface Dialect {
  character(code: number): string;
  property(property: Property): string;
}

const javascript: Dialect = {
  character: (code) => `\\u{${code.toString(16)}}`,
  property: ({ name, isScript, negated }) => `\\${negated ? 'P' : 'p'}{${isScript ? 'Script=' : ''}${name}}`,
};

const re2: Dialect = {
  character: (code) => `\\x{${code.toString(16)}}`,
  property: ({ name, negated }) => `\\${negated ? 'P' : 'p'}{${name}}`,
};

/** Writes a pattern for JavaScript's own engine, with the flag `u`. */
export function toJavascript({ node }: ParsedPattern): string {
  return write(node, javascript);
}

/** Writes a pattern for RE2. */
export function toRe2({ node, ignoreCase }: ParsedPattern): string {
  return (ignoreCase ? '(?i)' : '') + write(node, re2);
}

const assertions = { start: '^', end: '$', boundary: '\\b', noBoundary: '\\B' } as const;

function write(node: Node, dialect: Dialect): string {
  switch (node.type) {
    case 'set':
      return writeSet(node, dialect);
    case 'assertion':
      return assertions[node.kind];
    case 'sequence':
      return node.parts.map((part) => write(part, dialect)).join('');
    case 'choice':
      return `(?:${node.options.map((option) => write(option, dialect)).join('|')})`;
    case 'repeat':
      return `(?:${write(node.node, dialect)})${quantifier(node.min, node.max)}`;
  }
}

function quantifier(min: number, max: number): string {
  if (max === Number.POSITIVE_INFINITY) return min === 0 ? '*' : min === 1 ? '+' : `{${min},}`;
  return min === max ? `{${min}}` : `{${min},${max}}`;
}

/** Writes a set. An empty one is written as the opposite of all characters. */
function writeSet({ ranges, properties, negated }: SetNode, dialect: Dialect): string {
  const items = [
    ...ranges.map(([first, last]) =>
      first === last ? dialect.character(first) : `${dialect.character(first)}-${dialect.character(last)}`,
    ),
    ...properties.map((property) => dialect.property(property)),
  ];
  if (items.length > 0) return `[${negated ? '^' : ''}${items.join('')}]`;
  return `[${negated ? '' : '^'}${dialect.character(0)}-${dialect.character(LAST_CODE_POINT)}]`;
}
