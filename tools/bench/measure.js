/** Measures the calls per second of several functions in turn, so that a machine that slows down slows all of them. */
export function perSecondEach(functions, { rounds = 9, milliseconds = 40 } = {}) {
  const counts = functions.map((run) => countFor(run, milliseconds));
  const rates = functions.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [at, run] of functions.entries()) rates[at].push((counts[at] / timed(run, counts[at])) * 1000);
  }
  return rates.map(median);
}

/** Measures the milliseconds of one call: the best of several rounds. */
export function milliseconds(run, rounds = 5) {
  const count = countFor(run, 5);
  return Math.min(...Array.from({ length: rounds }, () => timed(run, count) / count));
}

export function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

/** The exponent by which times grow with sizes: the slope of a line through the logarithms. */
export function exponent(sizes, times) {
  const xs = sizes.map(Math.log);
  const ys = times.map(Math.log);
  const mean = (numbers) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
  const [x, y] = [mean(xs), mean(ys)];
  const over = xs.reduce((sum, each, at) => sum + (each - x) * (ys[at] - y), 0);
  return over / xs.reduce((sum, each) => sum + (each - x) ** 2, 0);
}

/** The number of calls that take at least this long. */
function countFor(run, milliseconds) {
  let count = 1;
  while (timed(run, count) < milliseconds) count *= 2;
  return count;
}

function timed(run, count) {
  const start = process.hrtime.bigint();
  for (let call = 0; call < count; call++) run(call);
  return Number(process.hrtime.bigint() - start) / 1e6;
}
