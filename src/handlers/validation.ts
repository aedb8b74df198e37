import { refuse } from '../contract/refusal.ts';
import type * as contract from '../contract/validation.ts';
import { Issue, reason, sentence } from '../fields/issue.ts';
import type { Handler } from './handler.ts';

export const confirmEmail: Handler<typeof contract.confirmEmail> = ({ body: { email } }) =>
  email instanceof Issue ? refuse(400, sentence(email)) : { email, valid: true };

export const normalizeEmail: Handler<typeof contract.normalizeEmail> = ({ body: { email } }) => {
  if (!(email instanceof Issue)) return { email };
  return email.type === 'missing'
    ? refuse(400, 'Email field is required')
    : refuse(422, `Email validation failed: ${reason(email)}`);
};
