import { type HttpHeaders, headerValue, type ResponseHead } from '../http/http-message.ts';
import { documentHeaders } from './document-headers.ts';
import { localPort } from './local-port.ts';

export interface BrowserResponse {
  headers: HttpHeaders;
  /** The values of `Set-Cookie`, because a service worker's response cannot set cookies. */
  cookies: readonly string[];
  /** True if the program requests that all cookies are deleted. */
  clearsCookies: boolean;
  /** The encoding to decode here, because the browser does not decode a service worker's response. */
  encoding: 'gzip' | 'deflate' | null;
  /** True for a page, into which the preview script is inserted. */
  isHtml: boolean;
}

/** Converts the program's response into one that a service worker can return to a cross-origin isolated page. */
export function browserResponse(
  head: ResponseHead,
  context: { previewOrigin(port: number): string; requestUrl: string; embedder: string; isChanged?: boolean },
): BrowserResponse {
  const cookies: string[] = [];
  const headers: (readonly [string, string])[] = [];
  const encoding = contentEncoding(head.headers);
  const isHtml = /^text\/html\b/i.test(headerValue(head.headers, 'content-type') ?? '');
  for (const [name, value] of head.headers) {
    const lower = name.toLowerCase();
    if (lower === 'set-cookie') cookies.push(value);
    else if (lower === 'location') headers.push([lower, previewLocation(value, context)]);
    else if (CONNECTION_HEADERS.has(lower) || OURS.has(lower)) continue;
    // Decoding and the preview script change the length.
    else if ((lower === 'content-length' && (encoding || isHtml || context.isChanged)) || (lower === 'content-encoding' && encoding))
      continue;
    else headers.push([lower, value]);
  }
  headers.push(...Object.entries(documentHeaders(context.embedder)));
  const clearsCookies = /"(cookies|\*)"/.test(headerValue(head.headers, 'clear-site-data') ?? '');
  return { headers, cookies, clearsCookies, encoding, isHtml };
}

const CONNECTION_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'trailer', 'te', 'proxy-authenticate']);
/** Headers set by the engine; the program's own would keep its page out of the IDE's preview. */
const OURS = new Set([...Object.keys(documentHeaders('')), 'cross-origin-opener-policy', 'x-frame-options']);

function contentEncoding(headers: HttpHeaders): 'gzip' | 'deflate' | null {
  const value = headerValue(headers, 'content-encoding')?.toLowerCase();
  return value === 'gzip' || value === 'deflate' ? value : null;
}

/** Returns an absolute URL, on a preview's origin if the target is this program or another one of the engine. */
function previewLocation(value: string, context: { previewOrigin(port: number): string; requestUrl: string }): string {
  if (!URL.canParse(value, context.requestUrl)) return value;
  const url = new URL(value, context.requestUrl);
  const port = localPort(url);
  return port === null ? url.href : context.previewOrigin(port) + url.pathname + url.search + url.hash;
}
