import { isatty } from 'node:tty';
import type { destination, Logger } from 'pino';
import { pretty } from './pretty.ts';

/** From the least to the most; `silent` lets nothing through. */
export const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type Level = (typeof levels)[number];

export interface LogOptions {
  readonly level: Level;
  /** Lines for people or for programs; unless set, for people on a terminal. */
  readonly format?: 'pretty' | 'json' | undefined;
}

/** Where the service says what it does. */
export interface Log {
  debug(fields: Fields, message?: string): void;
  info(fields: Fields, message?: string): void;
  error(fields: Fields, message?: string): void;
  /** Writes what has not been written yet, as far as anybody reads it. */
  end(): Promise<void>;
}

export type Fields = Readonly<Record<string, string | number | undefined>>;
type Write = 'debug' | 'info' | 'error';

/** How long the first line waits: loading the logger takes longer than answering the first requests. */
const delay = 50;
/** How long the last lines may take to be written. */
const patience = 500;
/** The lines that wait for a reader who does not read take no more memory than so many characters. */
const mostWaiting = 1024 * 1024;
/** Workers share one output: what is written at once is not torn apart up to this size (`PIPE_BUF`). */
const mostAtOnce = 4096;

const standardOutput = 1;

/** Opens the log on standard output. The logger is loaded only after something has been logged. */
export function openLog(options: LogOptions): Log {
  const held: (() => void)[] = [];
  let open: Opened | undefined;
  let opening: Promise<void> | undefined;

  async function load(): Promise<void> {
    open = await openLogger(options);
    for (const write of held.splice(0)) write();
  }

  function write(level: Write, fields: Fields, message?: string): void {
    if (open) open.logger[level](fields, message);
    else if (options.level !== 'silent') {
      held.push(() => write(level, fields, message));
      opening ??= new Promise((resolve) => setTimeout(resolve, delay)).then(load);
    }
  }

  return {
    debug: (fields, message) => write('debug', fields, message),
    info: (fields, message) => write('info', fields, message),
    error: (fields, message) => write('error', fields, message),
    async end() {
      await opening;
      await open?.end();
    },
  };
}

interface Opened {
  readonly logger: Logger;
  end(): Promise<void>;
}

async function openLogger({ level, format }: LogOptions): Promise<Opened> {
  const { pino } = await import('pino');
  const terminal = isatty(standardOutput);
  const output = pino.destination({
    dest: standardOutput,
    sync: false,
    maxLength: mostWaiting,
    maxWrite: mostAtOnce,
  });
  // A closed or full output is no reason to end.
  output.on('error', () => {});
  const isPretty = format === undefined ? terminal : format === 'pretty';
  const colored = terminal && !process.env.NO_COLOR;
  const destination = isPretty ? { write: (line: string) => output.write(pretty(line, colored)) } : output;
  const formatters = { level: (label: string) => ({ level: label }) };
  const logger = pino({ level, base: { pid: process.pid }, formatters }, destination);
  return {
    logger,
    end: () => endOf(output),
  };
}

/** Ends an output. One that nobody reads, but that is open, would take for ever. */
function endOf(output: ReturnType<typeof destination>): Promise<void> {
  return new Promise((resolve) => {
    const giveUp = setTimeout(() => output.destroy(), patience);
    output.once('close', () => {
      clearTimeout(giveUp);
      resolve();
    });
    output.end();
  });
}
