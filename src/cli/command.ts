import { print } from '../node/log/print.ts';
import { service } from '../practice/contract/service.ts';
import { help } from './help.ts';
import { parseCommand, UsageError } from './options.ts';
import { serve } from './serve.ts';

/** Does what the command line asks for. */
export async function command(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const order = parseCommand(args, env);
  if (order instanceof UsageError) {
    print(process.stderr, `${order.sentence}\n`);
    process.exitCode = 2;
  } else if (order.do === 'serve') await serve(order.settings);
  else print(process.stdout, order.do === 'help' ? help() : `${service.version}\n`);
}
