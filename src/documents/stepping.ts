import { Issues, isListing, pauseListing, resumeListing } from '../errors/issue.ts';
import type { AnyField } from '../fields/field.ts';
import { lacksAny, requiredNames } from '../fields/union.ts';
import { maySpend, spending, stepsLeft } from '../fields/work.ts';
import { isLong } from '../text/json/reader.ts';
import { remembering } from '../text/memo.ts';
import { type Steps, stepsBy } from '../text/turns.ts';
import { FEW_ASKED } from './asked.ts';
import { unreportedSteps } from './checks.ts';
import type { Guard } from './guard.ts';
import type { Located } from './located.ts';
import type { References } from './references.ts';
import { type FieldOf, onlyTaking, typeNamed } from './schema.ts';

/** A kind of a union, and what is wrong for it with the long values that it was tried for, if it was. */
interface Kind {
  readonly field: AnyField;
  wrong?: WeakMap<object, Issues>;
}

interface SteppingOptions {
  readonly fieldOf: FieldOf;
  readonly references: References;
  readonly guard: Guard;
}

/** Makes the field of a union from its schemas. Before it reads a long value at once, each kind reads it in steps. */
export function steppingUnion(
  members: readonly Located[],
  { fieldOf, references, guard }: SteppingOptions,
  make: (kindOf: FieldOf) => AnyField,
): AnyField {
  const kinds = new Map<unknown, Kind>();
  /** The value that the union reads at once. */
  let current: unknown;
  const union = make((member) => {
    const field = fieldOf(member);
    const kind: Kind = { field };
    kinds.set(member.value, kind);
    // Hundreds of unions may have hundreds of kinds each: what differs takes little memory.
    return {
      ...field,
      parse(raw, fit) {
        const known = kind.wrong && isLong(raw) ? kind.wrong.get(raw) : undefined;
        const isWhole = known && (raw === current || known.parts.length > 0 || !isListing());
        return isWhole ? known : field.parse(raw, fit);
      },
    };
  });
  const onlyFor = remembering((type) => {
    const only = onlyTaking(members, type, references);
    return { kind: only && kinds.get(only.member.value) };
  }, FEW_ASKED);
  const open = new WeakSet();

  function* readLong(raw: object): Steps<unknown> {
    const { kind: only } = onlyFor(typeNamed(raw));
    const all = only ? [only] : [...kinds.values()];
    const complete = all.filter(({ field }) => !lacksAny(requiredNames(field), raw));
    // Those which lack something are only tried if there is no other.
    const read = (yield* tryKinds(complete, raw)) ?? (yield* tryKinds(all, raw));
    if (read && only) return read.value;
    if (!read && isListing()) yield* listWrong(all, raw);
    return readAtOnce(raw);
  }

  /** Lists what is wrong with a value for each kind. Those that are only looked at afterwards have issues of their own left to list. */
  function* listWrong(all: readonly Kind[], raw: object): Steps<void> {
    for (const kind of all)
      if (kind.field.parseInSteps)
        remember(kind, raw, (yield* listingAgain(kinds.size, kind.field.parseInSteps(raw))) as Issues);
  }

  function readAtOnce(raw: object): unknown {
    const around = current;
    current = raw;
    const steps = Math.min(stepsLeft(), MAX_AT_ONCE);
    const budget = { left: steps };
    const result = spending(budget, () => union.parse(raw));
    maySpend(steps - budget.left);
    current = around;
    return result;
  }

  return {
    ...union,
    *parseInSteps(raw) {
      // A kind may lead back to the union.
      if (!isLong(raw) || open.has(raw)) return union.parse(raw);
      open.add(raw);
      const result = yield* guard.remembering(readLong(raw));
      open.delete(raw);
      return result;
    },
  };
}

/** The most steps that a union takes at once, after its kinds were tried in steps. */
const MAX_AT_ONCE = 500_000;

/** Tries several kinds, and returns what the first one makes of a value that it takes. */
function* tryKinds(some: readonly Kind[], raw: object): Steps<{ readonly value: unknown } | undefined> {
  let read: { readonly value: unknown } | undefined;
  for (const kind of some) {
    if (!kind.field.parseInSteps || kind.wrong?.has(raw)) continue;
    const value = yield* unreportedSteps(kind.field.parseInSteps(raw));
    if (value instanceof Issues) remember(kind, raw, value);
    else read ??= { value };
  }
  return read;
}

function remember(kind: Kind, raw: object, issues: Issues): void {
  kind.wrong ??= new WeakMap();
  kind.wrong.set(raw, issues);
}

/** Takes steps again to list issues, except so many that are left for others. They count only once. */
function listingAgain<Result>(left: number, steps: Steps<Result>): Steps<Result> {
  const budget = { left: stepsLeft() };
  return stepsBy((next) => {
    resumeListing(pauseListing() - left);
    try {
      return spending(budget, next);
    } finally {
      resumeListing(pauseListing() + left);
    }
  }, steps);
}
