import { type IncomingMessage, type OutgoingHttpHeaders, request as requestOf } from 'node:http';
import type { Duplex } from 'node:stream';

/** Passes a request over a connection to a program, with its body as it comes. When the request ends early, so does the connection. */
export function askProgram(
  request: IncomingMessage,
  socket: Duplex,
  { path, headers }: { path: string; headers: OutgoingHttpHeaders },
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = requestOf({ method: request.method, path, headers, setHost: false, createConnection: () => socket });
    outgoing.once('response', resolve);
    outgoing.on('error', reject);
    outgoing.once('close', () => reject(new Error('no answer came')));
    request.once('close', () => request.complete || outgoing.destroy());
    request.pipe(outgoing);
  });
}
