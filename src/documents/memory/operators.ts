import { isRecord } from '../../fields/values.ts';
import { plain } from '../ids.ts';

/** What the value of a property is compared with, and how: the operators that requests name. */

/** Tells whether a value of an item holds. */
type Test = (own: unknown) => boolean;

export interface Operator {
  /** True if it looks into texts, which takes longer. */
  readonly isOfText: boolean;
  readonly make: (wanted: readonly string[]) => Test;
}

const ordered = (holds: (order: number) => boolean): Operator => ({
  isOfText: false,
  make: ([wanted = '']) => {
    return (own) => own !== undefined && own !== null && holds(compared(textOf(own), wanted));
  },
});

const atLeast = ordered((order) => order >= 0);
const atMost = ordered((order) => order <= 0);

/** Has one of the values, in a list or in an object, too. */
const among: Operator = {
  isOfText: false,
  make: (wanted) => {
    const all = new Set(wanted.length === 1 ? [...wanted, ...wanted.flatMap(partsIn)] : wanted);
    return (own) => textsIn(own).some((each) => all.has(each));
  },
};

const between: Operator = {
  isOfText: false,
  make: (wanted) => {
    const [least = '', most = ''] = wanted.slice(0, 2).flatMap(partsIn);
    const [isAbove, isBelow] = [atLeast.make([least]), atMost.make([most])];
    return (own) => isAbove(own) && isBelow(own);
  },
};

const isNull: Operator = {
  isOfText: false,
  make: ([wanted = '']) => {
    const isWanted = !/^(?:false|0)$/i.test(wanted);
    return (own) => (own === undefined || own === null) === isWanted;
  },
};

/** Compares texts in lower case. `%` and `*` at an end stand for anything, and without one the text may be anywhere. */
const like = (open: string, end: string): Operator => ({
  isOfText: true,
  make: ([wanted = '']) => {
    const pattern = /[%*]/.test(wanted) ? wanted : `${open}${wanted}${end}`;
    const text = pattern.replace(/^[%*]+|[%*]+$/g, '').toLowerCase();
    const [isOpen, isEndless] = [/^[%*]/.test(pattern), /[%*]$/.test(pattern)];
    return (own) =>
      textsIn(own).some((each) => {
        const part = each.slice(0, MAX_TEXT).toLowerCase();
        if (isOpen && isEndless) return part.includes(text);
        return isOpen ? part.endsWith(text) : part.startsWith(text) && (isEndless || part === text);
      });
  },
});

/** The most characters of a text that are looked at. */
const MAX_TEXT = 1000;

const not = ({ isOfText, make }: Operator): Operator => ({
  isOfText,
  make: (wanted) => {
    const holds = make(wanted);
    return (own) => !holds(own);
  },
});

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

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return [value]
    .flat(Number.POSITIVE_INFINITY)
    .flatMap((each) => (isRecord(each) ? Object.values(each) : [each]))
    .map(textOf);
}

/** Writes a value as text, to compare it. Objects are nothing that a query asks for, and their own `toString` may be a number. */
export function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? '' : String(value ?? null);
}
