/**
 * The cost of a request in a service of a thousand endpoints, as a multiple of its cost with fifteen: processor time of whole
 * requests to both services in turn, and the median of the ratios. Exits with 1 if a multiple is over 1.1.
 * `npm run bench -- routes [rounds]`.
 */
import { join } from 'node:path';
import { loadGenerator } from './client.js';
import { median } from './measure.js';
import { pathsOf } from './paths.js';
import { start } from './process.js';
import { get } from './workloads.js';

const MAX_TIMES = 1.1;
const rounds = Number(process.argv[2] ?? 15);
const COUNT = 4000;
const WARM_UP = 15_000;
const FEW = 15;
const MANY = 1000;

/** Targets for the first, the middle and the last path of a shape. */
const ofShape =
  (shape, change = (target) => target) =>
  (routes) => {
    const paths = pathsOf(shape, routes);
    const chosen = [0, paths.length >> 1, paths.length - 1].map((at) => paths[at]);
    return chosen.map((path) => change(path.replace('{id}', 'b-17')));
  };
const always = (target) => () => [target];
const kinds = {
  'a path without parameters': ofShape(0),
  'a parameter at the end': ofShape(1),
  'a parameter in the middle': ofShape(2),
  'a parameter first': ofShape(3),
  'a parameter and text': ofShape(4),
  'a trailing slash': ofShape(2, (target) => `${target}/`),
  'a path that nearly matches': ofShape(2, (target) => `${target}z`),
  'an unknown path': always('/nothing/of/the/kind'),
  '4,000 segments': always(`/${'a/'.repeat(4000)}`),
  '8,000 slashes': always(`/things1${'/'.repeat(8000)}`),
  'a segment of 8,000 letters': always(`/shop/${'a'.repeat(8000)}`),
  '4,000 beginnings of text': always(`/shop/${':v'.repeat(4000)}`),
  'a parameter of 8,000 letters': always(`/things1/${'a'.repeat(8000)}`),
};

const command = [process.execPath, join(import.meta.dirname, 'servers', 'routes.js')];
const services = await Promise.all(
  [FEW, MANY].map(async (routes) => ({
    routes,
    ...(await start({ command, env: { ROUTES: String(routes) } })),
  })),
);
const load = loadGenerator();

/** Measures a kind of request in both services, round by round, in microseconds. */
async function costsOf(targetsOf) {
  const requests = services.map(({ routes }) => targetsOf(routes).map((target) => get(target)));
  const cost = async (at, times) => (await load.measure(services[at], requests[at], { count: times })).cpu;
  for (const at of services.keys()) await cost(at, WARM_UP);
  const costs = [];
  for (let round = 0; round < rounds; round++) {
    const pair = [];
    for (const at of round % 2 === 0 ? [0, 1] : [1, 0]) pair[at] = await cost(at, COUNT);
    costs.push(pair);
  }
  return costs;
}

let excess = 0;
try {
  console.log(`${'a request for'.padEnd(30)}   times   with ${MANY} endpoints, and with ${FEW}`);
  for (const [title, targetsOf] of Object.entries(kinds)) {
    const costs = await costsOf(targetsOf);
    const times = median(costs.map(([less, more]) => more / less));
    if (times > MAX_TIMES) excess++;
    const [less, more] = [0, 1].map((at) => median(costs.map((pair) => pair[at])).toFixed(1));
    console.log(title.padEnd(30) + times.toFixed(2).padStart(8), `  ${more} µs, ${less} µs`);
  }
} finally {
  load.stop();
  await Promise.all(services.map((server) => server.stop()));
}
process.exitCode = excess > 0 ? 1 : 0;
