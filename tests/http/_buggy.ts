import { createCore } from '../../src/http/core.ts';
import { contract, handlers } from '../../src/practice/app.ts';

export const bug = new Error('secret cause');
/** The bugs that were reported in this process. */
export const bugs: unknown[][] = [];
const fail = () => {
  throw bug;
};
const broken = { ...handlers, search: fail, checkPrice: fail };
/** The practice service with a bug in two handlers. */
export const buggy = createCore(contract, broken, { onBug: (...told) => bugs.push(told) });
