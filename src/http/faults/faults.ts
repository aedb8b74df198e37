import { linesOf } from '../lines.ts';
import { mapAnswer } from '../map-answer.ts';
import type { Reply } from '../reply.ts';
import type { RequestHead } from '../request.ts';
import type { Answer, PendingReply } from '../types.ts';
import { gatewayReply } from './gateway.ts';
import { type Preferences, readPreferences } from './preferences.ts';
import { WaitingRoom } from './waiting-room.ts';

/** Looks for what an endpoint declares: the reply with a status, or an example of it; undefined where there is none. */
export type DeclaredReplies = (
  operation: string,
  code: number | undefined,
  example: string | undefined,
) => Reply | undefined;

/** A request, and the ways to answer it. */
export interface Asked {
  readonly head: RequestHead;
  /** The name of the endpoint, where it is one that is asked for. */
  readonly operation: string | undefined;
  /** Answers as always. */
  usual(): Answer<Reply>;
  /** Answers what is wrong, and with any lower status where nothing is. */
  checked(): Answer<Reply>;
}

/** A reply, and the preferences that it follows. */
interface Chosen extends Reply {
  readonly follows?: readonly string[];
}

/** Faults on demand. */
export interface Faults {
  /** Answers as a request prefers; undefined where it prefers nothing. */
  answer(asked: Asked): Answer<Reply> | undefined;
}

export function createFaults(declared: DeclaredReplies): Faults {
  const room = new WaitingRoom();

  /** Adds to a reply what is preferred besides, and what of all that has been done. */
  function complete(
    { follows = [], ...reply }: Chosen,
    { delay, cut }: Preferences,
    isHead: boolean,
  ): Reply | PendingReply<Reply> {
    const seconds = room.isFull ? undefined : delay;
    const isCut = cut === true && !isHead && reply.body !== '';
    const applied = [...follows, ...(seconds ? [`delay=${seconds}`] : []), ...(isCut ? ['cut=body'] : [])];
    const line = applied.length > 0 ? linesOf('Preference-Applied', applied.join(', ')) : '';
    const made = { ...reply, headers: reply.headers + line, ...(isCut && { isCut }) };
    return seconds === undefined ? made : room.hold(made, seconds);
  }

  return {
    answer(asked) {
      const { method, header } = asked.head;
      const preferences = readPreferences(header('prefer'));
      if (!preferences) return undefined;
      const chosen = choose(asked, preferences, declared);
      return mapAnswer(chosen, (reply) => complete(reply, preferences, method === 'HEAD'));
    },
  };
}

/** Chooses the reply: what the endpoint declares is given once the request has been checked, a gateway's fault before that. */
function choose(
  { operation, usual, checked }: Asked,
  { code, html = false, example }: Preferences,
  declared: DeclaredReplies,
): Answer<Chosen> {
  const sample = operation === undefined || html ? undefined : sampleOf(operation, code, example, declared);
  if (sample) return mapAnswer(checked(), (reply) => (reply.status < 400 ? sample : reply));
  if (code === undefined) return usual();
  const follows = [`code=${code}`];
  if (code >= 400)
    return { ...gatewayReply(code, html), follows: html ? [...follows, 'format=html'] : follows };
  return mapAnswer(usual(), (reply) => (reply.status === code ? { ...reply, follows } : reply));
}

/** The declared reply; where there is no such example, the one that has the status. */
function sampleOf(
  operation: string,
  code: number | undefined,
  example: string | undefined,
  declared: DeclaredReplies,
): Chosen | undefined {
  const coded = code === undefined ? [] : [`code=${code}`];
  const named = example === undefined ? undefined : declared(operation, code, example);
  if (named && example !== undefined) return { ...named, follows: [...coded, nameOf(example)] };
  const sample = code === undefined ? undefined : declared(operation, code, undefined);
  return sample && { ...sample, follows: coded };
}

/** The preference for an example, with its name where that can stand in a header as it is. */
function nameOf(example: string): string {
  return TOKEN.test(example) ? `example=${example}` : 'example';
}

const TOKEN = /^[!#$%&'*+.^`|~\w-]{1,128}$/;
