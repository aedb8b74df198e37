import { isFieldName } from '../../text/strings.ts';
import { linesOf } from '../lines.ts';
import { mapAnswer } from '../map-answer.ts';
import type { Reply } from '../reply.ts';
import type { RequestHead } from '../request.ts';
import type { Answer, PendingReply } from '../types.ts';
import { gatewayReply } from './gateway.ts';
import { type Preferences, readPreferences } from './preferences.ts';
import { WaitingRoom } from './waiting-room.ts';

/** Looks up a reply that an endpoint declares, by its status or by the name of an example. */
export type DeclaredReplies = (
  operation: string,
  code: number | undefined,
  example: string | undefined,
) => Reply | undefined;

/** A request, and the ways to answer it. */
interface Asked {
  readonly head: RequestHead;
  /** The name of the endpoint, if the request is for one. */
  readonly operation: string | undefined;
  /** Answers as if nothing were preferred. */
  usual(): Answer<Reply>;
  /** Answers with what is wrong, or with a status below 400 if nothing is. */
  checked(): Answer<Reply>;
}

/** A reply, and the preferences that it follows. */
interface Chosen extends Reply {
  readonly follows?: readonly string[];
}

/** Faults on demand. */
interface Faults {
  /** Answers as the request prefers; undefined if it has no preferences. */
  answer(asked: Asked): Answer<Reply> | undefined;
}

export function createFaults(declared: DeclaredReplies): Faults {
  const room = new WaitingRoom();

  /** Applies the remaining preferences to a reply, and lists all those that were applied. */
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

/** Chooses the reply. A declared reply is sent only if the request is valid, a gateway's fault in any case. */
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

/** Returns the declared example or, if there is none of this name, the declared reply with the status. */
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

/** Writes the preference for an example, with its name if a header can contain it as it is. */
function nameOf(example: string): string {
  return example.length <= MAX_NAME && isFieldName(example) ? `example=${example}` : 'example';
}

/** The limit on the length of a name in a header. */
const MAX_NAME = 128;
