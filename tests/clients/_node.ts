import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request as open } from 'node:http';
import type { Answer, Ask, Asked } from './_requests.ts';

/** The timeout for a reply, in milliseconds. */
const TIMEOUT_MS = 10_000;

/** Sends requests with `node:http`, each list on a keep-alive connection of its own. */
export class NodeClient {
  readonly #port: number;
  readonly #agents: Agent[] = [];

  constructor(port: number) {
    this.#port = port;
  }

  ask: Ask = (lists) => Promise.all(lists.map((list, at) => this.#askAll(this.#agent(at), list)));

  end(): void {
    for (const agent of this.#agents) agent.destroy();
  }

  #agent(at: number): Agent {
    this.#agents[at] ??= new LastingAgent({ keepAlive: true, maxSockets: 1 });
    return this.#agents[at];
  }

  async #askAll(agent: Agent, list: readonly Asked[]): Promise<Answer[]> {
    const answers: Answer[] = [];
    for (const asked of list) answers.push(await this.#ask(agent, asked));
    return answers;
  }

  async #ask(agent: Agent, asked: Asked): Promise<Answer> {
    const { method, target: path } = asked;
    const place = { host: '127.0.0.1', port: this.#port, agent, signal: AbortSignal.timeout(TIMEOUT_MS) };
    const request = open({ ...place, method, path, headers: headersOf(asked) });
    try {
      return await answerTo(request, asked);
    } catch (error) {
      // The connection had ended, or was about to, so the request may be sent again (RFC 9110, 9.2.2).
      if (request.reusedSocket && method === 'GET') return this.#ask(agent, asked);
      return { error: String(error) };
    }
  }
}

/** Ignores the Keep-Alive timeout, as most clients do. */
class LastingAgent extends Agent {
  override keepSocketAlive(): boolean {
    return true;
  }
}

function headersOf({ headers, body, chunked }: Asked): Record<string, string> {
  if (body === null) return { ...headers };
  if (chunked) return { ...headers, 'Transfer-Encoding': 'chunked' };
  return { ...headers, 'Content-Length': String(Buffer.byteLength(body, 'base64')) };
}

/** Sends the body now, or after a 100; a client that gets a final reply first does not send it, and keeps the connection. */
async function answerTo(request: ClientRequest, { headers, body }: Asked): Promise<Answer> {
  const bytes = Buffer.from(body ?? '', 'base64');
  // Errors after the reply do not matter; those before it are thrown below.
  request.on('error', () => {});
  if (headers.Expect === undefined) request.end(bytes);
  else request.once('continue', () => request.end(bytes)).flushHeaders();
  const [response]: IncomingMessage[] = await once(request, 'response');
  if (!request.writableEnded) request.end();
  const received = Buffer.concat((await response?.toArray()) ?? []);
  const id = String(response?.headers['x-request-id']);
  return { status: response?.statusCode ?? 0, id, body: received.toString('base64') };
}
