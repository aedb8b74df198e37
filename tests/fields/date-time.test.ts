import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Issue, Issues, reason } from '../../src/errors/issue.ts';
import type { IssueType } from '../../src/errors/table.ts';
import { type TimeFault, timeFaults } from '../../src/errors/words.ts';
import { duration } from '../../src/fields/duration.ts';
import type { Field } from '../../src/fields/field.ts';
import type { TimeOptions } from '../../src/fields/time.ts';
import { date, dateTime, time } from '../../src/fields/time.ts';
import { readJson } from '../../src/text/json/reader.ts';
import { dateRows } from '../tables/date.ts';
import { dateTimeRows } from '../tables/date-time.ts';
import { durationRows } from '../tables/duration.ts';
import type { Row } from '../tables/row.ts';
import { timeRows } from '../tables/time.ts';
import { itDescribes, itReads } from './_rows.ts';

/** Dates, times, both together, and durations. */

interface Kind {
  readonly name: string;
  /** Its name in tests/tables/pydantic. */
  readonly kind: string;
  readonly make: (options?: TimeOptions) => Field<string>;
  readonly rows: readonly Row<string>[];
  readonly type: IssueType;
}

const kinds: readonly Kind[] = [
  { name: 'date', kind: 'date', make: date, rows: dateRows, type: 'date_type' },
  { name: 'time', kind: 'time', make: time, rows: timeRows, type: 'time_type' },
  { name: 'date-time', kind: 'date and time', make: dateTime, rows: dateTimeRows, type: 'datetime_type' },
  { name: 'duration', kind: 'duration', make: duration, rows: durationRows, type: 'time_delta_type' },
];

const recorded: Readonly<Record<string, Readonly<Record<string, unknown>>>> = JSON.parse(
  readFileSync(new URL('../tables/pydantic/recorded.json', import.meta.url), 'utf8'),
);

/** The JSON texts with a recorded verdict of pydantic. */
function textsOf({ kind }: Kind): string[] {
  return Object.keys(recorded[kind] ?? {});
}

function issueOf(outcome: unknown): Issue | undefined {
  return outcome instanceof Issues ? outcome.all[0] : undefined;
}

/** Texts of characters that matter to some rule, and recorded texts with small changes. */
function texts(kind: Kind): fc.Arbitrary<string> {
  const unit = fc.constantFrom(...'0123456789-:.,+TtZ _PYMWDHSdays\u2212\u00e9\u{1f48c}\ud800\0');
  const given = textsOf(kind)
    .map((json) => JSON.parse(json))
    .filter((value) => typeof value === 'string');
  const changed = fc
    .tuple(fc.constantFrom(...given), fc.nat(), fc.nat(2), fc.string({ unit, maxLength: 3 }))
    .map(([text, at, cut, put]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + put + text.slice(place + cut);
    });
  return fc.oneof(changed, fc.string({ unit }));
}

describe.each(kinds)('a $name', (kind) => {
  const field = kind.make();
  itReads(() => field, kind.rows);
  itDescribes(field, kind.rows, { schemaRefuses: [kind.type] });

  it('has a normal form that reads as itself', () => {
    const value = fc.oneof(texts(kind), fc.double(), fc.anything());
    fc.assert(
      fc.property(value, fc.constantFrom('strict', 'fastapi'), (raw, values) => {
        const either = kind.make({ values });
        const outcome = either.parse(raw);
        if (typeof outcome === 'string') expect(kind.make().parse(outcome)).toBe(outcome);
        else expect(outcome).toBeInstanceOf(Issues);
      }),
      { numRuns: 2000 },
    );
  });

  it('is written as a JSON string', () => {
    fc.assert(
      fc.property(texts(kind), (text) => {
        const outcome = field.parse(text);
        if (typeof outcome === 'string') expect(field.write(outcome)).toBe(JSON.stringify(outcome));
      }),
    );
  });

  it('is described by a format', () => {
    const format = { type: 'string', format: kind.name };
    const either = { anyOf: [format, { type: 'number' }] };
    expect(field.describe('output')).toEqual(format);
    expect(field.describe('input')).toEqual(kind.name === 'duration' ? either : format);
    expect(kind.make({ values: 'fastapi' }).describe('input')).toEqual(either);
    expect(kind.make({ values: 'fastapi' }).describe('output')).toEqual(format);
  });
});

it.each([
  [time({ values: 'fastapi' }), Number.NaN, 'not_a_number'],
  [dateTime({ values: 'fastapi' }), Number.NaN, 'not_a_number'],
  [duration(), 'P4294967295DT86400S', 'duration_number_large'],
])('names the fault: %#', (field, raw, fault) => {
  expect(field.parse(raw)).toMatchObject({ all: [{ context: { fault } }] });
});

describe.each([
  { name: 'time', make: time, naive: '10:20:00' },
  { name: 'date-time', make: dateTime, naive: '2026-11-22T10:20:00' },
])('the offset of a $name', ({ make, naive }) => {
  it.each(['Z', '+01:00'])('may be required: %s', (offset) => {
    const aware = make({ timezone: 'aware' });
    expect(aware.parse(naive + offset)).toBe(naive + offset);
    expect(aware.parse(naive)).toMatchObject({ all: [{ type: 'timezone_aware', input: naive }] });
  });

  it.each(['Z', '+01:00'])('may be forbidden: %s', (offset) => {
    const plain = make({ timezone: 'naive' });
    expect(plain.parse(naive)).toBe(naive);
    expect(plain.parse(naive + offset)).toMatchObject({ all: [{ type: 'timezone_naive' }] });
  });
});

/** As many digits as are asked for. */
function digits(length: number, max = 10 ** length - 1): fc.Arbitrary<string> {
  return fc.integer({ min: 0, max }).map((number) => String(number).padStart(length, '0'));
}

describe('the usual format', () => {
  const fraction = fc.oneof(
    fc.constant(''),
    digits(6).map((micros) => `.${micros}`),
  );
  const offset = fc.oneof(
    fc.constantFrom('', 'Z'),
    fc
      .tuple(fc.constantFrom('+', '-'), digits(2, 25), digits(2, 61))
      .map(([sign, h, m]) => `${sign}${h}:${m}`),
  );
  const clock = fc
    .tuple(digits(2, 25), digits(2, 61), digits(2, 61), fraction, offset)
    .map(([h, m, s, micros, zone]) => `${h}:${m}:${s}${micros}${zone}`);
  const day = fc.tuple(digits(4), digits(2, 13), digits(2, 32)).map((parts) => parts.join('-'));
  const quantities = (units: string) =>
    fc
      .tuple(
        ...[...units].map((unit) =>
          fc.option(
            fc.nat(400).map((number) => `${number}${unit}`),
            { nil: '' },
          ),
        ),
      )
      .map((parts) => parts.join(''));

  it('of a time is read as any other', () => {
    fc.assert(
      fc.property(clock, (text) => {
        const timezone = /[Z+-]/.test(text) ? 'aware' : 'naive';
        expect(time().parse(text)).toEqual(time({ timezone }).parse(text));
      }),
      { numRuns: 1000 },
    );
  });

  it('of a date and time is read as any other', () => {
    fc.assert(
      fc.property(day, clock, (date, time) => {
        const outcome = dateTime().parse(`${date}T${time}`);
        const other = dateTime().parse(`${date} ${time}`);
        if (typeof outcome === 'string') expect(outcome).toBe(other);
        else expect(issueOf(outcome)?.context).toEqual(issueOf(other)?.context);
      }),
      { numRuns: 1000 },
    );
  });

  it('of a duration is read as any other', () => {
    fc.assert(
      fc.property(
        quantities('YD'),
        quantities('HM'),
        fc.nat(61),
        fraction,
        (days, hours, seconds, micros) => {
          const text = `P${days}T${hours}${seconds}${micros.replace(/0+$/, '')}S`;
          const outcome = duration().parse(text);
          const other = duration().parse(`+${text}`);
          if (typeof outcome === 'string') expect(outcome).toBe(other);
          else expect(issueOf(outcome)?.context).toEqual(issueOf(other)?.context);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('the faults of dates, times and durations', () => {
  const outcomes = kinds.flatMap((kind) => [
    ...textsOf(kind).map((json) => kind.make({ values: 'fastapi' }).parse(readJson(json, 8))),
    ...kind.rows.map(({ input }) => kind.make().parse(input)),
  ]);
  const found = new Set(outcomes.map((outcome) => issueOf(outcome)?.context.fault));

  it.each(Object.keys(timeFaults()) as TimeFault[])('are all met: %s', (fault) => {
    expect(found.has(fault)).toBe(true);
  });

  it.each([
    [dateTime(), '2026-11-22T25:00', 'must be a valid date and time (the hour is not between 0 and 23)'],
    [dateTime(), '2026-02-30T10:20', 'must be a valid date and time (the month has no such day)'],
    [date(), '2026-1-1', 'must be a valid date (it is too short)'],
    [time(), '10:20:30.1234567', 'must be a valid time (it is more precise than a microsecond)'],
    [duration(), 'P1H', 'must be a valid duration (a unit is missing, which is Y, M, W or D)'],
  ])('are told where they are, in our words: %#', (field, text, words) => {
    const issue = issueOf(field.parse(text));
    expect(issue && reason(issue)).toBe(words);
  });
});
