import type { JsonSchema } from '../fields/field.ts';
import { isRecord, mapValues } from '../fields/values.ts';

/** The header with which requests ask for faults, if faults are enabled. */
const prefer: JsonSchema = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description:
    'Faults on demand (RFC 7240): `code`, a status; `format=html`, a page as gateways send it; `delay`, in seconds, at most 30; ' +
    '`cut=body`, a body that breaks off; `example`, the name of an example. `Preference-Applied` in the reply says which of them it follows.',
  schema: { type: 'string' },
  examples: Object.fromEntries(
    ['code=429', 'code=502, format=html', 'delay=2', 'cut=body', 'code=503, delay=0.5'].map((value) => [
      value.replace(/[^a-z0-9]+/g, '-'),
      { value },
    ]),
  ),
};

const methods: readonly string[] = ['get', 'post', 'put', 'patch', 'delete'];

/** Adds the header for faults to each operation of a document. */
export function withFaults(document: JsonSchema): JsonSchema {
  const { paths } = document;
  return { ...document, paths: isRecord(paths) ? mapValues(paths, withHeader) : paths };
}

function withHeader(item: unknown): unknown {
  if (!isRecord(item)) return item;
  return mapValues(item, (operation, key) => {
    if (!methods.includes(key) || !isRecord(operation)) return operation;
    const { parameters } = operation;
    return { ...operation, parameters: [...(Array.isArray(parameters) ? parameters : []), prefer] };
  });
}
