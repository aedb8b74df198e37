/**
 * Letters and digits with dots and hyphens between them, but no `--`, which may be Punycode. As no label starts with
 * 0 and the last ends with a letter, that is not a number, which would make the host an IPv4 address. The whole is no
 * longer than one label may be, so that none is too long.
 */
const NAME = '(?=[a-z1-9])(?:[a-z0-9]|-(?=[a-z0-9])|\\.(?=[a-z1-9])){1,63}(?<=[a-z])';
const OCTET = '(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';
const ADDRESS = `(?:${OCTET}\\.){3}${OCTET}`;
const PORT = '(?::[0-9]{1,4})?';
/** Path, query and fragment: printable ASCII but for the backslash. */
const REST = '(?:[/?#][!-[\\]-~]*)?';

/**
 * URLs so plain that a parser finds nothing in them, as almost all are; a parser takes ten times as long to say so.
 * What can be tried in two ways is bounded in length, the rest can start in one place only: the time is linear.
 */
export const PLAIN_URL = new RegExp(`^https?://(?:${NAME}|${ADDRESS})${PORT}${REST}$`, 'i');
