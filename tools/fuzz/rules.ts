/** A known difference between our reader and llhttp; any other is a bug. */
export interface Rule {
  readonly rule: string;
  /** The section of RFC 9112 that has it, unless another RFC is named. */
  readonly section: string;
  /** The reason why we refuse the request, or llhttp does. */
  readonly reason: string;
  /** A pattern for the head of such a request, or for what comes behind it, where the reason alone does not tell. */
  readonly looks?: RegExp;
}

const MALFORMED = 'The request is not well-formed HTTP/1.1';

/** Rules for heads that we refuse and llhttp accepts. */
export const stricterInHeads: readonly Rule[] = [
  {
    rule: 'one Host',
    section: '3.2',
    reason: 'The request must have one Host header, a host name and a port at most',
  },
  { rule: 'a version', section: '3', reason: MALFORMED, looks: /^[^ \r\n]+ [^ \r\n]+ *\r?\n/ },
  { rule: 'HTTP', section: '2.3', reason: MALFORMED, looks: /^\S+ \S+ (?:RTSP|ICE)\// },
  { rule: 'CR and LF behind each line', section: '2.2', reason: MALFORMED, looks: /(?<!\r)\n|^\r/ },
  {
    rule: 'a length or chunks',
    section: '6.3',
    reason: MALFORMED,
    looks: /^(?=[\s\S]*^content-length:)[\s\S]*^transfer-encoding:/im,
  },
  {
    rule: 'one length',
    section: '6.3',
    reason: MALFORMED,
    looks: /^content-length:[\s\S]*^content-length:/im,
  },
  {
    rule: 'a target of one of four forms',
    section: '3.2',
    reason: MALFORMED,
    looks: /^\S+ (?!\/|\* |[a-z][\da-z+.-]*:\/\/(?:[\w.~!$&'()*+,;=:%-]*@)?[\w.~!$&'()*+,;=:%[\]-]*[/? ])/i,
  },
  {
    rule: 'a target without spaces and in ASCII',
    section: '3.2',
    reason: MALFORMED,
    looks: /^\S+ +[^ ]*[^!-~]+\S* HTTP/,
  },
  {
    rule: 'chunked as the last coding, and once',
    section: '6.1',
    reason: MALFORMED,
    looks: /^transfer-encoding:[\t ]*(?:[^\r\n]*,[\t ]*)?chunked[\t ]*(?:,|\r\n[\s\S]*^transfer-encoding:)/im,
  },
  {
    rule: 'no coding but chunked',
    section: '6.1',
    reason: 'The only transfer coding that is known is chunked',
  },
  { rule: 'no coding before HTTP/1.1', section: '6.1', reason: 'The transfer coding needs HTTP/1.1' },
  {
    rule: 'no expectation but 100-continue',
    section: 'RFC 9110, 10.1.1',
    reason: 'The only expectation that can be met is 100-continue',
  },
  {
    rule: 'a method that is known, and no tunnel',
    section: 'RFC 9110, 9.1 and 9.3.6',
    reason: 'The service is not a proxy: it does not support CONNECT',
  },
  {
    rule: 'a version that is known',
    section: '2.3',
    reason: 'The HTTP version of the request must be 1.1 or 1.0',
  },
  { rule: 'a limit of the target', section: '3', reason: 'The request target is longer than 8192 bytes' },
  { rule: 'a limit of fields', section: 'RFC 6585, 5', reason: 'The request has more than 100 headers' },
  {
    rule: 'a limit of heads',
    section: 'RFC 6585, 5',
    reason: 'The headers of the request are larger than 16384 bytes',
  },
];

/** Rules for chunked bodies that we refuse and llhttp accepts. */
export const stricterInBodies: readonly Rule[] = [
  {
    rule: 'extensions that are names, with values or without',
    section: '7.1.1',
    reason: MALFORMED,
    looks:
      /^[\da-f]+(?!(?:[\t ]*;[\t ]*[!#$%&'*+.^`|~\w-]+(?:[\t ]*=[\t ]*(?:[!#$%&'*+.^`|~\w-]+|"(?:[^"\\]|\\.)*"))?)*\r\n)[\t ;]/im,
  },
  {
    rule: 'no length and no coding among the trailers',
    section: '7.1.2',
    reason: MALFORMED,
    looks: /^(?:content-length|transfer-encoding):/im,
  },
  { rule: 'CR and LF behind each line', section: '2.2', reason: MALFORMED, looks: /(?<!\r)\n/ },
  { rule: 'a limit of bodies', section: 'RFC 9110, 15.5.14', reason: 'The body is larger than 65536 bytes' },
];

/** Rules for requests that llhttp refuses and we accept. */
export const laxer: readonly Rule[] = [
  {
    rule: 'Proxy-Connection says nothing, nor does a trailer of the connection',
    section: 'RFC 9110, 7.6.1 and 6.5.1',
    reason: 'HPE_CLOSED_CONNECTION',
    looks: /^(?:proxy-)?connection:[^\r\n]*close/im,
  },
  {
    rule: 'a tab may stand around an option of the connection',
    section: 'RFC 9110, 5.6.1',
    reason: 'HPE_CLOSED_CONNECTION',
    looks: /^connection:[^\r\n]*\t/im,
  },
  {
    rule: 'white space may stand around what an extension is made of',
    section: '7.1.1',
    reason: 'HPE_STRICT',
    looks: /^[\da-f]+[^\r\n]*(?:[\t ][;=]|[;=][\t ])/im,
  },
  {
    rule: 'white space may stand before an extension',
    section: '7.1.1',
    reason: 'HPE_INVALID_CHUNK_SIZE',
    looks: /^[\da-f]+[\t ]+;/im,
  },
  {
    rule: 'a tab may stand behind a value',
    section: 'RFC 9110, 5.6.3',
    reason: 'HPE_INVALID_CONTENT_LENGTH',
    looks: /^content-length:[\t ]*\d+[\t ]*\t/im,
  },
  {
    rule: 'a tab may stand behind a value',
    section: 'RFC 9110, 5.6.3',
    reason: 'HPE_INVALID_TRANSFER_ENCODING',
    looks: /^transfer-encoding:[\t ]*chunked[\t ]*\t/im,
  },
  {
    rule: 'a scheme may have digits, signs and dots',
    section: 'RFC 3986, 3.1',
    reason: 'HPE_INVALID_URL',
    looks: / [a-z]+[\d+.-][\da-z+.-]*:\/\//i,
  },
  { rule: 'an offer to upgrade may be passed over', section: 'RFC 9110, 7.8', reason: 'HPE_PAUSED_UPGRADE' },
];
