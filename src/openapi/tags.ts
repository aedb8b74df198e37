import type { Contract } from '../contract/endpoint.ts';

/** The tag of endpoints that have none. */
export const DEFAULT_TAG = 'default';

/** The tags of a contract, in the order in which it names them, or else in which its endpoints do. */
export function tagsOf({ tags = [], endpoints, pages = {} }: Contract): string[] {
  const used = [...Object.values(endpoints), ...Object.values(pages)].map(({ tag = DEFAULT_TAG }) => tag);
  return [...new Set([...tags.filter((tag) => used.includes(tag)), ...used])];
}
