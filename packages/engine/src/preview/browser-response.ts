import { type HttpHeaders, headerValue, type ResponseHead } from '../http/http-message.ts';
import { documentHeaders } from './document-headers.ts';
import { localPort } from './local-port.ts';

export interface BrowserResponse {
  headers: HttpHeaders;
  /** Values of `Set-Cookie`: a service worker's response cannot set cookies. */
  cookies: readonly string[];
  /** The program has asked that all of them are forgotten. */
  clearsCookies: boolean;
  /** What the body must be decoded with: the browser does not decode a service worker's response. */
  encoding: 'gzip' | 'deflate' | null;
  /** A page, which gets the preview script. */
  isHtml: boolean;
}

/** Turns the program's answer into one a service worker can give inside a page that is cross-origin isolated. */
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
/** Set by us; the program's own would keep its page out of the IDE's preview. */
const OURS = new Set([...Object.keys(documentHeaders('')), 'cross-origin-opener-policy', 'x-frame-options']);

function contentEncoding(headers: HttpHeaders): 'gzip' | 'deflate' | null {
  const value = headerValue(headers, 'content-encoding')?.toLowerCase();
  return value === 'gzip' || value === 'deflate' ? value : null;
}

/** Absolute, and on a preview's origin where the program meant itself or another program of the engine. */
function previewLocation(value: string, context: { previewOrigin(port: number): string; requestUrl: string }): string {
  if (!URL.canParse(value, context.requestUrl)) return value;
  const url = new URL(value, context.requestUrl);
  const port = localPort(url);
  return port === null ? url.href : context.previewOrigin(port) + url.pathname + url.search + url.hash;
}
