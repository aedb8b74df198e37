import type { Samples } from '../samples.ts';
import { MAX_CHARACTERS } from './fastapi.ts';

const LABEL = 'a'.repeat(63);
const DOMAIN = `${LABEL}.${LABEL}.${LABEL}.com`;

/** Valid addresses, and an invalid one for each fault. */
export function emailSamples(): Samples {
  return {
    accepted: [
      'ada@example.com',
      `${'a'.repeat(58)}@${DOMAIN}`,
      'zoë@bücher.example.com',
      ' Ada@EXAMPLE.com ',
    ],
    refused: [
      '',
      'ada',
      'ada＠example.com',
      'ada@example@com',
      'Ada <ada@example.com>',
      '"ada"@example.com',
      '@example.com',
      'a da@example.com',
      '\u0301ada@example.com',
      '.ada@example.com',
      'ada.@example.com',
      'a..da@example.com',
      'ada@',
      'ada@[127.0.0.1]',
      'ada@exam_ple.com',
      'ada@\u0301example.com',
      'ada@.example.com',
      'ada@example.com.',
      'ada@example..com',
      'ada@-example.com',
      'ada@example.com-',
      'ada@example-.com',
      'ada@example',
      'ada@example.c0',
      'ada@example.test',
      `ada@${LABEL}a.com`,
      `ada@${'é'.repeat(60)}.com`,
      'ada@ex--ample.com',
      'ada@xn----eha.com',
      'ada@xn--0.com',
      'ada@xn--e-xbb.com',
      'ada@a.\u0301b.com',
      'ada@a·b.com',
      'ada@\u0627\u0661\u06f1.com',
      'ada@a\u05d0.com',
      'ada@1\u05d0.com',
      'ada@\u05d0ʹ.com',
      `${'a'.repeat(59)}@${DOMAIN}`,
      `${'é'.repeat(122)}@example.com`,
      `${'\ufb2c'.repeat(41)}@example.com`,
      `${'é'.repeat(100)}@${'é.'.repeat(14)}com`,
      `a@${'é.'.repeat(35)}com`,
      'a'.repeat(MAX_CHARACTERS + 1),
    ],
  };
}
