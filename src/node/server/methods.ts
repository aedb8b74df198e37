/**
 * The methods that are known, so that they can be told from what is none: those of the
 * [registry](https://www.iana.org/assignments/http-methods), and a few that are in use without being in it.
 */
export const knownMethods: ReadonlySet<string> = new Set(
  `ACL BASELINE-CONTROL BIND CHECKIN CHECKOUT CONNECT COPY DELETE GET HEAD LABEL LINK LOCK MERGE MKACTIVITY
  MKCALENDAR MKCOL MKREDIRECTREF MKWORKSPACE MOVE OPTIONS ORDERPATCH PATCH POST PROPFIND PROPPATCH PUT QUERY
  REBIND REPORT SEARCH TRACE UNBIND UNCHECKOUT UNLINK UNLOCK UPDATE UPDATEREDIRECTREF VERSION-CONTROL
  M-SEARCH NOTIFY PURGE SOURCE SUBSCRIBE UNSUBSCRIBE`.split(/\s+/),
);

export const MAX_METHOD_LENGTH = Math.max(...[...knownMethods].map((method) => method.length));
