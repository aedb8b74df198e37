import { Issues } from '../errors/issue.ts';
import { integer } from '../fields/number.ts';
import { TOKEN_CHARACTER } from '../text/strings.ts';

/** A kind of setting: its syntax and its values. */
export interface Kind<Value> {
  /** The placeholder for the value in the help. */
  readonly placeholder: string;
  /** The allowed values, as the end of a sentence. */
  readonly allowed: string;
  /** Returns the value; undefined if the text is invalid. */
  read(text: string): Value | undefined;
}

/** A whole number, bounds included. */
export function whole(min: number, max: number): Kind<number> {
  const field = integer({ min, max });
  return {
    placeholder: 'number',
    allowed: `a whole number from ${min} to ${max}`,
    read(text) {
      const value = field.parse(text);
      return value instanceof Issues ? undefined : value;
    },
  };
}

/** One of several words. */
export function oneOf<const Word extends string>(...words: readonly Word[]): Kind<Word> {
  return {
    placeholder: words.join('|'),
    allowed: anyOf(words),
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

const yes: ReadonlySet<string> = new Set(['true', 'yes', 'on', '1']);
const no: ReadonlySet<string> = new Set(['false', 'no', 'off', '0']);

/** True or false, also in other usual words. */
export const toggle: Kind<boolean> = {
  placeholder: 'true|false',
  allowed: 'true or false',
  read: (written) => (yes.has(written) || no.has(written) ? yes.has(written) : undefined),
};

/** A value of either kind; the first one wins. */
export function either<First, Second>(first: Kind<First>, second: Kind<Second>): Kind<First | Second> {
  return {
    placeholder: `${first.placeholder}|${second.placeholder}`,
    allowed: `${first.allowed}, or ${second.allowed}`,
    read: (written) => first.read(written) ?? second.read(written),
  };
}

/** Origins of web pages, separated by commas. */
export const origins: Kind<readonly string[]> = {
  placeholder: 'origins',
  allowed: 'origins like https://example.com, separated by commas',
  read(written) {
    const all = written.split(',').map((each) => each.trim());
    return all.every(isOrigin) ? all : undefined;
  },
};

/** Accepts an origin only in its normal form, because browsers send that and compare it exactly. */
function isOrigin(written: string): boolean {
  try {
    return new URL(written).origin === written;
  } catch {
    return false;
  }
}

/** The address of a service, without a trailing slash. */
export const address: Kind<string> = {
  placeholder: 'address',
  allowed: 'an address like http://localhost:8000',
  read(written) {
    const isWeb = /^https?:\/\//i.test(written) && URL.canParse(written);
    return isWeb ? written.replace(/\/$/, '') : undefined;
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
