/** Turns a line of JSON in the log into one that people can read at a glance. */
export function pretty(line: string, colored: boolean): string {
  const paint: Paint = colored ? (color, text) => `${codes[color]}${text}${codes.plain}` : (_, text) => text;
  const { level, time, pid, msg, ...fields }: Line = JSON.parse(line);
  const clock = paint('dim', new Date(time).toTimeString().slice(0, 8));
  const word = paint(byLevel[level] ?? 'plain', level.padEnd(5));
  return `${[clock, word, ...sentence(fields, paint), msg].filter(Boolean).join(' ')}\n`;
}

/** A line of the log. */
interface Line extends Readonly<Record<string, unknown>> {
  readonly level: string;
  readonly time: number;
  readonly msg?: string;
}

const codes = {
  plain: '\u001b[0m',
  dim: '\u001b[2m',
  red: '\u001b[31m',
  green: '\u001b[32m',
  yellow: '\u001b[33m',
} as const;
type Color = keyof typeof codes;
type Paint = (color: Color, text: string) => string;

const byLevel: Readonly<Record<string, Color>> = { error: 'red', fatal: 'red', warn: 'yellow' };

/** Writes a request as a sentence, followed by all other fields with their names. */
function sentence(fields: Readonly<Record<string, unknown>>, paint: Paint): string[] {
  const { method, path, status, ms, bytes, ...rest } = fields;
  const named = Object.entries(rest).map(([name, value]) => paint('dim', `${name}=${value}`));
  if (status === undefined) return named;
  const color = Number(status) < 400 ? 'green' : Number(status) < 500 ? 'yellow' : 'red';
  const asked = [method, path].filter(Boolean).map(String);
  return [...asked, paint(color, String(status)), `${ms} ms`, `${bytes} bytes`, ...named];
}
