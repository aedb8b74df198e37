import { caseJson } from '../../cases/case.ts';
import type { Finding } from '../findings.ts';
import { curlFor, type MakeReporter, printable } from './reporter.ts';

/** A report for programs: one JSON object with every case and its outcome, the faults, and what was reached. */
export const json: MakeReporter = ({ address, tally, findings, coverage, isStopped, elapsed }) => {
  let start = `{"address":${JSON.stringify(address)},"results":[\n`;
  return {
    result({ case: each, outcome, fault, why, wanted, received }) {
      const { status, body } = received ?? {};
      const got = received && { status, contentType: received.header('content-type'), body };
      const result = JSON.stringify({ outcome, fault, why, wanted, received: got });
      const text = start + printable(`{"case":${caseJson(each)},${result.slice(1)}`);
      start = ',\n';
      return text;
    },
    end() {
      const all = findings.all().map((each) => findingJson(each, address));
      const summary = {
        total: tally.total,
        requests: tally.requests,
        leftOut: tally.leftOut,
        cutOff: tally.cutOff(),
        milliseconds: Math.round(elapsed()),
        endpoints: Object.fromEntries(tally.endpoints),
        stopped: isStopped(),
      };
      const rest = printable(JSON.stringify({ findings: all, coverage: coverage.all(), summary }));
      return `${start === ',\n' ? '' : start}\n],${rest.slice(1)}\n`;
    },
  };
};

function findingJson({ first, ...finding }: Finding, address: string) {
  return { ...finding, id: first.case.id, title: first.case.title, curl: curlFor(address, first) };
}
