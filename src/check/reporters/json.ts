import { caseJson } from '../../cases/case.ts';
import type { MakeReporter } from './reporter.ts';

/** A report for programs: one JSON object with every case and its outcome. */
export const json: MakeReporter = ({ address, match, tally, isStopped }) => {
  let start = `{"address":${JSON.stringify(address)},"match":"${match}","results":[\n`;
  return {
    result({ case: each, outcome, why, expected, received }) {
      const { status, body } = received ?? {};
      const got = received && { status, contentType: received.header('content-type'), body };
      const result = JSON.stringify({ outcome, why, expected, received: got });
      const text = `${start}{"case":${caseJson(each)},${result.slice(1)}`;
      start = ',\n';
      return text;
    },
    end() {
      const summary = {
        total: tally.total,
        endpoints: Object.fromEntries(tally.endpoints),
        stopped: isStopped(),
      };
      return `\n],"summary":${JSON.stringify(summary)}}\n`;
    },
  };
};
