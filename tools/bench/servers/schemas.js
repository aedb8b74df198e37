/** The same rules in zod, for frameworks without validation of their own. */
import { z } from 'zod';

export const user = z.object({
  name: z.string(),
  age: z.coerce.number().int().min(0).max(120),
  email: z.email(),
  website: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .default(null),
});

export const query = z.object({
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(10),
  email: z.email().optional(),
});

export const credential = z.object({
  authorization: z
    .string()
    .startsWith('Bearer ')
    .transform((header) => header.slice('Bearer '.length))
    .pipe(z.guid()),
});

/** The errors in Assay's shape. */
export function detailOf(part, input, { issues }) {
  const detail = issues.map(({ code, path, message }) => ({
    type: code,
    loc: [part, ...path],
    msg: message,
    input: path.reduce((value, key) => value?.[key], input),
  }));
  return { detail };
}

export const pageOf = ({ page, limit, email }) => ({ page, limit, email_filter: email ?? null, users: [] });
export const sessionOf = ({ authorization }) => ({
  authenticated: true,
  token: `${authorization.slice(0, 8)}...`,
});
