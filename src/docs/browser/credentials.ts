import { type Credential, credentialOf, type Operation, requestsOf } from './requests.ts';
import type { System } from './swagger.ts';

/** Sends this with requests from now on; without a value, nothing. */
export function setCredential(system: System, { scheme, value }: Credential): void {
  if (scheme === undefined) return;
  const schema = system.specSelectors.securityDefinitions().get(scheme);
  if (value === undefined) system.authActions.logout([scheme]);
  else system.authActions.authorize({ [scheme]: { name: scheme, schema, value } });
}

/** Gives every credential that an accepted example has, so that all endpoints let the reader in from the start. */
export function authorizeAll(system: System): void {
  const { paths } = system.specSelectors.specJson().toJS() as {
    paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  };
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    const [accepted] = requestsOf(operation);
    setCredential(system, credentialOf(operation, accepted?.key ?? ''));
  }
}
