import { invalidArgumentType, nodeError } from '../../errors/node-error.ts';

export interface RequestOptions {
  protocol: string;
  hostname: string;
  port: number;
  path: string;
  method: string;
  headers: [string, string | string[]][];
  /** A list of headers is sent as it is: nothing is added to it. */
  hasHeaderList: boolean;
  hostHeader: string;
  auth: string | null;
  timeout: number;
  signal: AbortSignal | undefined;
  agent: unknown;
  /** Makes the connection in the agent's place. */
  createConnection: ((...args: unknown[]) => unknown) | null;
  /** A socket in the file system instead of host and port. */
  socketPath: string | null;
}

function readUrl(url: URL): Record<string, unknown> {
  return {
    protocol: url.protocol,
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port,
    path: `${url.pathname}${url.search}`,
    ...(url.username === '' ? {} : { auth: `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}` }),
  };
}

function parseUrl(text: string): URL {
  try {
    return new URL(text);
  } catch {
    throw Object.assign(nodeError(TypeError, 'ERR_INVALID_URL', 'Invalid URL'), { input: text });
  }
}

const TOKEN = /^[\^_`a-zA-Z\-0-9!#$%&'*+.|~]+$/;

/** Refuses what Node's `http.request` refuses. */
function checkOptions(given: Record<string, unknown>): void {
  for (const name of ['hostname', 'host']) {
    const value = given[name];
    if (value !== undefined && value !== null && typeof value !== 'string')
      throw invalidArgumentType(`options.${name}`, 'of type string or one of undefined or null', value);
  }
  const { method, agent, timeout, headers, insecureHTTPParser, maxHeaderSize } = given;
  if (method !== undefined && method !== null && typeof method !== 'string')
    throw invalidArgumentType('options.method', 'of type string', method);
  if (method && !TOKEN.test(String(method)))
    throw nodeError(TypeError, 'ERR_INVALID_HTTP_TOKEN', `Method must be a valid HTTP token ["${String(method)}"]`);
  if (agent !== undefined && agent !== null && agent !== false && typeof Reflect.get(Object(agent), 'addRequest') !== 'function')
    throw invalidArgumentType('options.agent', 'one of Agent-like Object, undefined, or false', agent);
  if (timeout !== undefined && typeof timeout !== 'number') throw invalidArgumentType('timeout', 'of type number', timeout);
  if (insecureHTTPParser !== undefined && typeof insecureHTTPParser !== 'boolean')
    throw invalidArgumentType('options.insecureHTTPParser', 'of type boolean', insecureHTTPParser);
  if (maxHeaderSize !== undefined && typeof maxHeaderSize !== 'number')
    throw invalidArgumentType('maxHeaderSize', 'of type number', maxHeaderSize);
  const hostHeader: unknown =
    typeof headers === 'object' && headers !== null && !Array.isArray(headers) ? Reflect.get(headers, 'host') : undefined;
  if (Array.isArray(hostHeader)) throw invalidArgumentType('options.headers.host', 'of type string', hostHeader);
}

function headerEntries(headers: unknown): [string, string | string[]][] {
  if (typeof headers !== 'object' || headers === null) return [];
  if (Array.isArray(headers)) {
    const flat = headers.flat();
    return flat.flatMap((name, index) => (index % 2 === 0 ? [[String(name), String(flat[index + 1])] as [string, string]] : []));
  }
  return Object.entries(headers)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]);
}

type ResponseListener = (...args: never[]) => void;

/** `(url, options?, listener?)` and `(options, listener?)`. */
export function requestArguments(args: unknown[], protocol: string): { options: RequestOptions; listener: ResponseListener | null } {
  const last = args.at(-1);
  const listener = typeof last === 'function' ? (last as ResponseListener) : null;
  const merged: Record<string, unknown> = { protocol };
  for (const argument of args) {
    if (typeof argument === 'string') Object.assign(merged, readUrl(parseUrl(argument)));
    else if (argument instanceof URL) Object.assign(merged, readUrl(argument));
    else if (typeof argument === 'object' && argument !== null)
      for (const [name, value] of Object.entries(argument)) if (value !== undefined) merged[name] = value;
  }
  checkOptions(merged);
  const usedProtocol = String(merged.protocol);
  if (usedProtocol !== protocol)
    throw nodeError(TypeError, 'ERR_INVALID_PROTOCOL', `Protocol "${usedProtocol}" not supported. Expected "${protocol}"`);
  const hostname = String(merged.hostname ?? merged.host ?? 'localhost');
  const defaultPort = protocol === 'https:' ? 443 : 80;
  const port = Number(merged.port || merged.defaultPort || defaultPort);
  const path = String(merged.path ?? '/') || '/';
  if (/[^\u0021-\u00ff]/.test(path)) throw nodeError(TypeError, 'ERR_UNESCAPED_CHARACTERS', 'Request path contains unescaped characters');
  const options: RequestOptions = {
    protocol,
    hostname,
    port,
    path,
    method: String(merged.method ?? 'GET').toUpperCase(),
    headers: headerEntries(merged.headers),
    hasHeaderList: Array.isArray(merged.headers),
    hostHeader: (hostname.includes(':') ? `[${hostname}]` : hostname) + (port === defaultPort ? '' : `:${port}`),
    auth: typeof merged.auth === 'string' ? merged.auth : null,
    timeout: Number(merged.timeout ?? 0),
    signal: merged.signal instanceof AbortSignal ? merged.signal : undefined,
    agent: merged.agent,
    createConnection: typeof merged.createConnection === 'function' ? (merged.createConnection as (...args: unknown[]) => unknown) : null,
    socketPath: typeof merged.socketPath === 'string' ? merged.socketPath : null,
  };
  return { options, listener };
}
