import type { Worker } from 'node:cluster';
import type { LoadedDocument } from '../documents/load.ts';
import type { StopStep } from '../stop.ts';
import type { Certificate } from '../tls.ts';

/** Messages of the first process to its workers. */
export type ToWorker =
  | { readonly says: 'stop'; readonly deadline: number }
  /** All workers have come to this step of stopping. */
  | { readonly says: 'goOn'; readonly step: StopStep }
  /** The certificate to be used from now on. */
  | { readonly says: 'certificate'; readonly certificate: Certificate }
  /** The last document with which nothing was wrong, in a form that can be sent. */
  | { readonly says: 'document'; readonly document: SentDocument }
  /** Tells a worker to read again what it serves. */
  | { readonly says: 'reload' }
  /** Asks for the worker's own figures. */
  | { readonly says: 'count' }
  /** The figures of all workers; without a text where they could not be had. */
  | { readonly says: 'figures'; readonly text?: string };

/** Messages of a worker to the first process. */
export type FromWorker =
  /** It listens, at this address. */
  | { readonly says: 'started'; readonly origin: string }
  /** Asks for the certificate. */
  | { readonly says: 'needsCertificate' }
  /** Asks for the last document with which nothing was wrong. */
  | { readonly says: 'needsDocument' }
  /** It has read again what is served. */
  | { readonly says: 'reloaded' }
  /** It has come to a step of stopping, and waits for the others. */
  | { readonly says: 'reached'; readonly step: StopStep }
  /** Asks for the figures of all workers. */
  | { readonly says: 'gather' }
  /** Its own figures. */
  | { readonly says: 'counted'; readonly figures: Figures }
  | { readonly says: 'failed'; readonly sentence: string };

/** A document and its files, each with its address. */
export interface SentDocument extends Pick<LoadedDocument, 'address'> {
  readonly files: readonly (readonly [address: string, value: unknown])[];
}

/** The figures of one process, in a form that can be added up. */
export type Figures = readonly object[];

/** A worker that is just ending can't be told anything any more. */
export function tellWorker(worker: Worker, message: ToWorker): void {
  worker.send(message, () => {});
}
