/** Upper bounds for the cost of Assay, as a share of what another server costs on the same workload in the same run. */
const targets = [
  { of: 'bare', max: 1.2, refused: 1.3 },
  { of: 'socket', max: 2 },
  { of: 'go', max: 1 },
  { of: 'fastify', max: 0.9, refused: 0.6 },
  { of: 'hono', max: 0.75 },
  { of: 'express', max: 0.25 },
  { own: 'assay-log', of: 'fastify-log', max: 0.9 },
];

/** A line for each target that these results miss. */
export function missedTargets(results) {
  const measured = new Set(results.map(({ name }) => name));
  return targets
    .filter(({ own = 'assay', of }) => measured.has(own) && measured.has(of))
    .flatMap(({ own = 'assay', of, max, refused = max }) =>
      results
        .find(({ name }) => name === own)
        .figures.map(({ title, times }) => ({
          title,
          share: times(of),
          limit: title.endsWith('refused') ? refused : max,
        }))
        .filter(({ share, limit }) => share > limit)
        .map(
          ({ title, share, limit }) =>
            `${title}: ${own} costs ${share.toFixed(2)} times as much as ${of}; at most ${limit} is allowed`,
        ),
    );
}
