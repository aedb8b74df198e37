import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request as open } from 'node:http';
import type { Answer, Ask, Asked } from './_requests.ts';

/** The time that a reply may take, in milliseconds. */
const PATIENCE = 10_000;

/** Asks with `node:http`, each list on a connection of its own, which is kept. */
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
    const place = { host: '127.0.0.1', port: this.#port, agent, signal: AbortSignal.timeout(PATIENCE) };
    const request = open({ ...place, method, path, headers: headersOf(asked) });
    try {
      return await answerTo(request, asked);
    } catch (error) {
      // The connection had ended, or was about to; nothing is wrong with asking again (RFC 9110, 9.2.2).
      if (request.reusedSocket && method === 'GET') return this.#ask(agent, asked);
      return { error: String(error) };
    }
  }
}

/** Keeps connections for longer than it is asked to, as most clients do. */
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

/** Sends the body now, or when it is asked for; whoever is answered before that keeps it, and the connection. */
async function answerTo(request: ClientRequest, { headers, body }: Asked): Promise<Answer> {
  const bytes = Buffer.from(body ?? '', 'base64');
  // What goes wrong behind the reply does not matter; what goes wrong before it is thrown below.
  request.on('error', () => {});
  if (headers.Expect === undefined) request.end(bytes);
  else request.once('continue', () => request.end(bytes)).flushHeaders();
  const [response]: IncomingMessage[] = await once(request, 'response');
  if (!request.writableEnded) request.end();
  const received = Buffer.concat((await response?.toArray()) ?? []);
  const id = String(response?.headers['x-request-id']);
  return { status: response?.statusCode ?? 0, id, body: received.toString('base64') };
}
