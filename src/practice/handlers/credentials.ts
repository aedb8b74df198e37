import type { Handler } from '../../contract/handler.ts';
import { challenge } from '../../contract/refusal.ts';
import { Issue } from '../../issues/issue.ts';
import * as contract from '../contract/credentials.ts';

/** What may be shown of a credential that is a UUID in normal form. */
const hint = (id: string): string => `${id.slice(0, 8)}...`;

export const getProtected: Handler<typeof contract.getProtected> = ({
  headers: { Authorization: token },
}) => {
  if (!(token instanceof Issue)) return { authenticated: true, token: hint(token) };
  const scheme = contract.getProtected.credential.challenge;
  if (token.type === 'missing') return challenge(scheme, 'The Authorization header is missing');
  if (token.type === 'bearer_scheme')
    return challenge(scheme, 'The Authorization header must be "Bearer " and a token');
  return challenge(`${scheme} error="invalid_token"`, 'The bearer token must be a UUID');
};

export const getData: Handler<typeof contract.getData> = ({ headers: { 'X-API-Key': key } }) => {
  if (!(key instanceof Issue)) return { api_key: hint(key), data: [] };
  const scheme = contract.getData.credential.challenge;
  return key.type === 'missing'
    ? challenge(scheme, 'The X-API-Key header is missing')
    : challenge(scheme, 'The X-API-Key header must be a UUID');
};

export const receiveWebhook: Handler<typeof contract.receiveWebhook> = ({ headers }) => {
  const signature = headers['X-Webhook-Signature'];
  if (!(signature instanceof Issue)) return { signature_verified: true };
  const scheme = contract.receiveWebhook.credential.challenge;
  return signature.type === 'missing'
    ? challenge(scheme, 'The X-Webhook-Signature header is missing')
    : challenge(scheme, 'The X-Webhook-Signature header must be hexadecimal digits only');
};
