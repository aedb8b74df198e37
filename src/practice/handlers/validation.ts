import type { Handler } from '../../contract/handler.ts';
import { refuse } from '../../contract/refusal.ts';
import { Issue, reason, sentence } from '../../issues/issue.ts';
import type { PracticeEndpoints } from '../endpoints.ts';

const EMAIL_REQUIRED = 'Email field is required';

export const confirmEmail: Handler<PracticeEndpoints['confirmEmail']> = ({ body: { email } }) => {
  if (!(email instanceof Issue)) return { email, valid: true };
  return refuse(400, email.type === 'missing' ? EMAIL_REQUIRED : sentence(email));
};

export const normalizeEmail: Handler<PracticeEndpoints['normalizeEmail']> = ({ body: { email } }) => {
  if (!(email instanceof Issue)) return { email };
  return email.type === 'missing'
    ? refuse(400, EMAIL_REQUIRED)
    : refuse(422, `Email validation failed: ${reason(email)}`);
};
