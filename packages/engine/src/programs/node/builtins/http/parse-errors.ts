import { HttpError } from '../../../../http/http-error.ts';
import { asBuffer } from '../../base/buffer-class.ts';
import type { NodeHost } from '../../node-host.ts';

/** Returns the error of Node's parser for bytes that are not HTTP, or `null` if the error does not come from the parser. */
export function parseError(error: unknown, bytes: Uint8Array): Error | null {
  if (!(error instanceof HttpError)) return null;
  return Object.assign(new Error(`Parse Error: ${error.message}`), {
    bytesParsed: error.bytesParsed,
    code: error.code,
    reason: error.message,
    rawPacket: asBuffer(bytes),
  });
}

/** Returns the response with which a server rejects a malformed request. */
export function refusalOf(error: unknown): string {
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
  const status =
    code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW'
        ? '413 Payload Too Large'
        : code === 'ERR_HTTP_REQUEST_TIMEOUT'
          ? '408 Request Timeout'
          : '400 Bad Request';
  return `HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`;
}

/** Calls into the program from the parser: an exception is thrown in the process, and parsing continues. */
export function shield<Result>(host: NodeHost, call: () => Result): Result | undefined {
  try {
    return call();
  } catch (error) {
    host.loop.nextTick(() => {
      throw error;
    }, []);
    return undefined;
  }
}

export function connectionReset(words: string): Error {
  return Object.assign(new Error(words), { code: 'ECONNRESET' });
}
