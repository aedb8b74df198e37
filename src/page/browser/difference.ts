/** The lines that differ between two texts, marked with `-` and `+`; only as many as can be read at a glance. */
export function differingLines(before: string, after: string): string[] {
  const old = before.split('\n');
  const now = after.split('\n');
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  const most = Math.min(old.length, now.length) - start;
  while (end < most && old.at(-1 - end) === now.at(-1 - end)) end++;
  const taken = old.slice(start, old.length - end).map((line) => `- ${line}`);
  const given = now.slice(start, now.length - end).map((line) => `+ ${line}`);
  return [...few(taken), ...few(given)];
}

const MAX_LINES = 4;
const MAX_CHARACTERS = 120;

function few(lines: readonly string[]): string[] {
  return lines.slice(0, MAX_LINES).map((line) => line.slice(0, MAX_CHARACTERS));
}
