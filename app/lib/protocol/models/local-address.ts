/** The parameter of the worker's URL that names an origin it may reach; repeated for each origin. */
export const LOCAL_ORIGIN_PARAMETER = 'reach';
/** The most origins for one worker. */
export const MOST_LOCAL_ORIGINS = 8;

export type LocalAddress = { ok: true /** Without a slash at its end. */; address: string; origin: string } | { ok: false; why: string };

/** Names that no public server has. */
const LOCAL_NAME = /^(?:localhost|[a-z0-9-]+|(?:[a-z0-9-]+\.)+(?:localhost|local|lan|internal|home\.arpa))$/;
/** Characters that are safe in a content security policy: letters, digits, hyphens, dots; no wildcard, no quote, no separator. */
const PLAIN_HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/;

/**
 * Parses the address of a model server on this computer or near it. Plain http is allowed only for this computer or a private network;
 * anywhere else it must be https.
 */
export function readLocalAddress(text: string): LocalAddress {
  const typed = text.trim();
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `http://${typed}`;
  if (typed === '' || !URL.canParse(whole)) return refuse('This is no address. It looks like http://127.0.0.1:11434.');
  const { protocol, hostname, username, password, origin, pathname } = new URL(whole);
  if (protocol !== 'http:' && protocol !== 'https:') return refuse('The address must start with http:// or https://.');
  if (username !== '' || password !== '') return refuse('Leave the user name and the password out of the address.');
  if (hostname.startsWith('['))
    return refuse(
      'A browser’s policy cannot name an IPv6 address. Use a name, or the IPv4 address; for this computer, http://127.0.0.1 and the port.',
    );
  if (hostname === '0.0.0.0') return refuse('0.0.0.0 is where a server listens. Use 127.0.0.1 to reach it.');
  if (!PLAIN_HOST.test(hostname)) return refuse('The name in this address has characters that no name has.');
  if (protocol === 'http:' && !isNear(hostname))
    return refuse(`${hostname} is on the internet: what goes there must be encrypted. Start the address with https://.`);
  return { ok: true, origin, address: `${origin}${pathname}`.replace(/\/+$/, '') };
}

/** Whether the host is this computer itself. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

function isNear(hostname: string): boolean {
  if (!/^[\d.]+$/.test(hostname)) return LOCAL_NAME.test(hostname);
  const [first = 0, second = 0] = hostname.split('.').map(Number);
  if (first === 127 || first === 10) return true;
  if (first === 192) return second === 168;
  if (first === 172) return second >= 16 && second <= 31;
  // Addresses of carrier-grade NAT and of overlay networks.
  return first === 100 && second >= 64 && second <= 127;
}

/** The origins requested in a worker's URL. If any of them is invalid the result is null, and the worker can reach nothing. */
export function localOriginsOf(parameters: URLSearchParams): string[] | null {
  const origins = [...new Set(parameters.getAll(LOCAL_ORIGIN_PARAMETER))];
  if (origins.length > MOST_LOCAL_ORIGINS) return null;
  return origins.every(isWholeOrigin) ? origins : null;
}

function isWholeOrigin(text: string): boolean {
  const read = readLocalAddress(text);
  return read.ok && read.origin === text;
}

function refuse(why: string): LocalAddress {
  return { ok: false, why };
}
