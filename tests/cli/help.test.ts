import { describe, expect, it } from 'vitest';
import { commands, help } from '../../src/cli/help.ts';
import { describeSettings } from '../../src/cli/settings.ts';
import { runService } from '../_service.ts';

/** What `--help` prints: the options that are used most on one screen, or all of them. */

const all = Object.entries(commands).map(([of, command]) => ({
  of: of as keyof typeof commands,
  ...command,
}));

describe.each(all)('the help of $of', ({ of, usage, common, examples, table }) => {
  it('fits a screen, with three examples', () => {
    const lines = help(of).split('\n');
    expect(lines.length).toBeLessThanOrEqual(48);
    expect(lines.filter((line) => line.length > 80 || line !== line.trimEnd())).toEqual([]);
    expect(help(of)).toContain(usage);
    expect(examples).toHaveLength(3);
    expect(help(of)).toContain(examples.join('\n  '));
  });

  it('shows the options that are used most, in that order', () => {
    const flags = describeSettings(table).map(({ flag }) => flag);
    const named = common.map((name) => flags[Object.keys(table).indexOf(name)]);
    expect(
      help(of)
        .match(/^ {2}--[\w-]+/gm)
        ?.map((flag) => flag.trim()),
    ).toEqual(named);
  });

  it('shows every option with --all', () => {
    const described = describeSettings(table);
    for (const { flag, variable } of described)
      expect(help(of, true)).toMatch(
        new RegExp(of === 'serve' ? `^ {2}${flag}.*, ${variable}\\b` : `^ {2}${flag}\\b`, 'm'),
      );
    if (common.length < described.length) expect(help(of)).toContain(`assay help ${of} --all shows all`);
    else expect(help(of)).not.toContain('--all');
  });

  it.each([
    ['help', of],
    [of, '--help'],
  ])('is printed by assay %s %s', async (...args) => {
    expect(await runService({}, args)).toEqual({ code: 0, stdout: help(of), stderr: '' });
  });
});

it('the help warns that a service may store what it should refuse', () => {
  expect(help('check').replaceAll('\n', ' ')).toContain(
    'A service that accepts an invalid request may store it',
  );
});
