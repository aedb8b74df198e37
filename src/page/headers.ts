/** Allows only resources of the same origin, and no frames. The icon is a `data:` image. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The headers of every page of the documentation. */
export const pageHeaders = [
  'Content-Security-Policy',
  CONTENT_SECURITY_POLICY,
  'Referrer-Policy',
  'no-referrer',
] as const;
