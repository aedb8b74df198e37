import { type Fault, faults } from '../check/result.ts';
import { address, header, type Kind, oneOf, parameter, text, toggle, whole } from './kinds.ts';
import { many, open, setting, settings, type ValuesOf } from './settings.ts';

const pattern = text('pattern', 'the id of a test case, in which * matches anything');
const only = many('only the test cases with this id; * matches anything', pattern, 'all');
const skip = many('leaves out the test cases with this id', pattern, 'none');
const accepted = setting('also lists valid requests that come closest to being invalid', toggle, false);

/** The settings of a document, as in the command that serves it. */
const { basePath, values, errors } = settings;

/** The options of `assay cases`. */
export const casesSettings = {
  json: setting('prints JSON, with every request and reply in full', toggle, false),
  curl: setting('prints a curl command for each request', toggle, false),
  origin: setting('address of the service in the curl commands', address, 'http://localhost:8000'),
  only,
  skip,
  accepted,
  faults: setting('also lists requests that ask for a simulated failure', toggle, false),
  problems: setting('lists the replies as problem details (RFC 9457)', toggle, false),
  basePath,
  values,
  errors,
} as const;

/** The options of `assay openapi`. */
export const openapiSettings = {
  format: setting('the format of the document', oneOf('json', 'yaml'), 'json'),
  spec: setting('the version of OpenAPI', oneOf('3.1', '3.0'), '3.1'),
  basePath,
} as const;

export type OpenapiSettings = ValuesOf<typeof openapiSettings>;

export type CasesSettings = ValuesOf<typeof casesSettings>;

/** A reporter, and the file that it writes to, if it is not the terminal. */
interface ChosenReporter {
  readonly name: ReporterName;
  readonly file: string | undefined;
}

const reporterNames = ['pretty', 'json', 'junit', 'tap', 'github', 'html', 'har'] as const;
export type ReporterName = (typeof reporterNames)[number];

const reporter: Kind<ChosenReporter> = {
  placeholder: `${reporterNames.join('|')}[=file]`,
  allowed: `${oneOf(...reporterNames).allowed}, also with a file, such as junit=report.xml`,
  words: reporterNames,
  read(written) {
    const [, word, file] = /^([^=]*)(?:=(.+))?$/.exec(written) ?? [];
    const name = reporterNames.find((each) => each === word);
    return name && { name, file };
  },
};

/** Statuses of errors, separated by commas. */
const statuses: Kind<readonly number[]> = {
  placeholder: 'statuses',
  allowed: 'statuses of errors such as 400,422',
  read: (written) =>
    /^4[0-9]{2}(?:,4[0-9]{2})*$/.test(written) ? written.split(',').map(Number) : undefined,
};

/** Some kinds of faults, separated by commas. */
function someOf(kinds: readonly Fault[]): Kind<readonly Fault[]> {
  return {
    placeholder: 'kinds',
    allowed: `some of ${kinds.join(', ')}, separated by commas`,
    read(written) {
      const all = written.split(',').map((word) => kinds.find((each) => each === word));
      return all.every((each) => each !== undefined) ? all : undefined;
    },
  };
}

/** A path of endpoints, or the value of a parameter in paths. */
const pathOrValue = text('path', 'a path such as /users/*, or a value such as id=7');
const file = text('file', 'a file');

const serviceFaults = faults.filter((each) => each !== 'request');
const verbose = setting('shows every request that failed, not one for each failure', toggle, false);
const reporters = many('the format of the report, and a file for it', reporter, 'pretty');
const baseline = open('a file of known failures, for which the command doesn’t exit with 1', file, 'none');
const updateBaseline = setting('writes the failures to the file of --baseline', toggle, false);

/** The options of `assay check`. */
export const checkSettings = {
  address: open('address of the service, instead of the first argument', address, 'none'),
  document: open(
    'OpenAPI document or module, instead of the second argument',
    text('document', 'an OpenAPI document or a module'),
    'the /openapi.json of the service',
  ),
  match: open(
    'what is compared: the reply with the document (declared); or with the reply of Assay its status, also the loc and type of each error (type), or also the body and the headers (exact)',
    oneOf('declared', 'status', 'type', 'exact'),
    'declared for a document, type for an app',
  ),
  refusedStatus: many(
    'the only statuses that an invalid value may get',
    statuses,
    'those that the document declares',
  ),
  reporter: reporters,
  verbose,
  only,
  skip,
  tag: many('only endpoints with this tag', text('tag', 'a tag'), 'all'),
  method: many('only endpoints with this method', text('method', 'a method'), 'all'),
  path: many(
    'only endpoints with this path, in which * matches anything; or a value for a path parameter, such as id=7',
    pathOrValue,
    'all',
  ),
  data: open(
    'a JSON file with a valid body, or one for each endpoint by name',
    file,
    'examples of the document, or made up',
  ),
  accepted: setting(
    'also sends valid requests with values at their bounds, which may change data',
    toggle,
    false,
  ),
  pedantic: setting(
    'also sends requests that only some implementations reject, and says by which rule',
    toggle,
    false,
  ),
  limits: setting('also sends requests that are too large', toggle, false),
  replay: open('sends only the test case with this id', pattern, 'all test cases'),
  header: many(
    'a header to send with every request; no report shows its value; a credential is left out where a 401 is expected',
    header,
    'none',
  ),
  query: many(
    'a parameter of the query to send with every request, as with --header: api_key=token',
    parameter,
    'none',
  ),
  sameAs: open('another service, whose replies are expected', address, 'none'),
  sameAsHeader: many('a header to send to the service of --same-as', header, 'none'),
  sameAsQuery: many('a parameter of the query to send to the service of --same-as', parameter, 'none'),
  workers: setting('how many requests are sent at once', whole(1, 64), 8),
  rate: open('how many requests are sent per second at most', whole(1, 100_000), 'no limit'),
  timeout: setting('time for each reply, in milliseconds', whole(1, 600_000), 10_000),
  maxFailures: open('stops after this number of failed requests', whole(1, 1_000_000), 'never'),
  failOn: many('the kinds of failures that make the command exit with 1', someOf(serviceFaults), 'all'),
  baseline,
  updateBaseline,
  basePath,
  values,
  errors,
} as const;

export type CheckSettings = ValuesOf<typeof checkSettings>;

/** The options of `assay proxy`. */
export const proxySettings = {
  port: settings.port,
  host: setting('address to listen on', text('address', 'an address or a name of this machine'), '127.0.0.1'),
  block: setting('answers invalid requests itself, as a mock does', toggle, false),
  har: open('a file for all requests and replies, in HAR format', file, 'none'),
  reporter: reporters,
  verbose,
  pedantic: setting('also applies rules that only some services follow', toggle, false),
  failOn: many('the kinds of failures that make the command exit with 1', someOf(faults), 'all'),
  baseline,
  updateBaseline,
  basePath,
  values,
  errors,
} as const;

export type ProxySettings = ValuesOf<typeof proxySettings>;
