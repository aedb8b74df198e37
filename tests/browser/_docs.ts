import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { type Service, startService } from '../_service.ts';
import { type Chromium, launchChromium } from './_chromium.ts';
import { type DocsPage, openPage, type PageOptions } from './_page.ts';

/** A browser, and a service whose page it opens. */
export interface Docs {
  readonly browser: Browser;
  /** The address of the service. */
  readonly origin: string;
  /** Opens the page for one test, and waits until it is usable. */
  open(options?: PageOptions): Promise<DocsPage>;
}

/** Starts a browser and a service for the tests of a file: the practice service, or what the arguments name. */
export function serveDocs(args: () => readonly string[] = () => []): Docs {
  let service: Service | undefined;
  let chromium: Chromium | undefined;
  const started = <Kind>(what: Kind | undefined): Kind => {
    if (what === undefined) throw new Error('The browser and the service are available only inside tests');
    return what;
  };

  beforeAll(async () => {
    [service, chromium] = await Promise.all([startService({}, args()), launchChromium()]);
  });

  afterAll(async () => {
    await chromium?.close();
    await service?.stop();
  });

  const docs: Docs = {
    get browser() {
      return started(chromium).browser;
    },
    get origin() {
      return started(service).origin;
    },
    open: (options) => openPage(docs.browser, docs.origin, options),
  };
  return docs;
}
