import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandReference, commands, limitTable } from '../../src/cli/help.ts';
import { describeSettings } from '../../src/cli/settings.ts';
import { meanings } from '../../src/http/phrases.ts';
import { endpointTable } from '../../src/page/endpoint-table.ts';
import { all } from '../../src/practice/app.ts';
import { pages, textOf } from '../_markdown.ts';
import { differencesTable } from '../everywhere/_differences.ts';

/** Links, lists and tables of the pages under docs/. */

/** The anchor of a Markdown heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');

const anchorsOf = (page: string) =>
  [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

describe('a page', () => {
  it.each(pages)('has valid links: %s', (page) => {
    const links = [...textOf(page).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)];
    for (const [link, path = '', anchor] of links) {
      const target = path === '' ? page : join(dirname(page), path);
      expect(existsSync(target), link).toBe(true);
      if (anchor) expect(anchorsOf(target), link).toContain(anchor);
    }
  });
});

describe('an option that a page names', () => {
  const flags = Object.values(commands).flatMap(({ table }) =>
    describeSettings(table).map(({ flag }) => flag),
  );
  const known = new Set([...flags, '--help', '--version', '--all']);

  it.each(pages.filter((page) => !page.startsWith('docs/project/')))('exists: %s', (page) => {
    const lines = textOf(page).match(/^(?:\$ )?(?:npx )?assay .*|`(?:npx )?assay [^`]*`|`--[^`]*`/gm) ?? [];
    const named = lines.flatMap((line) => line.match(/(?<=[\s`])--[a-z][a-z-]*/g) ?? []);
    expect(named.filter((flag) => !known.has(flag))).toEqual([]);
  });
});

describe('docs/README.md', () => {
  it('leads to every page', () => {
    const links = [...textOf('docs/README.md').matchAll(/\]\(([^)]+)\)/g)].map(([, to = '']) =>
      join('docs', to),
    );
    const others = pages.filter((page) => page !== 'README.md' && page !== 'docs/README.md');
    expect(others.filter((page) => !links.includes(page))).toEqual([]);
  });
});

describe('a tutorial, a guide and a reference', () => {
  it.each(pages.filter((page) => /^docs\/(?:start|guides|reference)\//.test(page)))(
    'ends with a link to the next page: %s',
    (page) => {
      expect(textOf(page).trimEnd().split('\n').at(-1)).toMatch(/^\*\*Next:\*\* .*\]\(/);
    },
  );
});

describe('docs/reference/cli.md', () => {
  it('is made from the help of the commands', () => {
    expect(textOf('docs/reference/cli.md')).toContain(
      `<!-- commands -->\n${commandReference()}\n<!-- /commands -->`,
    );
  });
});

describe('docs/reference/endpoints.md', () => {
  it('lists the limits of an app', () => {
    expect(textOf('docs/reference/endpoints.md')).toContain(
      `<!-- limits -->\n${limitTable()}\n<!-- /limits -->`,
    );
  });
});

describe('docs/reference/practice.md', () => {
  it('lists the endpoints of the contract', () => {
    expect(textOf('docs/reference/practice.md')).toContain(
      `<!-- endpoints -->\n${endpointTable(all)}\n<!-- /endpoints -->`,
    );
  });
});

describe('docs/reference/runtimes.md', () => {
  it('shows the tested differences of runtimes', () => {
    expect(textOf('docs/reference/runtimes.md')).toContain(
      `<!-- runtimes -->\n${differencesTable()}\n<!-- /runtimes -->`,
    );
  });
});

describe('docs/reference/errors.md', () => {
  it('lists every status of a refusal', () => {
    const rows = [...textOf('docs/reference/errors.md').matchAll(/^\| ([\d, ]+) \|/gm)];
    const listed = rows.flatMap(([, cell = '']) => cell.split(', '));
    const refused = Object.keys(meanings).filter((status) => Number(status) >= 400);
    expect(new Set(listed)).toEqual(new Set(refused));
  });
});
