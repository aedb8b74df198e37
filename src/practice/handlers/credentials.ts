import type { Handler } from '../../contract/handler.ts';
import type { PracticeEndpoints } from '../endpoints.ts';

/** The start of a UUID, short enough to show without giving the credential away. */
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
