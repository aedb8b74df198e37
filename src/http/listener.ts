/** The parts of Node's own servers that an app needs, without the types of Node, which other runtimes lack. */

/** A request of `node:http`, `node:https` or `node:http2`. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** Alternating names and values, as sent. */
  readonly rawHeaders: readonly string[];
  /** A TLS socket has the property `encrypted`. */
  readonly socket?: object | null;
  readonly readableEnded: boolean;
  on(event: string, listener: (chunk: Uint8Array) => void): unknown;
  off(event: string, listener: (chunk: Uint8Array) => void): unknown;
  resume(): unknown;
}

/** The response to such a request. */
export interface NodeResponse {
  statusCode: number;
  readonly destroyed: boolean;
  setHeader(name: string, value: string | string[]): unknown;
  write(piece: string | Uint8Array, written?: () => void): boolean;
  end(): unknown;
  destroy(error?: Error): unknown;
  on(event: string, listener: () => void): unknown;
  off(event: string, listener: () => void): unknown;
}

/** Answers one request. */
export type NodeListener = (request: NodeRequest, response: NodeResponse) => void;
