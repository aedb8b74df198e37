/** Tells whether a media type, or a range of them, is JSON. */
export function isJson(type: string): boolean {
  return /^(?:application\/(?:[\w.!#$&^+-]{1,100}\+)?json|\*\/\*|application\/\*)(?:;|$)/i.test(type);
}

/** Tells whether a media type is one of forms. */
export function isForm(type: string): boolean {
  return /^(?:multipart\/form-data|application\/x-www-form-urlencoded)(?:;|$)/i.test(type);
}
