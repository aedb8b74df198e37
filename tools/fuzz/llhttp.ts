import { HTTPParser, methods } from 'node:_http_common';
import type { ReadRequest } from '../../tests/wire/_reading.ts';

/** The requests that llhttp, the parser of Node, reads of a stream. */
export interface LlhttpReading {
  readonly requests: readonly ReadRequest[];
  /** The request of which the body has not come as a whole. */
  readonly begun: ReadRequest | undefined;
  /** The reason why it reads no more; undefined where it waits for more. */
  readonly error: string | undefined;
}

/** Beyond this it would refuse: our own limits come first. */
const MAX_HEADER_BYTES = 1 << 30;
const NO_LENIENCY = 0;

/** The numbers of all methods are the places of their names but for that of QUERY, which came later. */
const QUERY = 46;
const nameOf = (method: number) => (method === QUERY ? 'QUERY' : methods[method]);

type Draft = { -readonly [Part in keyof ReadRequest]: ReadRequest[Part] } & { fields: string[] };

interface State {
  readonly requests: ReadRequest[];
  begun: Draft | undefined;
  fields: string[];
  target: string;
}

let state: State = newState();

function newState(): State {
  return { requests: [], begun: undefined, fields: [], target: '' };
}

const parser = new HTTPParser();
parser[HTTPParser.kOnMessageBegin] = () => {
  state.fields = [];
  state.target = '';
};
/** Comes early where there are many fields, and once more for trailers, which nobody looks at. */
parser[HTTPParser.kOnHeaders] = (more: string[], url: string) => {
  if (state.begun) return;
  state.fields.push(...more);
  state.target += url;
};
parser[HTTPParser.kOnHeadersComplete] = (
  ...[, , all, method, url]: [number, number, string[] | undefined, number, string | undefined]
) => {
  state.begun = {
    method: nameOf(method),
    target: url ?? state.target,
    fields: all ?? state.fields,
    body: '',
  };
  return 0;
};
parser[HTTPParser.kOnBody] = (bytes: Buffer) => {
  if (state.begun) state.begun.body += bytes.toString('latin1');
};
parser[HTTPParser.kOnMessageComplete] = () => {
  if (state.begun) state.requests.push(state.begun);
  state.begun = undefined;
};

export function readByLlhttp(stream: Uint8Array): LlhttpReading {
  state = newState();
  const error = readFrom(stream);
  const { requests, begun } = state;
  return { requests, begun: begun && { ...begun, body: '' }, error };
}

/** The parser stops behind the head of a request that offers an upgrade. */
function readFrom(stream: Uint8Array): string | undefined {
  parser.initialize(HTTPParser.REQUEST, {}, MAX_HEADER_BYTES, NO_LENIENCY);
  const read = parser.execute(stream);
  if (typeof read !== 'number') return read.code;
  return read < stream.length ? 'HPE_PAUSED_UPGRADE' : undefined;
}
