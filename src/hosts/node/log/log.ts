import { isatty } from 'node:tty';
import { type Output, openOutput } from '../output.ts';
import { pretty } from './pretty.ts';

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
  error(fields: Fields, message?: string): void;
  /** Writes what is left, if anybody reads it, and ends the process. */
  exit(code: number): Promise<never>;
}

type Fields = Readonly<Record<string, string | number | undefined>>;
type Write = (fields: Fields, message?: string) => void;

const STANDARD_OUTPUT = 1;

/** Opens the log on standard output, which is not touched until something is logged. */
export function openLog({ level: least, format }: LogOptions): Log {
  const terminal = isatty(STANDARD_OUTPUT);
  const isPretty = format === undefined ? terminal : format === 'pretty';
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
