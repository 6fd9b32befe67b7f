import type { CurlRequest } from './curl-request.ts';

/**
 * Changes a request for a redirect. Credentials for one host are not sent to another, except with `--location-trusted`. A POST becomes a
 * GET, as in browsers; a method set by `-X` stays, but without its body.
 */
export function redirect(request: CurlRequest, next: URL, status: number, isTrusted: boolean): void {
  if (next.host !== request.url.host && !isTrusted) {
    request.headers = request.headers.filter(([name]) => !/^(?:authorization|cookie)$/i.test(name));
  }
  request.url = next;
  const isKept = status === 307 || status === 308 || request.method === 'GET' || request.method === 'HEAD';
  if (isKept || (status !== 303 && request.method !== 'POST')) return;
  if (!request.isMethodGiven) request.method = 'GET';
  request.body = null;
  request.headers = request.headers.filter(([name]) => name.toLowerCase() !== 'content-type');
}
