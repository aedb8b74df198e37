import { createAssay } from '../assay.ts';
import { service } from '../contract/service.ts';
import { pageFile } from '../node/files.ts';
import { explain, listen } from '../node/listen.ts';
import { createNodeServer } from '../node/server.ts';
import { readPlace } from '../node/settings.ts';
import { stopOnSignals } from '../node/stop.ts';

/** Prints one line and ends the process. */
function fail(line: string, exitCode: number): never {
  process.stderr.write(`${line}\n`);
  process.exit(exitCode);
}

const place = readPlace(process.env);
if (typeof place === 'string') fail(place, 2);
const server = createNodeServer(createAssay({ pageFiles: pageFile }));
const address = await listen(server, place).catch((error) => fail(explain(error, place), 1));
stopOnSignals(server);
process.stdout.write(
  `${service.title} ${service.version} listens on ${address}, documentation at ${address}/docs\n`,
);
