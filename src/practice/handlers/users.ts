import type { Handler } from '../../contract/handler.ts';
import { refuse } from '../../contract/refusal.ts';
import { Issue, reason, sentence } from '../../issues/issue.ts';
import type { PracticeEndpoints } from '../endpoints.ts';

export const createUser: Handler<PracticeEndpoints['createUser']> = ({ body }) => body;

export const listUsers: Handler<PracticeEndpoints['listUsers']> = ({ query: { page, limit, email } }) =>
  email instanceof Issue
    ? refuse(400, `Invalid email: ${reason(email)}`)
    : { page, limit, email_filter: email, users: [] };

export const checkUserEmail: Handler<PracticeEndpoints['checkUserEmail']> = ({ body: { email } }) =>
  email instanceof Issue
    ? refuse(422, { error: 'Invalid email', message: sentence(email), field: 'email', code: 'INVALID_EMAIL' })
    : { email };
