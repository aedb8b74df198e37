import type { Worker } from 'node:cluster';
import type { LoadedDocument } from '../documents.ts';
import type { StopStep } from '../stop.ts';
import type { Certificate } from '../tls.ts';

/** Messages from the first process to its workers. */
export type ToWorker =
  | { readonly says: 'stop'; readonly deadline: number }
  /** All workers have reached this step of stopping. */
  | { readonly says: 'goOn'; readonly step: StopStep }
  /** The certificate to use from now on. */
  | { readonly says: 'certificate'; readonly certificate: Certificate }
  /** The last valid document, in a form that can be sent. */
  | { readonly says: 'document'; readonly document: SentDocument }
  /** Tells a worker to reload what it serves. */
  | { readonly says: 'reload' }
  /** Asks something about the worker alone. */
  | { readonly says: 'ask'; readonly question: Question }
  /** The metrics of all workers. */
  | { readonly says: 'figures'; readonly text: string };

/** Messages from a worker to the first process. */
export type FromWorker =
  /** The worker listens, at this address. */
  | { readonly says: 'started'; readonly origin: string }
  /** Asks for the certificate. */
  | { readonly says: 'needsCertificate' }
  /** Asks for the last valid document. */
  | { readonly says: 'needsDocument' }
  /** The worker has reloaded what it serves. */
  | { readonly says: 'reloaded' }
  /** The worker has reached a step of stopping, and waits for the others. */
  | { readonly says: 'reached'; readonly step: StopStep }
  /** Asks for the metrics of all workers. */
  | { readonly says: 'gather' }
  | Answer
  | { readonly says: 'failed'; readonly sentence: string };

/** What the first process asks a worker, with the types of the answers. */
export interface Answers {
  readonly live: true;
  readonly ready: boolean;
  /** The metrics, if they are switched on. */
  readonly figures: Figures | undefined;
}

export type Question = keyof Answers;

interface Answer {
  readonly says: 'answer';
  readonly question: Question;
  readonly answer: Answers[Question];
}

/** A document and its files, each with its address. */
interface SentDocument extends Pick<LoadedDocument, 'address'> {
  readonly files: readonly (readonly [address: string, value: unknown])[];
}

/** The metrics of one process, in a form that can be added up. */
export type Figures = readonly object[];

/** Sends a message. A worker that is exiting cannot get it, which is not an error. */
export function tellWorker(worker: Worker, message: ToWorker): void {
  worker.send(message, () => {});
}
