import { existsSync } from 'node:fs';
import { validate } from 'dockerfile-utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeSettings, settings } from '../../src/cli/settings.ts';
import { VERSION } from '../../src/version.ts';
import { blocksOf } from '../_markdown.ts';
import { type Service, startService } from '../_service.ts';

/** What the pages for operators show: a line of the log, and files for systemd, Kubernetes and Docker. */

const [NODE, MONITORING, CONTAINERS] = ['deploy', 'monitoring', 'containers'].map(
  (name) => `docs/guides/${name}.md`,
) as [string, string, string];

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

describe('a page for operators', () => {
  it('shows a real line of the log', async () => {
    const { time: _, pid: __, ms: ___, ...expected } = JSON.parse(blocksOf(MONITORING, 'json')[0] ?? '{}');
    const headers = {
      'X-Request-Id': expected.id,
      'User-Agent': expected.agent,
      traceparent: `00-${expected.trace}-00f067aa0ba902b7-01`,
    };
    await fetch(`${service.origin}/search/`, { headers });
    const line = JSON.parse(`{${await service.waitForOutput(/^\{(.*"path":"\/search\/".*)$/m)}`);
    expect(line).toEqual({ time: expect.any(Number), pid: service.pid, ms: expect.any(Number), ...expected });
  });

  it('shows a manifest with existing probes and settings', async () => {
    const [manifest = ''] = blocksOf(CONTAINERS, 'yaml');
    const paths = [...manifest.matchAll(/path: (\S+),/g)].map(([, path = '']) => path);
    expect(paths).toEqual(['/livez', '/readyz']);
    for (const path of paths) expect((await fetch(service.origin + path)).status).toBe(200);
    const names = [...manifest.matchAll(/\{ name: (\w+),/g)].map(([, name]) => name);
    const variables = describeSettings(settings).map(({ variable }) => variable);
    expect(names.filter((name) => !variables.includes(name ?? ''))).toEqual([]);
    expect(manifest).toContain(`containerPort: ${settings.port.fallback} `);
    expect(manifest).toContain(`image: assay:${VERSION}\n`);
  });

  it('shows systemd units with existing settings', () => {
    const units = blocksOf(NODE, 'ini').join('');
    const names = [...units.matchAll(/^Environment=(\w+)=/gm)].map(([, name]) => name);
    const variables = describeSettings(settings).map(({ variable }) => variable);
    expect(names.filter((name) => !variables.includes(name ?? ''))).toEqual([]);
    expect(units).toContain(`ListenStream=${settings.port.fallback}\n`);
  });

  it('shows a well-formed Dockerfile, which starts files of the package', () => {
    const [file = ''] = blocksOf(CONTAINERS, 'dockerfile');
    expect(validate(file).map(({ message }) => message)).toEqual([]);
    const started = [...file.matchAll(/"node_modules\/assay\/([^"]+)"/g)].map(([, path = '']) => path);
    expect(started.filter((path) => existsSync(path))).toHaveLength(2);
    expect(file).toContain(`assay-${VERSION}.tgz`);
    expect(file).toContain(`EXPOSE ${settings.port.fallback}\n`);
  });
});
