import type { Result } from './check.ts';

/** Returns a function that hides the values of headers in a result, since a service may repeat them in its reply. */
export function concealer(
  headers: readonly (readonly [name: string, value: string])[],
): (result: Result) => Result {
  const secrets = headers
    .flatMap(([, value]) => [value, value.slice(value.lastIndexOf(' ') + 1)])
    .filter(Boolean);
  const conceal = (text: string) => secrets.reduce((shown, secret) => shown.replaceAll(secret, '***'), text);
  if (secrets.length === 0) return (result) => result;
  return ({ received, why, expected, ...others }) => ({
    ...others,
    expected: { ...expected, ...(expected.body !== undefined && { body: conceal(expected.body) }) },
    ...(why !== undefined && { why: conceal(why) }),
    ...(received && { received: { ...received, body: conceal(received.body) } }),
  });
}
