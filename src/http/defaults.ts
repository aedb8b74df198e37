/**
 * Adds the defaults for everything that is not given. A limit that is given as undefined, as plain JavaScript may do, is
 * no reason to have none.
 */
export function withDefaults<Options extends object>(
  defaults: Options,
  given: { readonly [Name in keyof Options]?: Options[Name] | undefined } = {},
): Options {
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(known) };
}
