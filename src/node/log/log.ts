import { setTimeout as wait } from 'node:timers/promises';
import { isatty } from 'node:tty';
import type { Logger } from 'pino';
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
type Write = 'debug' | 'info' | 'error';

/** The time that the first line waits: loading the logger takes longer than answering the first requests. */
const LOAD_DELAY_MS = 50;
const STANDARD_OUTPUT = 1;

/** Opens the log on standard output. The logger is loaded only after something has been logged. */
export function openLog(options: LogOptions): Log {
  const held: (() => void)[] = [];
  let open: Opened | undefined;
  let opening: Promise<void> | undefined;

  async function load(): Promise<void> {
    open = await openLogger(options);
    for (const write of held.splice(0)) write();
  }

  /** Loads the logger, unless there are no file descriptors left; then the next line tries again. */
  function forget(): void {
    held.splice(0);
    opening = undefined;
  }

  function write(level: Write, fields: Fields, message?: string): void {
    if (open) open.logger[level](fields, message);
    else if (options.level !== 'silent') {
      held.push(() => write(level, fields, message));
      opening ??= wait(LOAD_DELAY_MS).then(load).catch(forget);
    }
  }

  return {
    debug: (fields, message) => write('debug', fields, message),
    info: (fields, message) => write('info', fields, message),
    error: (fields, message) => write('error', fields, message),
    async exit(code) {
      await opening;
      const canExit = (await open?.output.end()) ?? true;
      if (!canExit) process.kill(process.pid, 'SIGKILL');
      return process.exit(code);
    },
  };
}

interface Opened {
  readonly logger: Logger;
  readonly output: Output;
}

async function openLogger({ level, format }: LogOptions): Promise<Opened> {
  const { pino } = await import('pino');
  const terminal = isatty(STANDARD_OUTPUT);
  const output = openOutput(STANDARD_OUTPUT);
  const isPretty = format === undefined ? terminal : format === 'pretty';
  const colored = terminal && !process.env.NO_COLOR;
  const formatters = { level: (label: string) => ({ level: label }) };
  const logger = pino(
    { level, base: { pid: process.pid }, formatters },
    isPretty ? { write: (line) => output.write(pretty(line, colored)) } : output,
  );
  return { logger, output };
}
