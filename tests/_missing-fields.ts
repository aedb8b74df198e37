/** The body of a refusal for missing fields, each of which shows the same input. */
export function missingFields(input: string, ...labels: readonly string[]): string {
  return `{"detail":[${labels.map((label) => entry(label, input)).join()}]}`;
}

function entry(label: string, input: string): string {
  const msg = `${label}: field required`;
  return `{"type":"missing","loc":["body","${label.toLowerCase()}"],"msg":"${msg}","input":${input}}`;
}
