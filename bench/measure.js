/** Calls per second of several functions, measured in turn, so that a machine that slows down slows all of them. */
export function perSecondEach(acts, { rounds = 9, milliseconds = 40 } = {}) {
  const counts = acts.map((act) => countFor(act, milliseconds));
  const rates = acts.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [at, act] of acts.entries()) rates[at].push((counts[at] / timed(act, counts[at])) * 1000);
  }
  return rates.map(median);
}

/** Milliseconds that one call takes, at the best of several rounds. */
export function milliseconds(act, rounds = 5) {
  const count = countFor(act, 5);
  return Math.min(...Array.from({ length: rounds }, () => timed(act, count) / count));
}

export function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

/** How many calls it takes to last so long. */
function countFor(act, milliseconds) {
  let count = 1;
  while (timed(act, count) < milliseconds) count *= 2;
  return count;
}

function timed(act, count) {
  const start = process.hrtime.bigint();
  for (let call = 0; call < count; call++) act(call);
  return Number(process.hrtime.bigint() - start) / 1e6;
}
