/** The refusal of a user who lacks these fields, whose text is this. */
export function missingFields(written: string, ...labels: readonly string[]): string {
  return `{"detail":[${labels.map((label) => entry(label, written)).join()}]}`;
}

function entry(label: string, written: string): string {
  const msg = `${label}: field required`;
  return `{"type":"missing","loc":["body","${label.toLowerCase()}"],"msg":"${msg}","input":${written}}`;
}
