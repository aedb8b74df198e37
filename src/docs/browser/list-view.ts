import type { GroupParts } from './groups.ts';
import type { Operation } from './operations.ts';

/** Everything that the groups of the list depend on. */
export interface ListView {
  /** The words that are searched for. */
  words: readonly string[];
  /** The case that is open, and its endpoint. */
  current: string;
  owner: Operation | undefined;
  /** A group is found where it holds what is searched for. */
  isOpen(key: string, isFound: boolean): boolean;
  /** Opens a group, or closes it; with an operation, its cases are loaded. */
  toggle(key: string, opens: boolean, operation?: Operation): void;
  groupOf(parts: GroupParts): HTMLElement;
  /** An endpoint was chosen, which may be read about. */
  read(operation: Operation): void;
}
