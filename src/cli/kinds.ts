import { integer } from '../fields/integer.ts';
import { Issues } from '../issues/issue.ts';

/** A kind of setting: what may be written for it, and what that means. */
export interface Kind<Value> {
  /** The placeholder of the value where the setting is described. */
  readonly placeholder: string;
  /** The values that are allowed, as the end of a sentence. */
  readonly allowed: string;
  /** The value; undefined where the text is none. */
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

/** One of some words. */
export function oneOf<const Word extends string>(...words: readonly Word[]): Kind<Word> {
  return {
    placeholder: words.join('|'),
    allowed: anyOf(words),
    read: (text) => words.find((word) => word === text),
  };
}

/** `a, b or c` */
function anyOf(words: readonly string[]): string {
  const others = words.slice(0, -1).join(', ');
  return [others, ...words.slice(-1)].filter(Boolean).join(' or ');
}

/** Any text but none. */
export function text(placeholder: string, allowed: string): Kind<string> {
  return { placeholder, allowed, read: (written) => written || undefined };
}

const yes: ReadonlySet<string> = new Set(['true', 'yes', 'on', '1']);
const no: ReadonlySet<string> = new Set(['false', 'no', 'off', '0']);

/** Yes or no, in any of the words that people try. */
export const toggle: Kind<boolean> = {
  placeholder: 'true|false',
  allowed: 'true or false',
  read: (written) => (yes.has(written) || no.has(written) ? yes.has(written) : undefined),
};

/** Either of two kinds. */
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

/** Browsers send an origin as its own normal form, and compare it letter by letter. */
function isOrigin(written: string): boolean {
  try {
    return new URL(written).origin === written;
  } catch {
    return false;
  }
}

/** The address of a service, without a slash at its end. */
export const address: Kind<string> = {
  placeholder: 'address',
  allowed: 'an address like http://localhost:8000',
  read(written) {
    const isWeb = /^https?:\/\//i.test(written) && URL.canParse(written);
    return isWeb ? written.replace(/\/$/, '') : undefined;
  },
};

/** A header field as it is sent. */
export const header: Kind<readonly [name: string, value: string]> = {
  placeholder: 'field',
  allowed: "a header like 'Authorization: Bearer token'",
  read(written) {
    const [, name, value] = /^([!#$%&'*+.^`|~\w-]+):[ \t]*([\t -~\x80-\xff]*)$/.exec(written) ?? [];
    return name !== undefined && value !== undefined ? [name, value.trimEnd()] : undefined;
  },
};
