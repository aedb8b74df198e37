import { expect, it } from 'vitest';
import { createAppListener, listenOnNode } from '../../src/hosts/no-node.ts';
import { hosting } from '../../src/http/hosting.ts';
import { app } from '../../src/practice/app.ts';

/** An app on runtimes that are not Node: bundlers put this module in place of its hosts. */

it('cannot listen', async () => {
  await expect(listenOnNode(app[hosting])).rejects.toThrow('export the app as default');
});

it('has no listener', () => {
  expect(() => createAppListener(app[hosting])).toThrow('export the app as default');
});
