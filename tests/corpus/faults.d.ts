export declare const faults: readonly string[];
export declare const missed: readonly string[];
