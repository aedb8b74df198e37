import { type Issue, Issues } from '../errors/issue.ts';
import { type AnyField, checkFields, type Field, field, type ValueOf } from './field.ts';
import { type Choice, Fit, forReply } from './fit.ts';
import { unionSamples } from './samples/union.ts';

/**
 * A value of one of several kinds: the one that fits best, as pydantic chooses it. For objects, that is the kind which knows most
 * of the properties; for other values, the one which converts least. The first of several equals wins.
 */
export function union<const Members extends readonly [AnyField, ...AnyField[]]>(
  ...members: Members
): Field<ValueOf<Members[number]>> {
  return unionOf(members);
}

/** The same, from an array of kinds, which may be longer than an argument list. */
export function unionOf<const Members extends readonly [AnyField, ...AnyField[]]>(
  members: Members,
): Field<ValueOf<Members[number]>> {
  checkFields('union', members);
  if (members.length === 0) throw new TypeError('union takes at least one field');
  const kinds = members.map((member) => ({ member, required: requiredNames(member) }));
  const areObjects = members.every(({ shape }) => shape !== undefined);
  const find = (raw: unknown, outer?: Fit) => choose(kinds, areObjects, raw, outer);
  const one: Field<ValueOf<Members[number]>> = field({
    parse(raw, outer) {
      const { result, fit } = outer && isObject(raw) ? outer.once(one, raw, find) : find(raw, outer);
      if (fit && outer) {
        outer.lower(fit.exactness);
        if (fit.properties !== undefined) outer.count(fit.properties, fit.isWhole);
      }
      return result as ValueOf<Members[number]> | Issues;
    },
    write: (value) => (find(value, forReply).member ?? members[0]).write(value),
    describe: (side, definitions) => ({ anyOf: members.map((member) => member.describe(side, definitions)) }),
    samples: (like, open) => unionSamples(members, like, open),
    typeName: () => shortened(`union[${members.map((member) => member.typeName()).join(',')}]`),
  });
  return one;
}

/** The most characters of a type name. The names of nested unions can double at each level. */
const MAX_CHARACTERS = 50_000;

function shortened(name: string): string {
  return name.length > MAX_CHARACTERS ? `${name.slice(0, MAX_CHARACTERS)}...` : name;
}

type Values = Readonly<Record<string, unknown>>;

interface Kind {
  readonly member: AnyField;
  /** The names of the required properties. */
  readonly required: readonly string[];
}

function requiredNames(member: AnyField): readonly string[] {
  const properties = Object.entries(member.shape ?? {});
  return properties.filter(([, { absent }]) => !absent).map(([name]) => name);
}

/**
 * Reads a value as each kind that it can be. A kind that lacks required properties is only asked for its issues, if no other
 * fits.
 */
function choose(kinds: readonly Kind[], areObjects: boolean, raw: unknown, outer?: Fit): Choice {
  let best: Choice | undefined;
  let refusals: Map<Kind, Issues> | undefined;
  for (const kind of kinds) {
    const { member, required } = kind;
    if (isObject(raw) && lacksAny(required, raw)) continue;
    const fit = new Fit(outer);
    const result = member.parse(raw, fit);
    if (result !== raw && result instanceof Issues) {
      refusals ??= new Map();
      refusals.set(kind, result);
    } else if (fit.isPerfect || (areObjects && fit.isPerfectObject)) return { member, result, fit };
    else if (!best?.fit || fit.isBetterThan(best.fit)) best = { member, result, fit };
  }
  return best ?? { result: issuesOf(kinds, refusals, raw, outer) };
}

function lacksAny(names: readonly string[], raw: object): boolean {
  for (const name of names) if ((raw as Values)[name] === undefined) return true;
  return false;
}

/** The most issues of one value. Nested unions double them at each level, and nobody reads that many. */
const MAX_ISSUES = 100;

/** Returns the issues of a value that fits no kind. */
function issuesOf(
  kinds: readonly Kind[],
  refusals: ReadonlyMap<Kind, Issues> | undefined,
  raw: unknown,
  outer: Fit | undefined,
): Issues | undefined {
  const issues: Issue[] = [];
  for (const kind of kinds) {
    const { member } = kind;
    const refusal = refusals?.get(kind) ?? member.parse(raw, new Fit(outer));
    const name = member.typeName();
    /* v8 ignore next -- @preserve: a kind refuses an object without a required property */
    const all = refusal instanceof Issues ? refusal.all : [];
    for (const issue of all) if (issues.length < MAX_ISSUES) issues.push(issue.ofKind(name));
  }
  return Issues.of(issues);
}

function isObject(raw: unknown): raw is object {
  return typeof raw === 'object' && raw !== null;
}
