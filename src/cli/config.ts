import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '../fields/values.ts';
import { flagOf, UsageError } from './settings.ts';

/** The file in which the options of a check may be written. */
export const CONFIG_FILE = 'assay.config.json';

/** Reads the options of a check in a folder's file, as arguments; none if there is no such file. */
export function configArgs(folder: string, env: NodeJS.ProcessEnv): readonly string[] | UsageError {
  const file = join(folder, CONFIG_FILE);
  if (!existsSync(file)) return [];
  const value = parsed(readFileSync(file, 'utf8'));
  if (!isRecord(value))
    return new UsageError(`${CONFIG_FILE} must be a JSON object with the options of a check`);
  return Object.entries(value).flatMap(([name, written]) =>
    name === '$schema'
      ? []
      : [written].flat().map((each) => `${flagOf(name)}=${substituted(String(each), env)}`),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Puts the values of environment variables in place of `$NAME`, so that no secret has to be in the file. */
function substituted(text: string, env: NodeJS.ProcessEnv): string {
  return text.replace(/\$([A-Z_][A-Z0-9_]*)/g, (written, name: string) => env[name] ?? written);
}
