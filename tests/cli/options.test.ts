import { describe, expect, it } from 'vitest';
import type { Kind } from '../../src/cli/kinds.ts';
import { parseCommand } from '../../src/cli/options.ts';
import { describeSettings, type Settings, settings, UsageError } from '../../src/cli/settings.ts';
import { defaultLimits, limitSettings } from '../../src/http/limits.ts';

/** The options of the command, from arguments and variables. */

/** Returns the settings of a command line, or the message that refuses it. */
function read(args: readonly string[], env: NodeJS.ProcessEnv = {}): Settings | string {
  const command = parseCommand(args, env);
  if (command instanceof UsageError) return command.sentence;
  return command.do === 'serve' ? command.settings : command.do;
}

/** A value other than the default for each setting that is not a whole number, as text and as it is read. */
const others: { readonly [Name in keyof Settings]?: { written: string; read: Settings[Name] } } = {
  host: { written: '::1', read: '::1' },
  socket: { written: '/run/assay', read: '/run/assay' },
  tlsCert: { written: 'a.crt', read: 'a.crt' },
  tlsKey: { written: 'a.key', read: 'a.key' },
  workers: { written: 'auto', read: 'auto' },
  logLevel: { written: 'silent', read: 'silent' },
  logFormat: { written: 'pretty', read: 'pretty' },
  logSample: { written: '.5', read: 0.5 },
  trustedProxies: { written: '10.0.0.0/8, ::1', read: ['10.0.0.0/8', '::1'] },
  metrics: { written: 'true', read: true },
  adminHost: { written: '::', read: '::' },
  faults: { written: 'true', read: true },
  try: { written: 'http://localhost:3000', read: 'http://localhost:3000' },
  cors: {
    written: 'https://a.example, http://b.example:81',
    read: ['https://a.example', 'http://b.example:81'],
  },
  basePath: { written: '/api', read: '/api' },
  values: { written: 'strict', read: 'strict' },
  errors: { written: 'problem', read: 'problem' },
  failOnUnsupported: { written: 'true', read: true },
  prefer: { written: 'off', read: false },
  listUnsupported: { written: 'true', read: true },
  remember: { written: 'true', read: true },
  only: { written: 'a*', read: ['a*'] },
  skip: { written: 'b', read: ['b'] },
  save: { written: 'true', read: true },
  callbacks: { written: 'example.com:8080', read: ['example.com:8080'] },
  validate: { written: 'warn', read: 'warn' },
  delay: { written: '100-800', read: [100, 800] },
  watch: { written: 'true', read: true },
};

/** The largest of the whole numbers that a setting may have. */
function mostOf({ schema: { maximum: most } = {} }: Kind<unknown>) {
  return { written: String(most), read: most };
}

const table = describeSettings(settings).map((described, at) => {
  const name = Object.keys(settings)[at] as keyof Settings;
  const { fallback, kind } = settings[name];
  return { ...described, name, fallback, ...(others[name] ?? mostOf(kind)) };
});

describe('a setting', () => {
  it('has its default', () => {
    const plain = Object.fromEntries(table.map(({ name, fallback }) => [name, fallback]));
    expect(read([])).toEqual(plain);
    expect(read(['serve'])).toEqual(plain);
  });

  it.each(table)('can be set by $flag or $variable', ({ name, flag, variable, ...setting }) => {
    expect(setting.read).not.toEqual(setting.fallback);
    expect(read([flag, setting.written])).toMatchObject({ [name]: setting.read });
    expect(read(['serve', `${flag}=${setting.written}`])).toMatchObject({ [name]: setting.read });
    expect(read([], { [variable]: setting.written })).toMatchObject({ [name]: setting.read });
  });

  it.each(table)('is taken from $flag before the variable', (setting) => {
    expect(read([`${setting.flag}=${setting.written}`], { [setting.variable]: 'nonsense' })).toMatchObject({
      [setting.name]: setting.read,
    });
  });

  it.each(table)('has its default if $variable is empty', ({ name, variable, fallback }) => {
    expect(read([], { [variable]: '' })).toMatchObject({ [name]: fallback });
  });
});

it('every limit has a setting', () => {
  const limited = Object.values(limitSettings).map(({ limit }) => limit);
  expect(limited.sort()).toEqual(Object.keys(defaultLimits).sort());
});

describe('a flag', () => {
  it.each([
    { args: ['--metrics'], env: {}, metrics: true },
    { args: ['--metrics', 'false'], env: { METRICS: 'true' }, metrics: false },
    { args: ['--metrics=false'], env: { METRICS: 'true' }, metrics: false },
    { args: ['--metrics', '--port', '1'], env: { METRICS: 'false' }, metrics: true },
  ])('without a value is true: $args', ({ args, env, metrics }) => {
    expect(read(args, env)).toMatchObject({ metrics });
  });

  it.each([
    ...['true', 'yes', 'on', '1'].map((written) => ({ written, metrics: true })),
    ...['false', 'no', 'off', '0'].map((written) => ({ written, metrics: false })),
  ])('of a boolean takes $written', ({ written, metrics }) => {
    expect(read(['--metrics', written])).toMatchObject({ metrics });
    expect(read([`--metrics=${written}`], { METRICS: String(!metrics) })).toMatchObject({ metrics });
    expect(read([], { METRICS: written })).toMatchObject({ metrics });
  });

  it('that is repeated has its last value', () => {
    expect(read(['--port', '1', '--port=abc', '--port', '3'])).toMatchObject({ port: 3 });
  });

  it.each([
    ['--help'],
    ['-h'],
    ['serve', '--help'],
    ['help'],
    ['help', '--all'],
    ['help', 'check'],
    ['--port', 'abc', '-h'],
  ])('for help wins over invalid ones: %j', (...args) => {
    expect(read(args)).toBe('help');
  });

  it.each(['--version', '-v'])('for the version: %s', (flag) => {
    expect(read([flag])).toBe('version');
  });
});

describe('an invalid command line is refused in one sentence', () => {
  it.each([
    [['--prot', '1'], 'There is no option "--prot"; did you mean --port?'],
    [['--prot=1'], 'There is no option "--prot"; did you mean --port?'],
    [['-p', '1'], 'There is no option -p; did you mean --port?'],
    [['--'], 'There is no option "--"; see assay --help'],
    [['--constructor'], 'There is no option "--constructor"; see assay --help'],
    [['--\n'], String.raw`There is no option "--\n"; see assay --help`],
    [['chek'], 'There is no command "chek"; did you mean check?'],
    [['help', 'chekc'], 'There is no command "chekc"; did you mean check?'],
    [['--all'], '--all goes with --help'],
    [
      ['--log-level', 'wran'],
      '--log-level must be trace, debug, info, warn, error, fatal or silent, not "wran"; did you mean warn?',
    ],
    ...['a/b', 'a b', 'http://a'].map((written): [string[], string] => [
      ['--callbacks', written],
      `--callbacks must be a host like example.com or example.com:8080, not "${written}"`,
    ]),
    [['stop'], 'There is no command "stop"; see assay --help'],
    [[''], 'There is no command ""; see assay --help'],
    [['serve', 'extra'], 'Unexpected argument "extra"; see assay --help'],
    ...['x', '800-100', '30001', '1-2-3', '-1'].map((written): [string[], string] => [
      [`--delay=${written}`],
      `--delay must be milliseconds like 300 or 100-800, up to 30000, not "${written}"`,
    ]),
    [['--port', '1', '2'], 'Unexpected argument "2"; see assay --help'],
    [['--metrics', 'maybe'], 'Unexpected argument "maybe"; see assay --help'],
    [['--help=me'], '--help takes no value'],
    [['--port'], '--port needs a value: a whole number from 0 to 65535'],
    ...['1.5', '-1', '1e-1', ''].map((share): [string[], string] => [
      [`--log-sample=${share}`],
      `--log-sample must be a number from 0 to 1, not "${share}"`,
    ]),
    ...['10.0.0.0/', '10.0.0.0/33', 'proxy.example', '10.0.0.0/8/8', '10.0.0.0/8,'].map(
      (list): [string[], string] => [
        ['--trusted-proxies', list],
        `--trusted-proxies must be addresses or networks like 10.0.0.0/8, separated by commas, not "${list}"`,
      ],
    ),
    [['--port='], '--port must be a whole number from 0 to 65535, not ""'],
    [['--port', '--help'], '--port must be a whole number from 0 to 65535, not "--help"'],
    [['--host='], '--host must be an address or a name of this machine, not ""'],
    [['--remember=x'], '--remember must be true, false or a JSON file, not "x"'],
    [['--try', 'localhost'], '--try must be an origin like http://localhost:3000, not "localhost"'],
    [['--metrics=maybe'], '--metrics must be true or false, not "maybe"'],
    [['--workers', '0'], '--workers must be a whole number from 1 to 256, or auto, not "0"'],
  ])('%j', (args, sentence) => {
    expect(read(args)).toBe(sentence);
  });

  it.each(['99999', '-1', 'abc', '80.5', '1_0', '0x50', '', '８０'])('an invalid port: %j', (port) => {
    const sentence = `must be a whole number from 0 to 65535, not ${JSON.stringify(port)}`;
    expect(read(['--port', port])).toBe(`--port ${sentence}`);
    if (port !== '') expect(read([], { PORT: port })).toBe(`PORT ${sentence}`);
  });

  it('an unknown log level', () => {
    const sentence = 'must be trace, debug, info, warn, error, fatal or silent, not "loud"';
    expect(read(['--log-level', 'loud'])).toBe(`--log-level ${sentence}`);
    expect(read([], { LOG_LEVEL: 'loud' })).toBe(`LOG_LEVEL ${sentence}`);
  });

  it.each([
    'https://a.example/',
    'HTTPS://a.example',
    'https://a.example:443',
    'a.example',
    'null',
    '*,off',
    ',',
  ])('an invalid origin: %s', (cors) => {
    expect(read(['--cors', cors])).toBe(
      `--cors must be * or off, or origins like https://example.com, separated by commas, not "${cors}"`,
    );
  });
});
