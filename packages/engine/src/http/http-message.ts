/** Names as they came, values trimmed, in their order; a name can occur more than once. Text is Latin-1, one character a byte. */
export type HttpHeaders = readonly (readonly [name: string, value: string])[];

export interface RequestHead {
  method: string;
  /** As on the wire: usually `/path?query`; an authority for CONNECT, `*` for OPTIONS. */
  target: string;
  httpVersion: '1.0' | '1.1';
  headers: HttpHeaders;
  /** Whether the connection can carry another message after this one. */
  isKeepAlive: boolean;
  /** It asks for another protocol (`Connection: upgrade` with an `Upgrade` header), or is a CONNECT. */
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

/** How the end of a body is known. */
export type BodyFraming = { kind: 'none' } | { kind: 'length'; length: number } | { kind: 'chunked' } | { kind: 'until-close' };

/** The first value of a header, whatever the case of its name. */
export function headerValue(headers: HttpHeaders, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return headers.find(([candidate]) => candidate.toLowerCase() === wanted)?.[1];
}

/** Whether a comma-separated header (`Connection: keep-alive, Upgrade`) names `token`, over all its occurrences. */
export function headerHasToken(headers: HttpHeaders, name: string, token: string): boolean {
  const wanted = name.toLowerCase();
  return headers.some(
    ([candidate, value]) =>
      candidate.toLowerCase() === wanted && value.split(',').some((part) => part.trim().toLowerCase() === token.toLowerCase()),
  );
}

/** Responses to these never have a body, whatever their headers say (RFC 9112, 6.3). */
export function responseHasNoBody(requestMethod: string, status: number): boolean {
  return requestMethod === 'HEAD' || status < 200 || status === 204 || status === 304;
}
