/** A refusal as a value: the status and the detail of the reply, and what its header says besides. */
export class Refusal<Status extends number = number, Detail = unknown> {
  readonly status: Status;
  readonly detail: Detail;
  /** Names and values in turn. */
  readonly headers: readonly string[];

  constructor(status: Status, detail: Detail, headers: readonly string[] = []) {
    this.status = status;
    this.detail = detail;
    this.headers = headers;
  }
}

/** Refuses a request. */
export function refuse<Status extends number, Detail>(
  status: Status,
  detail: Detail,
): Refusal<Status, Detail> {
  return new Refusal(status, detail);
}

/** Refuses a credential, and says which scheme would do. */
export function challenge(scheme: string, detail: string): Refusal<401, string> {
  return new Refusal(401, detail, ['WWW-Authenticate', scheme]);
}
