import { assemble } from '../app/app.ts';
import type { Contract } from '../contract/endpoint.ts';
import { plainErrors } from '../http/error-format.ts';
import { endpoints, type PracticeEndpoints, pages } from './endpoints.ts';
import { handlers } from './handlers/index.ts';
import { service } from './rows/service.ts';

const tags = [
  { name: 'Users', description: 'Users: checked and echoed, never stored.' },
  { name: 'Products', description: 'Products and their prices, also never stored.' },
  { name: 'Validation', description: 'E-mail addresses, each refused in its own way.' },
  { name: 'Search', description: 'Values in paths and queries.' },
  { name: 'Credentials', description: 'Bearer tokens, API keys and signatures.' },
  { name: 'Service', description: 'The service itself.' },
];

/** Named, so that the declarations of this module refer to the endpoints instead of repeating them. */
interface PracticeContract extends Contract {
  readonly endpoints: PracticeEndpoints;
}

/** The contract of the practice service. */
export const contract: PracticeContract = { ...service, tags, endpoints, pages };

/** The options of the practice service: the messages of its refusals, and live replies in its documentation. */
export const options = {
  errors: plainErrors({ labels: { url: 'URL' }, types: { model_attributes_type: 'dict_type' } }),
  liveExamples: true,
};

/**
 * The practice service: fifteen endpoints, each with its own refusals. The tests check its contract, so a start does not have
 * to: for that, all endpoints would have to be declared.
 */
export const app = assemble(contract, handlers, options);
