import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentOf } from '../_conformance.ts';
import { type Installed, installPackage } from '../_package.ts';
import { practiceCore } from '../_practice.ts';
import { ProcessOutput, styleOf } from '../_service.ts';

/** The installed package. */

let installed: Installed;
beforeAll(() => {
  installed = installPackage();
});
afterAll(() => installed.remove());

const MAX_BYTES = 1_500_000;

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));

describe('the package', () => {
  it('contains only what is needed at run time', () => {
    const others = installed.files.filter((name) => !/^dist\/.*\.(?:c?js|c?js\.map|d\.c?ts)$/.test(name));
    expect(others.sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist/config.schema.json',
      'dist/licenses.txt',
      'package.json',
    ]);
    expect(installed.files.filter((name) => /\.test\.|^(?:tests|tools|scripts|src)\//.test(name))).toEqual(
      [],
    );
  });

  it('is at most a megabyte and a half', () => {
    expect(statSync(installed.tarball).size).toBeLessThanOrEqual(MAX_BYTES);
  });

  it('installs only its dependencies', () => {
    const listed = execFileSync('npm', ['ls', '--json', '--depth', '1'], {
      cwd: installed.folder,
      encoding: 'utf8',
    });
    const { assay } = JSON.parse(listed).dependencies;
    expect(Object.keys(assay.dependencies).sort()).toEqual(Object.keys(manifest.dependencies).sort());
    expect(existsSync(join(installed.folder, 'node_modules', 'vitest'))).toBe(false);
  });

  it('passes publint', async () => {
    const pkgDir = join(installed.folder, 'node_modules', 'assay');
    const { messages, pkg } = await publint({ pkgDir, pack: false, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it('has types for every module resolution but node10', async () => {
    const checked = await checkPackage(createPackageFromTarballData(readFileSync(installed.tarball)));
    if (!checked.types) throw new Error('there are no types');
    expect(
      checked.problems.filter(
        (problem) => !('resolutionKind' in problem) || problem.resolutionKind !== 'node10',
      ),
    ).toEqual([]);
  });
});

describe('npx assay', () => {
  it('serves, and stops with npx', async () => {
    const npx = spawn('npx', ['assay', '--port', '0', '--host', '127.0.0.1'], { cwd: installed.folder });
    const origin = await new ProcessOutput(npx).waitFor(/ listens on ([^\s,]+)/);
    expect((await fetch(await styleOf(origin))).headers.get('content-type')).toMatch(/^text\/css/);
    npx.kill();
    await once(npx, 'close');
    await expect(fetch(origin)).rejects.toThrow();
  });

  it('prints the version', () => {
    const printed = execFileSync('npx', ['assay', '--version'], { cwd: installed.folder, encoding: 'utf8' });
    expect(printed).toBe(`assay ${manifest.version}, Node ${process.version}\n`);
  });
});

describe('from JavaScript', () => {
  /** Runs a module, and reads the JSON that it prints. */
  function run(source: string): unknown {
    installed.write('program.mjs', source);
    return JSON.parse(
      execFileSync(process.execPath, ['program.mjs'], { cwd: installed.folder, encoding: 'utf8' }),
    );
  }

  it('the service starts and stops in a line each', () => {
    const source = `
      import { createApp } from 'assay';
      import { contract, handlers } from 'assay/practice';
      const server = await createApp(contract, handlers, { limits: { body: 10 }, cors: 'off' }).listen();
      const post = (body) => fetch(server.origin + '/users', { method: 'POST', body, headers: { 'Content-Type': 'application/json' } });
      const replies = [await post('{}'), await post('{"email": "a@b.cc"}')];
      await server.close();
      const refused = await fetch(server.origin).catch(() => 'nobody is there');
      console.log(JSON.stringify([...replies.map(({ status }) => status), server.origin === 'http://127.0.0.1:' + server.port, refused]));`;
    expect(run(source)).toEqual([422, 413, true, 'nobody is there']);
  });

  it('every refusal becomes a test', () => {
    const [, program = ''] =
      /```js\n(import assert[\s\S]+?)```/.exec(readFileSync('docs/guides/testing.md', 'utf8')) ?? [];
    installed.write('cases.test.mjs', program);
    const run = ['--test', '--test-reporter', 'tap', 'cases.test.mjs'];
    const printed = execFileSync(process.execPath, run, { cwd: installed.folder, encoding: 'utf8' });
    expect(printed).toContain('ok 1 - createUser/body.name/missing\n');
    expect(Number(/^# pass (\d+)$/m.exec(printed)?.[1])).toBeGreaterThan(200);
    expect(printed).toContain('\n# fail 0\n');
  });

  it('the service answers without a server', () => {
    const source = `
      import app from 'assay/practice';
      const reply = await app.fetch(new Request('http://assay.test/users/?page=0'));
      console.log(JSON.stringify(await reply.json()));`;
    const entry = {
      type: 'greater_than_equal',
      loc: ['query', 'page'],
      msg: 'Page: must be at least 1',
      input: '0',
    };
    expect(run(source)).toEqual({ detail: [entry] });
  });

  it('the fields parse other values', () => {
    const source = `
      import { integer, Issues, object, sentence, text } from 'assay/fields';
      const lamp = object({ name: text(), watts: integer({ min: 1 }) });
      const result = lamp.parse({ watts: '0' });
      const said = result instanceof Issues ? result.all.map((issue) => [issue.path, sentence(issue)]) : [];
      console.log(JSON.stringify([lamp.parse({ name: 'Lamp', watts: '60' }), said]));`;
    expect(run(source)).toEqual([
      { name: 'Lamp', watts: 60 },
      [
        [['name'], 'Field required'],
        [['watts'], 'Must be at least 1'],
      ],
    ]);
  });

  it('an app loads no module of Node before it listens', () => {
    const source = `
      import { register } from 'node:module';
      register('data:text/javascript,' + encodeURIComponent(\`
        export async function resolve(name, context, next) {
          if (/^node:/.test(name) && /node_modules/.test(context.parentURL ?? '')) throw new Error(name);
          return next(name, context);
        }\`));
      await import('assay');
      await import('assay/fields');
      const { default: app } = await import('assay/practice');
      const { status } = await app.fetch(new Request('http://assay.test/'));
      const listened = await app.listen().catch(({ message }) => message);
      console.log(JSON.stringify([status, listened]));`;
    expect(run(source)).toEqual([200, expect.stringMatching(/^node:/)]);
  });
});

const strict = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--skipLibCheck', 'false'];
const types = join(import.meta.dirname, '..', '..', 'node_modules', '@types');
const flavours = [
  {
    name: 'Node',
    options: ['--module', 'nodenext', '--lib', 'es2023', '--typeRoots', types, '--types', 'node'],
  },
  { name: 'the web', options: ['--module', 'nodenext', '--lib', 'es2023,dom,dom.iterable', '--types', ''] },
  {
    name: 'a bundler',
    options: ['--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2023,dom', '--types', ''],
  },
];

describe.each(flavours)('from TypeScript, with the libraries of $name', ({ options }) => {
  it('everything that is exported has a type', () => {
    installed.write('program.mts', program);
    expect(installed.compile('program.mts', ...strict, ...options)).toBe('');
  });

  it('every reply has the type of its status, which the examples fit', async () => {
    installed.write('replies.mts', await replies());
    expect(installed.compile('replies.mts', ...strict, ...options)).toBe('');
  });

  it('invalid programs do not compile', () => {
    installed.write('wrong.mts', wrong);
    const found = installed.compile('wrong.mts', ...strict, ...options).match(/^wrong\.mts\(\d+/gm);
    expect(found).toEqual(
      wrong.split('\n').flatMap((line, at) => (line.endsWith('// wrong') ? `wrong.mts(${at + 1}` : [])),
    );
  });
});

const program = `
import { type Address, type App, type AppOptions, bearer, type Contract, createApp, type Cors, endpoint, type ErrorBody, type Handler, type Limits, type Listening, refuse, type RepliesOf, reply, type Timeouts, type ValidationError, type ValidationErrors } from 'assay';
import practice, { contract, handlers, type Replies } from 'assay/practice';
import { type Client, createClient, type FieldErrors, fieldErrors, isValidationError, message } from 'assay/client';
import { type Field, integer, type Issues, list, object, optional, text, type ValueOf } from 'assay/fields';

const limits: Partial<Limits> = { body: 10 };
const cors: Cors = ['https://example.com'];
const timeouts: Partial<Timeouts> = { idleTimeout: 10 };
const options: AppOptions = { limits, cors, timeouts, onBug: (bug: unknown, id: string) => { void bug; void id; } };
const app: App = createApp(contract, handlers, options);
const address: Address = { port: 0, host: '::1' };
const server: Listening = await app.listen(address);
const getLamp = endpoint({
  method: 'GET',
  path: '/lamps/{id}',
  summary: 'Get a lamp',
  params: { id: integer() },
  query: { tags: list(text()) },
  credential: bearer({ check: async (token) => ({ user: token.length }) }),
  reply: { status: 200, body: object({ watts: integer() }), headers: { 'X-Left': integer() } },
  refusals: { 404: text() },
});
const lampHandler: Handler<typeof getLamp> = async ({ params, query, credential }, { signal, requestId }) => {
  const known: [number, readonly string[], number, boolean, string] = [params.id, query.tags, credential.user, signal.aborted, requestId];
  return known.length > 5 ? refuse(404, 'No such lamp') : reply({ watts: 40 }, { headers: { 'X-Left': 1 } });
};
const ownContract: Contract = { title: 'Lamps', version: '1', endpoints: { getLamp } };
const own = createApp({ ...ownContract, endpoints: { getLamp } }, { getLamp: lampHandler });
const watts: RepliesOf<typeof own.contract.endpoints>['getLamp'][200] = { watts: 40 };
const said: [string, number] = [server.origin, server.port];
await server.close();
const response: Response = await app.fetch(new Request(said[0]));
const others: Response[] = [await own.fetch(new Request(said[0])), await practice.fetch(new Request(said[0]))];
const created: Replies['createUser'][201] = { name: 'Ada', age: 36, email: 'ada@example.com', website: null };
const age: number = created.age;
const client: Client<(typeof contract)['endpoints']> = createClient<typeof contract>('http://localhost:8000', { timeout: 1000 });
export async function add(): Promise<string | null | FieldErrors> {
  const added = await client.POST('/users/', { body: { name: 'Ada', email: 'ada@example.com', age: 36 } });
  if (isValidationError(added.body)) return message(added.body);
  return added.status === 201 ? added.body.website : fieldErrors(added.body);
}
const errors: ValidationErrors = { detail: [{ type: 'missing', loc: ['body', 0], msg: 'Name: field required', input: {} }] };
const first: ValidationError | undefined = errors.detail[0];
const error: ErrorBody = { detail: 'Not Found' };
const lamps = list(object({ name: text(), watts: optional(integer()) }));
const field: Field<readonly { readonly name: string; readonly watts: number | null }[]> = lamps;
const value: ValueOf<typeof lamps> | Issues = lamps.parse([]);
export { age, error, field, first, others, response, value, watts };
`;

const wrong = `
import { createApp, endpoint, refuse } from 'assay';
import { createClient } from 'assay/client';
import { integer, object, text } from 'assay/fields';
import { contract, handlers, type Replies } from 'assay/practice';
createApp(contract, handlers, { limits: { boddy: 10 } }); // wrong
createApp(contract, handlers, { cors: 'none' }); // wrong
const { getRoot, ...others } = handlers;
createApp(contract, others); // wrong
const getLamp = endpoint({ method: 'GET', path: '/lamps', summary: '', reply: { status: 200, body: object({ watts: integer() }) }, refusals: { 404: text() } });
const lamps = { title: 'Lamps', version: '1', endpoints: { getLamp } };
createApp(lamps, { getLamp: () => ({ watts: '40' }) }); // wrong
createApp(lamps, { getLamp: async () => ({}) }); // wrong
createApp(lamps, { getLamp: () => refuse(410, 'Gone') }); // wrong
createApp(lamps, { getLamp: () => refuse(404, { error: 'Gone' }) }); // wrong
createApp(lamps, { getLamp: ({ query }) => ({ watts: query.watts }) }); // wrong
endpoint({ method: 'FETCH', path: '/lamps', summary: '', reply: { status: 204 } }); // wrong
endpoint({ method: 'GET', path: 'lamps', summary: '', reply: { status: 204 } }); // wrong
const client = createClient<typeof contract>('http://localhost:8000');
client.GET('/nothing'); // wrong
client.GET('/webhook'); // wrong
client.POST('/users/'); // wrong
client.POST('/users/', { body: { name: 1, email: 'a@b.cc', age: 1 } }); // wrong
client.GET('/items/{item_id}', { query: {} }); // wrong
export const age: Replies['createUser'][201]['age'] = '36'; // wrong
export const detail: Replies['createUser'][422]['detail'] = 'a sentence'; // wrong
export type Missing = Replies['createUser'][401]; // wrong
export const code: Replies['checkUserEmail'][200] = { email: 'a@b.cc', code: 1 }; // wrong
integer({ least: 1 }); // wrong
`;

/** A program that checks the types of replies against all statuses and examples of the OpenAPI document. */
async function replies(): Promise<string> {
  const { paths } = await documentOf(practiceCore());
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const declared = operations.map(({ operationId, responses }) => {
    const statuses = Object.keys(responses).filter((status) => status !== 'default');
    return `  ${operationId}: ${statuses.join(' | ')};`;
  });
  const examples = operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses).flatMap(([status, { content }]) =>
      Object.values(content).flatMap(({ examples = {} }) =>
        Object.values(examples).map(
          ({ value }) => `  take<Replies['${operationId}'][${status}]>(${JSON.stringify(value)});`,
        ),
      ),
    ),
  );
  return `import type { Replies } from 'assay/practice';
interface Declared {
${declared.join('\n')}
}
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Statuses = { [Name in keyof Replies]: keyof Replies[Name] };
const same: { [Name in keyof Declared & keyof Statuses]: Same<Declared[Name], Statuses[Name]> } = {
${operations.map(({ operationId }) => `  ${operationId}: true,`).join('\n')}
};
const names: Same<keyof Declared, keyof Replies> = true;
declare function take<Reply>(reply: Reply): void;
export function examples(): void {
${examples.join('\n')}
}
export { names, same };
`;
}
