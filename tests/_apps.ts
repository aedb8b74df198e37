import { hosting } from '../src/http/hosting.ts';
import type { AppCore } from '../src/http/types.ts';
import { practiceCore } from './_practice.ts';
import { around } from './app/_around.ts';
import { credentials } from './app/_credentials.ts';
import { forms } from './app/_forms.ts';
import { handlers } from './app/_handlers.ts';
import { limited } from './app/_limited.ts';
import { parts } from './app/_parts.ts';
import { prefixed } from './app/_prefixed.ts';
import { replies } from './app/_replies.ts';
import { shop } from './cases/_apps.ts';
import { buggy } from './http/_buggy.ts';
import { ordering } from './http/_ordering.ts';
import { smallLimits } from './tables/limits.ts';
import { streaming } from './wire/_streaming.ts';

/** The apps that are tested on every host, by the names that other runtimes know them by. */
export const apps = {
  practice: practiceCore(),
  smallLimits: practiceCore({ limits: smallLimits }),
  corsOrigins: practiceCore({ cors: ['https://a.example', 'http://localhost:3000'] }),
  corsOff: practiceCore({ cors: 'off' }),
  notReady: practiceCore({ isReady: () => false }),
  handlers: handlers[hosting].build(),
  buggy,
  around: around[hosting].build(),
  forms: forms[hosting].build(),
  credentials: credentials[hosting].build(),
  limited: limited[hosting].build(),
  ordering: ordering[hosting].build(),
  parts: parts[hosting].build(),
  prefixed: prefixed[hosting].build(),
  replies: replies[hosting].build(),
  shop: shop[hosting].build(),
  streaming,
} satisfies Readonly<Record<string, AppCore>>;
