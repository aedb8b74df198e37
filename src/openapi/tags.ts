import type { Contract } from '../contract/endpoint.ts';
import type { JsonSchema } from '../fields/field.ts';

/** The tag of endpoints that have none. */
export const DEFAULT_TAG = 'default';

/** The tags in use: first in the order in which the contract lists them, then in that of its endpoints. */
export function tagsOf({ tags = [], endpoints, pages = {} }: Contract): string[] {
  const used = [...Object.values(endpoints), ...Object.values(pages)].map(({ tag = DEFAULT_TAG }) => tag);
  const named = tags.map((tag) => (typeof tag === 'string' ? tag : tag.name));
  return [...new Set([...named.filter((name) => used.includes(name)), ...used])];
}

/** The tags in use with their descriptions, as an OpenAPI document lists them. */
export function describeTags(contract: Contract): JsonSchema[] {
  const described = new Map(
    (contract.tags ?? []).map((tag) => (typeof tag === 'string' ? [tag, {}] : [tag.name, tag])),
  );
  return tagsOf(contract).map((name) => ({ name, ...described.get(name) }));
}
