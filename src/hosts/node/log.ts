import { isatty } from 'node:tty';
import { type Output, openOutput } from './log-output.ts';

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

/** From the least to the most severe; `silent` logs nothing. */
export const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
type Level = (typeof levels)[number];

interface LogOptions {
  readonly level: Level;
  /** Lines for people or for programs; by default, for people on a terminal. */
  readonly format?: 'pretty' | 'json' | undefined;
}

export interface Log {
  debug(fields: Fields, message?: string): void;
  info(fields: Fields, message?: string): void;
  warn(fields: Fields, message?: string): void;
  error(fields: Fields, message?: string): void;
  /** Writes what is left, if anybody reads it, and ends the process. */
  exit(code: number): Promise<never>;
}

type Fields = Readonly<Record<string, unknown>>;
type Write = (fields: Fields, message?: string) => void;

const STANDARD_OUTPUT = 1;

/** Returns the format of lines: the given one, or else the one for people if they read the log on a terminal. */
export function formatOf(format: LogOptions['format']): 'pretty' | 'json' {
  return format ?? (isatty(STANDARD_OUTPUT) ? 'pretty' : 'json');
}

/** Opens the log on standard output, which is not touched until something is logged. */
export function openLog({ level: least, format }: LogOptions): Log {
  const terminal = isatty(STANDARD_OUTPUT);
  const isPretty = formatOf(format) === 'pretty';
  const colored = terminal && !process.env.NO_COLOR;
  let output: Output | undefined;

  function writer(level: Level): Write {
    if (levels.indexOf(level) < levels.indexOf(least)) return () => {};
    return (fields, message) => {
      const line = lineOf(level, fields, message);
      output ??= openOutput(STANDARD_OUTPUT);
      output.write(isPretty ? pretty(line, colored) : line);
    };
  }

  return {
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
    async exit(code) {
      const canExit = (await output?.end()) ?? true;
      if (!canExit) process.kill(process.pid, 'SIGKILL');
      return process.exit(code);
    },
  };
}

/** Writes a line of JSON. A logging package took more time for the same line, and an eighth of the startup time to load. */
function lineOf(level: Level, fields: Fields, message: string | undefined): string {
  const start = `{"level":"${level}","time":${Date.now()},"pid":${process.pid}`;
  const own = JSON.stringify(fields).slice(1, -1);
  const end = message === undefined ? '' : `,"msg":${JSON.stringify(message)}`;
  return `${start}${own === '' ? '' : `,${own}`}${end}}\n`;
}
