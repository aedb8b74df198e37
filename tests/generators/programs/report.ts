/** The report of a program that uses a generated client. */
export interface Report {
  /** Of the user that was accepted. */
  readonly name: string | undefined;
  /** Of the reply to the user that was not. */
  readonly status: number;
  readonly places: readonly (readonly (string | number)[])[];
  readonly types: readonly (Type | undefined)[];
}

/** The types of entries that the endpoint is known to give. */
type Type = 'dict_type' | 'missing' | 'more_errors' | 'string_type' | 'value_error';

export const valid = { name: 'Ada Lovelace', email: 'ada@example.com', age: 36 };
export const invalid = { name: 'Ada', email: 'ada@', age: 150 };

export function report(seen: Report): void {
  process.stdout.write(JSON.stringify(seen));
}
