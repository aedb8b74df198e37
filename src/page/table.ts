import type { Endpoints } from '../contract/endpoint.ts';

/** The endpoints as a Markdown table. */
export function endpointTable(endpoints: Endpoints): string {
  const lines = Object.values(endpoints).map(
    ({ method, path, summary, description = summary, reply }) =>
      `| \`${method} ${path}\` | ${description} | ${reply.status} |`,
  );
  return ['| endpoint | what it does | accepted with |', '|---|---|---|', ...lines].join('\n');
}
