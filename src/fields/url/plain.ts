/**
 * Letters and digits with dots and hyphens between them, but without `--`, which may be Punycode. No label starts with 0, and the
 * last ends with a letter, so the host is not a number, which would be an IPv4 address. The whole name is no longer than one
 * label may be, so no label is too long.
 */
const PLAIN_NAME = '(?=[a-z1-9])(?:[a-z0-9]|-(?=[a-z0-9])|\\.(?=[a-z1-9])){1,63}(?<=[a-z])';
const PLAIN_OCTET = '(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';
const PLAIN_ADDRESS = `(?:${PLAIN_OCTET}\\.){3}${PLAIN_OCTET}`;
const PORT = '(?::[0-9]{1,4})?';
/** Path, query and fragment: printable ASCII except for the backslash. */
const REST = '(?:[/?#][!-[\\]-~]*)?';

/**
 * Plain URLs, in which a parser finds nothing to change. Almost all are plain, and a parser takes ten times as long. Linear:
 * parts that can match in two ways have a limited length, and the rest can start in only one place.
 */
export const PLAIN_URL = new RegExp(`^https?://(?:${PLAIN_NAME}|${PLAIN_ADDRESS})${PORT}${REST}$`, 'i');
