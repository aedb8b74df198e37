/** Node's binding of llhttp, which Node documents nowhere. */
declare module 'node:_http_common' {
  export const methods: readonly string[];

  export class HTTPParser {
    static readonly REQUEST: number;
    static readonly kOnMessageBegin: number;
    static readonly kOnHeaders: number;
    static readonly kOnHeadersComplete: number;
    static readonly kOnBody: number;
    static readonly kOnMessageComplete: number;
    [callback: number]: ((...args: never[]) => unknown) | null;
    initialize(type: number, resource: object, maxHeaderSize: number, leniency: number): void;
    /** Returns how many bytes were read, or the error. */
    execute(bytes: Uint8Array): number | (Error & { readonly code: string });
  }
}
