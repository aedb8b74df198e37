import type { Logger, LogLevel, LogWriter, RequestInfo } from '../contract/outcome.ts';
import { type RequestContext, type RequestHead, splitTarget } from './types.ts';

/** A request as handlers and `around` see it, and the log for what they have to say about it. */

/** The parts of an app that a view of a request needs. */
export interface RequestServices {
  /** Returns the name of the endpoint that a request leads to. */
  endpointOf(head: RequestHead): string | undefined;
  readonly log: LogWriter;
}

/** The view of a request. Nothing of it is worked out before it is read. */
export class RequestView implements RequestInfo {
  readonly requestId: string;
  readonly #head: RequestHead;
  readonly #services: RequestServices;

  constructor(head: RequestHead, requestId: string, services: RequestServices) {
    this.requestId = requestId;
    this.#head = head;
    this.#services = services;
  }

  get method(): string {
    return this.#head.method;
  }

  get path(): string {
    return splitTarget(this.#head.target).path;
  }

  get url(): string {
    const { path, query } = splitTarget(this.#head.target);
    const origin = `${this.#head.isSecure ? 'https' : 'http'}://${this.#head.header('host') ?? 'localhost'}`;
    return query === undefined ? origin + path : `${origin}${path}?${query}`;
  }

  get headers(): RequestInfo['headers'] {
    const { header } = this.#head;
    return {
      get: (name) => header(name.toLowerCase()) ?? null,
      has: (name) => header(name.toLowerCase()) !== undefined,
    };
  }

  get address(): string | undefined {
    const address = this.#head.client?.remoteAddress;
    return address?.startsWith(MAPPED) ? address.slice(MAPPED.length) : address;
  }

  get endpoint(): string | undefined {
    return this.#services.endpointOf(this.#head);
  }
}

/** The beginning of an IPv4 address on a socket that is open for IPv6 as well. */
const MAPPED = '::ffff:';

/** The context of a request. Its parts are made when they are first used, because most handlers use none. */
export class LazyContext implements RequestContext {
  readonly requestId: string;
  readonly head: RequestHead;
  readonly #services: RequestServices;
  #controller: AbortController | undefined;

  constructor(requestId: string, head: RequestHead, services: RequestServices) {
    this.requestId = requestId;
    this.head = head;
    this.#services = services;
  }

  get request(): RequestInfo {
    return new RequestView(this.head, this.requestId, this.#services);
  }

  get log(): Logger {
    return loggerOf(this.requestId, this.#services.log);
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    return this.#controller.signal;
  }

  abort(reason: string): void {
    this.#controller ??= new AbortController();
    this.#controller.abort(new DOMException(reason, 'AbortError'));
  }

  get isAborted(): boolean {
    return this.#controller?.signal.aborted === true;
  }
}

/** Makes the log of a request. Each line has its id. */
export function loggerOf(requestId: string, write: LogWriter): Logger {
  const at =
    (level: LogLevel): Logger['info'] =>
    (message, properties = {}) => {
      const told: unknown = message;
      const own = [told, properties].map(propertiesOf);
      write(level, { ...writable(Object.assign({}, ...own)), id: requestId }, messageOf(told, properties));
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** Returns what a value has to say beside the message. JavaScript allows an error, or the arguments in the order of other loggers. */
function propertiesOf(value: unknown): object {
  if (value instanceof Error) return { error: value };
  return typeof value === 'object' && value !== null ? value : {};
}

function messageOf(message: unknown, properties: unknown): string {
  const text = [message, properties].find((each) => typeof each === 'string');
  return text ?? (message instanceof Error ? message.message : '');
}

/** The names that every line of the log has. A property with one of them gets an underscore. */
const reserved: ReadonlySet<string> = new Set(['level', 'time', 'pid', 'msg', 'id']);

/** Copies properties so that they can be written as JSON, whatever they are: a log must not fail. */
function writable(properties: object): Record<string, unknown> {
  const entries = Object.entries(properties).map(([name, value]) => [
    reserved.has(name) ? `${name}_` : name,
    writableValue(value),
  ]);
  return Object.fromEntries(entries);
}

function writableValue(value: unknown): unknown {
  try {
    const json = JSON.stringify(value, (_, each) =>
      each instanceof Error ? textOfError(each) : plain(each),
    );
    return json === undefined ? undefined : JSON.parse(json);
  } catch {
    return String(value);
  }
}

function plain(value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

/** Returns the stack of an error, and those of its causes. */
function textOfError(error: Error): string {
  const { stack = String(error), cause } = error;
  return cause === undefined
    ? stack
    : `${stack}\n[cause]: ${cause instanceof Error ? textOfError(cause) : String(cause)}`;
}
