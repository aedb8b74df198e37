import type { Contract } from '../contract/endpoint.ts';

/** The endpoints as a Markdown table. */
export function endpointTable(contract: Contract): string {
  const rows = Object.values(contract).map(
    ({ method, path, summary, reply }) => `| \`${method} ${path}\` | ${summary} | ${reply.status} |`,
  );
  return ['| endpoint | what it does | accepted with |', '|---|---|---|', ...rows].join('\n');
}
