import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** A doc comment opens with a verb or a noun, as those of the standard library do. */

const OPENING = /\/\*\*\s*(?:\* )?(?:Whether|What|Where|How|Why|Gives|Which|When|Who|Whoever) .*/g;

/** Folders of what is installed or built. */
const MADE = /(?:^|\/)(?:node_modules|everywhere\/build|generators\/generated|mutation\/\.stryker)\//;

const folders = ['src', 'tests', 'tools', 'scripts', 'examples'];

const files = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.[jt]s$/.test(name) && !MADE.test(name))
    .map((name) => join(folder, name)),
);

describe('doc comments', () => {
  it('are looked for in many files', () => {
    expect(files.length).toBeGreaterThan(500);
  });

  it('open with a verb or a noun', () => {
    const others = files.flatMap(
      (file) =>
        readFileSync(file, 'utf8')
          .match(OPENING)
          ?.map((line) => `${file}: ${line}`) ?? [],
    );
    expect(others).toEqual([]);
  });
});
