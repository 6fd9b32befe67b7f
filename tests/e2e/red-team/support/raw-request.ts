import { connect } from 'node:net';

/** How long a server that keeps the connection open is listened to after its last byte. Milliseconds. */
const QUIET = 150;

/** Sends the bytes on a connection of their own; everything that comes back until the server is quiet or hangs up. */
export function rawRequest(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const parts: Buffer[] = [];
    const finish = () => {
      socket.destroy();
      resolve(Buffer.concat(parts).toString('latin1'));
    };
    // Quiet counts from the first byte on; a server that never answers is left after a while.
    socket.setTimeout(3_000, finish);
    socket.on('connect', () => socket.write(Buffer.from(bytes, 'latin1')));
    socket.on('data', (data) => {
      parts.push(data);
      socket.setTimeout(QUIET, finish);
    });
    socket.on('error', finish);
    socket.on('close', finish);
  });
}

/** The statuses of all responses in the bytes, in order. */
export function statusesOf(response: string): number[] {
  return [...response.matchAll(/HTTP\/1\.[01] (\d{3})/g)].map(([, status]) => Number(status));
}
