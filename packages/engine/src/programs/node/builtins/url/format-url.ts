/** The result of `url.parse`, without its methods. */
export interface UrlParts {
  protocol: string | null;
  slashes: boolean | null;
  auth: string | null;
  host: string | null;
  port: string | null;
  hostname: string | null;
  hash: string | null;
  search: string | null;
  query: Record<string, unknown> | string | null;
  pathname: string | null;
  path: string | null;
  href: string;
}

/** Protocols that have an authority even if the URL is written without slashes. */
const slashed: ReadonlySet<string> = new Set(['http', 'https', 'ftp', 'gopher', 'file', 'ws', 'wss']);

export function hasSlashes(protocol: string | null): boolean {
  return protocol !== null && slashed.has(protocol.replace(/:$/, ''));
}

/** Returns whether the text after the protocol is not an address. */
export const isHostless = (protocol: string | null): boolean => protocol !== null && /^javascript:?$/.test(protocol);

export function formatUrl(url: Partial<UrlParts>, stringify?: (query: Record<string, unknown>) => string): string {
  const auth = url.auth ? `${encodeURIComponent(url.auth).replaceAll('%3A', ':')}@` : '';
  let protocol = url.protocol ?? '';
  if (protocol !== '' && !protocol.endsWith(':')) protocol += ':';
  let host = '';
  if (url.host) host = auth + url.host;
  else if (url.hostname) {
    const isIpv6 = url.hostname.includes(':') && !url.hostname.startsWith('[');
    host = `${auth}${isIpv6 ? `[${url.hostname}]` : url.hostname}${url.port ? `:${url.port}` : ''}`;
  }
  let search = url.search ?? '';
  if (search === '' && typeof url.query === 'object' && url.query !== null && stringify !== undefined) {
    const text = stringify(url.query);
    search = text === '' ? '' : `?${text}`;
  }
  if (search !== '' && !search.startsWith('?')) search = `?${search}`;
  const hash = url.hash ? (url.hash.startsWith('#') ? url.hash : `#${url.hash}`) : '';
  let pathname = (url.pathname ?? '').replace(/[?#]/g, encodeURIComponent);
  if (url.slashes || hasSlashes(protocol)) {
    if (url.slashes || host !== '') {
      if (pathname !== '' && !pathname.startsWith('/')) pathname = `/${pathname}`;
      host = `//${host}`;
    } else if (protocol.startsWith('file')) host = '//';
  }
  return `${protocol}${host}${pathname}${search.replaceAll('#', '%23')}${hash}`;
}
