/** Headers about one connection (RFC 9110), about the body's encoding on it, or that only the connecting party may set. */
const NOT_PASSED_ON: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'forwarded',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'true-client-ip',
  'upgrade',
  'via',
  'x-real-ip',
]);
/** Headers in which a proxy names the client, which programs must not forge. */
const ABOUT_THE_CLIENT = /^(?:cf-|x-forwarded-)/;

/**
 * Returns the headers to send with a program's request. Nothing is copied from the app's own request, neither its cookies nor its origin.
 */
export function headersToSend(given: readonly (readonly [string, string])[]): Headers {
  const named = namedByConnection(given);
  const sent = new Headers();
  for (const [name, value] of given) {
    const lower = name.toLowerCase();
    if (NOT_PASSED_ON.has(lower) || ABOUT_THE_CLIENT.test(lower) || named.has(lower)) continue;
    try {
      sent.append(lower, value);
    } catch {
      // A value that is invalid in a header, such as one with a line break, which Node's own client rejects earlier.
    }
  }
  return sent;
}

/** Returns the headers of a response that the program can read. The body is already decoded. */
export function headersToTell(headers: Headers): [string, string][] {
  const named = namedByConnection([['connection', headers.get('connection') ?? '']]);
  const told: [string, string][] = [];
  headers.forEach((value, name) => {
    if (name === 'set-cookie' || name === 'content-encoding' || NOT_PASSED_ON.has(name) || named.has(name)) return;
    told.push([name, value]);
  });
  // The only header whose lines cannot be joined.
  for (const cookie of headers.getSetCookie()) told.push(['set-cookie', cookie]);
  return told;
}

function namedByConnection(headers: readonly (readonly [string, string])[]): ReadonlySet<string> {
  const values = headers.filter(([name]) => name.toLowerCase() === 'connection').map(([, value]) => value);
  return new Set(
    values
      .join(',')
      .split(',')
      .map((name) => name.trim().toLowerCase()),
  );
}
