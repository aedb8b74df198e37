/** What requests must be, in zod. */
import { z } from 'zod';

export function schemas(has) {
  const name = z
    .string()
    .min(has('name: no minimum length') ? 0 : 2)
    .max(has('name: maximum length off by one') ? 21 : 20);
  const number = has('watts: text is converted') ? z.coerce.number() : z.number();
  const watts = (has('watts: fractions') ? number : number.int())
    .min(has('watts: no minimum') ? -1e9 : 1)
    .max(has('watts: maximum off by one') ? 101 : 100);
  const color = z.enum(['warm', 'cold']);
  const tag = has('tags: items of any type') ? z.unknown() : z.string();
  const fields = {
    name: has('name: a number is accepted') ? z.union([name, z.number()]) : name,
    watts,
    owner: has('owner: any text') ? z.string() : z.email(),
    color: has('color: in any case') ? z.string().toLowerCase().pipe(color) : color,
    tags: z.array(tag).max(has('tags: no maximum') ? 1000 : 3),
    built: z.iso.date(),
  };
  if (has('owner: only the @ is looked for')) fields.owner = z.string().includes('@');
  if (has('name: optional')) fields.name = name.optional();
  if (has('color: any text')) fields.color = z.string();
  if (has('built: any text')) fields.built = z.string();
  if (has('built: only its shape')) fields.built = z.string().regex(/^\d{4}-\d\d-\d\d$/);
  const object = has('unknown properties') ? z.object(fields) : z.strictObject(fields);
  const limit = z.coerce
    .number()
    .int()
    .min(has('limit: no minimum') ? -1e9 : 1)
    .max(has('limit: no maximum') ? 1e9 : 50);
  const since = has('since: any text') ? z.string() : z.iso.date();
  const pattern = has('X-Shop: pattern without its end') ? /^[a-z]{2,5}/ : /^[a-z]{2,5}$/;
  return {
    shop: has('X-Shop: not looked at') ? /^/ : pattern,
    body: object.partial({ color: true, tags: true, built: true }),
    query: z.object({ limit: limit.optional(), since: since.optional() }),
  };
}
