/** The files that are mutated, and the tests that have to notice: those of the part, and those next to it that speak of it. */
export const parts = {
  json: { source: ['src/text/json/**/*.ts'], tests: ['tests/json/**/*.test.ts'] },
  pattern: {
    source: ['src/text/pattern/**/*.ts'],
    tests: ['tests/text/pattern*.test.ts', 'tests/fields/pattern*.test.ts', 'tests/openapi/likely.test.ts'],
  },
  fields: {
    source: ['src/fields/**/*.ts'],
    tests: [
      'tests/fields/**/*.test.ts',
      'tests/cases/{cases,edge-cases,samples,words}.test.ts',
      'tests/openapi/{schemas,kinds,edge-cases}.test.ts',
    ],
  },
  documents: {
    source: ['src/documents/**/*.ts'],
    tests: [
      'tests/openapi/**/*.test.ts',
      'tests/schema/**/*.test.ts',
      'tests/check/{exchange,judge,parts}.test.ts',
      'tests/app/{preferred,secrets}.test.ts',
    ],
    recordings: ['tests/openapi/readings.test.ts'],
  },
  errors: {
    source: ['src/errors/**/*.ts'],
    tests: [
      'tests/client/{client,errors,formats,hostile,places}.test.ts',
      'tests/fields/**/*.test.ts',
      'tests/http/{error-limits,reading}.test.ts',
      'tests/openapi/{errors,served-errors,fastapi,edge-cases,hostile}.test.ts',
      'tests/schema/{words,served}.test.ts',
    ],
  },
  check: { source: ['src/check/**/*.ts'], tests: ['tests/check/**/*.test.ts'] },
  http: {
    source: ['src/http/**/*.ts'],
    tests: [
      'tests/http/**/*.test.ts',
      'tests/app/**/*.test.ts',
      'tests/cases/{cases,edge-cases,faults,problems,samples,words}.test.ts',
      'tests/openapi/operations.test.ts',
      'tests/openapi/edge-cases.test.ts',
      'tests/openapi/kinds.test.ts',
      'tests/check/fastapi.test.ts',
      'tests/page/{errors,origin,parts,paths}.test.ts',
      'tests/node/listener.test.ts',
      'tests/wire/{bugs,expectation,handlers,host,sizes}.test.ts',
    ],
    // The same tests run on five hosts; two of them take their time.
    leavesOut: /over TLS|node:http2/,
  },
  server: {
    source: ['src/hosts/node/server/**/*.ts'],
    tests: ['tests/wire/**/*.test.ts'],
    // It waits for as long as clients have by default, and says nothing else than the others.
    leavesOut: /has seconds by default/,
  },
};
