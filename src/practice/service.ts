import { anyText } from '../../fields/any-text.ts';
import { dictionary } from '../../fields/dictionary.ts';
import { object } from '../../fields/object.ts';
import { rawText } from '../../fields/raw-text.ts';
import { operation } from './operation.ts';

/** The title, version and descriptions of the service. */
export const service = {
  title: 'Assay',
  version: '1.0.0',
  description:
    'Send something wrong, and see exactly why: every value is read strictly, and every fault is named.',
  license: { name: 'MIT', identifier: 'MIT' },
  contact: { name: 'The Assay authors' },
} as const;

export const getRoot = operation(() => ({
  tag: 'Service',
  summary: 'Get an overview',
  description: 'Says what the service is, which endpoints it has, and what a request looks like.',
  reply: {
    status: 200,
    body: object(
      {
        message: anyText(),
        endpoints: dictionary(anyText()),
        example_request: object({ name: anyText(), age: anyText(), email: anyText() }),
      },
      { name: 'Overview' },
    ),
  },
  examples: [{ title: 'An overview', status: 200 }],
}));

export const getDocs = operation(() => ({
  tag: 'Service',
  summary: 'Show the documentation',
  description: 'Shows this documentation as a page on which every request can be tried.',
  reply: {
    status: 200,
    body: rawText(),
    mediaType: 'text/html; charset=utf-8',
  },
  examples: [{ title: 'The page', status: 200 }],
}));
