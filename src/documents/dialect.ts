/**
 * What the documents of FastAPI mean that others do not. FastAPI writes a document from Python types, and some of what its services
 * do is only told by how they write it. This is the one place that knows which dialect does what.
 */
export interface Dialect {
  /** A component with places for its first items is a named tuple, which may also be sent as an object. */
  readonly hasNamedTuples: boolean;
  /** An array of unique items is a set: equal items are dropped, not refused. */
  readonly hasSets: boolean;
  /** An `enum` or `const` says all that there is to say about its values. */
  readonly hasPlainChoices: boolean;
  /** A single pattern for the names of properties is a rule for all names. */
  readonly hasPatternKeys: boolean;
  /** Keywords for which pydantic has no type are not checked, and the bounds of a union have names of their own. */
  readonly hasPydanticKeywords: boolean;
  /** Keywords without a type of their own, which concern the value that the rest of its schema makes of what was sent. */
  readonly laterKeywords: readonly string[];
  /** The members of a `oneOf` share a property that tells them apart, whether the document names it or not. */
  readonly hasSharedTags: boolean;
  /** A body with a title such as `Body_create` has several parameters, which are validated one by one. */
  readonly hasEmbeddedBodies: boolean;
  /** The fields of a form are sent as text or files, a form with a title of its own is a model, and one left out is empty. */
  readonly hasPlainForms: boolean;
  /** A body may have any media type: one that is not declared is read as text, or as a form without fields. */
  readonly takesAnyType: boolean;
  /** Only a client that accepts the media type of a reply gets it. */
  readonly hasAcceptableReplies: boolean;
  /** Headers such as `Accept` are parameters like others. */
  readonly hasMediaHeaders: boolean;
  /** The parameters of headers and cookies may be the properties of a model. */
  readonly hasParameterModels: boolean;
  /** Several headers of one name are the items of a list. */
  readonly hasHeaderLines: boolean;
  /** All security schemes of an operation are required. */
  readonly requiresAllSchemes: boolean;
  /** A credential of any scheme is read as one of the scheme that is declared. */
  readonly takesAnyScheme: boolean;
  /** An escaped slash in a path separates segments. */
  readonly decodesPath: boolean;
}

/** OpenAPI as FastAPI writes it. */
export const fastapiDialect: Dialect = {
  hasNamedTuples: true,
  hasSets: true,
  hasPlainChoices: true,
  hasPatternKeys: true,
  hasPydanticKeywords: true,
  laterKeywords: ['ge', 'gt', 'le', 'lt', 'multiple_of', 'minLength', 'maxLength'],
  hasSharedTags: true,
  hasEmbeddedBodies: true,
  hasPlainForms: true,
  takesAnyType: true,
  hasAcceptableReplies: false,
  hasMediaHeaders: true,
  hasParameterModels: true,
  hasHeaderLines: true,
  requiresAllSchemes: true,
  takesAnyScheme: true,
  decodesPath: true,
};

/** OpenAPI as its specification defines it, with nothing between the lines. */
export const openApiDialect: Dialect = {
  hasNamedTuples: false,
  hasSets: false,
  hasPlainChoices: false,
  hasPatternKeys: false,
  hasPydanticKeywords: false,
  laterKeywords: [],
  hasSharedTags: false,
  hasEmbeddedBodies: false,
  hasPlainForms: false,
  takesAnyType: false,
  hasAcceptableReplies: true,
  hasMediaHeaders: false,
  hasParameterModels: false,
  hasHeaderLines: false,
  requiresAllSchemes: false,
  takesAnyScheme: false,
  decodesPath: false,
};
