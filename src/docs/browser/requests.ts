/** An example of the OpenAPI document, put together again from the places that its parts have there. */
export interface ExampleRequest {
  readonly key: string;
  readonly title: string;
  readonly status: number;
}

/** What is sent under a security scheme: nothing, where there is no value. */
export interface Credential {
  readonly scheme: string | undefined;
  readonly value: string | undefined;
}

interface Example {
  readonly summary?: string;
  readonly value: unknown;
}

type Examples = Readonly<Record<string, Example>>;
type Content = Readonly<Record<string, Exemplified>>;

/** A part of a request or reply that has examples. */
export interface Exemplified {
  readonly examples?: Examples;
  readonly 'x-more-examples'?: Examples;
}

/** An operation of the document, as far as it has examples. In each part, one example has the same name. */
export interface Operation {
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
  readonly requestBody?: { readonly content: Content };
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly 'x-credential-examples'?: Examples;
}

/** The examples of an operation, those that are accepted first. */
export function requestsOf({ responses }: Operation): ExampleRequest[] {
  return Object.entries(responses).flatMap(([status, { content }]) =>
    Object.entries(examplesIn(jsonOf(content))).map(([key, { summary = key }]) => ({
      key,
      title: summary,
      status: Number(status),
    })),
  );
}

/** The body of an example as text, if it has one. */
export function bodyOf({ requestBody }: Operation, key: string): string | undefined {
  const value = examplesIn(jsonOf(requestBody?.content))[key]?.value;
  return value === undefined ? undefined : JSON.stringify(value, null, 2);
}

/** The security scheme that an operation asks for, and the credential of an example, if it has one. */
export function credentialOf(
  { security, 'x-credential-examples': examples = {} }: Operation,
  key: string,
): Credential {
  const [scheme] = Object.keys(security?.[0] ?? {});
  const value = examples[key]?.value;
  return { scheme, value: typeof value === 'string' ? value.replace(/^Bearer /, '') : undefined };
}

function jsonOf(content: Content = {}): Exemplified {
  return content['application/json'] ?? {};
}

/** The examples that the document promises to be accepted, and all others. */
export function examplesIn({ examples, 'x-more-examples': more }: Exemplified): Examples {
  return { ...examples, ...more };
}
