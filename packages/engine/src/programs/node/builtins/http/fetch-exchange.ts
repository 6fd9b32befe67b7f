import type { ResponseHead } from '../../../../http/http-message.ts';
import { outsideFailure } from './outside-failure.ts';

interface OutsideRequest {
  url: string;
  method: string;
  headers: [string, string][];
  body: Uint8Array[];
  signal: AbortSignal;
}

/** Headers a browser sets itself and refuses from programs. */
const refused =
  /^(host|connection|content-length|transfer-encoding|keep-alive|upgrade|te|trailer|accept-encoding|user-agent|cookie|origin|referer)$/i;

/** One HTTP exchange with the outside world, carried by the browser. */
export async function fetchThroughBrowser(request: OutsideRequest): Promise<{ head: ResponseHead; chunks(): AsyncGenerator<Uint8Array> }> {
  const hasBody = request.body.length > 0 && request.method !== 'GET' && request.method !== 'HEAD';
  let response: Response;
  try {
    response = await globalThis.fetch(request.url, {
      method: request.method,
      headers: request.headers.filter(([name]) => !refused.test(name)),
      signal: request.signal,
      redirect: 'follow',
      // The chunks are Buffers over memory that is never shared.
      ...(hasBody ? { body: new Blob(request.body as BlobPart[]) } : {}),
    });
  } catch (error) {
    throw request.signal.aborted ? error : outsideFailure(new URL(request.url), error);
  }
  // The browser has undone the encoding already.
  const headers: [string, string][] = [];
  response.headers.forEach((value, name) => {
    if (name !== 'content-encoding' && name !== 'content-length') headers.push([name, value]);
  });
  return {
    head: {
      status: response.status,
      reason: response.statusText,
      httpVersion: '1.1',
      headers,
      isKeepAlive: false,
      body: { kind: 'until-close' },
    },
    async *chunks() {
      const reader = response.body?.getReader();
      if (reader === undefined) return;
      for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
    },
  };
}
