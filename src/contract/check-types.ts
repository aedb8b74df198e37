import { isField } from '../fields/field.ts';
import { isRecord } from '../fields/record.ts';
import { isFieldName, isFieldValue, isOfHost } from '../text/header-field.ts';
import { type Contract, type Endpoint, isForm, type SuccessWithBody } from './endpoint.ts';

/**
 * Throws an error with a one-sentence message if an endpoint has a property of a wrong type, which plain JavaScript allows, or a
 * header that can't be sent. It reads every field, and those of a document are made when they are first read, so it is only for
 * contracts that people write.
 */
export function checkTypes({ endpoints }: Contract): void {
  for (const [name, endpoint] of Object.entries(endpoints ?? {})) {
    const mistake = mistakeIn(endpoint);
    if (mistake !== undefined) throw new Error(`The endpoint ${name} ${mistake}`);
  }
}

function mistakeIn(endpoint: Endpoint): string | undefined {
  if (!isRecord(endpoint)) return 'is not an object';
  return wrongType(endpoint) ?? missingField(endpoint) ?? mistakenHeader(endpoint);
}

function wrongType({ path, body, reply, credential, examples }: Endpoint): string | undefined {
  if (typeof path !== 'string') return 'has no path';
  if (!isRecord(reply)) return 'has no reply';
  if ('body' in reply && !isField(reply.body)) return 'has a reply whose body is not a field';
  if (!(body === undefined || body === 'bytes' || body === 'unread' || isField(body) || isForm(body)))
    return 'has a body that is neither a field nor a form';
  if (credential !== undefined && typeof credential?.read !== 'function')
    return 'has a credential that is none of bearer(), basic() and apiKey()';
  return examples === undefined || Array.isArray(examples) ? undefined : 'has examples that are not a list';
}

/** Finds a name that has no field, such as one whose field was not called: `integer` for `integer()`. */
function missingField({
  params,
  query,
  headers,
  cookies,
  body,
  reply,
  refusals,
}: Endpoint): string | undefined {
  const form = isForm(body) ? body.form : undefined;
  const parts = { params, query, headers, cookies, form, 'reply headers': reply.headers, refusals };
  for (const [part, fields = {}] of Object.entries(parts)) {
    if (!isRecord(fields)) return `has no object of fields as its ${part}`;
    for (const [name, field] of Object.entries(fields))
      if (!isField(field)) return `has no field for ${name} in its ${part}`;
  }
  return undefined;
}

function mistakenHeader({ headers = {}, reply }: Endpoint): string | undefined {
  for (const name of Object.keys(headers))
    if (!isFieldName(name)) return `has a field for the header ${JSON.stringify(name)}, which can't be sent`;
  for (const name of Object.keys(reply.headers ?? {}))
    if (!isFieldName(name) || isOfHost(name))
      return `replies with the header ${JSON.stringify(name)}, which can't be set`;
  const { mediaType = '' } = reply as Partial<SuccessWithBody>;
  return isFieldValue(mediaType) ? undefined : `replies with the media type ${JSON.stringify(mediaType)}`;
}
