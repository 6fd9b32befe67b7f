import { invalidArgumentType, nodeError } from '../../errors/node-error.ts';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import { createLegacyUrl } from './legacy-url.ts';

function fileURLToPath(value: unknown): string {
  if (typeof value !== 'string' && !(typeof value === 'object' && value !== null && 'href' in value))
    throw invalidArgumentType('path', 'of type string or an instance of URL', value);
  const url = new URL(String(value));
  if (url.protocol !== 'file:') throw nodeError(TypeError, 'ERR_INVALID_URL_SCHEME', 'The URL must be of scheme file');
  if (url.hostname !== '') throw nodeError(TypeError, 'ERR_INVALID_FILE_URL_HOST', 'File URL host must be "localhost" or empty on linux');
  if (/%2f/i.test(url.pathname))
    throw nodeError(TypeError, 'ERR_INVALID_FILE_URL_PATH', 'File URL path must not include encoded / characters');
  return decodeURIComponent(url.pathname);
}

export function createUrlModule(host: NodeHost): BuiltinExports {
  const pathToFileURL = (path: unknown): URL => {
    if (typeof path !== 'string') throw invalidArgumentType('path', 'of type string', path);
    const resolved = host.resolvePath(path) + (path.endsWith('/') && path !== '/' ? '/' : '');
    const escaped = resolved
      .replaceAll('%', '%25')
      .replaceAll('\\', '%5C')
      .replaceAll('\n', '%0A')
      .replaceAll('\r', '%0D')
      .replaceAll('\t', '%09')
      .replaceAll('?', '%3F')
      .replaceAll('#', '%23');
    return new URL(`file://${escaped}`);
  };
  return {
    URL: globalThis.URL,
    URLSearchParams: globalThis.URLSearchParams,
    fileURLToPath,
    pathToFileURL,
    domainToASCII: (domain: string) => {
      try {
        return new URL(`http://${domain}`).hostname;
      } catch {
        return '';
      }
    },
    domainToUnicode: (domain: string) => (host.builtin('punycode').toUnicode as (domain: string) => string)(domain),
    urlToHttpOptions: (url: URL) => ({
      protocol: url.protocol,
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      hash: url.hash,
      search: url.search,
      pathname: url.pathname,
      path: `${url.pathname}${url.search}`,
      href: url.href,
      ...(url.port === '' ? {} : { port: Number(url.port) }),
      ...(url.username === '' ? {} : { auth: `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}` }),
    }),
    ...createLegacyUrl(host),
  };
}
