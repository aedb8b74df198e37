import type { GroupParts } from './groups.ts';
import type { Operation } from './operations.ts';

/** The state and functions that the groups of the list share. */
export interface ListView {
  /** The words of the search, in lower case. */
  words: readonly string[];
  /** The id of the open case, and its endpoint. */
  current: string;
  owner: Operation | undefined;
  /** Tells whether a group is open; `isFound` opens it for a search. */
  isOpen(key: string, isFound: boolean): boolean;
  /** Opens or closes a group. If an operation is given, opening loads its cases. */
  toggle(key: string, opens: boolean, operation?: Operation): void;
  groupOf(parts: GroupParts): HTMLElement;
  /** Called when an endpoint is chosen, to show it in the reference. */
  read(operation: Operation): void;
}
