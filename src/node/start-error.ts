/** The reason why a service can't start, in one sentence. */
export class StartError extends Error {}
