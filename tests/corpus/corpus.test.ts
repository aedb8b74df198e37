import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { check } from '../../src/cli/check.ts';
import { parseCommand } from '../../src/cli/options.ts';
import { UsageError } from '../../src/cli/settings.ts';
import { fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { faults } from './faults.js';
import { type Services, start } from './measure.js';

/** The same service in several frameworks: the exit code tells a correct one from one with a single fault. */

const DOCUMENT = join(import.meta.dirname, 'document.json');
const app = fromDocument(JSON.parse(readFileSync(DOCUMENT, 'utf8')))[hosting];

describe.each(['express', 'fastify'])('%s', (framework) => {
  const report = join(tmpdir(), `assay-corpus-${process.pid}-${framework}`);
  let services: Services;
  beforeAll(async () => {
    services = await start(framework);
  });
  afterAll(() => {
    services.stop();
    rmSync(report, { force: true });
  });

  /** Runs the command with its default options and the token. */
  async function run(fault: string) {
    const args = ['--header=Authorization: Bearer s3cret-token', `--reporter=json=${report}`];
    const command = parseCommand(['check', `${services.addresses[fault]}`, DOCUMENT, ...args], {});
    if (command instanceof UsageError || command.do !== 'check') throw new Error('Not a check');
    await check(app, command);
    const code = process.exitCode ?? 0;
    process.exitCode = undefined;
    return { code, ...JSON.parse(readFileSync(report, 'utf8')) };
  }

  it('is right: nothing is reported', async () => {
    const { code, findings, summary } = await run('');
    expect(findings).toEqual([]);
    expect(code).toBe(0);
    expect(summary.total).toEqual({ agree: summary.requests, differ: 0, inconclusive: 0, notRun: 0 });
    expect(summary.requests).toBeLessThan(300);
  });

  it.each(faults)('%s', async (fault) => {
    const { code } = await run(fault);
    expect(code).toBe(1);
  });
});
