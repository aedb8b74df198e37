import type { JsonSchema } from '../fields/field.ts';
import { isRecord, mapValues } from '../fields/values.ts';
import { toSchema30 } from './version-3-0/schema.ts';

/**
 * Converts a document of OpenAPI 3.1 to 3.0, for programs that read nothing newer. Whatever 3.0 can't express is left out, so
 * a schema may accept more than before, but never less.
 */
export function toVersion30(document: JsonSchema): JsonSchema {
  if (String(document.openapi).startsWith('3.0')) return document;
  const { webhooks: _, jsonSchemaDialect: __, info, paths = {}, components, ...others } = document;
  return {
    ...others,
    openapi: '3.0.3',
    info: isRecord(info) ? infoOf(info) : info,
    paths: rewrite(paths),
    ...(isRecord(components) && { components: componentsOf(components) }),
  };
}

function infoOf({ summary: _, license, ...others }: JsonSchema): JsonSchema {
  return { ...others, ...(isRecord(license) && { license: licenseOf(license) }) };
}

/** Converts a license: 3.0 has its address instead of its identifier. */
function licenseOf({ identifier, ...others }: JsonSchema): JsonSchema {
  return identifier === undefined
    ? others
    : { ...others, url: `https://spdx.org/licenses/${identifier}.html` };
}

function componentsOf({ pathItems: _, schemas, ...others }: JsonSchema): unknown {
  const rewritten = isRecord(schemas) && { schemas: mapValues(schemas, toSchema30) };
  return { ...mapValues(others, rewrite), ...rewritten };
}

/** Keywords whose values are data and stay unchanged. */
const asWritten: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum']);

/** Converts the schemas inside a part of a document. */
function rewrite(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(rewrite);
  if (!isRecord(part)) return part;
  const entries = Object.entries(part).map(([name, value]) => {
    if (name === 'schema') return [name, toSchema30(value)];
    return [name, asWritten.has(name) || name.startsWith('x-') ? value : rewrite(value)];
  });
  return Object.fromEntries(entries);
}
