import {
  address,
  header,
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
const { basePath, values } = settings;

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
} as const;

/** The options of `assay openapi`. */
export const openapiSettings = {
  format: setting('the form of the document', oneOf('json', 'yaml'), 'json'),
  spec: setting('the version of OpenAPI', oneOf('3.1', '3.0'), '3.1'),
  basePath,
} as const;

export type OpenapiSettings = ValuesOf<typeof openapiSettings>;

export type CasesSettings = ValuesOf<typeof casesSettings>;

/** The options of `assay check`. */
export const checkSettings = {
  match: setting(
    'how much of a reply must agree: its status; also the loc and type of each entry; or all of its body and the headers that belong to a refusal',
    oneOf('status', 'type', 'exact'),
    'type',
  ),
  reporter: setting('the form of the report', oneOf('pretty', 'json', 'junit', 'tap'), 'pretty'),
  only,
  skip,
  accepted: setting('also sends requests that must be accepted, which may change data', toggle, false),
  limits: setting('also sends requests that are refused for their size', toggle, false),
  header: many(
    'a header to send with every request; one that carries a credential is left out where a 401 is expected; no report shows its value',
    header,
    'none',
  ),
  sameAs: open('the service whose replies are expected', address, 'what the contract says'),
  concurrency: setting('the number of requests in flight at once', whole(1, 8), 8),
  timeout: setting('time for each reply, in milliseconds', whole(1, 600_000), 10_000),
  basePath,
  values,
} as const;

export type CheckSettings = ValuesOf<typeof checkSettings>;
