import { shareInstances } from '../text/share-instances.ts';

/** A refusal as a value: the status and detail of the reply, and additional headers. */
export class Refusal<Status extends number = number, Detail = unknown> {
  static {
    shareInstances(Refusal, 'Refusal');
  }

  readonly status: Status;
  readonly detail: Detail;
  readonly headers: Headers;

  constructor(status: Status, detail: Detail, headers: Headers = {}) {
    this.status = status;
    this.detail = detail;
    this.headers = headers;
  }
}

type Headers = Readonly<Record<string, string>>;

/** Makes a refusal, for a handler or a credential's check to return. */
export function refuse<Status extends number, Detail>(
  status: Status,
  detail: Detail,
  { headers }: { readonly headers?: Headers } = {},
): Refusal<Status, Detail> {
  return new Refusal(status, detail, headers);
}
