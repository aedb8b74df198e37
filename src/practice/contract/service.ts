import { endpoint } from '../../contract/endpoint.ts';
import { dictionary } from '../../fields/dictionary.ts';
import { object } from '../../fields/object.ts';
import { rawText } from '../../fields/raw-text.ts';
import { text } from '../../fields/text.ts';

/** How the service introduces itself. */
export const service = {
  title: 'Assay',
  version: '1.0.0',
  description:
    'A service to practise refusals on: it reads every value strictly, answers with what it read, and names each fault that it finds.',
} as const;

/** Where a page may load from, and who may frame it. Swagger UI's icons are `data:` images. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** What every page of the documentation is sent with. */
export const pageHeaders = [
  'Content-Security-Policy',
  CONTENT_SECURITY_POLICY,
  'Referrer-Policy',
  'no-referrer',
] as const;

export const getRoot = endpoint({
  method: 'GET',
  path: '/',
  tag: 'Service',
  summary: 'Says what the service is, which endpoints it has, and what a request looks like.',
  reply: {
    status: 200,
    body: object({
      message: text(),
      endpoints: dictionary(text()),
      example_request: object({ name: text(), age: text(), email: text() }),
    }),
  },
  examples: [{ title: 'An overview', status: 200 }],
});

export const getDocs = endpoint({
  method: 'GET',
  path: '/docs',
  tag: 'Service',
  summary: 'Shows this documentation as a page on which every request can be tried.',
  reply: {
    status: 200,
    body: rawText(),
    mediaType: 'text/html; charset=utf-8',
    headers: pageHeaders,
  },
  examples: [{ title: 'The page', status: 200 }],
});
