import { meantName } from './names.ts';
import { beginningOf, sentenceStart } from './strings.ts';

/**
 * Checks the options of functions, and the properties of what people declare: plain JavaScript allows any name and any value, and
 * an option that nobody reads may be a check that never happens.
 */

/** The values that an option may have. */
export interface Rule<Value = unknown> {
  /** The allowed values, in words that follow "must be". */
  readonly allowed: string;
  /** The allowed strings, if there are only a few. */
  readonly choices?: readonly string[];
  /** The rules for the properties of the value. */
  readonly inside?: Readonly<Record<string, Rule>>;
  /** The rule for the items of a list. */
  readonly items?: Rule;
  readonly isNeeded?: boolean;
  allows(value: unknown): value is Value;
}

/** The rule of an option that may not be left out. */
interface NeededRule<Value = unknown> extends Rule<Value> {
  readonly isNeeded: true;
}

/** A rule for each of the options, and for nothing else. */
export type Rules<Options extends object> = {
  readonly [Name in keyof Options]-?: Record<never, never> extends Pick<Options, Name>
    ? Rule<Exclude<Options[Name], undefined>>
    : NeededRule<Options[Name]>;
};

/**
 * Throws an `OptionError` if a function was given more arguments than it takes, which would be passed over. The index and the list
 * that `map` adds are none of them.
 */
export function checkNoMore(owner: string, given: ArrayLike<unknown>, taken: number): void {
  if (given.length <= taken) return;
  const [at, all, ...others] = Array.from(given).slice(taken);
  const isMapped = typeof at === 'number' && Array.isArray(all) && others.length === 0;
  if (!isMapped) throw new OptionError(`${owner} does not take ${inWords(at)}`);
}

/** The mistake of a caller, in one sentence. Any other `TypeError` is a bug. */
export class OptionError extends TypeError {}

/**
 * Throws an `OptionError` if an option is unknown, has a value that is not allowed, or is missing. A function such as `text()` has
 * options, `the endpoint getLamp` has properties.
 */
export function checkOptions<Options extends object>(
  name: string,
  given: unknown,
  rules: Rules<Options>,
): void {
  const has = name.startsWith('the ') ? 'property' : 'option';
  if (!isOptions(given)) {
    const what = has === 'option' ? 'takes an object of options' : 'must be an object';
    throw new OptionError(`${sentenceStart(name)} ${what}, not ${inWords(given)}`);
  }
  const mistake = mistakeIn({ name, has, prefix: '' }, given, rules);
  if (mistake !== undefined) throw new OptionError(mistake);
}

interface Place {
  readonly name: string;
  readonly has: string;
  /** The option that has these properties, with a dot: `limits.`. */
  readonly prefix: string;
}

type Given = Readonly<Record<string, unknown>>;
type AnyRules = Readonly<Record<string, Rule>>;

function mistakeIn(place: Place, given: Given, rules: AnyRules): string | undefined {
  const names = Object.keys(rules);
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(rules, name));
  if (unknown !== undefined) return unknownName(place, unknown, names);
  for (const name of names) {
    const mistake = mistakeInValue(place, name, given[name], rules[name] as Rule);
    if (mistake !== undefined) return mistake;
  }
  return undefined;
}

function mistakeInValue(place: Place, option: string, value: unknown, rule: Rule): string | undefined {
  if (value === undefined) return rule.isNeeded ? missing(place, option, rule) : undefined;
  if (!rule.allows(value)) return notAllowed(place, option, value, rule);
  if (rule.items && Array.isArray(value)) return mistakeInItems(place, option, value, rule.items);
  if (!rule.inside || !isOptions(value)) return undefined;
  return mistakeIn({ ...place, prefix: `${place.prefix}${option}.` }, value, rule.inside);
}

function missing({ name, has, prefix }: Place, option: string, { allowed }: Rule): string {
  return `${sentenceStart(name)} needs the ${has} ${prefix}${option}: ${allowed}`;
}

function notAllowed({ name, has, prefix }: Place, option: string, value: unknown, rule: Rule): string {
  const meant = typeof value === 'string' ? meantName(value, rule.choices ?? []) : undefined;
  const hint = meant === undefined ? '' : `; did you mean '${meant}'?`;
  return `The ${has} ${prefix}${option} of ${name} must be ${rule.allowed}, not ${inWords(value)}${hint}`;
}

function mistakeInItems(
  place: Place,
  option: string,
  items: readonly unknown[],
  rule: Rule,
): string | undefined {
  for (const [at, item] of items.entries()) {
    const mistake = mistakeInValue(place, `${option}[${at}]`, item, rule);
    if (mistake !== undefined) return mistake;
  }
  return undefined;
}

function unknownName({ name, has, prefix }: Place, given: string, names: readonly string[]): string {
  const meant = meantName(given, names);
  const all = names.map((each) => prefix + each);
  const hint = meant === undefined ? listInWords(has, all) : `did you mean ${prefix}${meant}?`;
  return `${sentenceStart(name)} has no ${has} ${prefix}${given}; ${hint}`;
}

function listInWords(has: string, names: readonly string[]): string {
  return `its ${has === 'property' ? 'properties' : `${has}s`} are ${names.join(', ')}`;
}

/** Recognizes a plain object. A field is none, nor is an array, a pattern or a function. */
function isOptions(value: unknown): value is Given {
  return Object.prototype.toString.call(value) === '[object Object]' && !('~standard' in Object(value));
}

/** Describes a value of somebody's program in a few words. */
export function inWords(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'string') return beginningOf(JSON.stringify(value), LONGEST_SHOWN);
  if (typeof value !== 'object' || value === null) return String(value);
  if ('~standard' in value) return 'a field';
  const text = isOptions(value) || Array.isArray(value) ? jsonOf(value) : String(value);
  return beginningOf(text, LONGEST_SHOWN);
}

/** Writes JSON. An object that contains itself or a bigint has none. */
function jsonOf(value: object): string {
  try {
    return JSON.stringify(value);
  } catch {
    return Array.isArray(value) ? 'a list' : 'an object';
  }
}

/** The most characters of a value that are shown. */
const LONGEST_SHOWN = 80;

/** A rule made of a test. */
export function rule<Value>(allowed: string, allows: (value: unknown) => value is Value): Rule<Value> {
  return { allowed, allows };
}

/** A rule for an option that may not be left out. */
export function needed<Value>(inner: Rule<Value>): NeededRule<Value> {
  return { ...inner, isNeeded: true };
}

/** One of these strings. */
export function choice<const Choices extends readonly string[]>(...choices: Choices): Rule<Choices[number]> {
  const allowed = choices.map((each) => `'${each}'`).join(' or ');
  const allows = (value: unknown): value is Choices[number] => choices.some((each) => each === value);
  return { allowed, choices, allows };
}

/** An object of options that have rules of their own. */
export function options<Options extends object>(inside: Rules<Options>): Rule<Options> {
  return { ...(anObject as Rule<Options>), inside };
}

/** A list of values that a rule allows. */
export function listOf<Item>(item: Rule<Item>): Rule<readonly Item[]> {
  return {
    allowed: `a list, each item ${item.allowed}`,
    items: item,
    allows: (value): value is readonly Item[] =>
      Array.isArray(value) && value.every((each) => item.allows(each)),
  };
}

/** The same rule for every name in an object, such as that of the defaults. */
export function rulesFor<Names extends object, Value>(
  names: Names,
  each: Rule<Value>,
): { readonly [Name in keyof Names]: Rule<Value> } {
  const all = Object.keys(names).map((name) => [name, each]);
  return Object.fromEntries(all) as { [Name in keyof Names]: Rule<Value> };
}

/** A value that one of two rules allows, of which the second may have rules for what is inside. */
export function either<One, Other>(one: Rule<One>, other: Rule<Other>): Rule<One | Other> {
  return {
    allowed: `${one.allowed}, or ${other.allowed}`,
    choices: [...(one.choices ?? []), ...(other.choices ?? [])],
    ...(other.inside && { inside: other.inside }),
    ...(other.items && { items: other.items }),
    allows: (value): value is One | Other => one.allows(value) || other.allows(value),
  };
}

export const anObject: Rule<object> = rule('an object', isOptions);
export const aString: Rule<string> = rule('a string', (value) => typeof value === 'string');
export const aFlag: Rule<boolean> = rule('true or false', (value) => typeof value === 'boolean');
/** A function with any arguments, which only its type can tell. */
export const aFunction: Rule<never> = rule(
  'a function',
  (value): value is never => typeof value === 'function',
);
export const aNumber: Rule<number> = rule(
  'a number',
  (value): value is number => typeof value === 'number' && !Number.isNaN(value),
);
export const aCount: Rule<number> = rule(
  'a whole number of at least 0',
  (value): value is number => Number.isInteger(value) && Number(value) >= 0,
);
export const aPositive: Rule<number> = rule(
  'a whole number of at least 1',
  (value): value is number => Number.isInteger(value) && Number(value) >= 1,
);
/** A value that is checked elsewhere. */
export const anything: Rule<never> = rule('anything', (_): _ is never => true);
