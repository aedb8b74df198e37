import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '../fields/values.ts';
import { describeFlaw, Flaw } from '../text/json/flaw.ts';
import { MAX_DEPTH, readJson } from '../text/json/reader.ts';
import { checkSettings } from './check-settings.ts';
import { parseCommand } from './options.ts';
import { flagOf, type Setting, type SettingTable, UsageError } from './settings.ts';

/** The file in which the options of a check may be written. */
export const CONFIG_FILE = 'assay.config.json';

/** Reads the options of a check in a folder's file, as arguments; none if there is no such file. */
export function configArgs(folder: string, env: NodeJS.ProcessEnv): readonly string[] | UsageError {
  const file = join(folder, CONFIG_FILE);
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'utf8');
  const value = readJson(text, MAX_DEPTH);
  if (value instanceof Flaw) return new UsageError(`${CONFIG_FILE}: ${describeFlaw(text, value)}`);
  if (!isRecord(value))
    return new UsageError(`${CONFIG_FILE} must be a JSON object with the options of a check`);
  const args = Object.entries(value).flatMap(([name, written]) =>
    name === '$schema'
      ? []
      : [written].flat().map((each) => `${flagOf(name)}=${substituted(String(each), env)}`),
  );
  const command = parseCommand(['check', ANYWHERE, ...args], {});
  return command instanceof UsageError ? new UsageError(`${CONFIG_FILE}: ${command.sentence}`) : args;
}

/** The address of a check whose options are only to be read. */
const ANYWHERE = 'http://localhost';

/** Puts the values of environment variables in place of `$NAME`, so that no secret has to be in the file. */
function substituted(text: string, env: NodeJS.ProcessEnv): string {
  return text.replace(/\$([A-Z_][A-Z0-9_]*)/g, (written, name: string) => env[name] ?? written);
}

/** The JSON Schema of the file, by which editors complete and check it. The build writes it to a file of the package. */
export function configSchema(table: SettingTable = checkSettings): Readonly<Record<string, unknown>> {
  const properties = Object.entries(table).map(([name, each]) => [name, propertySchema(each)]);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: CONFIG_FILE,
    description: 'The options of assay check, by their names. $NAME stands for an environment variable.',
    type: 'object',
    properties: { $schema: { type: 'string' }, ...Object.fromEntries(properties) },
    additionalProperties: false,
  };
}

const variable = { type: 'string', pattern: '\\$[A-Z_][A-Z0-9_]*' };

function propertySchema({ kind, what, fallback, unless }: Setting<unknown>) {
  const { schema = { type: 'string', minLength: 1 } } = kind;
  const value = kind.schema ? { anyOf: [schema, variable] } : schema;
  const description = `${what} (default: ${unless ?? fallback})`;
  const isMany = Array.isArray(fallback);
  return { description, ...(isMany ? { anyOf: [value, { type: 'array', items: value }] } : value) };
}
