import type { Handler } from '../../contract/handler.ts';
import type { PracticeEndpoints } from '../endpoints.ts';

/** Shows as much as may be shown of a credential that is a UUID in normal form. */
const hint = (id: string): string => `${id.slice(0, 8)}...`;

export const getProtected: Handler<PracticeEndpoints['getProtected']> = ({ credential }) => ({
  authenticated: true,
  token: hint(credential),
});

export const getData: Handler<PracticeEndpoints['getData']> = ({ credential }) => ({
  api_key: hint(credential),
  data: [],
});

export const receiveWebhook: Handler<PracticeEndpoints['receiveWebhook']> = () => ({
  signature_verified: true,
});
