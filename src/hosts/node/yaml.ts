import type { Alias, Document } from 'yaml';
import { DocumentError } from '../../documents/references.ts';
import { checkCount } from '../../documents/walk.ts';
import { isRecord } from '../../fields/values.ts';
import { defined } from '../../text/guards.ts';

/** The most characters of a YAML document: its parser takes fifty times as long as that of JSON. */
const MAX_YAML = 16 * 1024 * 1024;

/** The most bytes that the parser may take for the tokens of the YAML of a document: the time that it takes grows with them. */
export const MAX_YAML_BYTES = 320 * 1024 * 1024;

/** What the parser may still take for a document. */
export interface YamlBudget {
  bytes: number;
}

/** Parses YAML. Throws a `DocumentError` that begins with the name of the file. */
export async function parseYaml(text: string, name: string, budget: YamlBudget): Promise<unknown> {
  if (text.length > MAX_YAML) throw new DocumentError(`${name} is larger than 16 MiB, too much for YAML`);
  const yaml = await import('yaml');
  try {
    return composeYaml(text, yaml, budget);
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    if (error instanceof Excess) throw new DocumentError(`${name} ${error.message}`);
    const [why = ''] = String(error).split('\n', 1);
    throw new DocumentError(`${name} is neither JSON nor YAML: ${why.replace(/^\w*Error: |:$/g, '')}`);
  }
}

/**
 * Tags of YAML whose values are not those of JSON, such as bytes or dates. They are read as if they had no tag; and `<<` is
 * merged here, as the library makes a copy of everything for each map that has it.
 */
const OTHER_TAGS = /:(?:binary|merge|omap|pairs|set|timestamp)$/;

/** Parses YAML up to its first mistake. The parser would go on, and keep all of them. */
function composeYaml(text: string, yaml: typeof import('yaml'), budget: YamlBudget): unknown {
  const { Composer, Lexer, LineCounter, Parser } = yaml;
  const counter = new LineCounter();
  let first: SyntaxError | undefined;
  const stopAt = (offset: number, why: string): never => {
    const { line, col } = counter.linePos(offset);
    // The composer of what is around a mistake catches it, and reports it as one of its own.
    first ??= new SyntaxError(`${why} at line ${line}, column ${col}`);
    throw first;
  };
  const composer = new Composer({
    uniqueKeys: false,
    intAsBigInt: false,
    resolveKnownTags: false,
    customTags: (tags) => tags.filter((each) => !OTHER_TAGS.test(Object(each).tag)),
  });
  Object.assign(composer, {
    onError(at: number | readonly number[] | { offset: number }, _: string, why: string, isWarning: boolean) {
      if (!isWarning) stopAt(typeof at === 'number' ? at : 'offset' in at ? at.offset : Number(at[0]), why);
    },
  });
  const parser = new Parser(counter.addNewLine);
  const isLong = text.length > SHORT;
  if (isLong) for (const _ of bounded(new Lexer().lex(text), budget));
  function* parse() {
    counter.addNewLine(0);
    const tokens = new Lexer().lex(text);
    for (const token of isLong ? tokens : bounded(tokens, budget)) yield* parser.next(token);
    yield* parser.end();
  }
  const [document, another] = composer.compose(parse(), true, text.length);
  const [mistake] = defined(document).errors;
  if (mistake) stopAt(mistake.pos[0], mistake.message);
  if (another) stopAt(another.range[0], 'Source contains multiple documents');
  shorten(defined(document), text, yaml);
  const value = defined(document).toJS({ maxAliasCount: -1 });
  if (text.includes('<<')) mergeMaps(value, new Set());
  return value;
}

/**
 * Finds what each alias stands for, and leaves keys that are lists or maps as they are written. The library would look for each alias
 * in a list of all, and write such a key anew for each level of it, which takes a minute for thousands.
 */
function shorten(
  document: Document,
  text: string,
  { isAlias, isCollection, visit }: typeof import('yaml'),
): void {
  const anchored = new Map<string, ReturnType<Alias['resolve']>>();
  visit(document, {
    Node(place, node) {
      if (isAlias(node)) {
        const found = anchored.get(node.source);
        node.resolve = () => found;
      } else if (node.anchor !== undefined) anchored.set(node.anchor, node);
      if (place !== 'key' || !isCollection(node)) return undefined;
      const [begin, end] = defined(node.range);
      node.toJSON = () => text.slice(begin, end);
      return visit.SKIP;
    },
  });
}

/** Gives each map with a `<<` the members of the maps that it names, unless it has members of these names. Each value is kept once. */
function mergeMaps(value: unknown, seen: Set<unknown>, count = { values: 0 }): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  for (const inner of Object.values(value)) mergeMaps(inner, seen, count);
  const merged = [Object(value)['<<']].flat();
  if (!merged.every(isRecord)) return;
  Reflect.deleteProperty(value, '<<');
  for (const each of merged)
    for (const name of Object.keys(each)) {
      checkCount(++count.values);
      if (!Object.hasOwn(value, name)) define(value, name, each[name]);
    }
}

/** Sets a property, also if its name is `__proto__`. */
function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, configurable: true, enumerable: true, writable: true });
}

/**
 * The characters of a YAML document that the parser can begin with at once, whatever they are. In a longer one, it may take a minute
 * for what is too much.
 */
const SHORT = 128 * 1024;

/** The most levels of nesting in YAML. The parser would run out of stack, or take a minute to say so. */
const MAX_YAML_DEPTH = 500;

/** The bytes that the parser takes for a token, by its first character, and for a blank or any other one. */
const tokenBytes: Readonly<Record<string, number>> = { '*': 1200, ',': 450, '[': 450, '{': 450, '?': 450 };
const BLANK_BYTES = 55;
const OTHER_BYTES = 220;
/** The bytes for each line and each escape of a text. */
const BYTES_WITHIN = 100;
const WITHIN = /[\n\\]/g;

/** The reason for not reading a text that is YAML. */
class Excess extends Error {}

/**
 * Passes the tokens of YAML on, and throws an error at too much nesting, in brackets, in lists within a line, or by indentation, and
 * at too many tokens.
 */
function* bounded(tokens: Iterable<string>, budget: YamlBudget): Generator<string> {
  const tooDeep = `is nested more than ${MAX_YAML_DEPTH} levels deep`;
  let brackets = 0;
  let inLine = 0;
  for (const token of tokens) {
    const isBlank = token.trim() === '';
    budget.bytes -= isBlank ? BLANK_BYTES : (tokenBytes[token.charAt(0)] ?? OTHER_BYTES);
    if (token.length > 1) budget.bytes -= BYTES_WITHIN * (token.match(WITHIN)?.length ?? 0);
    if (budget.bytes < 0)
      throw new Excess(
        'makes the document take more than 320 MiB of memory to read as YAML; convert it to JSON',
      );
    if (token === '[' || token === '{') brackets++;
    else if (token === ']' || token === '}') brackets--;
    else if ((brackets > 0 && token === ',') || token.includes('\n')) inLine = 0;
    else if (token === '-' || token === '?' || token === ':') inLine++;
    else if (inLine === 0 && token.length > MAX_YAML_DEPTH && isBlank) throw new Excess(tooDeep);
    if (brackets > MAX_YAML_DEPTH || inLine > MAX_YAML_DEPTH) throw new Excess(tooDeep);
    yield token;
  }
}
