import { request as httpRequest } from 'node:http';
import type { request as httpsRequest } from 'node:https';

/** A request in full. Repeated headers are given as a list. */
export interface Sent {
  readonly method?: string;
  readonly target: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Uint8Array | undefined;
}

export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  readonly bytes: Uint8Array;
}

/** Sends a request to a local port, on a new connection. */
export function sendOverSocket(
  port: number,
  { method = 'GET', target, headers = {}, body }: Sent,
  ask: typeof httpsRequest = httpRequest,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const options = { port, method, path: target, headers, agent: false, rejectUnauthorized: false } as const;
    const request = ask(options, async (response) => {
      const chunks: Buffer[] = [];
      try {
        for await (const chunk of response) chunks.push(chunk);
      } catch (error) {
        reject(error);
      }
      const received = Object.entries(response.headersDistinct);
      const bytes = Buffer.concat(chunks);
      resolve({
        status: response.statusCode ?? 0,
        headers: new Headers(
          received.flatMap(([name, values]) =>
            (values ?? []).map((value) => [name, value] as [string, string]),
          ),
        ),
        body: bytes.toString(),
        bytes,
      });
    });
    request.once('error', reject).end(body);
  });
}
