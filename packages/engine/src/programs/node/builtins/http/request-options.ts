import { invalidArgumentType, nodeError, outOfRange } from '../../errors/node-error.ts';
import type { Agent } from './agent.ts';
import { isToken } from './header-checks.ts';

type Listener = (...args: never[]) => void;

/** The options that a program passes to `http.request`, also passed to `net.connect` and the agent. */
export interface RequestOptions {
  [name: string]: unknown;
  agent?: unknown;
  headers?: unknown;
  signal?: AbortSignal;
  createConnection?: (options: object, created: (error: Error | null, socket?: unknown) => void) => unknown;
}

/** Returns the fields that Node reads from a URL. */
function readUrl(url: URL): Record<string, unknown> {
  const { hostname, username, password } = url;
  return {
    // Properties that the program has added.
    ...url,
    protocol: url.protocol,
    hostname: hostname.startsWith('[') ? hostname.slice(1, -1) : hostname,
    hash: url.hash,
    search: url.search,
    pathname: url.pathname,
    path: `${url.pathname}${url.search}`,
    href: url.href,
    ...(url.port === '' ? {} : { port: Number(url.port) }),
    ...(username === '' && password === '' ? {} : { auth: `${decodeURIComponent(username)}:${decodeURIComponent(password)}` }),
  };
}

function parseUrl(text: string): URL {
  try {
    return new URL(text);
  } catch {
    throw Object.assign(nodeError(TypeError, 'ERR_INVALID_URL', 'Invalid URL'), { input: text });
  }
}

/** Also recognizes URLs of another copy of the class. */
function isUrl(value: unknown): value is URL {
  return typeof value === 'object' && value !== null && 'href' in value && 'protocol' in value && !('auth' in value) && !('path' in value);
}

/** Reads `(url, options?, listener?)` and `(options, listener?)`. */
export function requestArguments(args: readonly unknown[]): { options: RequestOptions; listener: Listener | null } {
  const [first, second, third] = args;
  const read = typeof first === 'string' ? readUrl(parseUrl(first)) : isUrl(first) ? readUrl(first) : null;
  const listener = read === null ? second : typeof second === 'function' ? second : third;
  // Only own properties of the first object count, as with Node's `Object.assign`.
  const base = read ?? (typeof first === 'object' && first !== null ? { ...first } : {});
  const more = read !== null && typeof second === 'object' && second !== null ? second : {};
  const options = Object.assign(base, more) as RequestOptions;
  return { options, listener: typeof listener === 'function' ? (listener as Listener) : null };
}

export function checkedHost(value: unknown, name: string): string | undefined {
  if (value !== undefined && value !== null && typeof value !== 'string')
    throw invalidArgumentType(`options.${name}`, 'of type string or one of undefined or null', value);
  return value || undefined;
}

export function checkedMethod(method: unknown): string {
  if (method !== undefined && method !== null && typeof method !== 'string')
    throw invalidArgumentType('options.method', 'of type string', method);
  if (!method) return 'GET';
  if (!isToken(method)) throw nodeError(TypeError, 'ERR_INVALID_HTTP_TOKEN', `Method must be a valid HTTP token ["${method}"]`);
  return method.toUpperCase();
}

export function checkedDuration(value: unknown, name: string): number {
  if (typeof value !== 'number') throw invalidArgumentType(name, 'of type number', value);
  if (!(value >= 0) || value === Number.POSITIVE_INFINITY) throw outOfRange(name, 'a non-negative finite number', value);
  return Math.min(value, LONGEST_TIMEOUT);
}
/** The limit of timers. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;

export function checkedAgent(options: RequestOptions, usual: Agent): Agent | undefined {
  const { agent } = options;
  if (agent === false) return new (usual.constructor as typeof Agent)();
  if (agent === null || agent === undefined) return typeof options.createConnection === 'function' ? undefined : usual;
  if (typeof (agent as Partial<Agent>).addRequest !== 'function')
    throw invalidArgumentType('options.agent', 'one of Agent-like Object, undefined, or false', agent);
  return agent as Agent; // The agent has the methods that are called.
}

export function checkedPath(path: unknown): string {
  const text = path ? String(path) : '/';
  if (/[^\u0021-\u00ff]/.test(text)) throw nodeError(TypeError, 'ERR_UNESCAPED_CHARACTERS', 'Request path contains unescaped characters');
  return text;
}

export function checkFlags(options: RequestOptions): void {
  const { insecureHTTPParser, maxHeaderSize, joinDuplicateHeaders, headers } = options;
  const host: unknown =
    typeof headers === 'object' && headers !== null && !Array.isArray(headers) ? Reflect.get(headers, 'host') : undefined;
  if (Array.isArray(host)) throw invalidArgumentType('options.headers.host', 'of type string', host);
  if (maxHeaderSize !== undefined && typeof maxHeaderSize !== 'number')
    throw invalidArgumentType('maxHeaderSize', 'of type number', maxHeaderSize);
  for (const [name, value] of Object.entries({ insecureHTTPParser, joinDuplicateHeaders }))
    if (value !== undefined && typeof value !== 'boolean') throw invalidArgumentType(`options.${name}`, 'of type boolean', value);
}
