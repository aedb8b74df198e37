import { Cursor } from './cursor.ts';
import type { Flaw, FlawType } from './flaw.ts';
import { string, token } from './token.ts';

/**
 * The first thing in which a text departs from JSON ([RFC 8259](https://www.rfc-editor.org/rfc/rfc8259)), if any.
 * Open containers are kept in a list and not on the call stack, so that no depth of nesting overflows it.
 */
export function firstFlaw(json: string): Flaw | undefined {
  const scan: Scan = { cursor: new Cursor(json), open: [] };
  let state: State | undefined = value;
  while (state) {
    scan.cursor.skipSpace();
    state = state(scan);
  }
  return scan.cursor.flaw;
}

interface Scan {
  readonly cursor: Cursor;
  readonly open: Container[];
}

interface Container {
  readonly closer: string;
  /** Follows a comma. */
  readonly next: State;
  readonly flaw: FlawType;
}

/** Takes one token and gives what may follow it: nothing after a flaw, and nothing at the end. */
type State = (scan: Scan) => State | undefined;

const object: Container = { closer: '}', next: nextMember, flaw: 'memberEnd' };
const array: Container = { closer: ']', next: nextElement, flaw: 'elementEnd' };

function value({ cursor, open }: Scan): State | undefined {
  if (cursor.skip('{')) {
    open.push(object);
    return firstMember;
  }
  if (cursor.skip('[')) {
    open.push(array);
    return firstElement;
  }
  return token(cursor) ? afterValue : undefined;
}

function afterValue(scan: Scan): State | undefined {
  const container = scan.open.at(-1);
  if (!container) return scan.cursor.isAtEnd() ? undefined : refuse(scan, 'textEnd');
  if (scan.cursor.skip(',')) return container.next;
  return close(scan) ?? refuse(scan, container.flaw);
}

function firstMember(scan: Scan): State | undefined {
  return close(scan) ?? key(scan, 'firstKey');
}

function nextMember(scan: Scan): State | undefined {
  return scan.cursor.sees(object.closer) ? refuse(scan, 'trailingComma') : key(scan, 'key');
}

function firstElement(scan: Scan): State | undefined {
  return close(scan) ?? value(scan);
}

function nextElement(scan: Scan): State | undefined {
  return scan.cursor.sees(array.closer) ? refuse(scan, 'trailingComma') : value(scan);
}

function key(scan: Scan, otherwise: FlawType): State | undefined {
  if (!scan.cursor.sees('"')) return refuse(scan, otherwise);
  return string(scan.cursor) ? afterKey : undefined;
}

function afterKey(scan: Scan): State | undefined {
  return scan.cursor.skip(':') ? value : refuse(scan, 'colon');
}

/** Closes the innermost container, if that is what comes next. */
function close({ cursor, open }: Scan): State | undefined {
  const container = open.at(-1);
  if (!container || !cursor.skip(container.closer)) return undefined;
  open.pop();
  return afterValue;
}

function refuse({ cursor }: Scan, type: FlawType): undefined {
  cursor.refuse(cursor.sees('/') ? 'comment' : type);
}
