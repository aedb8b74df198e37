import { isatty } from 'node:tty';
import { type Output, openOutput } from './output.ts';
import { pretty } from './pretty.ts';

/** From the least to the most; `silent` lets nothing through. */
export const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type Level = (typeof levels)[number];

export interface LogOptions {
  readonly level: Level;
  /** Lines for people or for programs; unless set, for people on a terminal. */
  readonly format?: 'pretty' | 'json' | undefined;
}

/** The log of what the service does. */
export interface Log {
  debug(fields: Fields, message?: string): void;
  info(fields: Fields, message?: string): void;
  error(fields: Fields, message?: string): void;
  /** Writes what has not been written yet, as far as anybody reads it, and ends the process. */
  exit(code: number): Promise<never>;
}

export type Fields = Readonly<Record<string, string | number | undefined>>;
type Write = (fields: Fields, message?: string) => void;

const STANDARD_OUTPUT = 1;

/** Opens the log on standard output, which is left alone as long as nothing is logged. */
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

/** A line of JSON. A logger from a package wrote the same in more time, and took an eighth of a start to load. */
function lineOf(level: Level, fields: Fields, message: string | undefined): string {
  const start = `{"level":"${level}","time":${Date.now()},"pid":${process.pid}`;
  const own = JSON.stringify(fields).slice(1, -1);
  const end = message === undefined ? '' : `,"msg":${JSON.stringify(message)}`;
  return `${start}${own === '' ? '' : `,${own}`}${end}}\n`;
}
