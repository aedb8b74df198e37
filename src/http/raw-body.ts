import type { Refusal } from '../contract/outcome.ts';
import { encodeUtf8 } from '../text/bytes.ts';
import type { HeaderLookup } from './request.ts';

/** A body that has been read. JSON also has its text, and the bytes of the text, which may begin with a byte order mark. */
export interface RawBody {
  readonly value: unknown;
  readonly source?: string;
  readonly bytes: Uint8Array;
}

/** The reader of one kind of body. */
export interface BodyReader {
  /** Refuses a body by its headers alone. */
  unsupported(header: HeaderLookup): Refusal | undefined;
  read(bytes: Uint8Array, header: HeaderLookup): RawBody | Refusal;
}

/** An empty body means null, whatever its media type. */
export const emptyBody: RawBody = { value: null, source: 'null', bytes: encodeUtf8('null') };
