import type { AnyHandler, Contract } from '../contract/endpoint.ts';
import type { Values } from '../fields/values.ts';
import { isRecord } from '../fields/values.ts';
import type { DeclaredReplies } from '../http/faults.ts';
import { bundled } from './bundle.ts';
import { FieldReader } from './fields.ts';
import { checkReferences, inspectInputs, isWrittenByFastapi } from './inspect.ts';
import { DocumentError, type Unsupported } from './mistake.ts';
import { readOperations } from './operations.ts';
import { outsideReferences } from './outside.ts';
import { type Files, type Located, References, textIn, within } from './references.ts';

/** A contract made from a document. */
interface ReadContract {
  readonly contract: Contract;
  readonly handlers: Readonly<Record<string, AnyHandler>>;
  readonly unsupported: readonly Unsupported[];
  /** Finds the replies that operations declare. */
  readonly declared: DeclaredReplies;
}

/** Makes a contract from an OpenAPI document. Throws a `DocumentError` if that is impossible. */
export function readContract(files: Files, values: Values): ReadContract {
  const written = new References(files);
  const document = written.root;
  checkVersion(document);
  for (const value of files.byAddress.values()) outsideReferences(value);
  for (const [address, value] of files.byAddress) checkReferences({ value, at: `${address}#` }, written);
  const bundle = files.byAddress.size > 1 ? bundled(written) : undefined;
  const references = new References(files, bundle?.moved);
  const reader = new FieldReader(references, { values, isFastapi: isWrittenByFastapi(document) });
  const { all, unsupported } = readOperations(document, reader);
  const info = within(document, 'info');
  const description = textIn(info, 'description');
  const contract = {
    title: textIn(info, 'title') ?? 'API',
    version: textIn(info, 'version') ?? '0',
    ...(description !== undefined && { description }),
    endpoints: Object.fromEntries(all.map(({ name, endpoint }) => [name, endpoint])),
    ...(isRecord(document.value) && { document: bundle?.document ?? document.value }),
  };
  const lookups = new Map(all.map(({ name, declared }) => [name, declared]));
  return {
    contract,
    declared: (operation, code, example) => lookups.get(operation)?.(code, example),
    handlers: Object.fromEntries(all.map(({ name, handler }) => [name, handler])),
    unsupported: [
      ...unsupported,
      ...inspectInputs(
        all.flatMap(({ inputs }) => inputs),
        references,
      ),
    ],
  };
}

function checkVersion(document: Located): void {
  const { value } = document;
  if (!isRecord(value)) throw new DocumentError('The document is not an object');
  const { openapi, swagger } = value;
  if (swagger !== undefined)
    throw new DocumentError(
      `The document is Swagger ${String(swagger)}; only OpenAPI 3.0 to 3.2 is supported`,
    );
  if (openapi === undefined)
    throw new DocumentError('The document has no property "openapi", so it is not OpenAPI');
  if (typeof openapi !== 'string' || !/^3\.[012](?:\.|$)/.test(openapi))
    throw new DocumentError(`The document is OpenAPI ${String(openapi)}; only 3.0 to 3.2 is supported`);
  if (!isRecord(value.paths) && value.paths !== undefined)
    throw new DocumentError('The paths at #/paths are not an object');
}
