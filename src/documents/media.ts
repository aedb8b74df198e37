/** Tells whether a media type is JSON, or a range that includes it. */
export function isJson(type: string): boolean {
  return /^(?:application\/(?:[\w.!#$&^+-]{1,100}\+)?json|\*\/\*|application\/\*)(?:;|$)/i.test(type);
}

/** Tells whether a media type is that of a form. */
export function isForm(type: string): boolean {
  return /^(?:multipart\/form-data|application\/x-www-form-urlencoded)(?:;|$)/i.test(type);
}
