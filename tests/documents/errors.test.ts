import { expect, it } from 'vitest';
import { documentsOfMakers, verdictsOf } from './_errors.ts';

/**
 * The errors that documents of many makers declare: each operation gets one invalid request. The counts are in
 * docs/project/quality.md.
 */

it('replies are valid by what is declared, and name the fields that are wrong', () => {
  const all = documentsOfMakers(6).map((name) => verdictsOf(name));
  const verdicts = all.flat().filter(({ isOwn }) => isOwn);
  const checked = verdicts.filter(({ isChecked }) => isChecked);
  const report = {
    documents: all.filter((each) => each.some(({ isOwn }) => isOwn)).length,
    replies: verdicts.length,
    withSchema: checked.length,
    invalid: verdicts.filter(({ mistake }) => mistake !== undefined).map(inWords),
    namingAWrongField: verdicts.filter(({ wrongFields }) => wrongFields.length > 0).map(inWords),
    namingARightField: checked.filter(({ isNamed }) => isNamed).length,
  };
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  expect(report.documents).toBeGreaterThanOrEqual(40);
  expect(report.invalid.length).toBeLessThanOrEqual(verdicts.length / 200);
  expect(report.namingAWrongField.length).toBeLessThanOrEqual(verdicts.length / 100);
}, 600_000);

function inWords({
  document,
  operation,
  mistake,
  wrongFields,
  body,
}: ReturnType<typeof verdictsOf>[number]): string {
  return `${document} ${operation}: ${mistake ?? wrongFields.join(', ')} in ${body.slice(0, 200)}`;
}
