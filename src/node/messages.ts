/** What the first process tells its workers. */
export type ToWorker =
  | { readonly says: 'stop'; readonly deadline: number }
  /** Without a text where some worker did not give its own. */
  | { readonly says: 'figures'; readonly text?: string };

/** What a worker tells the first process. */
export type FromWorker = { readonly says: 'gather' } | { readonly says: 'failed'; readonly sentence: string };
