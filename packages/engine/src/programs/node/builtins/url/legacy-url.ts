import { invalidArgumentType, nodeError } from '../../errors/node-error.ts';
import { validateObject } from '../../errors/validate.ts';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import { formatUrl, hasSlashes, type UrlParts } from './format-url.ts';
import { resolveParsed } from './resolve-url.ts';

/** The result of `url.parse`. */
class Url implements UrlParts {
  protocol: string | null = null;
  slashes: boolean | null = null;
  auth: string | null = null;
  host: string | null = null;
  port: string | null = null;
  hostname: string | null = null;
  hash: string | null = null;
  search: string | null = null;
  query: UrlParts['query'] = null;
  pathname: string | null = null;
  path: string | null = null;
  href = '';

  format(): string {
    return formatUrl(this);
  }
  resolve(target: unknown): string {
    return this.resolveObject(parsed(target)).href;
  }
  resolveObject(target: unknown): UrlParts {
    return resolveParsed(this, typeof target === 'string' ? parseUrl(target, null, true) : (target as UrlParts));
  }
  parse(given: unknown, _isQueryParsed?: boolean, slashesDenoteHost = false): this {
    return Object.assign(this, parseUrl(given, null, slashesDenoteHost));
  }
}

const TRIMMED = /^[\0-\x20\u00a0\ufeff]+|[\0-\x20\u00a0\ufeff]+$/g;
/** A path and a query, as in a request to a server. */
const SIMPLE = /^(\/\/?(?!\/)[^?\s]*)(\?[^\s]*)?$/;
const ESCAPED = /[\t\n\r "'<>\\^`{|}]/g;
/** The characters that end an authority if no slash does. */
const NO_HOST = /[\t\n\r "%';<>\\^`{|}]/;
const FORBIDDEN = /[\0\t\n\r #%/:<>?@[\\\]^|]/;
const FORBIDDEN_IPV6 = /[\0\t\n\r #%/<>?@\\^|]/;
const MOST_HOST_CHARACTERS = 255;

function escapeUnsafe(text: string): string {
  return text.replace(ESCAPED, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
}

function invalidUrl(input: string): Error {
  return Object.assign(nodeError(TypeError, 'ERR_INVALID_URL', 'Invalid URL'), { input });
}

/** Converts an internationalized host name to its ASCII form. Throws if the name is invalid. */
function toAscii(host: string, given: string): string {
  try {
    const { hostname } = new URL(`http://${host}`);
    if (!hostname.includes('%')) return hostname;
  } catch {
    // The name is invalid.
  }
  throw invalidUrl(given);
}

/** Replaces backslashes with slashes, except in the query and the hash. */
function withSlashes(text: string): string {
  const end = text.search(/[?#]/);
  const head = end === -1 ? text : text.slice(0, end);
  return head.replaceAll('\\', '/') + (end === -1 ? '' : text.slice(end));
}

/** Parses the authority at the beginning of the text and returns the rest. */
function parseAuthority(url: Url, text: string, given: string): string {
  const slash = text.search(/[#/?]/);
  const whole = (slash === -1 ? text : text.slice(0, slash)).replace(/[\t\n\r]/g, '');
  const at = whole.lastIndexOf('@');
  if (at !== -1) url.auth = decodeURIComponent(whole.slice(0, at));
  const stop = whole.slice(at + 1).search(NO_HOST);
  const end = stop === -1 ? whole.length : at + 1 + stop;
  let rest = whole.slice(end) + (slash === -1 ? '' : text.slice(slash));
  let host = whole.slice(at + 1, end);
  const port = /:(\d*)$/.exec(host);
  if (port !== null) {
    if (port[1] !== '') url.port = port[1] ?? null;
    host = host.slice(0, -port[0].length);
  }
  const isIpv6 = host.startsWith('[') && host.endsWith(']');
  const colon = isIpv6 ? -1 : host.indexOf(':');
  // The port has been removed: any other colon begins text that belongs to the path.
  if (colon !== -1) {
    warnOfPort(given);
    rest = `/${host.slice(colon)}${rest}`;
    host = host.slice(0, colon);
  }
  if (host.length > MOST_HOST_CHARACTERS) host = '';
  host = host.toLowerCase();
  if (isIpv6 ? FORBIDDEN_IPV6.test(host) : FORBIDDEN.test(host)) throw invalidUrl(given);
  if (!isIpv6 && /[^\0-\x7f]/.test(host)) host = toAscii(host, given);
  if (isIpv6 && !rest.startsWith('/')) rest = `/${rest}`;
  url.hostname = isIpv6 ? host.slice(1, -1) : host;
  url.host = host + (url.port === null ? '' : `:${url.port}`);
  return rest;
}

/** Warns once about a URL with an invalid port. It is set if there is a process to emit the warning. */
let warnOfPort = (_given: string): void => {};

type ParseQuery = ((query: string) => Record<string, unknown>) | null;

function parseUrl(given: unknown, parseQuery: ParseQuery, slashesDenoteHost: boolean): Url {
  if (typeof given !== 'string') throw invalidArgumentType('url', 'of type string', given);
  const url = new Url();
  let rest = withSlashes(given.replace(TRIMMED, ''));
  const simple = !slashesDenoteHost && !/[#@]/.test(rest) ? SIMPLE.exec(rest) : null;
  if (simple !== null) {
    const [, pathname = '', search = null] = simple;
    url.path = rest;
    url.href = rest;
    url.pathname = pathname;
    url.search = search;
    if (parseQuery !== null) url.query = search === null ? Object.create(null) : parseQuery(search.slice(1));
    else url.query = search === null ? null : search.slice(1);
    return url;
  }
  const protocol = /^[a-z0-9.+-]+:/i.exec(rest)?.[0] ?? null;
  if (protocol !== null) {
    url.protocol = protocol.toLowerCase();
    rest = rest.slice(protocol.length);
  }
  const isScript = url.protocol === 'javascript:';
  const mayHaveHost = slashesDenoteHost || protocol !== null || /^\/\/[^@/]+@[^@/]+/.test(rest);
  if (mayHaveHost && rest.startsWith('//') && !isScript) {
    rest = rest.slice(2);
    url.slashes = true;
  }
  if (!isScript && (url.slashes === true || (protocol !== null && !hasSlashes(protocol)))) rest = parseAuthority(url, rest, given);
  if (!isScript) rest = escapeUnsafe(rest);
  const hashAt = rest.indexOf('#');
  const beforeHash = hashAt === -1 ? rest : rest.slice(0, hashAt);
  if (hashAt !== -1) url.hash = rest.slice(hashAt);
  const questionAt = beforeHash.indexOf('?');
  if (questionAt !== -1) {
    url.search = beforeHash.slice(questionAt);
    url.query = parseQuery === null ? url.search.slice(1) : parseQuery(url.search.slice(1));
  } else if (parseQuery !== null) url.query = Object.create(null);
  const pathname = questionAt === -1 ? beforeHash : beforeHash.slice(0, questionAt);
  url.pathname = pathname === '' ? (hasSlashes(url.protocol) && url.hostname ? '/' : null) : pathname;
  url.path = url.pathname === null && !url.search ? null : `${url.pathname ?? ''}${url.search ?? ''}`;
  url.href = formatUrl(url);
  return url;
}

/** Parses a URL like a link in a page, where `//` begins a host. An already parsed URL is returned unchanged. */
const parsed = (given: unknown): Url => (given instanceof Url ? given : parseUrl(given, null, true));

interface FormatOptions {
  fragment?: unknown;
  search?: unknown;
  auth?: unknown;
  unicode?: unknown;
}

/** Formats a WHATWG URL. Any falsy option except undefined omits its part. */
function formatModern(url: URL, options: FormatOptions, toUnicode: (domain: string) => string): string {
  const isLeftOut = (name: keyof FormatOptions) => options[name] !== undefined && !options[name];
  const copy = new URL(url.href);
  if (isLeftOut('fragment')) copy.hash = '';
  if (isLeftOut('search')) copy.search = '';
  if (isLeftOut('auth')) Object.assign(copy, { username: '', password: '' });
  return options.unicode ? copy.href.replace(copy.hostname, () => toUnicode(copy.hostname)) : copy.href;
}

/** Creates `url.parse`, `url.format` and `url.resolve`: the API from before WHATWG URLs, which Express 4 and others still use. */
export function createLegacyUrl(host: NodeHost): BuiltinExports {
  const querystring = () =>
    host.builtin('querystring') as { parse(text: string): Record<string, unknown>; stringify(query: unknown): string };
  const punycode = () => host.builtin('punycode') as { toUnicode(domain: string): string };
  warnOfPort = (given) => {
    warnOfPort = () => {};
    const { emitWarning } = host.builtin('process') as { emitWarning(message: string, type: string, code: string): void };
    emitWarning(`The URL ${given} is invalid. Future versions of Node.js will throw an error.`, 'DeprecationWarning', 'DEP0170');
  };
  const parse = (text: unknown, parseQuery: ParseQuery = null, slashesDenoteHost = false) => parseUrl(text, parseQuery, slashesDenoteHost);
  return {
    Url,
    parse: (text: unknown, isQueryParsed?: boolean, slashesDenoteHost?: boolean) =>
      text instanceof Url ? text : parse(text, isQueryParsed ? (query) => querystring().parse(query) : null, slashesDenoteHost === true),
    format: (value: unknown, options?: unknown) => {
      if (typeof value === 'string') return parse(value).href;
      if (typeof value !== 'object' || value === null) throw invalidArgumentType('urlObject', 'one of type object or string', value);
      if (!(value instanceof URL)) return formatUrl(value as Partial<Url>, (query) => querystring().stringify(query));
      if (options) validateObject(options, 'options');
      return formatModern(value, options ? (options as FormatOptions) : {}, (domain) => punycode().toUnicode(domain));
    },
    resolve: (from: unknown, to: unknown) => parsed(from).resolve(to),
    resolveObject: (from: unknown, to: unknown) => (from ? parsed(from).resolveObject(to) : to),
  };
}
