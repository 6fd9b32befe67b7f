import { invalidArgumentType, invalidArgumentValue, nodeError } from '../../errors/node-error.ts';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import { createLegacyUrl } from './legacy-url.ts';

function fileURLToPath(value: unknown, options?: { windows?: boolean }): string {
  if (typeof value !== 'string' && !(typeof value === 'object' && value !== null && 'href' in value))
    throw invalidArgumentType('path', 'of type string or an instance of URL', value);
  const url = new URL(String(value));
  if (url.protocol !== 'file:') throw nodeError(TypeError, 'ERR_INVALID_URL_SCHEME', 'The URL must be of scheme file');
  if (options?.windows) return windowsPath(url);
  if (url.hostname !== '') throw nodeError(TypeError, 'ERR_INVALID_FILE_URL_HOST', 'File URL host must be "localhost" or empty on linux');
  if (/%2f/i.test(url.pathname))
    throw nodeError(TypeError, 'ERR_INVALID_FILE_URL_PATH', 'File URL path must not include encoded / characters');
  return decodeURIComponent(url.pathname);
}

function domainToASCII(domain: string): string {
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return '';
  }
}

function escapePath(path: string): string {
  return path.replace(/[%\n\r\t?#[\]^|~\\]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
}

/** Converts a Windows path: `\\\\server\\share\\a` has that host, and any other path is on a drive. */
function windowsFileUrl(given: string, win32: { resolve(path: string): string }): URL {
  const path = given.replace(/^\\\\[?.]\\UNC\\/i, '\\\\');
  const share = /^\\\\([^\\]+)(\\.*)?$/.exec(path);
  if (share !== null) {
    const [, server = '', rest = ''] = share;
    if (server === '?' || server === '.') return new URL(`file:///${escapePath(path.slice(4).replaceAll('\\', '/'))}`);
    if (!/^\\[^\\]/.test(rest)) throw invalidArgumentValue('path', path, 'Missing UNC resource path');
    return new URL(`file://${server}${escapePath(rest.replaceAll('\\', '/'))}`);
  }
  const resolved = win32.resolve(path) + (/[\\/]$/.test(path) && !/[\\/]$/.test(win32.resolve(path)) ? '\\' : '');
  return new URL(`file:///${escapePath(resolved.replaceAll('\\', '/'))}`);
}

/** Implements `fileURLToPath` with `windows: true`. */
function windowsPath(url: URL): string {
  if (/%2f|%5c/i.test(url.pathname))
    throw nodeError(TypeError, 'ERR_INVALID_FILE_URL_PATH', 'File URL path must not include encoded \\ or / characters');
  const path = decodeURIComponent(url.pathname.replaceAll('/', '\\'));
  if (url.hostname !== '') return `\\\\${url.hostname}${path}`;
  if (!/^\\[a-z]:/i.test(path)) throw nodeError(TypeError, 'ERR_INVALID_FILE_URL_PATH', 'File URL path must be absolute');
  return path.slice(1);
}

export function createUrlModule(host: NodeHost): BuiltinExports {
  const pathToFileURL = (path: unknown, options?: { windows?: boolean }): URL => {
    if (typeof path !== 'string') throw invalidArgumentType('path', 'of type string', path);
    if (options?.windows) return windowsFileUrl(path, host.builtin('path').win32 as { resolve(path: string): string });
    const resolved = host.resolvePath(path) + (path.endsWith('/') && path !== '/' ? '/' : '');
    return new URL(`file://${escapePath(resolved)}`);
  };
  return {
    URL: Reflect.get(host.scope.globalObject, 'URL'),
    URLSearchParams: Reflect.get(host.scope.globalObject, 'URLSearchParams'),
    fileURLToPath,
    pathToFileURL,
    domainToASCII,
    domainToUnicode: (domain: string) => (host.builtin('punycode').toUnicode as (domain: string) => string)(domainToASCII(domain)),
    urlToHttpOptions: (url: Partial<URL>) => ({
      // Node's result is a copy of the options without a prototype.
      __proto__: null,
      ...url,
      protocol: url.protocol,
      hostname: url.hostname?.replace(/^\[|\]$/g, ''),
      hash: url.hash,
      search: url.search,
      pathname: url.pathname,
      path: `${url.pathname || ''}${url.search || ''}`,
      href: url.href,
      ...(url.port === '' ? {} : { port: Number(url.port) }),
      ...(!url.username && !url.password
        ? {}
        : { auth: `${decodeURIComponent(url.username ?? '')}:${decodeURIComponent(url.password ?? '')}` }),
    }),
    ...createLegacyUrl(host),
  };
}
