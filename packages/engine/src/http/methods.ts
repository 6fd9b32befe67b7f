/** The methods of Node's own parser. */
export const methods: readonly string[] = (
  'ACL BIND CHECKOUT CONNECT COPY DELETE GET HEAD LINK LOCK M-SEARCH MERGE MKACTIVITY MKCALENDAR MKCOL MOVE NOTIFY OPTIONS PATCH POST ' +
  'PROPFIND PROPPATCH PURGE PUT QUERY REBIND REPORT SEARCH SOURCE SUBSCRIBE TRACE UNBIND UNLINK UNLOCK UNSUBSCRIBE'
).split(' ');

const known: ReadonlySet<string> = new Set(methods);

export function isMethod(text: string): boolean {
  return known.has(text);
}

/** Returns whether an incomplete line can still become one that starts with a method. */
export function beginsMethod(text: string): boolean {
  const end = text.indexOf(' ');
  return end === -1 ? methods.some((method) => method.startsWith(text)) : known.has(text.slice(0, end));
}
