export declare const faults: readonly string[];
