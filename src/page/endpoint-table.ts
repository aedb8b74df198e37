import type { Endpoints } from '../contract/endpoint.ts';
import { usualSuccess } from '../contract/success.ts';

/** The endpoints as a Markdown table. */
export function endpointTable(endpoints: Endpoints): string {
  const lines = Object.values(endpoints).map(
    ({ method, path, summary, description = summary, ...declared }) =>
      `| \`${method} ${path}\` | ${description} | ${usualSuccess(declared).status} |`,
  );
  return ['| endpoint | what it does | accepted with |', '|---|---|---|', ...lines].join('\n');
}
