import { isBasePath } from '../contract/path.ts';
import { Issues } from '../errors/issue.ts';
import { integer } from '../fields/number.ts';
import { areNetworks } from '../hosts/node/proxies.ts';
import { TOKEN_CHARACTER } from '../text/strings.ts';

/** A kind of setting: its syntax and its values. */
export interface Kind<Value> {
  /** The placeholder for the value in the help. */
  readonly placeholder: string;
  /** The allowed values, as the end of a sentence. */
  readonly allowed: string;
  /** The words that it allows, if it is one of several. */
  readonly words?: readonly string[];
  /** The JSON Schema of its values in a file; by default, that of a text. */
  readonly schema?: Readonly<Record<string, unknown>>;
  /** Returns the value; undefined if the text is invalid. */
  read(text: string): Value | undefined;
}

/** A whole number, bounds included. */
export function whole(min: number, max: number): Kind<number> {
  return {
    placeholder: 'number',
    allowed: `a whole number from ${min} to ${max}`,
    schema: { type: 'integer', minimum: min, maximum: max },
    read(text) {
      const value = integer({ min, max }).parse(text);
      return value instanceof Issues ? undefined : value;
    },
  };
}

/** One of several words. */
export function oneOf<const Word extends string>(...words: readonly Word[]): Kind<Word> {
  return {
    placeholder: words.join('|'),
    allowed: anyOf(words),
    words,
    schema: { enum: words },
    read: (text) => words.find((word) => word === text),
  };
}

/** Lists alternatives: `a, b or c`. */
function anyOf(words: readonly string[]): string {
  const others = words.slice(0, -1).join(', ');
  return [others, ...words.slice(-1)].filter(Boolean).join(' or ');
}

/** Any text that is not empty. */
export function text(placeholder: string, allowed: string): Kind<string> {
  return { placeholder, allowed, read: (written) => written || undefined };
}

/** The prefix of all paths, or the word that stands for those of the servers in a document. */
export const basePath: Kind<string> = {
  placeholder: 'path',
  allowed: 'a path such as /api, without a slash at its end',
  read: (written) => (written !== '' && (written === 'servers' || isBasePath(written)) ? written : undefined),
};

const yes: ReadonlySet<string> = new Set(['true', 'yes', 'on', '1']);
const no: ReadonlySet<string> = new Set(['false', 'no', 'off', '0']);

/** True or false, also in other usual words. */
export const toggle: Kind<boolean> = {
  placeholder: 'true|false',
  allowed: 'true or false',
  schema: { type: 'boolean' },
  read: (written) => (yes.has(written) || no.has(written) ? yes.has(written) : undefined),
};

/** True or false, or a JSON file; the option alone is true. */
export const toggleOrFile: Kind<boolean | string> = {
  placeholder: 'true|false|file',
  allowed: 'true, false or a JSON file',
  read: (written) => toggle.read(written) ?? (written.endsWith('.json') ? written : undefined),
};

/** A value of either kind; the first one wins. */
export function either<First, Second>(first: Kind<First>, second: Kind<Second>): Kind<First | Second> {
  return {
    placeholder: `${first.placeholder}|${second.placeholder}`,
    allowed: `${first.allowed}, or ${second.allowed}`,
    read: (written) => first.read(written) ?? second.read(written),
  };
}

/** The longest delay, in milliseconds. */
const MAX_DELAY = 30_000;

/** Milliseconds, or the least and the most of them. */
export const delays: Kind<readonly number[]> = {
  placeholder: 'number|least-most',
  allowed: `milliseconds like 300 or 100-800, up to ${MAX_DELAY}`,
  read(written) {
    const [, least, most = least] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(written) ?? [];
    const range = [Number(least), Number(most)];
    return Number(least) <= Number(most) && Number(most) <= MAX_DELAY ? range : undefined;
  },
};

/** Origins of web pages, separated by commas. */
export const origins: Kind<readonly string[]> = {
  placeholder: 'origins',
  allowed: 'origins like https://example.com, separated by commas',
  read(written) {
    const all = written.split(',').map((each) => each.trim());
    return all.every(isOrigin) ? all : undefined;
  },
};

export const origin: Kind<string> = {
  placeholder: 'origin',
  allowed: 'an origin like http://localhost:3000',
  read: (written) => (isOrigin(written) ? written : undefined),
};

/** Accepts an origin only in its normal form, because browsers send that and compare it exactly. */
function isOrigin(written: string): boolean {
  try {
    return new URL(written).origin === written;
  } catch {
    return false;
  }
}

/** An address without its scheme: a host with a port, or a host that is certainly none of the files here. */
const BARE_ADDRESS = /^(?:(?:[\w.-]+|\[[\da-f:.]+\]):\d+|localhost|\d+\.\d+\.\d+\.\d+)(?:\/|$)/i;

/** A number from 0 to 1. */
export const share: Kind<number> = {
  placeholder: 'number',
  allowed: 'a number from 0 to 1',
  read: (written) => (/^(?:0|1|0?\.\d{1,9})$/.test(written) ? Number(written) : undefined),
};

/** The name or the address of a host, which may have a port. */
export const hostName: Kind<string> = {
  placeholder: 'host',
  allowed: 'a host like example.com or example.com:8080',
  read(written) {
    const url = `http://${written}`;
    return URL.canParse(url) && new URL(url).host === written.toLowerCase() ? written : undefined;
  },
};

/** Addresses and networks, separated by commas. */
export const networks: Kind<readonly string[]> = {
  placeholder: 'networks',
  allowed: 'addresses or networks like 10.0.0.0/8, separated by commas',
  read(written) {
    const all = written.split(',').map((each) => each.trim());
    return areNetworks(all) ? all : undefined;
  },
};

/** The address of a service, without a trailing slash. `localhost:8000` is read as `http://localhost:8000`. */
export const address: Kind<string> = {
  placeholder: 'address',
  allowed: 'an address like http://localhost:8000',
  read(written) {
    const full = BARE_ADDRESS.test(written) ? `http://${written}` : written;
    const isWeb = /^https?:\/\//i.test(full) && URL.canParse(full);
    return isWeb ? full.replace(/\/$/, '') : undefined;
  },
};

const HEADER = new RegExp(String.raw`^(${TOKEN_CHARACTER}+):[ \t]*([\t -~\x80-\xff]*)$`);

/** A header field, `name: value`. */
export const header: Kind<readonly [name: string, value: string]> = {
  placeholder: 'field',
  allowed: "a header like 'Authorization: Bearer token'",
  read(written) {
    const [, name, value] = HEADER.exec(written) ?? [];
    return name !== undefined && value !== undefined ? [name, value.trimEnd()] : undefined;
  },
};

/** A parameter of a query, `name=value`. */
export const parameter: Kind<readonly [name: string, value: string]> = {
  placeholder: 'parameter',
  allowed: 'a parameter like api_key=token',
  read(written) {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(written) ?? [];
    return name !== undefined && value !== undefined ? [name, value] : undefined;
  },
};
