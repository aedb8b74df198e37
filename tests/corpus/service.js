/** What the services of the corpus have in common: who may ask, how errors are written, and where lamps are kept. */
import { timingSafeEqual } from 'node:crypto';

const TOKEN = 'Bearer s3cret-token';

/** Tells whether a request has the credential; throws an error if that is the fault. */
export function isKnown(has, method, authorization = '') {
  if (has('any: no credential') || (has('replace: no credential') && method === 'PUT')) return true;
  if (has('any: every token')) return /^Bearer ./.test(authorization);
  if (has('crash: a wrong token') && authorization !== '')
    return timingSafeEqual(Buffer.from(authorization), Buffer.from(TOKEN));
  return authorization === TOKEN;
}

/** Makes the reply to a request that is refused. */
export function problem(has, status, title = 'No') {
  if (has('errors: HTML')) return { status, type: 'text/html', body: `<h1>${status}</h1>` };
  return {
    status: has('errors: another status') && status === 400 ? 409 : status,
    type: has('errors: another media type') ? 'application/json' : 'application/problem+json',
    body: JSON.stringify(has('errors: another shape') ? { status } : { title, status }),
  };
}

/** Fails on a body that is not there, or is a text, if that is the fault. */
export function lookInto(has, body) {
  if (has('crash: no body')) body.name?.trim?.();
  if (has('crash: another content type') && body !== undefined) 'name' in body;
}

/** The lamps of a service. What it returns is sent. */
export class Lamps {
  #lamps = new Map();
  #last = 0;
  #has;

  constructor(has) {
    this.#has = has;
  }

  get createdStatus() {
    return this.#has('created: status 200') ? 200 : 201;
  }

  create(values) {
    const lamp = { ...values, id: String(++this.#last) };
    this.#lamps.set(lamp.id, lamp);
    return this.#has('created: no id') ? { ...lamp, id: undefined } : lamp;
  }

  list() {
    const all = [...this.#lamps.values()];
    return this.#has('list: in an object') ? { lamps: all } : all;
  }

  knows(id) {
    return this.#has('crash: a lamp that does not exist') || this.#lamps.has(id);
  }

  read(id) {
    const { watts, ...lamp } = this.#lamps.get(id);
    return { ...lamp, watts: this.#has('read: watts as text') ? String(watts) : watts };
  }

  replace(id, values) {
    const lamp = { name: 'a', watts: 1, owner: 'a', ...values, id };
    this.#lamps.set(id, lamp);
    return lamp;
  }

  remove(id) {
    this.#lamps.delete(id);
  }
}
