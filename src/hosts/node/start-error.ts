/** The reason why a service cannot start, in one sentence. */
export class StartError extends Error {}
