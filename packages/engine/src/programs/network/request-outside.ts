import type { OutsideAnswerHead, OutsideRequest } from 'devonz-engine-protocol/outside-request';
import type { SystemCalls } from '../../abi/system-calls.ts';

export interface OutsideAnswer {
  head: OutsideAnswerHead;
  /** Must be read to its end or abandoned, which closes the connection. */
  chunks(): AsyncGenerator<Uint8Array>;
}

/** Larger than any head, and than any body chunk that arrives at once. */
const MOST_BYTES = 4 * 1024 * 1024;

/**
 * Sends a request to another machine through the engine's embedder, which may ask the user first. Returns null if the embedder does not
 * support it. Rejects with a `SystemError` whose message completes a sentence about the host.
 */
export async function requestOutside(system: SystemCalls, request: OutsideRequest, signal: AbortSignal): Promise<OutsideAnswer | null> {
  signal.throwIfAborted();
  const { body, ...head } = request;
  let descriptor: number;
  try {
    descriptor = await system.async('requestOutside', head, body);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  let isOpen = true;
  const close = () => {
    if (isOpen) system.async('close', descriptor).catch(() => {});
    isOpen = false;
    signal.removeEventListener('abort', close);
  };
  signal.addEventListener('abort', close);
  if (signal.aborted) close();
  const read = async () => {
    try {
      return await system.async('read', descriptor, MOST_BYTES, null);
    } catch (error) {
      close();
      signal.throwIfAborted();
      throw error;
    }
  };
  let first: Uint8Array;
  try {
    first = await read();
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  return {
    // Written by the kernel's host.
    head: JSON.parse(new TextDecoder().decode(first)) as OutsideAnswerHead,
    async *chunks() {
      try {
        for (let chunk = await read(); chunk.byteLength > 0; chunk = await read()) yield chunk;
      } finally {
        close();
      }
    },
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOSYS';
}

/** Returns true for a request that a browser sends without a preflight and that is not a plain read: it must not be sent twice. */
export function isSentUnasked(method: string, headers: readonly (readonly [name: string, value: string])[]): boolean {
  const isPlain = ([name, value]: readonly [string, string]) =>
    /^content-type$/i.test(name) ? SIMPLE_TYPE.test(value) : SIMPLE_HEADERS.test(name) || SET_BY_BROWSER.test(name);
  return method.toUpperCase() === 'POST' && headers.every(isPlain);
}

/** Headers that a browser sets itself and does not accept from programs. */
export const SET_BY_BROWSER =
  /^(?:accept-encoding|connection|content-length|cookie|host|keep-alive|origin|referer|te|trailer|transfer-encoding|upgrade|user-agent|(?:proxy|sec)-.*)$/i;

/** The content types and headers that `fetch` sends to any host without a preflight. */
const SIMPLE_TYPE = /^\s*(?:application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\b/i;
const SIMPLE_HEADERS = /^(?:accept|accept-language|content-language|range)$/i;
