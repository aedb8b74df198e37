import { originOf } from '../node/listen.ts';
import { Mistake, readOrder } from './options.ts';

/** How long the service may take to say that it lives, in milliseconds. */
const patience = 2000;

/** Asks the service that has this environment whether it lives; gives 0 if it does, and 1 otherwise. */
export async function health(env: NodeJS.ProcessEnv): Promise<number> {
  const order = readOrder([], env);
  if (order instanceof Mistake || order.do !== 'serve') return 1;
  const asked = fetch(`${originOf(order.settings)}/livez`, { signal: AbortSignal.timeout(patience) });
  return asked.then(
    ({ ok }) => (ok ? 0 : 1),
    () => 1,
  );
}
