import { HttpError } from './http-error.ts';
import type { HttpHeaders } from './http-message.ts';

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
// Characters that Node rejects in header values: control characters except tab, and characters outside Latin-1.
const INVALID_VALUE = /[^\t\x20-\x7e\x80-\xff]/;

/**
 * Returns the bytes of a request's start line and headers, including the empty line. Throws `HttpError` for text that would break out of
 * its line.
 */
export function formatRequestHead(head: { method: string; target: string; headers: HttpHeaders }): Uint8Array<ArrayBuffer> {
  if (!TOKEN.test(head.method))
    throw new HttpError('ERR_INVALID_HTTP_TOKEN', `Method must be a valid HTTP token [${JSON.stringify(head.method)}]`);
  if (!/^[\x21-\x7e\x80-\xff]+$/.test(head.target)) throw new HttpError('HPE_INVALID_URL', 'Request path contains unescaped characters');
  return latin1(`${head.method} ${head.target} HTTP/1.1\r\n${formatHeaders(head.headers)}\r\n`);
}

/** Returns the bytes of a response's status line and headers, including the empty line. */
export function formatResponseHead(head: { status: number; reason: string; headers: HttpHeaders }): Uint8Array<ArrayBuffer> {
  if (INVALID_VALUE.test(head.reason)) throw new HttpError('ERR_INVALID_CHAR', 'Invalid character in statusMessage');
  return latin1(`HTTP/1.1 ${head.status} ${head.reason}\r\n${formatHeaders(head.headers)}\r\n`);
}

/** Formats only header lines, such as the trailers after the last chunk. */
export function formatHeaders(headers: HttpHeaders): string {
  return headers
    .map(([name, value]) => {
      if (!TOKEN.test(name))
        throw new HttpError('ERR_INVALID_HTTP_TOKEN', `Header name must be a valid HTTP token [${JSON.stringify(name)}]`);
      if (INVALID_VALUE.test(value))
        throw new HttpError('ERR_INVALID_CHAR', `Invalid character in header content [${JSON.stringify(name)}]`);
      return `${name}: ${value}\r\n`;
    })
    .join('');
}

function latin1(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index);
  return bytes;
}
