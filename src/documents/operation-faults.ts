import { itemOf, sendingOf } from './encoding.ts';
import { isForm, isJson } from './media.ts';
import { keywordIn } from './object-schema.ts';
import { isOfTheBody, isSpread, spreadSchemas } from './parameters.ts';
import { partsOfSchema, possibleTypes } from './parts.ts';
import { propertiesOf, uncheckedIn } from './properties.ts';
import { itemsOf, type Located, partsOf, type References, textIn, within } from './references.ts';
import { successIn } from './success.ts';

/** Reports a part that is not served as the document says. */
export type Report = (at: string, what: string) => void;

/** The parts of an operation to inspect. */
interface OperationParts {
  readonly operation: Located;
  /** The lists of parameters: of the path, and of the operation. */
  readonly parameters: readonly Located[];
  readonly requestBody: Located;
  readonly isFastapi: boolean;
}

/** Reports what an operation says outside its schemas that is not served. */
export function inspectOperation(parts: OperationParts, references: References, report: Report): void {
  const { operation, parameters, requestBody, isFastapi } = parts;
  for (const item of parameters.flatMap(itemsOf))
    inspectParameter(references.follow(item), isFastapi, references, report);
  inspectRequestBody(requestBody, references, report);
  const [, response] = successIn(within(operation, 'responses')) ?? [];
  if (response) inspectResponse(references.follow(response), report);
  const callbacks = within(operation, 'callbacks');
  if (partsOf(callbacks).length > 0) report(callbacks.at, 'are not called');
}

const places: readonly (string | undefined)[] = ['path', 'query', 'header', 'cookie'];

function inspectParameter(
  parameter: Located,
  isFastapi: boolean,
  references: References,
  report: Report,
): void {
  const place = textIn(parameter, 'in');
  if (!places.includes(place)) report(parameter.at, `is not read: it is in ${JSON.stringify(place ?? null)}`);
  else if (textIn(parameter, 'name') === undefined) report(parameter.at, 'is not read: it has no name');
  else if (!isFastapi && isOfTheBody(parameter))
    report(parameter.at, 'is not read: OpenAPI ignores parameters of this name');
  else if (isSpread(parameter)) inspectSpread(parameter, references, report);
}

/** Reports what is not checked of an object that has a parameter for each property. */
function inspectSpread(parameter: Located, references: References, report: Report): void {
  const schemas = spreadSchemas(parameter, references);
  if (!schemas) {
    const mayBeObject = possibleTypes(within(parameter, 'schema'), references).includes('object');
    if (mayBeObject) report(parameter.at, 'is not read as an object');
    return;
  }
  if (propertiesOf(schemas).length === 0) report(parameter.at, 'is not read: it names no properties');
  const others = keywordIn(schemas, 'additionalProperties').filter(({ value }) => value !== true);
  for (const { at } of others) report(at, 'is not checked in a query');
  for (const [keyword, at] of uncheckedIn(schemas))
    report(at, `has a keyword that is not checked in a query: ${keyword}`);
}

function inspectRequestBody(requestBody: Located, references: References, report: Report): void {
  const content = partsOf(within(requestBody, 'content'));
  const types = content.map(([type]) => type);
  const isServed = (type: string) => isJson(type) || isForm(type);
  if (!types.some(isServed)) return;
  const others = types.filter((type) => !isServed(type));
  if (others.length > 0) report(requestBody.at, `is not checked when sent as ${others.join(', ')}`);
  for (const [type, media] of content) {
    if (!isForm(type)) continue;
    inspectForm(within(media, 'schema'), references, report);
    inspectFields(media, references, report);
  }
}

/** Reports the fields of a form that are not read as they are sent. */
function inspectFields(media: Located, references: References, report: Report): void {
  for (const { name, schema } of propertiesOf(partsOfSchema(within(media, 'schema'), references))) {
    const encoding = within(within(media, 'encoding'), name);
    const sending = sendingOf(schema, encoding, references);
    const isIgnored = ['contentType', 'headers'].some((key) => within(encoding, key).value !== undefined);
    const item = itemOf(schema, references);
    if (sending === 'unread') report(encoding.at, 'is not supported, so its field is not read');
    else if (sending === 'plain' && isIgnored) report(encoding.at, 'is ignored');
    else if (sending === 'plain' && possibleTypes(item, references).includes('object'))
      report(item.at, 'is not read as an object');
  }
}

/** Reports what is not checked of a form as a whole. */
function inspectForm(schema: Located, references: References, report: Report): void {
  const types = possibleTypes(schema, references);
  if (types.length > 0 && !types.includes('object')) report(schema.at, 'is not checked: a form is an object');
  for (const [keyword, at] of uncheckedIn(partsOfSchema(schema, references)))
    report(at, `has a keyword that is not checked in a form: ${keyword}`);
}

function inspectResponse(response: Located, report: Report): void {
  const headers = within(response, 'headers');
  if (partsOf(headers).length > 0) report(headers.at, 'are not sent');
  const types = partsOf(within(response, 'content')).map(([type]) => type);
  const isOfJson = types.some(isJson);
  const others = isOfJson ? types.filter((type) => !isJson(type)) : types.slice(1);
  if (others.length > 0) report(response.at, `is not sent as ${others.join(', ')}`);
  const [first] = types;
  if (!isOfJson && first !== undefined && !first.startsWith('text/'))
    report(response.at, `is sent as its example in ${first}, or else empty`);
}

/** Reports the security schemes that are not enforced as the document says. */
export function inspectSecurity(
  security: Located,
  schemes: Located,
  references: References,
  report: Report,
): void {
  for (const requirement of itemsOf(security))
    for (const [name, part] of partsOf(requirement)) {
      const scheme = references.follow(within(schemes, name));
      if (scheme.value === undefined) report(part.at, 'is not enforced: there is no such scheme');
      else inspectScheme(scheme, report);
    }
}

function inspectScheme(scheme: Located, report: Report): void {
  const type = textIn(scheme, 'type') ?? 'no type';
  if (!['http', 'apiKey', 'oauth2', 'openIdConnect'].includes(type))
    report(scheme.at, `is not enforced: ${type}`);
  if (type === 'http' && !textIn(scheme, 'scheme')) report(scheme.at, 'is not enforced: it names no scheme');
  const place = textIn(scheme, 'in') ?? '';
  const isPlaced = ['header', 'query', 'cookie'].includes(place) && textIn(scheme, 'name') !== undefined;
  if (type === 'apiKey' && !isPlaced) report(scheme.at, 'is not enforced: it has no place or no name');
}
