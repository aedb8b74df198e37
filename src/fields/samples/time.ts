import type { Samples } from '../samples.ts';

const DATE = '2026-11-22';
const TIME = '10:30:00';

export function dateSamples(): Samples {
  return {
    accepted: [DATE, `${DATE}T00:00:00`],
    refused: ['2026-02-30', `${DATE}T${TIME}`, '0000-01-01'],
  };
}

/** Times with and without an offset from UTC, for fields that require or forbid one. */
export function timeSamples(): Samples {
  return {
    accepted: [TIME, `${TIME}Z`, `${TIME}.500000+01:00`],
    refused: ['25:00:00', TIME, `${TIME}Z`],
  };
}

export function dateTimeSamples(): Samples {
  return {
    accepted: [`${DATE}T${TIME}Z`, `${DATE}T${TIME}`, DATE],
    refused: [`${DATE}T25:00:00Z`, '0000-01-01T00:00:00', `${DATE}T${TIME}`, `${DATE}T${TIME}Z`],
  };
}

export function durationSamples(): Samples {
  return {
    accepted: ['P1DT2H', '1 day, 02:00:00', 90],
    refused: ['a day'],
  };
}
