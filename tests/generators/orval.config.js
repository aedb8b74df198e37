/** The document is at the address in DOCUMENT. */
export default {
  practice: {
    input: process.env.DOCUMENT,
    output: {
      target: 'generated/orval/client.ts',
      client: 'fetch',
      baseUrl: process.env.ORIGIN,
      override: { contentType: { include: ['application/json'] } },
    },
  },
};
