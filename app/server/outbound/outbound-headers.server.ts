/** Of one connection (RFC 9110), about the body's form on it, or what only the one who connects can say. */
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
/** What a front writes about who is asking: nobody may claim it through us. */
const ABOUT_THE_CLIENT = /^(?:cf-|x-forwarded-)/;

/** What a program's request takes along. Nothing comes from the app's own request: neither its cookies nor where it came from. */
export function headersToSend(given: readonly (readonly [string, string])[]): Headers {
  const named = namedByConnection(given);
  const sent = new Headers();
  for (const [name, value] of given) {
    const lower = name.toLowerCase();
    if (NOT_PASSED_ON.has(lower) || ABOUT_THE_CLIENT.test(lower) || named.has(lower)) continue;
    try {
      sent.append(lower, value);
    } catch {
      // A value that no header can have (a line break): Node's own client refuses it before.
    }
  }
  return sent;
}

/** What the program reads of an answer. The body has been decoded on the way. */
export function headersToTell(headers: Headers): [string, string][] {
  const named = namedByConnection([['connection', headers.get('connection') ?? '']]);
  const told: [string, string][] = [];
  headers.forEach((value, name) => {
    if (name === 'set-cookie' || name === 'content-encoding' || NOT_PASSED_ON.has(name) || named.has(name)) return;
    told.push([name, value]);
  });
  // Of all headers the one whose lines cannot be joined.
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
