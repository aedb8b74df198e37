import { dictionary, object, rawText, text } from '../fields/index.ts';
import { endpoint, VERSION } from '../index.ts';

/** The title, version, descriptions and tags of the service. */
export const service = {
  title: 'Assay',
  version: VERSION,
  description:
    'Send something wrong, and see exactly why: every value is read strictly, and every fault is named.',
  license: { name: 'MIT', identifier: 'MIT' },
  contact: { name: 'The Assay authors' },
  tags: [
    { name: 'Users', description: 'Users: checked and echoed, never stored.' },
    { name: 'Products', description: 'Products and their prices, also never stored.' },
    { name: 'Validation', description: 'E-mail addresses, each refused in its own way.' },
    { name: 'Search', description: 'Values in paths and queries.' },
    { name: 'Credentials', description: 'Bearer tokens, API keys and signatures.' },
    { name: 'Service', description: 'The service itself.' },
  ],
};

export const getRoot = endpoint({
  method: 'GET',
  path: '/',
  tag: 'Service',
  summary: 'Get an overview',
  description: 'Says what the service is, which endpoints it has, and what a request looks like.',
  reply: {
    status: 200,
    body: object(
      {
        message: text(),
        endpoints: dictionary(text()),
        example_request: object({ name: text(), age: text(), email: text() }),
      },
      { name: 'Overview' },
    ),
  },
  examples: [{ title: 'An overview', status: 200 }],
});

export const getDocs = endpoint({
  method: 'GET',
  path: '/docs',
  tag: 'Service',
  summary: 'Show the documentation',
  description: 'Shows this documentation as a page on which every request can be tried.',
  reply: {
    status: 200,
    body: rawText(),
    mediaType: 'text/html; charset=utf-8',
  },
  examples: [{ title: 'The page', status: 200 }],
});
