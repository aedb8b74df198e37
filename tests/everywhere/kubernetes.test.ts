import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { describeSettings, settings } from '../../src/cli/settings.ts';
import { app } from '../../src/practice/app.ts';

/** The manifests of `deploy/kubernetes/`, against the schemas of Kubernetes itself as an npm package has them. */

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
}

interface Model {
  validate(): void;
}

type Models = Readonly<Record<string, new (manifest: unknown) => Model>>;

const FOLDER = 'deploy/kubernetes';
const load = createRequire(import.meta.url);
const files = readdirSync(FOLDER).filter((name) => name !== 'kustomization.yaml');

function manifestOf(file: string): Manifest {
  const [document, ...others] = parseAllDocuments(readFileSync(join(FOLDER, file), 'utf8'), { strict: true });
  if (!document || others.length > 0) throw new Error(`${file} is not one document`);
  expect(document.errors).toEqual([]);
  return document.toJS();
}

function modelOf({ apiVersion, kind }: Manifest): new (manifest: unknown) => Model {
  const models: Models = load(`kubernetes-models/${apiVersion}`);
  const Model = models[kind];
  if (!Model) throw new Error(`There is no ${kind} in ${apiVersion}`);
  return Model;
}

describe.each(files)('%s', (file) => {
  it('is valid by its schema', () => {
    const manifest = manifestOf(file);
    const Model = modelOf(manifest);
    new Model(manifest).validate();
    expect(() => new Model({ ...manifest, spec: 1 }).validate()).toThrow();
  });

  it('is a resource of the kustomization', () => {
    expect(Object(manifestOf('kustomization.yaml')).resources).toContain(file);
  });
});

describe('the deployment', () => {
  const { template } = Object(manifestOf('deployment.yaml')).spec;
  const [container] = template.spec.containers;
  const settingOf = (name: string) =>
    Number(container.env.find((each: { readonly name: string }) => each.name === name)?.value);

  it('has no privileges', () => {
    expect(template.spec.automountServiceAccountToken).toBe(false);
    expect(template.spec.securityContext.runAsNonRoot).toBe(true);
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });

  it('probes paths that the app has', async () => {
    expect(container.ports).toEqual([{ name: 'http', containerPort: settings.port.fallback }]);
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
      const { path, port } = container[probe].httpGet;
      expect(port).toBe('http');
      expect((await app.fetch(new Request(`http://localhost${path}`))).status).toBe(200);
    }
  });

  it('sets existing variables, and allows enough time to stop', () => {
    const variables = describeSettings(settings).map(({ variable }) => variable);
    for (const { name } of container.env) expect(variables).toContain(name);
    const stop = container.lifecycle.preStop.sleep.seconds + settingOf('STOP_DEADLINE') / 1000;
    expect(stop).toBeLessThan(template.spec.terminationGracePeriodSeconds);
  });

  it('is of this version', () => {
    expect(container.image).toBe(`assay:${app.contract.version}`);
  });
});

it('lets requests in, and nothing out', () => {
  const { spec } = Object(manifestOf('network-policy.yaml'));
  expect(spec.policyTypes).toEqual(['Ingress', 'Egress']);
  expect(spec.egress).toEqual([]);
});
