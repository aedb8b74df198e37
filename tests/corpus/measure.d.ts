/** The services of a framework that run: their addresses by fault, with `''` for the correct one. */
export interface Services {
  readonly addresses: Readonly<Record<string, string>>;
  stop(): void;
}

export declare const frameworks: Readonly<Record<string, readonly string[]>>;
export declare function start(framework: string): Promise<Services>;
