import { invalidArgumentType } from '../../errors/node-error.ts';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';

type Query = Record<string, unknown> | string | null;

/** What `url.parse` returns. */
class Url {
  protocol: string | null = null;
  slashes: boolean | null = null;
  auth: string | null = null;
  host: string | null = null;
  port: string | null = null;
  hostname: string | null = null;
  hash: string | null = null;
  search: string | null = null;
  query: Query = null;
  pathname: string | null = null;
  path: string | null = null;
  href = '';

  format(): string {
    return formatUrl(this);
  }
  resolve(target: string): string {
    return resolveUrl(this.href, target);
  }
  parse(): this {
    return this;
  }
}

const slashed = /^(https?|ftp|gopher|file|wss?):?$/i;

function escapeUnsafe(text: string): string {
  return text.replace(/[\s"<>`{}|\\^']/g, (character) => encodeURIComponent(character).replace("'", '%27'));
}

function parseAuthority(url: Url, authority: string): void {
  const at = authority.lastIndexOf('@');
  if (at !== -1) url.auth = decodeURIComponent(authority.slice(0, at));
  const host = authority.slice(at + 1);
  const match = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(host);
  url.hostname = (match?.[1] ?? host).toLowerCase().replace(/^\[|\]$/g, '');
  url.port = match?.[2] ? match[2] : null;
  url.host = (match?.[1] ?? host).toLowerCase() + (url.port === null ? '' : `:${url.port}`);
}

function parseUrl(text: unknown, parseQuery: ((query: string) => Record<string, unknown>) | null, slashesDenoteHost: boolean): Url {
  if (typeof text !== 'string') throw invalidArgumentType('url', 'of type string', text);
  const url = new Url();
  let rest = text.trim();
  const hashAt = rest.indexOf('#');
  if (hashAt !== -1) {
    url.hash = escapeUnsafe(rest.slice(hashAt));
    rest = rest.slice(0, hashAt);
  }
  const questionAt = rest.indexOf('?');
  const query = questionAt === -1 ? null : escapeUnsafe(rest.slice(questionAt + 1));
  if (questionAt !== -1) rest = rest.slice(0, questionAt);
  rest = rest.replaceAll('\\', '/');
  const protocol = /^[a-z][a-z0-9.+-]*:/i.exec(rest)?.[0];
  if (protocol !== undefined) {
    url.protocol = protocol.toLowerCase();
    rest = rest.slice(protocol.length);
  }
  const hasSlashes = rest.startsWith('//');
  if (hasSlashes && (protocol !== undefined || slashesDenoteHost) && url.protocol !== 'javascript:') {
    url.slashes = true;
    const authority = /^[^/]*/.exec(rest.slice(2))?.[0] ?? '';
    parseAuthority(url, authority);
    rest = rest.slice(2 + authority.length);
  }
  const pathname = escapeUnsafe(rest);
  url.pathname = pathname === '' ? (url.slashes && slashed.test(url.protocol ?? '') ? '/' : null) : pathname;
  url.search = query === null ? null : `?${query}`;
  url.query = parseQuery === null ? query : parseQuery(query ?? '');
  url.path = url.pathname === null && !url.search ? null : `${url.pathname ?? ''}${url.search ?? ''}`;
  url.href = formatUrl(url);
  return url;
}

function formatUrl(url: Partial<Url>, stringify?: (query: Record<string, unknown>) => string): string {
  const auth = url.auth ? `${encodeURIComponent(url.auth).replaceAll('%3A', ':')}@` : '';
  let protocol = url.protocol ?? '';
  if (protocol !== '' && !protocol.endsWith(':')) protocol += ':';
  let host = '';
  if (url.host) host = auth + url.host;
  else if (url.hostname)
    host = `${auth}${url.hostname.includes(':') ? `[${url.hostname}]` : url.hostname}${url.port ? `:${url.port}` : ''}`;
  let search = url.search ?? '';
  if (search === '' && typeof url.query === 'object' && url.query !== null && stringify !== undefined) {
    const text = stringify(url.query);
    search = text === '' ? '' : `?${text}`;
  }
  if (search !== '' && !search.startsWith('?')) search = `?${search}`;
  const hash = url.hash ? (url.hash.startsWith('#') ? url.hash : `#${url.hash}`) : '';
  let pathname = (url.pathname ?? '').replace(/[?#]/g, encodeURIComponent);
  const hasSlashes = url.slashes || ((protocol === '' || slashed.test(protocol)) && host !== '');
  if (hasSlashes && (host !== '' || protocol === 'file:')) {
    if (pathname !== '' && !pathname.startsWith('/')) pathname = `/${pathname}`;
    return `${protocol}//${host}${pathname}${search.replaceAll('#', '%23')}${hash}`;
  }
  return `${protocol}${host}${pathname}${search.replaceAll('#', '%23')}${hash}`;
}

function resolveUrl(from: string, to: string): string {
  const base = new URL(from, 'resolve://');
  const resolved = new URL(to, base);
  if (resolved.protocol !== 'resolve:') return resolved.href;
  const path = `${resolved.pathname}${resolved.search}${resolved.hash}`;
  return from.startsWith('/') || to.startsWith('/') ? path : path.replace(/^\//, '');
}

/** `url.parse`, `url.format`, `url.resolve`: the API from before WHATWG URLs, which Express 4 and others still use. */
export function createLegacyUrl(host: NodeHost): BuiltinExports {
  const querystring = () =>
    host.builtin('querystring') as { parse(text: string): Record<string, unknown>; stringify(query: unknown): string };
  return {
    Url,
    parse: (text: unknown, isQueryParsed?: boolean, slashesDenoteHost?: boolean) =>
      text instanceof Url ? text : parseUrl(text, isQueryParsed ? (query) => querystring().parse(query) : null, slashesDenoteHost === true),
    format: (value: unknown, options: { fragment?: boolean; search?: boolean; auth?: boolean; unicode?: boolean } = {}) => {
      if (typeof value === 'string') return parseUrl(value, null, false).href;
      if (value instanceof URL) {
        const copy = new URL(value.href);
        if (options.fragment === false) copy.hash = '';
        if (options.search === false) copy.search = '';
        if (options.auth === false) Object.assign(copy, { username: '', password: '' });
        if (options.unicode !== true) return copy.href;
        const shown = (host.builtin('punycode').toUnicode as (domain: string) => string)(copy.hostname);
        return copy.href.replace(copy.hostname, () => shown);
      }
      if (typeof value !== 'object' || value === null) throw invalidArgumentType('urlObject', 'one of type object or string', value);
      return formatUrl(value as Partial<Url>, (query) => querystring().stringify(query));
    },
    resolve: (from: string, to: string) => resolveUrl(from, to),
    resolveObject: (from: string, to: string) => parseUrl(resolveUrl(from, to), null, false),
  };
}
