import { expect, it } from 'vitest';
import { parseCommand } from '../../src/cli/options.ts';
import { UsageError } from '../../src/cli/settings.ts';

/** The command lines of `assay cases` and `assay check`. */

function read(...args: readonly string[]): unknown {
  const command = parseCommand(args, {});
  return command instanceof UsageError ? command.sentence : command;
}

const ADDRESS = 'http://localhost:8000';

it.each([
  [['cases'], { do: 'cases', module: undefined, settings: { json: false, only: [] } }],
  [['cases', 'practice', '--json'], { module: 'practice', settings: { json: true } }],
  [
    ['cases', './lamps.ts', '--curl', '--origin', 'https://a.example/'],
    { module: './lamps.ts', settings: { curl: true, origin: 'https://a.example' } },
  ],
  [
    ['check', ADDRESS, 'practice'],
    {
      do: 'check',
      address: ADDRESS,
      module: 'practice',
      settings: {
        match: undefined,
        reporter: [],
        workers: 8,
        timeout: 10_000,
        accepted: false,
        limits: false,
        sameAs: undefined,
      },
    },
  ],
  [['check', 'localhost:8000'], { address: ADDRESS, module: `${ADDRESS}/openapi.json` }],
  [['check', '127.0.0.1', 'practice'], { address: 'http://127.0.0.1' }],
  [['check', '[::1]:80/api/', 'practice'], { address: 'http://[::1]:80/api' }],
  [['openapi'], { do: 'openapi', module: undefined, settings: { format: 'json', spec: '3.1' } }],
  [['openapi', './lamps.js', '--format', 'yaml'], { module: './lamps.js', settings: { format: 'yaml' } }],
  [
    ['check', ADDRESS, 'practice', '--match', 'exact', '--reporter=tap'],
    { settings: { match: 'exact', reporter: [{ name: 'tap', file: undefined }] } },
  ],
  [
    ['check', ADDRESS, 'practice', '--only', 'a/*', '--only=b', '--skip', 'c'],
    { settings: { only: ['a/*', 'b'], skip: ['c'] } },
  ],
  [
    ['check', '--header', 'Authorization: Bearer a', ADDRESS, 'practice', '--header', 'X-Key:b'],
    {
      settings: {
        header: [
          ['Authorization', 'Bearer a'],
          ['X-Key', 'b'],
        ],
      },
    },
  ],
  [
    ['check', ADDRESS, 'practice', '--same-as', 'http://old.example'],
    { settings: { sameAs: 'http://old.example' } },
  ],
  [['check', `${ADDRESS}/`], { module: `${ADDRESS}/openapi.json` }],
  [['check', ADDRESS, '--base-path', '/api'], { module: `${ADDRESS}/api/openapi.json` }],
  [
    ['check', ADDRESS, './a.json', '--values', 'strict'],
    { module: './a.json', settings: { values: 'strict' } },
  ],
  [
    ['cases', './a.json', '--values', 'strict', '--base-path', '/api'],
    { settings: { values: 'strict', basePath: '/api' } },
  ],
  [['check', '--help'], { do: 'help', of: 'check' }],
  [['cases', '-h'], { do: 'help', of: 'cases' }],
  [['check', '--version'], { do: 'version' }],
])('reads %j', (args, command) => {
  expect(read(...args)).toMatchObject(command);
});

it.each([
  [['check'], 'check needs the address of a service, such as http://localhost:8000; see assay --help'],
  [
    ['check', 'practice'],
    'check needs the address of a service, such as http://localhost:8000 before "practice"; see assay --help',
  ],
  [
    ['check', 'ftp://localhost', 'practice'],
    'check needs the address of a service, such as http://localhost:8000 before "ftp://localhost"; see assay --help',
  ],
  [['check', ADDRESS, 'lamps'], 'Unexpected argument "lamps"; see assay --help'],
  [['check', ADDRESS, 'practice', 'more'], 'Unexpected argument "more"; see assay --help'],
  [
    ['check', ADDRESS, 'practice', '--match', 'body'],
    '--match must be declared, status, type or exact, not "body"',
  ],
  [
    ['check', ADDRESS, 'practice', '--header', 'nonsense'],
    `--header must be a header like 'Authorization: Bearer token', not "nonsense"`,
  ],
  [
    ['check', ADDRESS, 'practice', '--header', 'A: b\r\nC: d'],
    String.raw`--header must be a header like 'Authorization: Bearer token', not "A: b\r\nC: d"`,
  ],
  [
    ['check', ADDRESS, 'practice', '--same-as', 'old'],
    '--same-as must be an address like http://localhost:8000, not "old"',
  ],
  [
    ['check', ADDRESS, 'practice', '--workers', '65'],
    '--workers must be a whole number from 1 to 64, not "65"',
  ],
  [['check', ADDRESS, 'practice', '--port', '1'], '--port is an option of assay serve and assay proxy'],
  [
    ['check', ADDRESS, '--reporter', 'jnuit'],
    '--reporter must be pretty, json, junit, tap, github, html or har, also with a file, such as junit=report.xml, not "jnuit"; did you mean junit?',
  ],
  [['cases', 'lamps'], 'Unexpected argument "lamps"; see assay --help'],
  [['openapi', 'lamps'], 'Unexpected argument "lamps"; see assay --help'],
])('an invalid command line is refused in one sentence: %j', (args, sentence) => {
  expect(read(...args)).toBe(sentence);
});
