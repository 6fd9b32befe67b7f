export interface ConnectOptions {
  port: number;
  host: string;
  path?: string;
  family?: unknown;
  /** In milliseconds, as in `setTimeout`. */
  timeout?: number;
  lookup?: Lookup;
}

/** Called like `dns.lookup`; yields one address or all of them. */
export type Lookup = (
  name: string,
  options: { family: unknown; hints: number },
  found: (error: Error | null, address?: string | { address: string }[], family?: number) => void,
) => void;

type Listener = () => void;

export function isLoopback(host: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[?::1?\]?|::ffff:127\.0\.0\.1|devonz)$/i.test(host);
}

/** Maps every name of this machine to a single address. */
export function lookUpAddress(host: string): string {
  return isLoopback(host) ? '127.0.0.1' : host;
}

/** Reads `(port, host?, listener?)`, `(path, listener?)` and `(options, listener?)`. */
export function connectArguments(args: unknown[]): { options: ConnectOptions; listener: Listener | null } {
  const last = args.at(-1);
  const listener = typeof last === 'function' ? (last as Listener) : null;
  const [first, second] = args;
  if (typeof first === 'object' && first !== null) {
    const port = 'port' in first ? Number(first.port) : 0;
    const host = 'host' in first && typeof first.host === 'string' ? first.host : 'localhost';
    const path = 'path' in first && typeof first.path === 'string' ? { path: first.path } : {};
    const timeout = 'timeout' in first && typeof first.timeout === 'number' ? { timeout: first.timeout } : {};
    // Only the fact that it is a function can be checked.
    const lookup = 'lookup' in first && typeof first.lookup === 'function' ? { lookup: first.lookup as Lookup } : {};
    const family = 'family' in first ? { family: first.family } : {};
    return { options: { port, host, ...path, ...timeout, ...lookup, ...family }, listener };
  }
  if (typeof first === 'string' && !/^\d+$/.test(first)) return { options: { port: 0, host: 'localhost', path: first }, listener };
  return { options: { port: Number(first), host: typeof second === 'string' ? second : 'localhost' }, listener };
}

export interface ListenOptions {
  port: number;
  host: string | undefined;
  /** The path of a socket in the file system, instead of a port. */
  path: string | undefined;
}

export function listenArguments(args: unknown[]): { options: ListenOptions; listener: Listener | null } {
  const last = args.at(-1);
  const listener = typeof last === 'function' ? (last as Listener) : null;
  const [first, second] = args;
  if (typeof first === 'object' && first !== null) {
    const port = 'port' in first ? Number(first.port ?? 0) : 0;
    const host = 'host' in first && typeof first.host === 'string' ? first.host : undefined;
    const path = 'path' in first && typeof first.path === 'string' && first.path !== '' ? first.path : undefined;
    return { options: { port, host, path }, listener };
  }
  if (typeof first === 'string' && !/^\d*$/.test(first)) return { options: { port: 0, host: undefined, path: first }, listener };
  const port = typeof first === 'number' || (typeof first === 'string' && /^\d+$/.test(first)) ? Number(first) : 0;
  return { options: { port, host: typeof second === 'string' ? second : undefined, path: undefined }, listener };
}

export function ipVersion(text: unknown): 0 | 4 | 6 {
  if (typeof text !== 'string') return 0;
  const four = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;
  if (four.test(text)) return 4;
  if (!/^[\da-f:.]+(%[\w]+)?$/i.test(text) || !text.includes(':')) return 0;
  try {
    new URL(`http://[${text.replace(/%.*$/, '')}]/`);
    return 6;
  } catch {
    return 0;
  }
}
