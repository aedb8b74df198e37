import type { Samples } from '../samples.ts';

/** Valid URLs, and an invalid one for each fault. */
export function urlSamples(): Samples {
  return {
    accepted: ['https://example.com/', 'http://[::1]:8000/a?b=c#d', 'https://bücher.example.com/'],
    refused: [
      'example.com',
      'https:example.com',
      'ftp://example.com/',
      'https://example.com/a b',
      'https://exam_ple.com/',
      'https://',
      `https://example.com/${'a'.repeat(2083)}`,
    ],
  };
}
