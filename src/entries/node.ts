import { inspect } from 'node:util';
import { createAssay } from '../assay.ts';
import { service } from '../contract/service.ts';
import { pageFile } from '../node/files.ts';
import { explain, listen } from '../node/listen.ts';
import { createNodeServer } from '../node/server.ts';
import { readSettings } from '../node/settings.ts';
import { stopOnSignals } from '../node/stop.ts';

const complain = (text: string) => process.stderr.write(`${text}\n`);

function fail(line: string, exitCode: number): never {
  complain(line);
  process.exit(exitCode);
}

const settings = readSettings(process.env);
if (typeof settings === 'string') fail(settings, 2);
const { place, limits, stopDeadline } = settings;
const app = createAssay({
  limits,
  isReady: () => server.listening,
  pageFiles: pageFile,
  onBug: (bug, id) => complain(`In request ${id}: ${inspect(bug)}`),
});
const server = createNodeServer(app);
const address = await listen(server, place).catch((error) => fail(explain(error, place), 1));
stopOnSignals(server, stopDeadline);
process.stdout.write(
  `${service.title} ${service.version} listens on ${address}, documentation at ${address}/docs\n`,
);
