import { dictionary, object, rawText, text } from '../fields/index.ts';
import { endpoint, VERSION } from '../index.ts';

/** The title, version, descriptions and tags of the service. */
export const service = {
  title: 'Assay',
  version: VERSION,
  description:
    'A service for trying clients against validation errors. It validates every value, lists everything that is wrong, and stores nothing.',
  license: { name: 'MIT', identifier: 'MIT' },
  contact: { name: 'The Assay authors' },
  tags: [
    { name: 'Users', description: 'Users, which are validated and returned.' },
    { name: 'Products', description: 'Products and their prices.' },
    { name: 'Validation', description: 'Email addresses, with other formats of errors.' },
    { name: 'Search', description: 'Values in paths and queries.' },
    { name: 'Authentication', description: 'Bearer tokens, API keys and signatures.' },
    { name: 'Service', description: 'The service itself.' },
  ],
};

export const getRoot = endpoint({
  method: 'GET',
  path: '/',
  tag: 'Service',
  summary: 'Get an overview',
  description: 'Returns the endpoints of the service, and an example of a request.',
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
  description: 'Shows this documentation, from which you can send requests.',
  reply: {
    status: 200,
    body: rawText(),
    mediaType: 'text/html; charset=utf-8',
  },
  examples: [{ title: 'The page', status: 200 }],
});
