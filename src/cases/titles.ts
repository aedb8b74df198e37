import { type Issue, type Path, reason } from '../errors/issue.ts';
import { mainIssue } from './one-value.ts';
import { writeRaw } from './write-raw.ts';

/** Describes the mistakes in a request: `age is 121: must be between 0 and 120`. */
export function issuesTitle(issues: readonly Issue[]): string {
  const main = mainIssue(issues);
  return main ? oneTitle(main, issues) : severalTitle(issues);
}

function oneTitle({ type, source, input }: Issue, issues: readonly Issue[]): string {
  const name = sentenceStart(nameOf(source));
  if (type === 'missing') return `${name} is ${source.length === 1 ? 'null' : 'missing'}`;
  const here = issues.filter((issue) => issue.input === input && issue.type !== 'missing');
  return `${name} is ${shown(input)}: ${[...new Set(here.map(reason))].join(', or ')}`;
}

/** Lists the values that are wrong: `name, email and age are wrong at once`. */
function severalTitle(issues: readonly Issue[]): string {
  const all = [...new Set(issues.map(({ source }) => nameOf(source)))];
  const [last = ''] = all.slice(-1);
  const names = all.slice(0, -1);
  return names.length === 0
    ? `Several things are wrong with ${last}`
    : `${sentenceStart(`${names.join(', ')} and ${last}`)} are wrong at once`;
}

/** Names a value by its path: `lines[0].quantity`, `page in the query`. */
export function nameOf([part, ...path]: Path): string {
  if (path.length === 0) return `the ${part}`;
  const [first = '', ...others] = path;
  const name = others.reduce<string>(
    (name, key) => name + (typeof key === 'number' ? `[${key}]` : `.${key}`),
    typeof first === 'number' ? `item ${first}` : first,
  );
  return part === 'body' ? name : `${name} in the ${part}`;
}

/** Capitalizes the start of a sentence, unless it is the name of a field. */
export function sentenceStart(text: string): string {
  return text.startsWith('the ') ? `The ${text.slice('the '.length)}` : text;
}

/** The number of characters shown of a value. */
const MAX_SHOWN = 40;

export function shown(value: unknown): string {
  const text = writeRaw(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
