import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageOf } from '../_page.ts';
import { practiceCore } from '../_practice.ts';
import { runTool } from './_tools.ts';

/** Linters on the document of the practice service, in both versions. Their configurations switch some rules off. */

const place = mkdtempSync(join(tmpdir(), 'assay-linters-'));
afterAll(() => rmSync(place, { recursive: true }));

describe.each(['openapi.json', 'openapi-3.0.json'])('%s', (name) => {
  const good = join(place, name);
  const bad = join(place, `bad-${name}`);

  beforeAll(async () => {
    const text = (await pageOf(practiceCore(), `/${name}`)).body;
    writeFileSync(good, text);
    writeFileSync(bad, text.replace('"operationId":"search"', '"operationId":"getItem"'));
  });

  it.each([
    ['Spectral', 'spectral', ['lint', '--ruleset', '.spectral.yaml', '--fail-severity', 'hint']],
    ['Redocly', 'redocly', ['lint', '--config', 'redocly.yaml', '--max-problems', '50']],
  ] as const)('%s finds no problem, but would find one', async (_, tool, args) => {
    const { code, output } = await runTool(tool, [...args, good]);
    expect(code, output).toBe(0);
    expect(output).not.toMatch(/warning/i);
    expect((await runTool(tool, [...args, bad])).code).toBe(1);
  });
});
