import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Service, startService } from '../_service.ts';
import { emptyFolder, folder, node, run, runTool } from './_tools.ts';

/** Clients generated from the document of the running service: they compile, and read its replies. */

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

interface Generator {
  readonly name: string;
  readonly tool: string;
  readonly document?: string;
  arguments(document: string, place: string): readonly string[];
}

const generators: readonly Generator[] = [
  {
    name: 'openapi-fetch',
    tool: 'openapi-typescript',
    arguments: (document, place) => [document, '--output', join(place, 'schema.d.ts')],
  },
  {
    name: 'hey-api',
    tool: 'openapi-ts',
    arguments: (document, place) => ['--input', document, '--output', place, '--no-log-file'],
  },
  { name: 'orval', tool: 'orval', arguments: () => ['--config', 'orval.config.js'] },
  { name: 'kubb', tool: 'kubb', arguments: () => ['generate', '--config', 'kubb.config.js'] },
  {
    name: 'swagger-typescript-api',
    tool: 'swagger-typescript-api',
    arguments: (document, place) => ['generate', '--path', document, '--output', place, '--name', 'api.ts'],
  },
  {
    name: 'openapi-zod-client',
    tool: 'openapi-zod-client',
    // It reads 3.0 only.
    document: '/openapi-3.0.json',
    arguments: (document, place) => [document, '--output', join(place, 'client.ts')],
  },
];

describe.each(generators)('$name', ({ name, tool, document = '/openapi.json', ...generator }) => {
  it('generates a client', async () => {
    const { origin } = service;
    const address = origin + document;
    const args = generator.arguments(address, emptyFolder(name));
    const { code, output } = await runTool(tool, args, { DOCUMENT: address, ORIGIN: origin });
    expect(code, output).toBe(0);
  });

  it('generates code that compiles under strict', async () => {
    const compiler = join(folder, 'node_modules', 'typescript', 'bin', 'tsc');
    const { output } = await run(node, [compiler, '--project', join('programs', name)]);
    expect(output).toBe('');
  });

  it('generates a client that reads a user, and the entries of a refusal', async () => {
    const program = join(emptyFolder(`programs/${name}`), 'program.js');
    const input = join(folder, 'programs', name, 'program.ts');
    const bundle = await rolldown({ input, platform: 'node', external: /^node:/ });
    await bundle.write({ file: program, codeSplitting: false });
    const { output } = await run(node, [program, service.origin]);
    expect(JSON.parse(output)).toEqual({
      name: 'Ada Lovelace',
      status: 422,
      places: [
        ['body', 'email'],
        ['body', 'age'],
      ],
      types: ['value_error', 'value_error'],
    });
  });
});
