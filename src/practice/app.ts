import { type AppOptions, createApp } from '../http/app.ts';
import type { App } from '../http/types.ts';
import { contract } from './contract/index.ts';
import { handlers } from './handlers/index.ts';

/** Assay itself: its contract, what its endpoints do, and its documentation. */
export function createAssay(options: AppOptions = {}): App {
  return createApp(contract, handlers, options);
}
