import type { PreviewRequest } from '../request-messages.ts';

// The parts of Fetch's CORS protocol (https://fetch.spec.whatwg.org/#http-cors-protocol) that apply between a page of one
// program and another program.

export interface Sharing {
  /** The origins that the program may allow: the page's origin as the program knows it, and as the browser does. */
  origins: readonly string[];
  isCredentialed: boolean;
}

const SIMPLE_METHODS = new Set(['GET', 'HEAD', 'POST']);
const SIMPLE_HEADERS = new Set(['accept', 'accept-language', 'content-language', 'content-type', 'range', 'origin', 'user-agent']);
const SIMPLE_TYPE = /^(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\b/i;
const ALWAYS_READABLE = new Set([
  'cache-control',
  'content-language',
  'content-length',
  'content-type',
  'expires',
  'last-modified',
  'pragma',
]);
/** Headers added by the engine, without which an isolated page may not use the response. */
const EMBEDDING = new Set(['cross-origin-resource-policy', 'cross-origin-embedder-policy']);

export function needsPreflight(request: PreviewRequest): boolean {
  return !SIMPLE_METHODS.has(request.method) || unusualHeaders(request).length > 0;
}

export function preflightOf(request: PreviewRequest): PreviewRequest {
  const names = unusualHeaders(request);
  return {
    ...request,
    method: 'OPTIONS',
    headers: [
      ['access-control-request-method', request.method],
      ...(names.length === 0 ? [] : ([['access-control-request-headers', names.join(',')]] as const)),
    ],
    credentials: 'omit',
    hasBody: false,
  };
}

/** Returns the reason of the rejection, or `null` if the request is allowed. */
export function preflightAllows(answer: Response, request: PreviewRequest, sharing: Sharing): string | null {
  if (!answer.ok) return 'Response to preflight request is not ok.';
  const fault = mayRead(answer, sharing);
  if (fault !== null) return `Response to preflight request doesn't pass access control check: ${fault}`;
  const methods = list(answer, 'access-control-allow-methods');
  const headers = list(answer, 'access-control-allow-headers').map((name) => name.toLowerCase());
  const isAny = (names: readonly string[]) => !sharing.isCredentialed && names.includes('*');
  if (!SIMPLE_METHODS.has(request.method) && !methods.includes(request.method) && !isAny(methods))
    return `Method ${request.method} is not allowed by Access-Control-Allow-Methods in preflight response.`;
  const missing = unusualHeaders(request).find((name) => !headers.includes(name) && (name === 'authorization' || !isAny(headers)));
  return missing === undefined
    ? null
    : `Request header field ${missing} is not allowed by Access-Control-Allow-Headers in preflight response.`;
}

/** Returns the reason of the rejection, or `null` if the response may be read. */
export function mayRead(answer: Response, sharing: Sharing): string | null {
  const allowed = answer.headers.get('access-control-allow-origin');
  if (allowed === null) return "No 'Access-Control-Allow-Origin' header is present on the requested resource.";
  if (allowed !== '*' && !sharing.origins.includes(allowed))
    return `The 'Access-Control-Allow-Origin' header has a value '${allowed}' that is not equal to the supplied origin.`;
  if (!sharing.isCredentialed) return null;
  if (allowed === '*') return "The 'Access-Control-Allow-Origin' header must not be '*' when the request's credentials mode is 'include'.";
  return answer.headers.get('access-control-allow-credentials') === 'true'
    ? null
    : "The 'Access-Control-Allow-Credentials' header must be 'true' when the request's credentials mode is 'include'.";
}

/** Returns the response with only those headers that the program exposes to other origins. */
export function exposedHeaders(answer: Response, sharing: Sharing): Response {
  const exposed = list(answer, 'access-control-expose-headers').map((name) => name.toLowerCase());
  if (!sharing.isCredentialed && exposed.includes('*')) return answer;
  const headers = new Headers();
  answer.headers.forEach((value, name) => {
    // The browser handles redirects, not the page.
    const isKept = ALWAYS_READABLE.has(name) || EMBEDDING.has(name) || exposed.includes(name) || name === 'location';
    if (isKept) headers.append(name, value);
  });
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
}

function unusualHeaders({ headers }: PreviewRequest): string[] {
  const isUnusual = (name: string, value: string): boolean => {
    // Set by the browser; scripts cannot set them.
    if (name.startsWith('sec-') || name.startsWith('proxy-')) return false;
    return !SIMPLE_HEADERS.has(name) || (name === 'content-type' && !SIMPLE_TYPE.test(value));
  };
  return headers
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name, value]) => isUnusual(name, value))
    .map(([name]) => name)
    .sort();
}

function list(answer: Response, name: string): string[] {
  return (answer.headers.get(name) ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
