import { NoDefinitions } from '../fields/definitions.ts';
import type { Shape } from '../fields/object.ts';
import { omittable } from '../fields/optional.ts';
import { isRecord, UploadedFile } from '../fields/values.ts';
import { type Endpoint, type Example, type FormBody, isForm } from './endpoint.ts';
import { fillPath } from './path.ts';
import { JSON_TYPE, MULTIPART, URLENCODED } from './success.ts';

/** An example request, ready to send. */
export interface ExampleRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Builds the request of an example, for a service whose paths start with `basePath`. */
export function requestOf(endpoint: Endpoint, example: Example, basePath = ''): ExampleRequest {
  const { method, path } = endpoint;
  const filled = fillPath(path, example.params ?? {});
  const query = queryOf(example.query);
  const { contentType, body } = bodyOf(endpoint, example.body);
  return {
    method,
    target: basePath + filled + (query === '' ? '' : `?${query}`),
    headers: { ...(contentType !== undefined && { 'Content-Type': contentType }), ...example.headers },
    body,
  };
}

interface WrittenBody {
  readonly contentType?: string;
  readonly body: string | undefined;
}

function bodyOf({ body: declared }: Endpoint, value: unknown): WrittenBody {
  if (value === undefined) return { body: undefined };
  if (isForm(declared) && isRecord(value)) return writeForm(declared, value);
  return { contentType: JSON_TYPE, body: JSON.stringify(value) };
}

function queryOf(query: Example['query'] = {}): string {
  const pairs = Object.entries(query).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
  return new URLSearchParams(pairs).toString();
}

/** An encoded form. */
export interface WrittenForm {
  readonly contentType: string;
  readonly body: string;
}

/** The fields of a form. One named `other` stands for those that are not declared, if the form reads them. */
export function formFields({ form, others }: FormBody): Shape {
  return typeof others === 'object' ? { other: omittable(others), ...form } : form;
}

/** Encodes the values of a form: as multipart if it has a field for files, otherwise URL-encoded. */
export function writeForm(form: FormBody, values: Readonly<Record<string, unknown>>): WrittenForm {
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    [value].flat().map((each) => [name, each] as const),
  );
  const hasFiles = Object.values(formFields(form)).some((field) =>
    isOfFiles(field.describe('input', new NoDefinitions())),
  );
  return hasFiles ? writeParts(pairs) : writePairs(pairs);
}

type Pairs = readonly (readonly [name: string, value: unknown])[];

function isOfFiles({ format, items, anyOf }: { readonly [keyword: string]: unknown }): boolean {
  const inner = [items, anyOf].flat().filter((each) => typeof each === 'object' && each !== null);
  return format === 'binary' || inner.some((each) => isOfFiles({ ...each }));
}

function writePairs(pairs: Pairs): WrittenForm {
  const body = new URLSearchParams();
  for (const [name, value] of pairs) body.append(name, String(value));
  return { contentType: URLENCODED, body: body.toString() };
}

const BOUNDARY = 'form-boundary';

function writeParts(pairs: Pairs): WrittenForm {
  const parts = pairs.map(([name, value]) => `--${BOUNDARY}\r\n${part(name, value)}\r\n`);
  return {
    contentType: `${MULTIPART}; boundary=${BOUNDARY}`,
    body: parts.length === 0 ? '' : `${parts.join('')}--${BOUNDARY}--\r\n`,
  };
}

function part(name: string, value: unknown): string {
  const disposition = `Content-Disposition: form-data; name="${escaped(name)}"`;
  if (!(value instanceof UploadedFile)) return `${disposition}\r\n\r\n${value}`;
  const head = `${disposition}; filename="${escaped(value.name)}"\r\nContent-Type: ${value.type}`;
  return `${head}\r\n\r\n${new TextDecoder().decode(value.bytes)}`;
}

/** Escapes a name as [browsers](https://html.spec.whatwg.org/#multipart-form-data) do. */
function escaped(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
