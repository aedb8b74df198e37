import { hosting } from '../src/http/hosting.ts';
import type { AppCore } from '../src/http/types.ts';
import { practiceCore } from './_practice.ts';
import { answering } from './app/_answering.ts';
import { forms } from './app/_forms.ts';
import { guarded } from './app/_guarded.ts';
import { parts } from './app/_parts.ts';
import { prefixed } from './app/_prefixed.ts';
import { buggy } from './http/_buggy.ts';
import { ordering } from './http/_ordering.ts';
import { shop } from './refusals/_apps.ts';
import { streaming } from './wire/_streaming.ts';

/** The apps that are tested on every host, under the names by which other runtimes carry them. */
export const apps = {
  practice: practiceCore(),
  narrow: practiceCore({ limits: { target: 100, headers: 20, headerBytes: 1000 } }),
  ofTwoOrigins: practiceCore({ cors: ['https://a.example', 'http://localhost:3000'] }),
  ofNoOrigin: practiceCore({ cors: 'off' }),
  stopping: practiceCore({ isReady: () => false }),
  answering: answering[hosting].build(),
  buggy,
  forms: forms[hosting].build(),
  guarded: guarded[hosting].build(),
  ordering: ordering[hosting].build(),
  parts: parts[hosting].build(),
  prefixed: prefixed[hosting].build(),
  shop: shop[hosting].build(),
  streaming,
} satisfies Readonly<Record<string, AppCore>>;
