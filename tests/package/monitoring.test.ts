import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Service, startService } from '../_service.ts';

/** The dashboard and the alerts in deploy/monitoring. */

const FOLDER = 'deploy/monitoring';
const read = (name: string) => readFileSync(`${FOLDER}/${name}`, 'utf8');

interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string }[];
}

const { panels }: { panels: Panel[] } = JSON.parse(read('dashboard.json'));
const queries = [
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ title, query: expr }))),
  ...[...read('alerts.yml').matchAll(/alert: (\w+)\n +expr: (?:\|\n)?([\s\S]*?)\n +(?:for|labels):/g)].map(
    ([, title = '', query = '']) => ({ title, query }),
  ),
];

describe('what is monitored', () => {
  let service: Service;
  let metrics: ReadonlySet<string>;
  beforeAll(async () => {
    service = await startService({ METRICS: 'true' });
    await fetch(`${service.origin}/users/`);
    const text = await (await fetch(`${service.origin}/metrics`)).text();
    const names = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
    metrics = new Set(
      names.flatMap(([, name = '', kind]) => (kind === 'histogram' ? [`${name}_bucket`] : [name])),
    );
  });
  afterAll(() => service.stop());

  it('includes every alert', () => {
    expect(queries.filter(({ title }) => title.startsWith('Assay'))).toHaveLength(8);
  });

  // Prometheus itself says whether a service is up.
  it.each(queries.filter(({ query }) => !query.startsWith('up{')))(
    'is a metric of the service: $title',
    ({ query }) => {
      const named = query.match(/\b(?:http|process|nodejs)_\w+/g) ?? [];
      expect(named).not.toEqual([]);
      for (const name of named) expect(metrics).toContain(name);
    },
  );
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

it.runIf(hasPromtool).each([
  ['check', 'config', 'prometheus.yml'],
  ['check', 'rules', 'alerts.yml'],
  ['test', 'rules', 'alerts.test.yml'],
])('promtool %s %s %s finds no mistake', (...args) => {
  expect(execFileSync('promtool', args, { cwd: FOLDER, encoding: 'utf8' })).toContain('SUCCESS');
});
