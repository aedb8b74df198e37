import type { Contract, Endpoint } from '../contract/endpoint.ts';
import { propertiesOf } from '../http/validation-error.ts';
import { defined } from '../text/guards.ts';
import { ensure } from '../text/memo.ts';
import type { Judge } from './judge.ts';
import type { Result } from './result.ts';

/** Something that a check may reach: by its name, and why it was not, if it was not. */
interface Goal {
  readonly name: string;
  readonly missed?: string;
}

const allKinds = ['operations', 'parameters', 'properties', 'statuses'] as const;
type Kind = (typeof allKinds)[number];

/** What a check has reached, by kind. */
type Reached = Partial<Readonly<Record<Kind, readonly Goal[]>>>;

export interface CoverageOptions {
  /** The kinds of things to tell of; by default all. */
  readonly kinds?: readonly Kind[];
  /** True if valid requests are sent: an operation is reached by a success then, and otherwise by any reply. */
  readonly sendsValid?: boolean;
}

/** Keeps account of what the requests of a check reach: operations, parameters, properties and declared statuses. */
export class Coverage {
  readonly #contract: Contract;
  readonly #judge: Judge;
  readonly #kinds: readonly Kind[];
  readonly #sendsValid: boolean;
  /** The statuses that were received, by operation. */
  readonly #statuses = new Map<string, Set<number>>();
  /** The places that cases were about, by operation, and whether any got a reply. */
  readonly #places = new Map<string, Map<string, boolean>>();

  constructor(
    contract: Contract,
    judge: Judge,
    { kinds = allKinds, sendsValid = true }: CoverageOptions = {},
  ) {
    this.#contract = contract;
    this.#judge = judge;
    this.#kinds = kinds;
    this.#sendsValid = sendsValid;
  }

  add({ case: { operation, place }, received }: Result): void {
    if (operation === undefined) return;
    const [part, name = ''] = place.split('.', 2);
    const known = ensure(this.#places, operation, () => new Map<string, boolean>());
    known.set(`${part}.${name}`, known.get(`${part}.${name}`) || received !== undefined);
    if (received) ensure(this.#statuses, operation, () => new Set<number>()).add(received.status);
  }

  all(): Reached {
    const names = Object.keys(this.#contract.endpoints);
    const flat = (goals: (name: string, endpoint: Endpoint) => readonly Goal[]) =>
      names.flatMap((name) => {
        const endpoint = this.#contract.endpoints[name];
        return endpoint && this.#statuses.has(name) ? goals(name, endpoint) : [];
      });
    const goals: Readonly<Record<Kind, () => readonly Goal[]>> = {
      operations: () => names.map((name) => this.#operation(name)),
      parameters: () =>
        flat((name, endpoint) => this.#inPlaces(name, parametersOf(endpoint), 'any text is valid')),
      properties: () =>
        flat((name, { body }) => {
          const names = this.#judge.declared(name)?.bodyProperties() ?? Object.keys(propertiesOf(body));
          const places = names.map((each) => `body.${each}`);
          return this.#inPlaces(name, places, 'any value is valid');
        }),
      statuses: () => flat((name) => this.#declared(name)),
    };
    return Object.fromEntries(this.#kinds.map((kind) => [kind, goals[kind]()]));
  }

  /** Says in one sentence what was reached, and what was not; undefined if no document declares it. */
  inWords(): string | undefined {
    if (!this.#contract.document) return undefined;
    const parts = Object.entries(this.all()).flatMap(([kind, goals]) => {
      const missed = goals.filter((goal) => goal.missed !== undefined);
      return goals.length === 0 ? [] : [`${goals.length - missed.length} of ${goals.length} ${kind}`];
    });
    return `Reached: ${parts.join(', ')}`;
  }

  #operation(name: string): Goal {
    const statuses = this.#statuses.get(name);
    if (!statuses) return { name, missed: 'no request was sent' };
    if (!this.#sendsValid || [...statuses].some((status) => status < 300)) return { name };
    return { name, missed: `it answered with ${[...statuses].sort().join(', ')} only` };
  }

  #inPlaces(operation: string, places: readonly string[], why: string): Goal[] {
    const found = this.#places.get(operation);
    return places.map((place) => {
      const name = `${operation}/${place}`;
      const isReached = found?.get(place);
      if (isReached) return { name };
      return { name, missed: isReached === undefined ? why : 'no request about it got a reply' };
    });
  }

  #declared(operation: string): Goal[] {
    const received = defined(this.#statuses.get(operation));
    const declared = this.#judge.declared(operation)?.statuses ?? [];
    return declared.map((status) => {
      const name = `${operation}/${status}`;
      const isReached = [...received].some((each) => statusFor(each, declared) === status);
      return isReached ? { name } : { name, missed: 'no reply had it' };
    });
  }
}

/** The declared status that a reply is of: its own, its range, or else the default. */
function statusFor(received: number, all: readonly string[]): string {
  const status = String(received);
  const range = `${status.charAt(0)}XX`;
  return all.find((each) => each === status) ?? all.find((each) => each.toUpperCase() === range) ?? 'default';
}

const parts = [
  ['params', 'path'],
  ['query', 'query'],
  ['headers', 'header'],
  ['cookies', 'cookie'],
] as const;

function parametersOf(endpoint: Endpoint): string[] {
  return parts.flatMap(([part, place]) =>
    Object.keys(endpoint[part] ?? {}).map((name) => `${place}.${name}`),
  );
}
