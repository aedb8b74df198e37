import type { Log } from '../hosts/node/log.ts';
import { printUnsupported } from './module.ts';
import type { WatchedDocument } from './watched-document.ts';

/** Reloads a document whenever it changes, here and in `others`. If it has a mistake, the last valid one is still served. */
export async function renewOnChange(
  document: WatchedDocument,
  log: Log,
  others: () => Promise<void> = async () => {},
): Promise<void> {
  let mistake: string | undefined;
  const report = (found: string) => {
    if (found !== mistake) log.error({}, `${found}; still serving the last valid version`);
    mistake = found;
  };
  const renew = async () => {
    const loaded = await document.reload();
    if ('mistake' in loaded) return report(loaded.mistake);
    mistake = undefined;
    printUnsupported(loaded.unsupported);
    await others();
    const { title, version } = document.app;
    log.info({}, `${title} ${version} has been reloaded`);
  };
  let last = Promise.resolve();
  await document.onChange(() => {
    last = last.then(renew);
  });
}
