import { plain } from '../ids.ts';

/** What the value of a property is compared with, and how: the operators that requests name. */

/** Tells whether a value of an item is what is wanted. */
type Test = (own: unknown) => boolean;

/** Makes the test of an operator for the values after it. */
export type Operator = (wanted: readonly string[], budget: Budget) => Test;

/** How many characters may still be compared. Then nothing more is found. */
export interface Budget {
  left: number;
}

const ordered = (holds: (order: number) => boolean): Operator => {
  return ([wanted = '']) =>
    (own) =>
      own !== undefined && own !== null && holds(compared(textOf(own), wanted));
};

const atLeast = ordered((order) => order >= 0);
const atMost = ordered((order) => order <= 0);

/** Has one of the values, in a list or in an object, too. */
const among: Operator = (wanted, budget) => {
  const all = new Set(wanted.length === 1 ? [...wanted, ...wanted.flatMap(partsIn)] : wanted);
  return (own) => hasText(own, (text) => all.has(text), budget);
};

const between: Operator = (wanted, budget) => {
  const [least = '', most = ''] = wanted.slice(0, 2).flatMap(partsIn);
  const [isAbove, isBelow] = [atLeast([least], budget), atMost([most], budget)];
  return (own) => isAbove(own) && isBelow(own);
};

const isNull: Operator = ([wanted = '']) => {
  const isWanted = !/^(?:false|0)$/i.test(wanted);
  return (own) => (own === undefined || own === null) === isWanted;
};

/** Compares texts in lower case. `%` and `*` at an end stand for anything, and without one the text may be anywhere. */
const like =
  (open: string, end: string): Operator =>
  ([wanted = ''], budget) => {
    const pattern = /[%*]/.test(wanted) ? wanted.slice(0, MAX_WANTED) : `${open}${wanted}${end}`;
    const text = pattern.replace(/^[%*]+|[%*]+$/g, '').toLowerCase();
    const [isOpen, isEndless] = [/^[%*]/.test(pattern), /[%*]$/.test(pattern)];
    const isIn = finder(text, budget);
    const fits = (own: string) => {
      if (isOpen === isEndless) return isIn(own);
      const part = isOpen ? own.slice(Math.max(0, own.length - text.length)) : own.slice(0, text.length);
      return part.toLowerCase() === text;
    };
    return (own) => hasText(own, fits, budget);
  };

/** Makes a function that finds a text in others, whatever their case. */
export function finder(text: string, budget: Budget): (own: string) => boolean {
  const wanted = text.slice(0, MAX_WANTED).toLowerCase();
  return (own) => {
    budget.left -= own.length;
    return budget.left >= 0 && own.toLowerCase().includes(wanted);
  };
}

/** The most characters of a text that is looked for. */
const MAX_WANTED = 100;

const not =
  (operator: Operator): Operator =>
  (wanted, budget) => {
    const holds = operator(wanted, budget);
    return (own) => !holds(own);
  };

const table: readonly (readonly [names: string, operator: Operator])[] = [
  ['eq equals is exact iexact in oneof', among],
  ['ne neq not noteq nin notin', not(among)],
  ['gte ge min from since after', atLeast],
  ['lte le max to until before', atMost],
  ['gt', ordered((order) => order > 0)],
  ['lt', ordered((order) => order < 0)],
  ['between', between],
  ['isnull null', isNull],
  ['notnull nnull isnotnull exists', not(isNull)],
  ['contains containss containsi icontains cont contl co like ilike includes', like('%', '%')],
  ['ncontains notcontains notcontainsi excl excll notlike', not(like('%', '%'))],
  ['startswith istartswith starts startsl sw', like('', '%')],
  ['endswith iendswith ends endsl ew', like('%', '')],
];

const operators: ReadonlyMap<string, Operator> = new Map(
  table.flatMap(([names, operator]) => names.split(' ').map((name) => [name, operator] as const)),
);

export function operatorNamed(word: string): Operator | undefined {
  return operators.get(plain(word));
}

/** Finds the property and the operator in a name such as `minPrice`, `price_gte`, `created_after` or `title__icontains`. */
export function operatorIn(
  name: string,
  find: (name: string) => string | undefined,
): { readonly property: string; readonly operator: Operator } | undefined {
  const [, bound = '', bounded = ''] = /^(min|max)(.+)$/.exec(plain(name)) ?? [];
  const word = plain(name);
  for (const [end, operator] of [[bound, operators.get(bound)] as const, ...operators]) {
    const own = end === bound ? bounded : word.endsWith(end) ? word.slice(0, -end.length) : '';
    const property = own === '' ? undefined : (find(own) ?? find(`${own}at`));
    if (operator && property !== undefined) return { property, operator };
  }
  return undefined;
}

/** Compares two texts, as numbers if they are. */
function compared(one: string, other: string): number {
  const [first, second] = [Number(one), Number(other)];
  if (!Number.isNaN(first) && !Number.isNaN(second)) return first - second;
  return one < other ? -1 : Number(one > other);
}

/** The values of a list in one text: `a,b` or `(a,b)`. */
function partsIn(text: string): readonly string[] {
  return text
    .replace(/^\((.*)\)$/s, '$1')
    .split(',')
    .map((each) => each.replace(/^"(.*)"$/s, '$1'));
}

/** Tells whether a value is such a text, or has one: in a list, or in an object. */
function hasText(value: unknown, test: (text: string) => boolean, budget: Budget): boolean {
  if (typeof value !== 'object' || value === null) return test(textOf(value));
  const all = Object.values(value);
  budget.left -= all.length * (Array.isArray(value) ? PART : PROPERTY);
  if (budget.left < 0) return false;
  return all.some((each) => (Array.isArray(value) ? hasText(each, test, budget) : test(textOf(each))));
}

/** What an item of a list and a property of an object count as, in characters. */
const PART = 5;
export const PROPERTY = 40;

/** Writes a value as text, to compare it. Objects are nothing that a query asks for, and their own `toString` may be a number. */
export function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? '' : String(value ?? null);
}
