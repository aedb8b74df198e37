import { Refusal } from '../../../contract/outcome.ts';

/** The refusal of anything that is not a request. */
export const malformed = new Refusal(400, 'The request is not well-formed HTTP/1.1');
