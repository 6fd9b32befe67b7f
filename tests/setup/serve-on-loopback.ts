import { createServer, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';

export interface LoopbackServer {
  /** Base URL, with a trailing slash. */
  address: string;
  close(): Promise<void>;
}

/** Serves web responses on a free loopback port; if the response fails or is null, the connection is closed. */
export async function serveOnLoopback(answer: (request: IncomingMessage) => Promise<Response | null>): Promise<LoopbackServer> {
  const server = createServer((incoming, outgoing) => {
    answer(incoming)
      .then((response) => {
        if (response === null) return void incoming.socket.destroy();
        // Only these: the body that `fetch` returned is already decompressed.
        const headers = ['content-type', 'etag', 'cache-control'].flatMap((name) => headerOf(response, name));
        outgoing.writeHead(response.status, Object.fromEntries(headers));
        // Node's and the DOM's streams are the same object with two types.
        if (response.body === null) outgoing.end();
        else Readable.fromWeb(response.body as unknown as NodeReadableStream).pipe(outgoing);
      })
      .catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const place = server.address();
  return {
    address: `http://127.0.0.1:${typeof place === 'object' && place !== null ? place.port : 0}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function headerOf(response: Response, name: string): [string, string][] {
  const value = response.headers.get(name);
  return value === null ? [] : [[name, value]];
}
