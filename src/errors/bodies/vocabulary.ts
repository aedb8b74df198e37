/**
 * The names that error bodies give to their parts, as patterns of their plain form: `error_message`, `ErrorMessage` and
 * `error-message` are all `errormessage`. Lists of patterns are in order of preference.
 */

/** Names of a sentence for people. */
export const textNames = [
  /^detail$/,
  /^(?:msg|message)$/,
  /(?:message|msg|description|summary|faultstring|^text)$/,
];

/** Names of what is a sentence in some bodies, and a word for programs in others. */
export const headingNames = [/^(?:reason|issue)$/, /^errors?$|title$/];

/** Names of a word for programs, which stands in where there is no sentence. */
export const codeNames = [...headingNames, /code$|^(?:rule|tag|constraint)$/];

/** Names of the HTTP status. */
export const statusNames = [/^status/];

/** Names of the place of an error: a path, in any notation. */
export const placeNames = [
  /(?:pointer|field|param(?:eter)?|property|attr(?:ibute)?|argument)(?:name|path|key)?$/,
  /(?:^|instance|data|error)path$/,
  /^(?:header|loc(?:ation)?|target|key|name)$/,
];

/** Names of a list of places that share one sentence. */
export const placeListNames = [/^(?:keys|fields|members|membernames)$/];

/** Names of the parameters of a rule, one of which may name a property of the object at the place of the error. */
export const ruleNames = [/^(?:params|info)$/];
export const rulePropertyNames = [/.property$|^propertyname$/];

/** Names of a list or an object that holds errors and nothing else. */
const ERRORS =
  /^(?!nonfield|union|inner).*(?:error|violation|issue|invalid|problem)|^(?:messages|modelstate|nested)$/;

/** Names of other lists and objects that may hold errors. */
const WRAPPER =
  /^(?:details?|msg|message|inner|causes|embedded|validation|extensions|fields|fieldlist|children|root|fault|elements|extra)$|meta/;

/** Names of what says nothing about the mistakes in a request. */
const OTHER = /^(?:type|time|trace|stack|help)|value$/;

const knownNames = [...textNames, ...codeNames, ...statusNames, ...placeNames, ERRORS, WRAPPER, OTHER];

/** Parts of a request, as the first step of a path. */
export const PARTS = 'body|query(?:string)?|path|json|form|(?:param|header|cookie)s?';
export const PART = new RegExp(`^(?:${PARTS})$`, 'i');

/** Keys, as they are written, of what is said about the whole form. */
export const WHOLE =
  /^(?:[$*]|_(?:_all__|errors|form|schema)?|base|root|full_messages|(?:non_?field|form)_?errors)?$/i;

/** Returns a name in plain form. */
export function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Recognizes the plain name of a list or an object that holds errors and nothing else. */
export function saysErrors(name: string): boolean {
  return ERRORS.test(name);
}

/** Recognizes the plain name of a list or an object that may hold errors. */
export function isWrapper(name: string): boolean {
  return ERRORS.test(name) || WRAPPER.test(name);
}

/** Recognizes the plain name of a place. */
export function isPlaceName(name: string): boolean {
  return placeNames.some((pattern) => pattern.test(name));
}

/** Recognizes a plain name that is unlikely to be the name of a field. */
export function isKnown(name: string): boolean {
  return knownNames.some((pattern) => pattern.test(name));
}
