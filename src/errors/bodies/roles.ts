/** Says what to write into a property of an error body, by its name. */
import {
  codeNames,
  headingNames,
  isWrapper,
  placeListNames,
  placeNames,
  saysErrors,
  statusNames,
  textNames,
} from './vocabulary.ts';

/** What a property is for. */
export type Purpose =
  /** The HTTP status. */
  | 'status'
  /** A sentence for people. */
  | 'text'
  /** A sentence if there is no other, or else the name of the status. */
  | 'heading'
  /** A word for programs. */
  | 'code'
  /** The type of a problem, by its address or a word. */
  | 'type'
  /** The errors, as a list, a map or an object. */
  | 'errors'
  /** The place of an error. */
  | 'place'
  /** The part of the request that has the error. */
  | 'part'
  /** The places of an error. */
  | 'places'
  /** The value that was sent. */
  | 'input'
  /** The parts of an error's place. */
  | 'source'
  | 'other';

/** The types of JSON that a property may have. */
type Types = readonly string[];

interface Rule {
  readonly purpose: Purpose;
  readonly names: readonly RegExp[];
  /** True if a property of these types is meant. */
  fits(types: Types): boolean;
}

const isScalar = (types: Types) => types.some((type) => type !== 'object' && type !== 'array');
const isNumber = (types: Types) => types.some((type) => type === 'integer' || type === 'number');
const isNested = (types: Types) => types.some((type) => type === 'object' || type === 'array');
const isString = (types: Types) => types.length === 0 || types.includes('string');
const isAny = () => true;

/** The rules in order: the first that fits counts. */
const rules: readonly Rule[] = [
  { purpose: 'status', names: [/^(?:http)?status(?:code)?$/, /^httpcode$/], fits: isScalar },
  { purpose: 'status', names: [/^(?:error)?code$/], fits: isNumber },
  { purpose: 'source', names: [/^source$/], fits: isNested },
  { purpose: 'errors', names: [/^constraints$/], fits: isNested },
  { purpose: 'errors', names: textNames, fits: isNested },
  { purpose: 'text', names: textNames, fits: isString },
  { purpose: 'places', names: placeListNames, fits: (types) => types.includes('array') },
  { purpose: 'errors', names: headingNames, fits: isNested },
  { purpose: 'errors', names: [/^errors$/], fits: (types) => types.length === 0 },
  { purpose: 'part', names: [/^(?:in|part|locationtype)$/], fits: isString },
  { purpose: 'place', names: placeNames, fits: isAny },
  { purpose: 'heading', names: headingNames, fits: isAny },
  { purpose: 'type', names: [/^type$/], fits: isString },
  { purpose: 'code', names: codeNames, fits: isString },
  { purpose: 'status', names: statusNames, fits: isString },
  {
    purpose: 'input',
    names: [/^(?:input|(?:rejected|invalid|actual|received)?value|received)$/],
    fits: isAny,
  },
];

/** Returns the purpose of a property, by its plain name and the types of its schema. */
export function purposeOf(name: string, types: Types): Purpose {
  const rule = rules.find(({ names, fits }) => names.some((pattern) => pattern.test(name)) && fits(types));
  if (rule) return rule.purpose;
  const isErrors = isNested(types) ? isWrapper(name) : types.length === 0 && saysErrors(name);
  return isErrors ? 'errors' : 'other';
}
