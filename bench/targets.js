/** The most that Assay is meant to cost, as a share of what others cost on the same workload in the same run. */
const targets = [
  { of: 'bare', most: 1.2, refused: 1.3 },
  { of: 'socket', most: 2 },
  { of: 'go', most: 1 },
  { of: 'fastify', most: 0.9, refused: 0.6 },
  { of: 'hono', most: 0.75 },
  { of: 'express', most: 0.25 },
  { own: 'assay-log', of: 'fastify-log', most: 0.9 },
];

/** A line for each target that these results miss. */
export function missedTargets(results) {
  const measured = new Set(results.map(({ name }) => name));
  return targets
    .filter(({ own = 'assay', of }) => measured.has(own) && measured.has(of))
    .flatMap(({ own = 'assay', of, most, refused = most }) =>
      results
        .find(({ name }) => name === own)
        .figures.map(({ title, times }) => ({
          title,
          share: times(of),
          limit: title.endsWith('refused') ? refused : most,
        }))
        .filter(({ share, limit }) => share > limit)
        .map(
          ({ title, share, limit }) => `${title}: ${own} takes ${share.toFixed(2)} of ${of}, over ${limit}`,
        ),
    );
}
