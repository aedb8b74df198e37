import { type Fault, faults } from '../check/result.ts';
import {
  address,
  header,
  type Kind,
  many,
  oneOf,
  open,
  setting,
  settings,
  text,
  toggle,
  type ValuesOf,
  whole,
} from './settings.ts';

const pattern = text('pattern', 'the id of a case, in which * stands for anything');
const only = many('the cases to include, by id; * stands for anything', pattern, 'all');
const skip = many('the cases to leave out', pattern, 'none');
const accepted = setting('includes the requests that must be accepted', toggle, false);

/** The settings of a document, as in the command that serves it. */
const { basePath, values, errors } = settings;

/** The options of `assay cases`. */
export const casesSettings = {
  json: setting('prints one JSON list, with every request and reply in full', toggle, false),
  curl: setting('prints the command line that sends each request', toggle, false),
  origin: setting('the service in those command lines', address, 'http://localhost:8000'),
  only,
  skip,
  accepted,
  faults: setting('also shows the requests that ask for a fault', toggle, false),
  problems: setting('shows the requests and replies of a client that prefers problem details', toggle, false),
  basePath,
  values,
  errors,
} as const;

/** The options of `assay openapi`. */
export const openapiSettings = {
  format: setting('the form of the document', oneOf('json', 'yaml'), 'json'),
  spec: setting('the version of OpenAPI', oneOf('3.1', '3.0'), '3.1'),
  basePath,
} as const;

export type OpenapiSettings = ValuesOf<typeof openapiSettings>;

export type CasesSettings = ValuesOf<typeof casesSettings>;

/** A reporter, and the file that it writes to, if it is not the terminal. */
export interface ChosenReporter {
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

const faultKinds: Kind<readonly Fault[]> = {
  placeholder: 'kinds',
  allowed: `some of ${faults.join(', ')}, separated by commas`,
  read(written) {
    const all = written.split(',').map((word) => faults.find((each) => each === word));
    return all.every((each) => each !== undefined) ? all : undefined;
  },
};

/** A path of endpoints, or the value of a parameter in paths. */
const pathOrValue = text('path', 'a path such as /users/*, or a value such as id=7');
const file = text('file', 'a file');

/** The options of `assay check`. */
export const checkSettings = {
  address: open('the address of the service, instead of the first argument', address, 'none'),
  document: open(
    'the document or module, instead of the second argument',
    text('document', 'a document or a module'),
    'the /openapi.json of the service',
  ),
  match: open(
    'what replies are held against: the document (declared), or the replies of Assay: their status, also the loc and type of each entry, or all of the body and the headers that belong to an error',
    oneOf('declared', 'status', 'type', 'exact'),
    'declared for a document, type for an app',
  ),
  refusedStatus: many(
    'the only statuses with which wrong values may be refused',
    statuses,
    'those that the document declares',
  ),
  reporter: many('the form of the report, and the file for it', reporter, 'pretty'),
  verbose: setting('shows every request that differs, not one for each fault', toggle, false),
  only,
  skip,
  tag: many('the tags of endpoints to check', text('tag', 'a tag'), 'all'),
  method: many('the methods of endpoints to check', text('method', 'a method'), 'all'),
  path: many(
    'the paths of endpoints to check, in which * stands for anything, or the value of a parameter in paths, such as id=7',
    pathOrValue,
    'all',
  ),
  data: open(
    'a JSON file with a valid body, or one for each endpoint by name',
    file,
    'examples of the document, or made up',
  ),
  accepted: setting('also sends requests that must be accepted, which may change data', toggle, false),
  pedantic: setting(
    'also sends requests that only some implementations refuse, and says by which rule',
    toggle,
    false,
  ),
  limits: setting('also sends requests that are refused for their size', toggle, false),
  replay: open('sends the case with this id alone', pattern, 'all cases'),
  header: many(
    'a header to send with every request; one that carries a credential is left out where a 401 is expected; no report shows its value',
    header,
    'none',
  ),
  sameAs: open('the service whose replies are expected', address, 'what the contract says'),
  sameAsHeader: many('a header to send to that service', header, 'none'),
  workers: setting('the number of requests in flight at once', whole(1, 64), 8),
  rate: open('the most requests in a second', whole(1, 100_000), 'no limit'),
  timeout: setting('time for each reply, in milliseconds', whole(1, 600_000), 10_000),
  maxFailures: open('stops after so many requests that differ', whole(1, 1_000_000), 'never'),
  failOn: many('the kinds of faults for which the check fails', faultKinds, 'all'),
  baseline: open('a file of known faults, for which the check does not fail', file, 'none'),
  updateBaseline: setting('writes the faults that are found to the file of known ones', toggle, false),
  basePath,
  values,
  errors,
} as const;

export type CheckSettings = ValuesOf<typeof checkSettings>;
