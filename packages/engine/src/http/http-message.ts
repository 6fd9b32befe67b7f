/**
 * Headers in their original order, with names unchanged and values trimmed; a name can occur more than once. Text is Latin-1, one
 * character per byte.
 */
export type HttpHeaders = readonly (readonly [name: string, value: string])[];

export interface RequestHead {
  method: string;
  /** As on the wire: usually `/path?query`; an authority for CONNECT, `*` for OPTIONS. */
  target: string;
  httpVersion: '1.0' | '1.1';
  headers: HttpHeaders;
  /** Whether the connection can carry another message after this one. */
  isKeepAlive: boolean;
  /** Whether it requests another protocol (`Connection: upgrade` with an `Upgrade` header), or is a CONNECT. */
  asksUpgrade: boolean;
  body: BodyFraming;
}

export interface ResponseHead {
  status: number;
  reason: string;
  httpVersion: '1.0' | '1.1';
  headers: HttpHeaders;
  /** Whether the connection can carry another message after this one. */
  isKeepAlive: boolean;
  body: BodyFraming;
}

/** How the end of a body is determined. */
export type BodyFraming = { kind: 'none' } | { kind: 'length'; length: number } | { kind: 'chunked' } | { kind: 'until-close' };

/** Returns the first value of a header; its name is case-insensitive. */
export function headerValue(headers: HttpHeaders, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return headers.find(([candidate]) => candidate.toLowerCase() === wanted)?.[1];
}

/** Returns whether a comma-separated header (`Connection: keep-alive, Upgrade`) contains `token` in any of its occurrences. */
export function headerHasToken(headers: HttpHeaders, name: string, token: string): boolean {
  const wanted = name.toLowerCase();
  return headers.some(
    ([candidate, value]) =>
      candidate.toLowerCase() === wanted && value.split(',').some((part) => part.trim().toLowerCase() === token.toLowerCase()),
  );
}

/** Returns whether the response cannot have a body, whatever its headers (RFC 9112, 6.3). */
export function responseHasNoBody(requestMethod: string, status: number): boolean {
  return requestMethod === 'HEAD' || status < 200 || status === 204 || status === 304;
}
