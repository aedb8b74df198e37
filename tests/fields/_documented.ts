import { readFileSync } from 'node:fs';
import * as exported from '../../src/fields/index.ts';

/** The table of all fields in docs/reference/fields.md, which has a row for each that the package exports. */

export const page = readFileSync('docs/reference/fields.md', 'utf8');

/** A row of the table of all fields. */
export interface Documented {
  /** The name of the function, and the call of it that the row shows. */
  readonly name: string;
  readonly call: string;
  readonly accepted: readonly string[];
  readonly jsonType: string;
  readonly options: readonly string[];
  readonly types: readonly string[];
}

const [, table = ''] = /<!-- fields -->\n([\s\S]*)<!-- \/fields -->/.exec(page) ?? [];
export const rows: readonly Documented[] = table
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => {
    const [first = '', accepted = '', jsonType = '', options = '', types = ''] = line.split(' | ');
    const [call = ''] = codeIn(first);
    const [name = ''] = call.split('(', 1);
    return {
      name,
      call,
      accepted: codeIn(accepted),
      jsonType,
      options: codeIn(options),
      types: codeIn(types),
    };
  });

function codeIn(cell: string): string[] {
  return Array.from(cell.matchAll(/`([^`]+)`/g), ([, code = '']) => code);
}

/** Runs the call of a row, with more arguments. */
export function made({ call }: Documented, more = ''): exported.Field<unknown> {
  const withMore = call.replace(/\)$/, `${call.endsWith('()') || more === '' ? '' : ', '}${more})`);
  return new Function(...Object.keys(exported), `return ${withMore}`)(...Object.values(exported));
}

/** The options of a field, which its message about an unknown one lists. */
export function optionsOf(row: Documented): string[] {
  try {
    made(row, '{ other: 1 }');
    return [];
  } catch (error) {
    const [, options = ''] = /; its options are (.*)$/.exec(String(error)) ?? [];
    return options.split(', ').filter(Boolean);
  }
}
