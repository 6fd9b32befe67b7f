import { type IncomingMessage, type OutgoingHttpHeaders, request as requestOf } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * Forwards a request to a program over a connection, and streams its body. If the request ends early, the connection is
 * closed.
 */
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
