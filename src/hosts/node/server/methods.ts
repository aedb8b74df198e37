/**
 * The known methods: those of the [registry](https://www.iana.org/assignments/http-methods), and a few others that are in use.
 * Anything else is not a method.
 */
export const knownMethods: ReadonlySet<string> = new Set(
  `ACL BASELINE-CONTROL BIND CHECKIN CHECKOUT CONNECT COPY DELETE GET HEAD LABEL LINK LOCK MERGE MKACTIVITY
  MKCALENDAR MKCOL MKREDIRECTREF MKWORKSPACE MOVE OPTIONS ORDERPATCH PATCH POST PROPFIND PROPPATCH PUT QUERY
  REBIND REPORT SEARCH TRACE UNBIND UNCHECKOUT UNLINK UNLOCK UPDATE UPDATEREDIRECTREF VERSION-CONTROL
  M-SEARCH NOTIFY PURGE SOURCE SUBSCRIBE UNSUBSCRIBE`.split(/\s+/),
);

export const MAX_METHOD_LENGTH = Math.max(...[...knownMethods].map((method) => method.length));
